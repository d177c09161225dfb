"""The curve of a course: what each round came to, as lines of JSON and as a picture."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from brain.charts.charts import Estimate, steps
from brain.charts.html_text import Html, element, join, text
from brain.files.durable import write_atomically
from brain.stats.elo import WDL, Summary, signed, summary

CURVE, PICTURE = "curve.jsonl", "curve.svg"
WIDTH, HEIGHT = 480, 525  # of the picture, pixels
LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT, BELOW = 50, 45, 415, 165, 100
THOUSANDTHS = 1000
STYLE = """
:root { --page: #ffffff; --text: #1c1b19; --soft: #5c5850; --rule: #d9d5cc; --data: #0b63a5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #17181a; --text: #e7e5e0; --soft: #aaa69d; --rule: #3b3d42; --data: #6cb6ff; }
}
svg { overflow: visible; font: 12px system-ui, sans-serif; }
.page { fill: var(--page); }
text { fill: var(--soft); }
.head { fill: var(--text); font-weight: 600; }
.grid { stroke: var(--rule); }
.zero { stroke: var(--soft); stroke-width: 1.5; }
.joint, .reach { stroke: var(--data); stroke-width: 2; }
.value { fill: var(--data); }
"""


@dataclass(frozen=True)
class Round:
    """What a network came to. Losses are of positions that none has learnt from, in natural logs,
    for a score as a chance of winning.
    """

    positions: int  # to learn from, or a few more
    loss: float  # of the network's score
    classical: float  # of the classical score
    least: float  # of the search's own, which is to be learnt
    speed: float  # nodes that it searches while the classical evaluation searches one
    won: int  # games of the duel with that
    drawn: int
    lost: int
    pairs: tuple[int, ...]  # of games, that have 0, 0.5, 1, 1.5 and 2 points
    seconds: int  # since the command began with the round

    @property
    def games_played(self) -> WDL:
        """The games of the duel."""
        return WDL(self.won, self.drawn, self.lost)

    @property
    def strength(self) -> Summary:
        """The Elo of the network against the classical evaluation, by pairs."""
        return summary(self.pairs)


def read(folder: Path) -> list[Round]:
    """Return the rounds that a folder has. OSError; ValueError for what is none."""
    path = folder / CURVE
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        return [_loads(line) for line in lines]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no curve: {error}") from error


def write(folder: Path, rounds: Sequence[Round]) -> None:
    """Write rounds and their picture in place of those that a folder has."""
    write_atomically(folder / CURVE, "".join(map(_dumps, rounds)))
    write_atomically(folder / PICTURE, svg(rounds))


def _dumps(one: Round) -> str:
    found = one.strength
    elo = {name: getattr(found, name) for name in ("elo", "low", "high")}
    known = {name: round(value) if math.isfinite(value) else None for name, value in elo.items()}
    return json.dumps(asdict(one) | known) + "\n"


def _loads(line: str) -> Round:
    values = json.loads(line)
    for derived in ("elo", "low", "high"):
        del values[derived]
    return Round(**(values | {"pairs": tuple(values["pairs"])}))


def svg(rounds: Sequence[Round]) -> str:
    """Return a picture of the rounds."""
    gains = [THOUSANDTHS * (one.classical - one.loss) for one in rounds]
    strengths = [one.strength for one in rounds]
    charts = {
        "Loss saved on the classical score, in thousandths": [
            Estimate(_short(one.positions), f"{gain:.1f}", gain, gain, gain)
            for one, gain in zip(rounds, gains, strict=True)
        ],
        "Elo gained on the classical evaluation in equal time, 95 %": [
            Estimate(_short(one.positions), signed(found.elo), found.elo, found.low, found.high)
            for one, found in zip(rounds, strengths, strict=True)
        ],
    }
    parts = [
        element("style", Html(STYLE)),
        element("rect", Html(""), class_="page", width=WIDTH, height=HEIGHT),
    ]
    top = TOP
    for head, points in charts.items():
        parts.append(element("text", text(head), class_="head", x=8, y=top - 20))
        place = {"x": LEFT, "y": top, "width": PLOT_WIDTH, "height": PLOT_HEIGHT}
        parts.append(element("svg", steps(points, "positions", head), **place))
        top += PLOT_HEIGHT + BELOW
    size = {"width": WIDTH, "height": HEIGHT, "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    return element("svg", join(parts), xmlns="http://www.w3.org/2000/svg", **size) + "\n"


def _short(positions: int) -> str:
    """Return a number of positions for an axis."""
    return f"{positions / 1000:g} k" if positions < 1_000_000 else f"{positions / 1_000_000:.3g} M"
