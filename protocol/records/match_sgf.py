"""Games of a match in the Smart Game Format, written and read with brain.notation.sgf.

A stone of the opening has the comment "opening", any other stone its time and the engine's message.
The format keeps the day of the start, not its time, and no memory.
"""

import re
from collections.abc import Iterator

from brain.notation import sgf
from brain.notation.sgf import escaped
from brain.rules.laws import RULE_NAMES
from protocol.records.games import DRAW, FAILURES, LOSS, WIN, Ending, Game, PlayedMove, Point

OPENING = "opening"
FORFEIT, TIME = "F", "T"  # results of games that were not won on the board
REASONS = dict.fromkeys(FAILURES, FORFEIT) | {Ending.TIME: TIME}
ENDINGS = {str(ending): ending for ending in Ending}

_COMMENT = re.compile(r"([0-9]{1,15}(?:\.[0-9]+)?) ?ms\n?(.*)", re.DOTALL)


def dumps(game: Game) -> str:
    """Return the game tree of a game, a line for the game and one for each stone."""
    properties = {
        "PB": escaped(game.black),
        "PW": escaped(game.white),
        "RE": _result(game),
        "GN": str(game.number),
        "EV": f"pair {game.pair}",
        "RO": str(game.round),
        "DT": game.started[:10],
        "RU": RULE_NAMES[game.rule],
        "GC": "\n".join([game.ending, *map(escaped, game.exchange)]),
    }
    comments = [OPENING for _ in game.opening] + [_comment(move) for move in game.moves]
    stones = zip(game.stones, comments, strict=True)
    return sgf.dumps(game.width, game.height, stones, properties)


def loads(text: str) -> Iterator[Game]:
    """Yield the games of a collection, each with its first variation; set-up stones come first.

    Moves without a time, as in other programs' files, have 0 ms. ValueError if a property can't be
    read, the rule is unknown, or stones are not placed in turn.
    """
    return map(_game, sgf.loads(text))


def _game(saved: sgf.SgfGame) -> Game:
    root, points = saved.root, saved.points
    comments = [move.node.text("C") for move in saved.moves]
    opening = len(saved.set_up) + sum(comment.startswith(OPENING) for comment in comments)
    played = list(zip(points[len(saved.set_up) :], comments, strict=True))
    ending, *exchange = root.text("GC").split("\n")
    result = root.text("RE")
    score = {"B": WIN, "W": LOSS}.get(result[:1], DRAW)
    return Game(
        number=_number(root.text("GN")),
        pair=_number(root.text("EV")),
        black=root.text("PB"),
        white=root.text("PW"),
        rule=saved.rule_or(None),
        width=saved.width,
        height=saved.height,
        opening=points[:opening],
        moves=tuple(_move(*move) for move in played[opening - len(saved.set_up) :]),
        score=score,
        ending=ENDINGS.get(ending) or _ending(result, score),
        exchange=tuple(exchange),
        started=root.text("DT"),
        round=_number(root.text("RO")),
    )


def _result(game: Game) -> str:
    """Return the game's result in SGF."""
    if game.score == DRAW:
        return "Draw"
    return ("B+" if game.score == WIN else "W+") + REASONS.get(game.ending, "")


def _ending(result: str, score: float) -> Ending:
    """Return the most likely ending of a game with this result."""
    if score == DRAW:
        return Ending.FULL_BOARD
    return {TIME: Ending.TIME, FORFEIT: Ending.CRASH}.get(result[2:3], Ending.FIVE)


def _comment(move: PlayedMove) -> str:
    lines = [f"{move.ms:.1f} ms"] + ([escaped(move.message)] if move.message else [])
    return "\n".join(lines)


def _move(point: Point, comment: str) -> PlayedMove:
    timed = _COMMENT.fullmatch(comment)
    ms, message = timed.groups() if timed else (0, comment)
    return PlayedMove(*point, ms=float(ms), message=message)


def _number(text: str) -> int:
    """Return the number of a game, a pair or a round; 0 for a name from another program."""
    number = re.fullmatch(r"(?:pair )?([0-9]{1,15})", text)
    return int(number[1]) if number else 0
