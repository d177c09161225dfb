"""A rule's tables, and their values set by hand. `python -m brain.train.tables` writes those.

The values below are guesses in evaluation units; 200 units are odds of about three to one. Fitted
tables have the same layout. Their file replaces the one set by hand.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from brain.files import stored
from brain.kernels.position.patterns import class_of, combination_of
from brain.layout import COUNTS, STORED, TERMS
from brain.lexicon import BLACK, CELL_FOUL, CLASSES, COMBINATIONS, PATTERNS, VALUE_UNIT, WHITE
from brain.rules.laws import RULES, TABLE

NAMES = [name for name, _, _ in STORED]
# By line pattern, DEAD to FIVE: the value of an empty cell for the side that could play there.
LINE_VALUE = (0, 0, 0, 1, 1, 3, 4, 4, 4, 13, 15, 18, 60, 100)
# By cell class, CELL_NONE to CELL_FIVE: the value added to that of its lines.
CLASS_VALUE = (0, 0, 0, 0, 1, 3, 0, 6, 25, 0, 6, 35, 40, 60)
# By cell class: the move-ordering score, for the mover's own class and for the opponent's.
CLASS_ATTACK = (0, 0, 50, 60, 110, 120, 250, 350, 1500, 300, 400, 3000, 5000, 10000)
CLASS_DEFENCE = (0, 0, 35, 30, 70, 60, 160, 220, 900, 150, 250, 1500, 4000, 8000)
LINE_ORDER = 4  # ordering units per unit of LINE_VALUE
# By cell class: the value of having such cells, for the side to move and for the opponent.
CLASS_OWN = (0, 0, 0, 0, 0, 0, 50, 80, 150, 30, 30, 150, 0, 0)
CLASS_OTHER = (0, 0, 0, 0, 0, 0, -10, -20, -80, -15, -15, -100, -150, 0)


@dataclass(frozen=True)
class Tables:
    """A rule's STORED tables, int16."""

    value: np.ndarray  # [2, COMBINATIONS], in 1 / VALUE_UNIT of an evaluation unit
    attack: np.ndarray  # [2, COMBINATIONS], in ordering units
    defence: np.ndarray  # [2, COMBINATIONS], in ordering units
    tempo: np.ndarray  # [2, CLASSES, CLASSES], by a colour's class and its opponent's, as value
    # [2, 2, CLASSES, COUNTS, TERMS], by colour, without or with the move, by class and number of
    # cells. The terms are a score in the unit of value, and the factors of two products, whose unit
    # is 1 / (1 << FACTOR_BITS) of that.
    census: np.ndarray


def hand_set(rule: int) -> Tables:
    """Return a rule's tables from the values above."""
    value = np.zeros((2, COMBINATIONS), np.int16)
    attack = np.zeros_like(value)
    defence = np.zeros_like(value)
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        number = combination_of(*patterns)
        for colour in (BLACK, WHITE):
            cell_class = class_of(*patterns, TABLE[rule].laws[colour].fouls)
            if cell_class != CELL_FOUL:
                lines = sum(LINE_VALUE[pattern] for pattern in patterns)
                value[colour - 1, number] = VALUE_UNIT * (lines + CLASS_VALUE[cell_class])
                attack[colour - 1, number] = CLASS_ATTACK[cell_class] + LINE_ORDER * lines
                defence[colour - 1, number] = CLASS_DEFENCE[cell_class] + LINE_ORDER * lines // 2
    tempo = np.zeros((2, CLASSES, CLASSES), np.int16)
    census = np.zeros((2, 2, CLASSES, COUNTS, TERMS), np.int16)
    for has_move, values in enumerate((CLASS_OTHER, CLASS_OWN)):
        census[:, has_move, :, 1:, 0] = VALUE_UNIT * np.array(values)[:, None]
    return Tables(value, attack, defence, tempo, census)


def read(rule: int) -> Tables:
    """Return a rule's present tables. Raises DataError."""
    likes = _arrays(hand_set(rule))
    ends = np.cumsum([like.size for like in likes])
    parts = np.split(np.frombuffer(stored.read("tables", rule), "<i2"), ends[:-1])
    shaped = (part.reshape(like.shape) for part, like in zip(parts, likes, strict=True))
    return Tables(**dict(zip(NAMES, shaped, strict=True)))


def write(rule: int, tables: Tables) -> Path:
    """Replace the file of a rule's tables; return the new one."""
    data = b"".join(array.astype("<i2").tobytes() for array in _arrays(tables))
    return stored.write("tables", rule, data)


def _arrays(tables: Tables) -> list[np.ndarray]:
    return [getattr(tables, name) for name in NAMES]


def main() -> None:
    """Write the hand-set tables of every rule."""
    for rule in RULES:
        print(write(rule, hand_set(rule)).name)


if __name__ == "__main__":
    main()
