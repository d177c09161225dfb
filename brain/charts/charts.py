"""Charts as SVG that fill the available width.

Positions are in percent, and text has the page's font size, so a chart is readable on a phone. The
style sheet sets the colours by class.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from brain.charts.html_text import Html, element, join, text

TICKS = 5  # of an axis, approximately
ROUND_STEPS = (1, 2, 5, 10)
LEAST_SPAN = 1e-9  # of an axis; in a shorter one all numbers count as 0
BOUNDS = ("rejected", "accepted")  # lower, upper
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Scale:
    """A range of numbers that spans a chart, from 0 % to 100 %."""

    low: float
    high: float
    step: float  # between ticks

    def percent(self, value: float) -> str:
        """Return a number's position; a number outside the range is clamped to the nearer end."""
        inside = min(max(value, self.low), self.high)
        return f"{100 * (inside - self.low) / (self.high - self.low):.2f}%"

    def from_top(self, value: float) -> str:
        """Return a number's position measured from the upper end, as for a y axis."""
        return self.percent(self.low + self.high - value)

    @property
    def ticks(self) -> list[float]:
        """The round numbers of the axis, from end to end."""
        count = round((self.high - self.low) / self.step)
        return [self.low + index * self.step for index in range(count + 1)]


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, its name below it, and its label beside it."""

    name: str
    label: str
    value: float
    low: float
    high: float


def round_step(span: float, parts: int = TICKS) -> float:
    """Return the smallest round step that divides a positive span into at most `parts` parts."""
    power: float = 10.0 ** math.floor(math.log10(span / parts))
    return next(step * power for step in ROUND_STEPS if step * power * parts >= span * 0.999)


def scale(values: Iterable[float], finest: float = 0.0) -> Scale:
    """Return a scale with round ends that contains 0 and all finite values; its step is at least
    `finest`.
    """
    finite = [0.0, *(value for value in values if math.isfinite(value))]
    bottom, top = min(finite), max(finite)
    span = top - bottom
    step = max(finest, round_step(span if span >= LEAST_SPAN else 1.0))
    low = min(math.floor(bottom / step), -int(bottom < 0))  # a tiny quotient may round to 0
    high = max(math.ceil(top / step), int(top > 0), low + 1)
    return Scale(low * step, high * step, step)


def interval(low: float, value: float, high: float, on: Scale) -> Html:
    """Return a value with its error bar; the table beside it has the numbers as text."""
    zero, left, place, right = (on.percent(number) for number in (0, low, value, high))
    parts = (
        _line("zero", x1=zero, x2=zero, y1="0", y2="100%"),
        _line("reach", x1=left, x2=right, y1="50%", y2="50%"),
        _shape("circle", class_="value", cx=place, cy="50%", r=5),
    )
    return element("svg", join(parts), class_="interval", aria_hidden="true")


def axis(on: Scale) -> Html:
    """Return the ticks below a column of intervals."""
    labels = join(_label(on.percent(tick), "1em", _number(tick), "middle") for tick in on.ticks)
    return element("svg", labels, class_="axis", aria_hidden="true")


def bar(share: float) -> Html:
    """Return a bar that fills a share of its cell."""
    rect = _shape("rect", width=f"{100 * share:.1f}%", height="100%", rx=2)
    return element("svg", rect, class_="bar", aria_hidden="true")


def histogram(counts: Sequence[int], first: int, step: int, unit: str, label: str) -> Html:
    """Return a histogram; bar i counts the values from `first + i * step`, `step` of them."""
    across = Scale(first, first + step * len(counts), step)
    up = scale(counts, finest=1)
    every = math.ceil(len(counts) / (2 * TICKS))
    parts = [_grid(up)]
    for index, count in enumerate(counts):
        left = first + index * step
        bounds = {"x": across.percent(left), "width": f"{100 / len(counts):.2f}%"}
        values = " to ".join(dict.fromkeys((f"{left}", f"{left + step - 1}")))
        title = element("title", text(f"{values}: {count}"))
        height = {"y": up.from_top(count), "height": up.percent(count)}
        parts.append(element("rect", title, class_="count", **bounds, **height))
    parts.append(_below(across, across.ticks[::every], unit))
    return _plot(join(parts), label)


def curve(
    points: Sequence[tuple[float, float]], bounds: tuple[float, float], unit: str, label: str
) -> Html:
    """Return a line through points, from the left edge, with a lower and an upper bound."""
    across = scale((x for x, _ in points), finest=1)
    up = scale([*bounds, *(y for _, y in points)])
    places = (f"{across.percent(x)[:-1]},{up.from_top(y)[:-1]}" for x, y in points)
    line = _shape("polyline", points=" ".join(places), vector_effect="non-scaling-stroke")
    stretched = element("svg", line, viewBox="0 0 100 100", preserveAspectRatio="none")
    marks = [_bound(name, up.from_top(y)) for name, y in zip(BOUNDS, bounds, strict=True)]
    return _plot(join((_grid(up), *marks, stretched, _below(across, across.ticks, unit))), label)


def steps(points: Sequence[Estimate], unit: str, label: str) -> Html:
    """Return values with their error bars, evenly spaced and joined by a line."""
    up = scale(end for point in points for end in (point.low, point.value, point.high))
    across = Scale(0, len(points), 1)
    zero = up.from_top(0)
    parts = [_grid(up), _line("zero", x1="0", x2="100%", y1=zero, y2=zero)]
    for index, point in enumerate(points):
        x, y = across.percent(index + 0.5), up.from_top(point.value)
        before = points[max(0, index - 1)]
        if index:
            start = {"x1": across.percent(index - 0.5), "y1": up.from_top(before.value)}
            parts.append(_line("joint", **start, x2=x, y2=y))
        clear = -5 if before.value <= point.value else 15  # of the joint
        parts += (
            _line("reach", x1=x, x2=x, y1=up.from_top(point.low), y2=up.from_top(point.high)),
            _shape("circle", class_="value", cx=x, cy=y, r=5),
            _label(x, y, point.label, "end", dx=-9, dy=clear),
            _label(x, "100%", point.name, "middle", dy=18),
        )
    parts.append(_label("50%", "100%", unit, "middle", dy=36))
    return _plot(join(parts), label)


def _bound(name: str, place: str) -> Html:
    line = _line(f"bound {name}", x1="0", x2="100%", y1=place, y2=place)
    return join((line, _label("100%", place, name, "end", dy=-6)))


def _plot(parts: Html, label: str) -> Html:
    return element("svg", parts, class_="plot", role="img", aria_label=label)


def _grid(up: Scale) -> Html:
    """Return horizontal grid lines with their numbers on the left."""
    heights = [(tick, up.from_top(tick)) for tick in up.ticks]
    lines = (_line("grid", x1="0", x2="100%", y1=y, y2=y) for _, y in heights)
    labels = (_label("0", y, _number(tick), "end", dx=-8, dy=4) for tick, y in heights)
    return join((*lines, *labels))


def _below(across: Scale, ticks: Iterable[float], unit: str) -> Html:
    """Return the numbers below a plot, and their unit."""
    labels = (
        _label(across.percent(tick), "100%", _number(tick), "middle", dy=18) for tick in ticks
    )
    return join((*labels, _label("50%", "100%", unit, "middle", dy=36)))


def _label(x: str, y: str, label: str, anchor: str, **shift: int) -> Html:
    return element("text", text(label), x=x, y=y, text_anchor=anchor, **shift)


def _line(class_: str, **ends: str) -> Html:
    return _shape("line", class_=class_, **ends)


def _shape(tag: str, **attributes: object) -> Html:
    return element(tag, Html(""), **attributes)


def _number(value: float) -> str:
    """Return a tick's number, rounded, as sums of steps are inexact."""
    return f"{round(value, 9):g}".replace("-", MINUS)
