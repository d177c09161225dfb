"""The loop of all opponents: Piskvork commands in, one line out for each.

It has one thread, so it reads END only after its move. It has no clock.
"""

import sys
from collections.abc import Callable
from dataclasses import replace

from brain.lexicon import MAX_SIZE, MIN_SIZE, cell_at, point_of
from brain.rules.laws import RULES
from protocol.piskvork.commands import (
    NEUTRAL,
    OPPONENT,
    About,
    Begin,
    Command,
    End,
    Info,
    Play,
    PlayPosition,
    Restart,
    Start,
    Stones,
    Stop,
    Takeback,
    Turn,
    Unknown,
)
from protocol.piskvork.commands import OWN as OURS
from protocol.piskvork.grammar import CommandParser, read_number
from tests.opponents.position import FREE, OTHER, OUT, OWN, THEIRS, Position, empty_board, put

Answer = int | str  # a cell to play, or a line to say instead of a move
Reply = Callable[[Position], Answer]

DEFAULT_SIZE = 20  # the board before any START
SIGNS = {OURS: OWN, OPPONENT: THEIRS, NEUTRAL: OUT}


def serve(name: str, reply: Reply) -> None:
    """Answer until END or the end of stdin."""
    position = Position(DEFAULT_SIZE, DEFAULT_SIZE, empty_board(DEFAULT_SIZE, DEFAULT_SIZE))
    parser = CommandParser()
    for data in sys.stdin.buffer:
        for command in parser.feed(data.decode("utf-8", "replace")):
            match command:
                case End():
                    return
                case About():
                    line = f'name="{name}", version="1.0", author="Tengen developers"'
                case _:
                    position, line = obey(position, command, reply)
            if line:
                sys.stdout.buffer.write(f"{line}\n".encode("ascii", "replace"))
                sys.stdout.buffer.flush()


def obey(position: Position, command: Command, reply: Reply) -> tuple[Position, str]:
    """Return the position after a command and the answer, "" for none."""
    match command:
        case Start(width, height) if MIN_SIZE <= width <= MAX_SIZE >= height >= MIN_SIZE:
            return new_game(position, width, height), "OK"
        case Restart():
            return new_game(position, position.width, position.height), "OK"
        case Begin():
            return play(position, reply)
        case Turn(x, y) if sign_at(position, x, y) == FREE:
            return play(with_sign(position, x, y, THEIRS), reply)
        case Play(x, y) if sign_at(position, x, y) == FREE:
            return with_sign(position, x, y, OWN), f"{x},{y}"
        case Takeback(x, y) if sign_at(position, x, y) in OTHER:
            return with_sign(position, x, y, FREE), "OK"
        case PlayPosition(stones) if all(owner in SIGNS for _, _, owner in stones):
            return play_on(position, stones, reply)
        case Info("rule", value) if (number := read_number(value)) in RULES:
            return replace(position, rule=number), ""
        case Info("timeout_turn", value) if (number := read_number(value)) is not None:
            return replace(position, turn_ms=number), ""
        case Info() | Stop():
            return position, ""
        case Unknown(text):
            return position, f"UNKNOWN {text}"
    return position, f"ERROR can't do {command}"


def play(position: Position, reply: Reply) -> tuple[Position, str]:
    """Return the position after our move, and its line."""
    if not position.empty():
        return position, "ERROR the board is full"
    answer = reply(position)
    if isinstance(answer, str):
        return position, answer
    x, y = point_of(answer)
    legal = sign_at(position, x, y) == FREE
    return with_sign(position, x, y, OWN) if legal else position, f"{x},{y}"


def play_on(position: Position, stones: Stones, reply: Reply) -> tuple[Position, str]:
    """Return the position after a BOARD and our move."""
    set_up = new_game(position, position.width, position.height)
    for x, y, owner in stones:
        if sign_at(set_up, x, y) != FREE:
            return position, "ERROR the board has a stone twice or outside"
        set_up = with_sign(set_up, x, y, SIGNS[owner])
    return play(set_up, reply)


def new_game(position: Position, width: int, height: int) -> Position:
    """Return an empty board; the settings stay."""
    return replace(position, width=width, height=height, board=empty_board(width, height))


def sign_at(position: Position, x: int, y: int) -> str:
    """Return the sign of a cell, OUT outside the board."""
    inside = 0 <= x < position.width and 0 <= y < position.height
    return position.board[cell_at(x, y)] if inside else OUT


def with_sign(position: Position, x: int, y: int, sign: str) -> Position:
    """Return a position with another sign on one cell."""
    return replace(position, board=put(position.board, cell_at(x, y), sign))
