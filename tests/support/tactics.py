"""Our own tactical positions, each solved by trying everything: see test_tactics.py.

Marked `m` is every move that wins within the plies given; in a defence, every move that does not
lose within them.
"""

from dataclasses import dataclass

from brain.lexicon import BLACK, CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD, WHITE


@dataclass(frozen=True)
class Tactic:
    """A side to move that wins within `plies`, or must not lose within them."""

    name: str
    rule: int
    colour: int
    plies: int
    drawing: str
    quiet: int = 0  # moves of the winner that are not fours


WINS = (
    Tactic(
        "five in the gap",
        FREESTYLE,
        BLACK,
        1,
        """
        . . . . . . . . .
        . . O . . . . . .
        . . . O . O . . .
        . X X m X X . . .
        . . . . O . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "six in a row wins",
        FREESTYLE,
        BLACK,
        1,
        """
        . . . . . . . . .
        . . O . O . . . .
        . . . . . . . . .
        . X X X m X X . .
        . . O . O . O . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five comes before a block",
        FREESTYLE,
        WHITE,
        1,
        """
        . . . . . . . . .
        . X X X X . . . .
        . . . m . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . X . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five on the smallest board",
        FREESTYLE,
        BLACK,
        1,
        """
        X X X m X
        O O . . .
        . . O . .
        . . . . .
        . . . . O
        """,
    ),
    Tactic(
        "five on the smallest board's diagonal",
        FREESTYLE,
        WHITE,
        1,
        """
        O . . . X
        . O . X .
        . . m . .
        . X . O .
        X . . . O
        """,
    ),
    Tactic(
        "two ends for five",
        FREESTYLE,
        BLACK,
        1,
        """
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . m X X X X m . . .
        . . . . . . . O O O O . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        """,
    ),
    Tactic(
        "open four",
        FREESTYLE,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . m X X X m . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "open four from a three with a gap",
        FREESTYLE,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . X . . . . . .
        . . . . . X . . .
        . . O m O O . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "two fours in two lines",
        FREESTYLE,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . . . O . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X m . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "two fours in one line",
        FREESTYLE,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . . O . O . . .
        . . . . . . . . .
        X . X m X . X . .
        . . O . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "four and three",
        FREESTYLE,
        BLACK,
        5,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . . . X . . . .
        . O . . X . . . .
        O X X X m . . . .
        . O . . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "two threes",
        FREESTYLE,
        BLACK,
        5,
        """
        . . . . . . .
        . O . . . . .
        . . . . X . .
        . . . . X O .
        . . X X m . .
        . . O . . . .
        . . . . . . .
        """,
        quiet=1,
    ),
    Tactic(
        "three fours and five",
        FREESTYLE,
        BLACK,
        7,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . X . . . .
        . . O . . . . . O .
        . . . . X m X . X .
        . . X . . . . . . .
        . . . . . . . . . .
        . . . . O . O O . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "four fours and five",
        FREESTYLE,
        BLACK,
        9,
        """
        . . . . . . . . .
        . . . O X . X . .
        . . . . . X X . .
        . . . . . X . . .
        . . O . m . . . .
        . O . . . . . . .
        . . X O . O O . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five, not six",
        STANDARD,
        BLACK,
        1,
        """
        . . . . . . . . . . .
        . . . . O . . . . . .
        . . . . . . O . . . .
        . X . X X X X m . . .
        . . O . . . . O . . .
        . . . . . O . . . . .
        . . . . . . . . . . .
        """,
    ),
    Tactic(
        "six is no five, an open four wins",
        STANDARD,
        BLACK,
        3,
        """
        . . . . . . . . .
        . X X X . X X . .
        . . O . O . O . .
        . . . . . . . . .
        . m X X X m . . .
        . O . . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "six is no threat",
        STANDARD,
        WHITE,
        3,
        """
        . . . . . . . . .
        . X X . X X X . .
        . . O . . . . . .
        . . . . . . . . .
        . m O O O m . . .
        . . . . . X . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "open four with exact fives at both ends",
        STANDARD,
        WHITE,
        3,
        """
        . . . . . . . . . . .
        . . X . . . . . . . .
        . . . . . X . . . . .
        . X . m O O O . . O .
        . . . X . . . . . . .
        . . . . . . . . . . .
        """,
    ),
    Tactic(
        "open four although the opponent has four of six",
        STANDARD,
        BLACK,
        3,
        """
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . m X X X m . . . . .
        . . . . . . . O . . . . . . .
        . . . . . . . O . . . . . . .
        . . . . . . . O . . . . . . .
        . . . . . . X O . . . . . . .
        . . . . . . . . . X . . . . .
        . . . . . . X O . . . . . . .
        . . . . . . . . O . . . . . .
        """,
    ),
    Tactic(
        "two fours in two lines",
        STANDARD,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . . . m X . . .
        . . . . O . . . .
        . X . . O . . . .
        . . . . O . . . .
        X O O O m . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "four and three",
        STANDARD,
        WHITE,
        5,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . . O . . . .
        . X . . O . . . .
        X O O O m . . . .
        . X . . . . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "four fours and five",
        STANDARD,
        WHITE,
        9,
        """
        . . . . . . . . .
        . . X . . . . X .
        . . O . . . . . .
        . O . . . . X X .
        . O . . . . . . .
        . X . . . . . X .
        . . O O m O X . .
        . . X . . O . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five beats two threes",
        RENJU,
        BLACK,
        1,
        """
        . . . . O . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . O . . . .
        X X X X m . . . .
        . . . . . . . . .
        . O . . O . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five beats an overline",
        RENJU,
        BLACK,
        1,
        """
        . . . . X O . . .
        . . . . X . . . .
        . . . . X . . . .
        X X X X m . . . .
        O O . . X O . . .
        . . . . X . . . .
        . . O . O O . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "white wins with six",
        RENJU,
        WHITE,
        1,
        """
        . . . . . . . . .
        . O O O m O O . .
        . . X . X . X . .
        . . . . . . . . .
        . . . X . X . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "black's only block would be an overline",
        RENJU,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . . . O . . . .
        . . . . m . . . .
        . X X X . X X . .
        . . . . O . . . .
        . . . . O . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "black's only block would be two threes",
        RENJU,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X O O O m . . . .
        . . . . . X X . .
        . . . . . X . X .
        . . . . . . . . .
        . . X . O . . . .
        """,
    ),
    Tactic(
        "black's only block would be two fours",
        RENJU,
        WHITE,
        3,
        """
        . . . . . . . . . .
        . . O . . . . . . .
        . . . . . . . . . .
        X O O O m . . . . .
        . . . . O X X . . .
        . . . . . X . X . .
        . . . . . X . . X .
        . . . . . O . . . O
        """,
    ),
    Tactic(
        "black may not make six but an open four",
        RENJU,
        BLACK,
        3,
        """
        . . . . . . . . . .
        . . O O O X . . . .
        . . . . . . . . . .
        . X X X . X X . . .
        . . O . . . . . . .
        . m X X X m . . . .
        . . . . . . . . . .
        . . . O . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "black may not make two fours but an open four",
        RENJU,
        BLACK,
        3,
        """
        . . . . . . . . . . .
        . . . . O . . . . . .
        . . . . X . . . . . .
        . . O . X . . . . . .
        . . . . X . . . O . .
        O X X X . . . . . . .
        . . . . . . . m . . .
        . . . . . . . X . . .
        . . O . . . O X . . .
        . . . . . . . X . . .
        . . . . . . . m . . .
        . . . . . . . . . . .
        """,
    ),
    Tactic(
        "black needs exact fives at both ends",
        RENJU,
        BLACK,
        3,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . O . . . . . . .
        . X . . X X X m . .
        . . . . . O . . . .
        . . . O . . O . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "black makes a four and a three",
        RENJU,
        BLACK,
        5,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . . . X . . . .
        . O . . X . . . .
        O X X X m . . . .
        . O . . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "white may make two threes",
        RENJU,
        WHITE,
        5,
        """
        . . . . . . .
        . X . . . . .
        . . . . O . .
        . . . . O . X
        . . O O m . .
        . . X . . X .
        . . . . . . .
        """,
        quiet=1,
    ),
    Tactic(
        "black makes three fours and five",
        RENJU,
        BLACK,
        7,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . O . .
        . . . O . . . X . .
        . . O . . . O . . .
        . . . . . . . X . .
        . . . . . X . X . .
        . . . . . . X m . .
        . . . . . . . . O .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "black makes four fours and five",
        RENJU,
        BLACK,
        9,
        """
        . . . . . . . . .
        . X . X . . . . .
        . O . . . . . . .
        . . O X X . . . .
        . . . m O X . . .
        . . . . . . O . .
        . . . X O . . . .
        . . . X . . O O .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "black makes five fours and five",
        RENJU,
        BLACK,
        11,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . O X X X m . .
        . . . . . . X X .
        . . . X . . . . .
        . . O O . . . . .
        . O O . . . X . .
        . O . O . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "white makes three fours and five",
        RENJU,
        WHITE,
        7,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . X X . . . . .
        . . . . . X . . X .
        . . . X . . . . O .
        . . . . . . O . O .
        . . . . O O . . m .
        . . . X . . . . O .
        . . . X . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "white makes four fours and five",
        RENJU,
        WHITE,
        9,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . X . X . O . X .
        . . . . . . . . O .
        . . O . . O m . . .
        . . . . . . O X . .
        . . . . . . O . . .
        . . . X . X . X . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "five between two stones does not win",
        CARO,
        BLACK,
        1,
        """
        . m . . . . . . .
        O X X X . X O . .
        . . . X . . . . .
        . . . . X . . . .
        . O . . . X . . .
        . . O . . . O . .
        . . O . . O . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "six between two stones wins",
        CARO,
        WHITE,
        1,
        """
        . . . . . . . . . .
        X O O O m O O X . .
        . . . . . . . . . .
        . . . X . X . . . .
        . . . . X . . . . .
        . X . . . . O . . .
        """,
    ),
    Tactic(
        "the edge closes nothing",
        CARO,
        BLACK,
        1,
        """
        X X X X m O . . .
        . . . . . . . . .
        . . O . . . . . .
        . . . O . O . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "an open four needs room behind its ends",
        CARO,
        BLACK,
        3,
        """
        . . . . . . . . .
        . O . X X X . O .
        . . . . . . . . .
        . . m X X X m . .
        . . O . O . . . .
        . . . . O . O . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "two fours in two lines",
        CARO,
        BLACK,
        3,
        """
        . . . . . . . . . .
        . . . . . O . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . O X X X m . . . .
        . . . . . . . . . .
        . . . . . . O . . .
        . . O . . . . . . .
        """,
    ),
    Tactic(
        "four and three",
        CARO,
        WHITE,
        5,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . . O . . . .
        . X . . O . . . .
        X O O O m . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        """,
    ),
    Tactic(
        "three fours and five",
        CARO,
        BLACK,
        7,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . O . X . .
        . . . . O . . O . .
        . . X O . m . . . .
        . . . . X . . O . .
        . . X X . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "four fours and five",
        CARO,
        BLACK,
        9,
        """
        . . . . . . . . .
        . . X X . . . . .
        . . . . . X . . .
        . . . . . O X . .
        . O . . . . X . .
        . . . . . . m O .
        . O O . O . . . .
        . . . . . . X . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "five between two stones does not win",
        CARO_EXACT,
        WHITE,
        1,
        """
        . m . . . . . . .
        X O O O . O X . .
        . . . O . . . . .
        . . . . O . . . .
        . X . . . O . . .
        . . X . . . X . .
        . . X . . X . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "six does not win",
        CARO_EXACT,
        BLACK,
        1,
        """
        . . . . . . . . . .
        . X X X . X X . . .
        . . O . O . O . m .
        . . . . . . . . X .
        . . O . . O . . X .
        . . . . . . . . X .
        . . . . . . . . X .
        . . . . . . . . O .
        """,
    ),
    Tactic(
        "an open four needs room behind its ends",
        CARO_EXACT,
        WHITE,
        3,
        """
        . . . . . . . . . .
        . X . O O O . X . .
        . . . . . . . . . .
        . . m O O O m . . .
        . . X . X . . . . .
        . . . . X . X . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "an open four that cannot become six",
        CARO_EXACT,
        BLACK,
        3,
        """
        . . . . . . . . . .
        . . O . . . . . . .
        . . . . . O . . . .
        X . . X X X m . . .
        . . . O . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "two fours in two lines",
        CARO_EXACT,
        WHITE,
        3,
        """
        . . . . . . . . . .
        . . . . . X . . . .
        . . . . . O . . . .
        . . . . . O . . . .
        . . . . . O . . . .
        . X O O O m . . . .
        . . . . . . . . . .
        . . . . . . X . . .
        . . X . . . . . . .
        """,
    ),
    Tactic(
        "five fours and five",
        CARO_EXACT,
        BLACK,
        11,
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . X . . . .
        . . O X . . . . O .
        . . O . X m X . X .
        . . . . . . . . . .
        . . . . O X . . O .
        . . . . . . . O . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "four fours and five",
        CARO_EXACT,
        WHITE,
        9,
        """
        . . . . . . . . .
        . . . . . X . . .
        . . . O O m . O .
        . O O . X . . . .
        . . X X . . X . .
        . . . . . X . . .
        . O . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
)

DEFENCES = (
    Tactic(
        "block the four",
        FREESTYLE,
        WHITE,
        1,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        O X X X X m . . .
        . . O . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "block the four in its gap",
        FREESTYLE,
        BLACK,
        1,
        """
        . . . . . . . . .
        . . . X . . . . .
        . O O m O O . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three",
        FREESTYLE,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . m X X X m . .
        . . . . O . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three at the edge",
        FREESTYLE,
        WHITE,
        3,
        """
        . . . . . . .
        . . . . . . .
        m X X X m m .
        . . . O . . .
        . . . . O . .
        . . . . . . .
        . . . . . . .
        """,
    ),
    Tactic(
        "stop two fours in two lines",
        FREESTYLE,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . . . X . . . .
        . . . . O . . . .
        . . . . O . . . .
        . . . . O . . . .
        X O O O m m . . .
        . . . . m X . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "only one cell closes both ends",
        STANDARD,
        WHITE,
        3,
        """
        . . . . . . . . . . .
        . . O . . . . . . . .
        . . . . . O . . . . .
        . . X m X X X . . . .
        . . . O . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three",
        RENJU,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . X . . . . . .
        . . . . . X . . .
        . . m O O O m . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "make the block legal or close the row",
        RENJU,
        BLACK,
        3,
        """
        . . . . . . . . . .
        . . O m . m . . . .
        . . . . m m . . . .
        X O O O m . . . . .
        . . . . O X X . . .
        . . . . . X . X . .
        . . . . . X . . X .
        . . . . . O . . . O
        """,
    ),
    Tactic(
        "take the five's cell or the one behind",
        CARO,
        WHITE,
        1,
        """
        . . . . . . . . . .
        . O X X X X m m . .
        . . . . . . . . . .
        . . . O . O . . . .
        . . . . O . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three from a distance",
        CARO,
        WHITE,
        3,
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . m m X X X m m . .
        . . . . O . . . . . .
        . . . . . O . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three beside a closed four",
        CARO,
        BLACK,
        3,
        """
        . . . . . . . . .
        . . . . . . . . .
        . m . . . . . . .
        . m . . . . . . .
        . O . . . . . . .
        . O X X X X . O .
        . O . . . . . . .
        . m . . . . . . .
        . m . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    Tactic(
        "take the five's cell or the one behind",
        CARO_EXACT,
        BLACK,
        1,
        """
        . . . . . . . . . .
        . X O O O O m m . .
        . . . . . . . . . .
        . . . X . X . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        """,
    ),
    Tactic(
        "stop the open three from a distance",
        CARO_EXACT,
        WHITE,
        3,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . m m X X X m m .
        . . . O . . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
)
