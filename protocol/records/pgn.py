"""Games for rating tools (BayesElo, Ordo): names and results as chess games with dummy moves.

White is the engine with the white stones, and 1-0 means that it won. So a rating tool credits the
right engine, but what it calls the advantage of White is that of the second move.

Steven J. Edwards: "Portable Game Notation Specification and Implementation Guide", 1994
"""

from brain.notation.text import one_line
from protocol.records.games import DRAW, LOSS, WIN, Game

MOVES = "1. d4 d5"
RESULTS = {WIN: "0-1", DRAW: "1/2-1/2", LOSS: "1-0"}  # by black's score


def dumps(game: Game) -> str:
    """Return a game's tags and moves, and a final empty line."""
    result = RESULTS[game.score]
    tags = {
        "Event": f"pair {game.pair}",
        "Site": "?",
        "Date": game.started[:10].replace("-", ".") or "????.??.??",
        "Round": str(game.round),
        "White": game.white,
        "Black": game.black,
        "Result": result,
    }
    lines = [f'[{tag} "{_escaped(value)}"]' for tag, value in tags.items()]
    return "\n".join([*lines, "", f"{MOVES} {result}", "", ""])


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", r"\\").replace('"', r"\"")
