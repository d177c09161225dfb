"""Tengen's brain: the rules of the game and the engine.

from brain import Board, Engine, Limit
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brain.cell import Cell
    from brain.engine import Analysis, Engine, Limit, Result
    from brain.game_board import Board
    from brain.lexicon import BLACK, WHITE
    from brain.position import Position
    from brain.score import Score

__version__ = "0.2.0"

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "Board",
    "Cell",
    "Engine",
    "Limit",
    "Position",
    "Result",
    "Score",
]

# By public name: its module, imported at the first use, so that a program with few names starts
# fast.
_HOMES = {
    "BLACK": "lexicon",
    "WHITE": "lexicon",
    "Analysis": "thinking.think",
    "Board": "game_board",
    "Cell": "cell",
    "Engine": "engine",
    "Limit": "thinking.think",
    "Position": "position",
    "Result": "thinking.think",
    "Score": "score",
}


if not TYPE_CHECKING:  # mypy would accept any name

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
