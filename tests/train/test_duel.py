"""Duels: the stronger side wins, equal sides have equal scores, and games end by the rules."""

from dataclasses import dataclass, replace
from itertools import islice, zip_longest

import pytest

from brain.cell import Cell
from brain.engine import Limit
from brain.game_board import Board
from brain.lexicon import FREESTYLE, MATE, RENJU
from brain.openings.opening_book import shipped
from brain.rules.laws import most_stones
from brain.rules.symmetry import canonical
from brain.score import Score
from brain.stats.elo import WDL
from brain.train import duel
from brain.train.duel import DRAWN, LOST, WON, Duel, DuelResult, Pair, Side, play, result_of, speed
from tests.support import network_twin as twin

FEW = 200  # nodes
PAIRS = 4
WEIGHTS = twin.packed(twin.random_weights(1), 1)
EVEN = Duel(FREESTYLE, 15, (Side(b"", FEW), Side(b"", FEW)))
BLACK_FIVE = "h8a1h9a2h10a3h11a4h12"
DOUBLE_THREE = "g8a1h8a3j9a5j10a7j8"  # black's last stone, where renju forbids it


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_a_side_with_eight_times_the_nodes_wins_clearly(rule: int) -> None:
    uneven = replace(EVEN, rule=rule, sides=(Side(b"", 8 * FEW), Side(b"", FEW)))
    assert result_of(play(uneven, 2 * PAIRS, 1)).strength.low > 0


@pytest.mark.parametrize("network", [b"", WEIGHTS])
def test_a_side_is_exactly_even_with_itself(network: bytes) -> None:
    itself = replace(EVEN, sides=(Side(network, FEW), Side(network, FEW)))
    pairs = list(play(itself, PAIRS, 1))
    assert {sum(pair) for pair in pairs} == {1.0}
    assert max(pairs) != (DRAWN, DRAWN)


def test_a_network_plays_on_its_own_side_and_with_either_colour() -> None:
    sides = Side(WEIGHTS, FEW), Side(b"", FEW)
    pairs = list(play(replace(EVEN, sides=sides), PAIRS, 1))
    assert result_of(pairs).strength.high < 0  # its weights are at random
    turned = play(replace(EVEN, sides=sides[::-1]), PAIRS, 1)
    assert [(1 - white, 1 - black) for black, white in turned] == pairs


def test_the_games_depend_on_the_seed_and_not_on_the_processes() -> None:
    uneven = replace(EVEN, sides=(Side(b"", 2 * FEW), Side(b"", FEW)))
    pairs = list(play(uneven, PAIRS, 1))
    assert list(play(uneven, PAIRS, 2)) == pairs
    assert any(list(play(replace(uneven, seed=seed), PAIRS, 1)) != pairs for seed in (2, 3))


def test_openings_come_again_turned() -> None:
    count = len(shipped(FREESTYLE, 15, 15))
    drawn = list(islice(EVEN.openings(), count + 1))
    assert len(set(drawn)) == count + 1
    assert canonical(drawn[count], FREESTYLE, 15, 15) == canonical(drawn[0], FREESTYLE, 15, 15)


def test_pairs_are_counted_by_points() -> None:
    found = result_of([(WON, LOST), (WON, DRAWN), (LOST, LOST), (DRAWN, DRAWN), (WON, WON)])
    assert found == DuelResult(WDL(4, 3, 3), (1, 0, 2, 1, 1))


def test_the_speed_of_a_side_is_one_against_itself() -> None:
    assert speed(EVEN) == pytest.approx(1, rel=0.6)


# How a game ends. Both sides play what is written.


@dataclass(frozen=True)
class Found:
    move: Cell
    score: Score


class Scripted:
    """Plays the moves of a text, with scores by the number of stones on the board; notes nodes."""

    def __init__(self, text: str, scores: dict[int, int], limits: list[int]) -> None:
        self._moves = Board.read(text).moves
        self._scores = scores
        self._limits = limits

    def play(self, board: Board, limit: Limit) -> Found:
        stones = len(board.moves)
        self._limits.append(limit.nodes)
        return Found(self._moves[stones], Score(self._scores.get(stones, 0)))


def scripted(
    patch: pytest.MonkeyPatch, rule: int, size: int, text: str, scores: dict[int, int]
) -> tuple[Pair, list[int]]:
    """Return the first side's points with black and with white, and the nodes of all moves."""
    limits: list[int] = []
    patch.setattr(duel, "_prepared", lambda *_: Scripted(text, scores, limits))
    return duel._play_pair(replace(EVEN, rule=rule, size=size), (0, ())), limits


@pytest.mark.parametrize(
    ("rule", "size", "text", "scores", "points"),
    [
        (FREESTYLE, 15, BLACK_FIVE, {}, (WON, LOST)),
        (FREESTYLE, 15, "o1" + BLACK_FIVE, {}, (LOST, WON)),
        (RENJU, 15, DOUBLE_THREE, {}, (LOST, WON)),
        (FREESTYLE, 15, BLACK_FIVE, {3: MATE - 5}, (LOST, WON)),
        (FREESTYLE, 15, BLACK_FIVE, {3: 4 - MATE}, (WON, LOST)),
        (FREESTYLE, 15, BLACK_FIVE, {4: 4 - MATE}, (LOST, WON)),
    ],
)
def test_a_game_is_won_by_a_five_a_foul_or_a_proof(
    rule: int,
    size: int,
    text: str,
    scores: dict[int, int],
    points: Pair,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert scripted(monkeypatch, rule, size, text, scores)[0] == points


def filled(size: int) -> str:
    """Return a board filled without a five: colours change along rows and every two rows along
    columns.
    """
    cells = sorted(((x + y // 2) % 2, x, y) for x in range(size) for y in range(size))
    half = (len(cells) + 1) // 2
    turns = [one for pair in zip_longest(cells[:half], cells[half:]) for one in pair if one]
    moves = "".join(Cell.at(x, y, size).name for _, x, y in turns)
    return f"{size} freestyle {moves}"


@pytest.mark.parametrize(("rule", "size"), [(FREESTYLE, 5), (FREESTYLE, 7), (RENJU, 7)])
def test_a_game_without_a_winner_is_drawn(
    rule: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    points, limits = scripted(monkeypatch, rule, size, filled(size), {})
    assert points == (DRAWN, DRAWN)
    assert len(limits) == 2 * most_stones(size * size, rule)


def test_nodes_vary_by_a_fifth_and_alike_with_both_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, limits = scripted(monkeypatch, FREESTYLE, 7, filled(7), {})
    half = len(limits) // 2
    assert limits[:half] == limits[half:]
    assert 0.8 * FEW <= min(limits) < 0.9 * FEW
    assert 1.1 * FEW < max(limits) <= 1.2 * FEW
