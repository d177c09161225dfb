"""The sections of a report: the statistics of a match as tables and charts, without script."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from brain.charts.charts import (
    MINUS,
    axis,
    bar,
    curve,
    histogram,
    interval,
    round_step,
    scale,
)
from brain.charts.html_text import NOTHING, Html, element, join, section, table, text
from brain.lexicon import BLACK, WHITE
from brain.stats.elo import HEADING, WDL, Pentanomial, Summary, elo_text, summary
from brain.stats.ratings import is_determined
from brain.stats.sprt import Sprt
from protocol.match.standings import Row, Standings
from protocol.records.games import DRAW, FAILURES, LOSS, WIN, Ending, Game, PlayedMove

BARS = 24  # of a histogram, at most
CURVE_POINTS = 400
OPEN_FAILURES = 4  # failures whose last lines are visible without a click
MEGABYTE = 1 << 20
PERCENTILE = 0.99
DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Match:
    """The games of a match in the order in which they ended, their standings, and the test."""

    games: Sequence[Game]
    standings: Standings
    sprt: Sprt | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The engines; a test compares the first with the second."""
        return self.standings.names


def sections(match: Match) -> Html:
    """Return all sections that are not empty."""
    return join(build(match) for build in SECTIONS)


def points_text(points: float) -> str:
    """Return points, with a decimal only if needed."""
    return f"{points:.1f}".removesuffix(".0")


def megabytes(size: int) -> float:
    """Return megabytes, from bytes, to one decimal."""
    return round(size / MEGABYTE, 1)


def _failures(match: Match) -> Html:
    """Return the games lost by a failure, with the last lines of each."""
    failed = [game for game in match.games if game.ending in FAILURES]
    if not failed:
        line = text("No game was lost by time, a crash, memory or an unreadable answer.")
        return section("failures", "Failures", element("p", line))
    counts = Counter((game.loser, game.ending) for game in failed)
    endings = [ending for ending in Ending if ending in FAILURES]
    rows = [
        [text(name), *(text(counts[name, ending] or DASH) for ending in endings)]
        for name in match.names
        if any(counts[name, ending] for ending in endings)
    ]
    note = element("p", text(f"{len(failed)} of {len(match.games)} games ended in a failure."))
    chart = table(["Lost by", *(str(ending).capitalize() for ending in endings)], rows)
    each = join(_failure(game, index < OPEN_FAILURES) for index, game in enumerate(failed))
    return section("failures", "Failures", note, chart, element("div", each, class_="failures"))


def _failure(game: Game, is_open: bool) -> Html:
    colour = "black" if game.loser == game.black else "white"
    line = text(
        f"Game {game.number}: {game.loser} ({colour}) lost to {game.winner} by"
        f" “{game.ending}” after {game.plies} stones"
    )
    lines = text("\n".join(game.exchange) or "No lines were exchanged.")
    link = element("a", text("Replay"), href=f"#game-{game.number}")
    reason = [element("p", text(f"Why: {game.reason}"), class_="reason")] if game.reason else []
    last = element("pre", lines, id=f"exchange-{game.number}", tabindex="0")
    parts = join((element("summary", line), *reason, last, element("p", link)))
    return element("details", parts, class_="failure", **({"open": ""} if is_open else {}))


def _crosstable(match: Match) -> Html:
    """Return every engine's points, in total and against each other engine."""
    rows = match.standings.rows()
    cells = []
    for place, row in enumerate(rows, 1):
        share = 100 * row.points / max(row.games, 1)
        total = (points_text(row.points), row.games, f"{share:.1f}", row.failed or DASH)
        against = [_against(match.standings.result(row.name, other.name)) for other in rows]
        cells.append([text(f"{place}. {row.name}"), *map(text, total), *against])
    heads = ["Engine", "Points", "Games", "%", "Failures", *map(str, range(1, len(rows) + 1))]
    note = "Numbered columns: points and wins-draws-losses against the engine of that rank."
    return section("crosstable", "Crosstable", table(heads, cells), element("p", text(note)))


def _against(result: WDL) -> Html:
    if not result.games:
        return text(DASH)
    return Html(f"{text(points_text(result.points))} {element('small', text(result))}")


def _ratings(match: Match) -> Html:
    """Return the engines' ratings; empty for two engines."""
    if len(match.names) < 3 or not match.standings.results:
        return NOTHING
    rows = [
        (row.name, f"{points_text(row.points)} of {row.games} points", row)
        for row in match.standings.rows()
    ]
    note = "Maximum likelihood, relative to the mean of all engines."
    if not is_determined(match.standings.results):
        note += " The games alone do not determine it, so every engine has one virtual draw added."
    chart = _intervals("Engine", rows)
    return section("ratings", "Ratings", chart, element("p", text(note)))


def _pairings(match: Match) -> Html:
    """Return the results of all pairs of engines that met."""
    rows = []
    for (name, rival), result in match.standings.results.items():
        pairs = match.standings.pairs[name, rival]
        estimate = summary(pairs)
        los = f"LOS: {100 * estimate.superiority:.1f} %"
        detail = f"{result}, pairs {'-'.join(map(str, pairs))}, {los}"
        rows.append((f"{name} {DASH} {rival}", detail, estimate))
    if not rows:
        return NOTHING
    note = (
        "For the engine named first: wins-draws-losses; pairs (one opening, colours reversed) that"
        " scored 0, ½, 1, 1½ and 2 points; LOS, the likelihood that it is the stronger engine."
    )
    chart = _intervals("Engines", rows)
    return section("pairings", "Engine against engine", chart, element("p", text(note)))


