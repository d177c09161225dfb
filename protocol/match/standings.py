"""The standings of a match, updated game by game; repeated games are counted."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from brain.rules.symmetry import lowest
from brain.stats.elo import WDL, Pentanomial, Summary, summary
from brain.stats.ratings import Rating, ratings
from protocol.records.games import DRAW, FAILURES, LOSS, WIN, Ending, Game

Pairing = tuple[str, str]
CAUTIOUS_FROM = 20  # games
MOST_DECIDED, MOST_REPEATED = 0.5, 0.05  # shares of pairs and of games; above them, a caution


@dataclass(frozen=True)
class Row:
    """An engine's results and its Elo with the ends of the interval. With two engines the Elo is
    relative to the other one, with more to the mean of all.
    """

    name: str
    result: WDL
    failed: int  # games lost by a failure: time, a crash, ...
    elo: float
    low: float
    high: float

    @property
    def games(self) -> int:
        """Games played."""
        return self.result.games

    @property
    def points(self) -> float:
        """One point for a win, half a point for a draw."""
        return self.result.points


class Standings:
    """The counts of a match's games, and the engines' results."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.games = 0
        self.endings: Counter[Ending] = Counter()
        # By engine and opponent: the number of games with each score.
        self.scores: defaultdict[Pairing, Counter[float]] = defaultdict(Counter)
        # By engine and opponent: a Pentanomial.
        self.pairs: defaultdict[Pairing, list[int]] = defaultdict(lambda: [0] * 5)
        self._failed: Counter[str] = Counter()
        # By pair with one game counted: black's name and score in it.
        self._halves: dict[int, tuple[str, float]] = {}
        self.repeated = 0  # games that repeat another, up to symmetry
        self.decided = 0  # pairs in which one colour won both games
        self._seen: set[tuple[object, ...]] = set()  # canonical games

    def add(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        self.endings[game.ending] += 1
        if game.ending in FAILURES and game.loser:
            self._failed[game.loser] += 1
        for name, rival in (game.names, game.names[::-1]):
            self.scores[name, rival][game.score_of(name)] += 1
        seen = (*game.names, game.rule, lowest(game.stones, game.width, game.height))
        self.repeated += seen in self._seen
        self._seen.add(seen)
        if game.pair not in self._halves:
            self._halves[game.pair] = game.black, game.score
            return
        name, score = self._halves.pop(game.pair)
        self.decided += score == game.score != DRAW and name != game.black
        half_points = round(2 * (score + game.score_of(name)))
        rival = game.white if name == game.black else game.black
        self.pairs[name, rival][half_points] += 1
        self.pairs[rival, name][4 - half_points] += 1

    @property
    def cautions(self) -> list[str]:
        """Warnings that the result is less certain than its interval."""
        found: list[str] = []
        if self.games < CAUTIOUS_FROM:
            return found
        pairs = sum(map(sum, self.pairs.values())) // 2
        if self.decided > pairs * MOST_DECIDED:
            found.append(
                f"The opening decided {self.decided} of {pairs} pairs: one colour won both games."
            )
        if self.repeated > self.games * MOST_REPEATED:
            found.append(
                f"{self.repeated} of {self.games} games repeat another one up to symmetry, but the"
                " interval counts them as new: use more openings."
            )
        return found

    def result(self, name: str, rival: str) -> WDL:
        """Return an engine's result against another."""
        return _wdl(self.scores.get((name, rival), Counter()))

    @property
    def results(self) -> Mapping[Pairing, WDL]:
        """The results of all pairs of engines that met, from the first one's side."""
        every_two = combinations(self.names, 2)
        return {two: self.result(*two) for two in every_two if two in self.scores}

    def two(self) -> tuple[WDL, Pentanomial]:
        """Return the games and pairs of two engines, from the first one's side."""
        name, rival = self.names
        return self.result(name, rival), self.pairs[name, rival]

    def rows(self) -> list[Row]:
        """Return the rows of the standings, the best engine first."""
        rows = [
            Row(name, self._total(name), self._failed[name], *elo) for name, elo in self._elos()
        ]
        return sorted(rows, key=lambda row: (-row.elo, -row.points, row.name))

    def _elos(self) -> list[tuple[str, tuple[float, float, float]]]:
        """Return each engine with its Elo and the ends of the interval."""
        if len(self.names) == 2:
            elo, low, high = _estimate(summary(self.two()[1]))
            return list(zip(self.names, [(elo, low, high), (-elo, -high, -low)], strict=True))
        rated = {rating.name: rating for rating in ratings(self.results)}
        return [(name, _estimate(rated.get(name, summary(WDL())))) for name in self.names]

    def _total(self, name: str) -> WDL:
        """Return an engine's result against all others."""
        own = [scores for (engine, _), scores in self.scores.items() if engine == name]
        return _wdl(sum(own, Counter()))


def _estimate(rated: Rating | Summary) -> tuple[float, float, float]:
    """Return an Elo and the ends of its interval."""
    return rated.elo, rated.low, rated.high


def _wdl(scores: Counter[float]) -> WDL:
    return WDL(scores[WIN], scores[DRAW], scores[LOSS])
