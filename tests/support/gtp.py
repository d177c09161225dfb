"""Goes through a conversation in GTP, tests/data/gtp/<window>.txt, word for word as a window holds
it.

`> ` is a line of the window, `< ` one of the answer, which an empty line ends. `* kata` and `* lz`
stand for at least one line of analysis, which may go on until the window's next line; `* nothing`
for none. `...` is the rest of an answer, `#` a comment. `{vertex}` and `{text}` stand for what
can't be foretold, ` | ` separates alternatives.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support.driver import Brain

VERTEX = r"[A-HJ-W]([1-9]|1\d|2[0-2])"
HOLDERS = {"vertex": VERTEX, "text": ".+"}
INTEGERS = {"lz": {"visits", "winrate", "prior", "lcb", "order"}, "kata": {"visits", "order"}}
LARGEST = (1 << 31) - 1  # that Java and Qt read


@dataclass(frozen=True)
class Variation:
    """A move of an analysis, as windows read it; shares from 0 to 1."""

    move: str
    visits: int
    win_rate: float
    prior: float
    line: tuple[str, ...]


def variations(line: str, dialect: str) -> list[Variation]:
    """Return the moves of a line of analysis, by the strictest of all windows.

    They split it at `info`, take words and values in pairs up to `pv`, and vertices from there. Of
    Leela Zero's words LizzieYzy reads whole numbers, of KataGo's others any number.
    """
    assert line.startswith("info move ")
    assert "  " not in line
    found = []
    for order, part in enumerate(line.removeprefix("info ").split(" info ")):
        head, variation = part.split(" pv ")
        words = head.split(" ")
        values = dict(zip(words[::2], words[1::2], strict=True))
        assert len(values) == len(words) // 2
        move = values.pop("move")
        line_moves = tuple(variation.split(" "))
        assert line_moves[0] == move
        assert all(re.fullmatch(VERTEX, vertex) for vertex in line_moves)
        for word, value in values.items():
            if word in INTEGERS[dialect]:
                assert 0 <= int(value) <= LARGEST
            else:
                float(value)
        assert int(values["order"]) == order
        share = 1 / 10000 if dialect == "lz" else 1
        assert dialect == "lz" or "." in values["winrate"]
        rate, prior = float(values["winrate"]) * share, float(values["prior"]) * share
        assert 0 <= rate <= 1
        assert 0 <= prior <= 1
        found.append(Variation(move, int(values["visits"]), rate, prior, line_moves))
    assert len({variation.move for variation in found}) == len(found)
    return found


def hold(path: Path, brain: Brain) -> None:
    """Go through a conversation to its end."""
    conversation = _Conversation(brain)
    for text in path.read_text("utf-8").splitlines():
        conversation.go_on(text[:1], text[2:])
    conversation.finish()


def fits(expected: str, line: str) -> bool:
    """Return whether a line is one of those that are expected."""
    patterns = []
    for text in expected.split(" | "):
        pattern = re.escape(text)
        for name, holder in HOLDERS.items():
            pattern = pattern.replace(rf"\{{{name}\}}", holder)
        patterns.append(pattern)
    return any(re.fullmatch(pattern, line) for pattern in patterns)


class _Conversation:
    """A window's side; an answer stays open until its empty line has come."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self._is_open = False
        self._streams = False  # until the next line of the window

    def go_on(self, sign: str, text: str) -> None:
        match sign:
            case ">":
                if not self._streams:
                    self.finish()
                self._brain.send(text)
                self.finish()
            case "<":
                line = self._next().rstrip()
                assert fits(text, line), f"{text!r} was expected, and came {line!r}"
                self._is_open, self._streams = True, False
            case "*":
                assert text == "nothing" or variations(self._brain.any_line(), text)
                self._streams = True
            case ".":
                while self._brain.any_line():
                    pass
                self._is_open = False

    def finish(self) -> None:
        """Hear the end of an answer that is open."""
        if self._is_open:
            assert self._next() == ""
        self._is_open = self._streams = False

    def _next(self) -> str:
        """Return the next line that isn't analysis."""
        while (line := self._brain.any_line()).startswith("info "):
            pass
        return line