def _intervals(heading: str, rows: Sequence[tuple[str, str, Row | Summary]]) -> Html:
    """Return Elo and intervals, as text and as a chart; a row has a name and a detail."""
    on = scale(
        end for _, _, estimate in rows for end in (estimate.low, estimate.elo, estimate.high)
    )
    cells = [
        [
            Html(f"{text(name)} {element('small', text(detail))}"),
            text(elo_text(estimate.elo, estimate.low, estimate.high).replace("-", MINUS)),
            interval(estimate.low, estimate.elo, estimate.high, on),
        ]
        for name, detail, estimate in rows
    ]
    foot = (NOTHING, NOTHING, axis(on))
    return element("div", table([heading, HEADING, ""], cells, foot), class_="intervals")


def _test(match: Match) -> Html:
    """Return the course of the sequential test; empty without a test."""
    if not match.sprt:
        return NOTHING
    points = _course(match, match.sprt)
    number, llr = points[-1]
    lower, upper = match.sprt.bounds
    line = (
        f"Log likelihood ratio of {match.sprt.elo1:g} to {match.sprt.elo0:g} Elo after {number}"
        f" pairs: {llr:.2f}; rejected at {lower:.2f}, accepted at {upper:.2f}."
    ).replace("-", MINUS)
    chart = curve(points, match.sprt.bounds, "pairs", line)
    return section("test", "Sequential test", _figure(chart, line))


def _course(match: Match, sprt: Sprt) -> list[tuple[int, float]]:
    """Return (pairs, log likelihood ratio), from no pair to all of them."""
    counts = Standings(match.names)
    course: list[Pentanomial] = [(0,) * 5]
    for game in match.games:
        counts.add(game)
        _, pairs = counts.two()
        if sum(pairs) == len(course):
            course.append(tuple(pairs))
    every = math.ceil(len(course) / CURVE_POINTS)
    return [(sum(pairs), sprt.llr(pairs)) for pairs in (*course[:-1:every], course[-1])]


def _endings(match: Match) -> Html:
    """Return the endings and the lengths of the games."""
    if not match.games:
        return NOTHING
    counts = Counter((game.ending, game.score) for game in match.games)
    rows = []
    for ending in filter(match.standings.endings.get, Ending):
        number = match.standings.endings[ending]
        share = number / len(match.games)
        scores = (counts[ending, score] or DASH for score in (WIN, DRAW, LOSS))
        name = Html(f"{text(str(ending).capitalize())} {bar(share)}")
        rows.append([name, *map(text, (number, f"{100 * share:.1f} %", *scores))])
    heads = ["Ending", "Games", "Share", "Black won", "Drawn", "White won"]
    return section("endings", "Endings and lengths", table(heads, rows), _lengths(match.games))


def _lengths(games: Sequence[Game]) -> Html:
    """Return a histogram of the games' lengths in stones."""
    plies = sorted(game.plies for game in games)
    line = (
        f"Stones on the board at the end: {plies[0]} to {plies[-1]},"
        f" mean {fmean(plies):.1f}, median {median(plies):g}."
    )
    step = max(1, int(round_step(plies[-1] - plies[0] + 1, BARS - 1)))
    bars = Counter(number // step for number in plies)
    first, last = min(bars), max(bars)
    counts = [bars[index] for index in range(first, last + 1)]
    return _figure(histogram(counts, first * step, step, "stones", line), line)


def _effort(match: Match) -> Html:
    """Return the time and the memory that each engine used."""
    rows = []
    for name in match.names:
        moves = [move for game in match.games for move in _moves(game, name)]
        if moves:
            rows.append([text(name), *map(text, _effort_cells(moves))])
    if not rows:
        return NOTHING
    heads = ["Engine", "Median ms", "p99 ms", "Max ms", "Memory MB", "Moves", "Total s"]
    note = "Times are per move, openings excluded. Memory is the largest measured."
    return section("effort", "Time and memory", table(heads, rows), element("p", text(note)))


def _effort_cells(moves: Sequence[PlayedMove]) -> Iterable[object]:
    times = sorted(move.ms for move in moves)
    late = times[math.ceil(PERCENTILE * len(times)) - 1]
    peak = megabytes(max(move.memory for move in moves))
    shown = (f"{ms:.1f}" for ms in (median(times), late, times[-1]))
    return (*shown, peak or DASH, len(times), f"{sum(times) / 1000:.0f}")


def _moves(game: Game, name: str) -> tuple[PlayedMove, ...]:
    """Return an engine's moves in a game; none if it did not play."""
    colours = {game.black: BLACK, game.white: WHITE}
    return game.moves_of(colours[name]) if name in colours else ()


def _figure(chart: Html, caption: str) -> Html:
    return element("figure", join((chart, element("figcaption", text(caption)))))


SECTIONS = (_failures, _crosstable, _ratings, _pairings, _test, _endings, _effort)
