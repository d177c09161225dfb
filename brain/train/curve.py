"""The learning curve of a training run: the results of rounds, as lines of JSON and a picture."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from brain.charts import style
from brain.charts.charts import Estimate, steps
from brain.charts.html_text import Html, element, join, text
from brain.files import checksum
from brain.files.durable import write_atomically
from brain.stats.elo import WDL, Summary, summary
from brain.validation import json_of

CURVE, PICTURE = "curve.jsonl", "curve.svg"
WIDTH, HEIGHT = 480, 525  # pixels, of the picture
LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT, BELOW = 50, 45, 415, 165, 100  # pixels
THOUSANDTHS = 1000
GAIN_HEAD = "Loss saved on the classical score, in thousandths"
BAR = 50  # characters of the longest bar in a terminal
KEYS = {"floor": "least"}  # in the file, where they differ from the fields of a round
ELO = ("elo", "low", "high")  # also in the file
STYLE = f"""
{style.PALETTE}{style.CHARTS}svg {{ overflow: visible; font: 12px system-ui, sans-serif; }}
.page {{ fill: var(--panel); }}
.head {{ fill: var(--text); font-weight: 600; }}
"""


@dataclass(frozen=True)
class RoundResult:
    """The result of a round. A loss is the cross-entropy of win rates on the test set, in natural
    logarithms.
    """

    positions: int  # of the training set, which may have a few more
    loss: float  # of the network's score
    classical: float  # of the classical score
    floor: float  # of the labels themselves: the lowest loss that is possible
    speed: float  # of the search with the network, as a fraction of the classical search's
    won: int  # games of the duel with the classical evaluation
    drawn: int
    lost: int
    pairs: tuple[int, ...]  # number of pairs with 0, 0.5, 1, 1.5 and 2 points
    seconds: int  # since the command started the round

    @property
    def games_played(self) -> WDL:
        """The games of the duel."""
        return WDL(self.won, self.drawn, self.lost)

    @property
    def strength(self) -> Summary:
        """The Elo of the network against the classical evaluation, by pairs."""
        return summary(self.pairs)


def read(folder: Path) -> list[RoundResult]:
    """Return the rounds in a folder, none without a curve. OSError; ValueError for a bad file."""
    path = folder / CURVE
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        return [_loads(line) for line in lines]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a learning curve: {error}") from error


def write(folder: Path, rounds: Sequence[RoundResult]) -> None:
    """Replace the rounds of a folder, and their picture."""
    write_atomically(folder / CURVE, "".join(map(_dumps, rounds)))
    write_atomically(folder / PICTURE, svg(rounds))


def _dumps(one: RoundResult) -> str:
    values = {KEYS.get(name, name): value for name, value in asdict(one).items()}
    elo = {name: getattr(one.strength, name) for name in ELO}
    finite = {name: round(value) if math.isfinite(value) else None for name, value in elo.items()}
    return checksum.sealed_object(json.dumps(values | finite))


def _loads(line: str) -> RoundResult:
    values = json_of(checksum.opened_object(line))
    for derived in ELO:
        del values[derived]
    for name, key in KEYS.items():
        values[name] = values.pop(key)
    return RoundResult(**(values | {"pairs": tuple(values["pairs"])}))


def chart(rounds: Sequence[RoundResult]) -> str:
    """Return bars of the loss saved on the classical score, for a terminal."""
    gains = [THOUSANDTHS * (one.classical - one.loss) for one in rounds]
    unit = BAR / max(*gains, 0.1)  # characters per thousandth
    bars = ("#" * max(0, round(unit * gain)) for gain in gains)
    lines = (
        f"{one.positions:>9,} {gain:>6.1f} {bar}".rstrip()
        for one, gain, bar in zip(rounds, gains, bars, strict=True)
    )
    return "\n".join((f"{GAIN_HEAD}:", *lines))


def svg(rounds: Sequence[RoundResult]) -> str:
    """Return a picture of the rounds."""
    gains = [THOUSANDTHS * (one.classical - one.loss) for one in rounds]
    strengths = [one.strength for one in rounds]
    charts = {
        GAIN_HEAD: [
            Estimate(_short(one.positions), f"{gain:.1f}", gain, gain, gain)
            for one, gain in zip(rounds, gains, strict=True)
        ],
        "Elo gained on the classical evaluation in equal time, 95 %": [
            Estimate(_short(one.positions), _signed(found.elo), found.elo, found.low, found.high)
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


def _signed(elo: float) -> str:
    """Return an Elo difference as the label of a point."""
    if math.isinf(elo):
        return "won all" if elo > 0 else "lost all"
    return f"{round(elo):+d}"


def _short(positions: int) -> str:
    """Return a number of positions as the label of an axis."""
    return f"{positions / 1000:g} k" if positions < 1_000_000 else f"{positions / 1_000_000:.3g} M"
