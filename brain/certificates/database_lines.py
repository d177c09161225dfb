"""Looks up proved positions in a database, with the best moves of both sides.

A record gives one move. The moves inside a certificate's threat lines have no records; they are
read from the certificate of the record before them.
"""

from dataclasses import dataclass

from brain.cell import Cell
from brain.certificates.board_bytes import BoardBytes, StonesOnBoard, bytes_of, images
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused, Rules
from brain.certificates.proof_database import Database, DatabaseRecord, after_move
from brain.certificates.stones import Stones, bits, cells_of
from brain.certificates.tree import Attack, Moves, tree_of
from brain.lexicon import EMPTY, opponent
from brain.rules.fouls import is_foul


@dataclass(frozen=True)
class Proven:
    """The proved result of a position."""

    plies: int  # to the five, at most; negative if the side to move loses
    line: tuple[Cell, ...]  # the best moves of both sides, as far as the database has them


def proven(database: Database, board: StonesOnBoard, turn: int) -> Proven | None:
    """Return the result of a board with a colour to move; None if the database doesn't have it, or
    if it can't be right.

    Inside a threat line, the order of the last stones matters.
    """
    if (board.rule, (board.width, board.height)) != (database.rule, database.size):
        return None
    found = _found(database, board, turn)
    return found if found and _is_possible(found, board, turn) else None


def _is_possible(found: Proven, board: StonesOnBoard, turn: int) -> bool:
    """Return whether a result fits the board: it ends on the cells left, passes up no five, and its
    move is not a foul.
    """
    states, move = bytes_of(board), found.line[0]
    stones = _stones(states, turn)
    fives = Rules(board.rule, turn).fives(stones)
    if fives:
        return found.plies == 1 and bool(fives >> move & 1)
    is_room = abs(found.plies) <= stones.empty.bit_count()
    return is_room and not is_foul(stones.grid(turn), move, turn, board.rule)


def _found(database: Database, board: StonesOnBoard, turn: int) -> Proven | None:
    """Return the result of a board as the database has it, None if it doesn't."""
    states = bytearray(bytes_of(board))
    if record := database.find(bytes(states), turn):
        return Proven(record.plies, _line(database, states, turn))
    later: list[int] = []
    for cell, colour in reversed(board.stones):
        if colour == turn:
            return None  # the sides have not played in turn
        later.insert(0, cell)
        states[cell], turn = EMPTY, colour
        if record := database.find(bytes(states), turn):
            return _inside_line(database, record, bytes(states), turn, later)
    return None


def _line(database: Database, states: bytearray, turn: int) -> tuple[Cell, ...]:
    """Return the best moves of both sides from a position that has a record."""
    line: list[Cell] = []
    last: tuple[DatabaseRecord, BoardBytes] | None = None
    while record := database.find(bytes(states), turn):
        last, cell = (record, bytes(states)), database.numbering.cell(record.move)
        line.append(cell)
        states[cell], turn = turn, opponent(turn)
    if last:
        result = _inside_line(database, *last, opponent(turn), [line[-1]])
        line += result.line if result else ()
    return tuple(line)


def _inside_line(
    database: Database, record: DatabaseRecord, board: BoardBytes, turn: int, later: list[int]
) -> Proven | None:
    """Return the result after the moves `later` from a lost position with a record; None if its
    certificate doesn't have it. The winner is to move; `turn` is the loser's colour.
    """
    claim = _certificate(database, record)
    attack = _attack(claim, board) if claim else None
    if not attack or len(later) % 2 == 0:
        return None
    rules, stones = (
        Rules(database.rule, opponent(turn), database.size[1]),
        _stones(board, opponent(turn)),
    )
    stones = stones.answered(later[0])
    line = _answer(rules, attack, later[0], stones)
    for own, reply in zip(later[1::2], later[2::2], strict=True):
        line = line[1:] if line[:1] == (own,) else ()
        stones = stones.played(own).answered(reply)
    ends = [*cells_of(rules.fives(stones))]
    if not ends and not rules.danger(stones, 1):
        ends = [*rules.doubles(stones, stones.other)]
    tried = [(_plies(rules, each, stones), each) for each in (tuple(ends[:1]), line)]
    wins = [(plies, each) for plies, each in tried if plies]
    if not wins:
        return None
    plies, line = min(wins)
    return Proven(plies, _played(rules, line, stones))


def _certificate(database: Database, record: DatabaseRecord) -> Certificate | None:
    """Return the certificate of a lost position's record; None for a won one, or if the certificate
    is damaged.
    """
    try:
        return database.certificate(record) if record.plies < 0 else None
    except ValueError:
        return None


def _attack(claim: Certificate, board: BoardBytes) -> Attack | None:
    """Return the move of a certificate that led to a board, with all answers; None if no symmetry
    takes the board to the certificate's.
    """
    lost = after_move(claim)
    for symmetry, image in enumerate(images(board, (claim.position.width, claim.position.height))):
        if image == lost:
            tree = tree_of(claim, symmetry)
            return tree if isinstance(tree, Attack) else None
    return None


def _stones(board: BoardBytes, attacker: int) -> Stones:
    """Return a board as sets of cells."""

    def cells(*states: int) -> int:
        return bits(cell for cell, state in enumerate(board) if state in states)

    defender = opponent(attacker)
    return Stones(cells(attacker), cells(defender), cells(EMPTY, attacker, defender))


def _answer(rules: Rules, attack: Attack, reply: int, stones: Stones) -> Moves:
    """Return the threat line that answers a reply, which is on the board; empty if a move with its
    own cover answers it.
    """
    branch = dict(attack.branches).get(reply)
    if branch is not None:
        return () if isinstance(branch, Attack) else branch
    return next((line for line in attack.lines if _plies(rules, line, stones)), ())


def _plies(rules: Rules, line: Moves, stones: Stones) -> int:
    """Return the most plies in which a line wins, 0 if it doesn't win."""
    try:
        return rules.line(line, stones)
    except Refused:
        return 0


def _played(rules: Rules, line: Moves, stones: Stones) -> tuple[Cell, ...]:
    """Return the moves of a winning line, with the first of the defences to each."""
    moves: list[Cell] = []
    for cell in line:
        moves.append(Cell(cell, rules.height))
        makes_five = rules.fives(stones) >> cell & 1
        stones = stones.played(cell)
        defences = 0 if makes_five else rules.defences(stones, stones.other)[0]
        if not defences:
            break
        reply = (defences & -defences).bit_length() - 1
        moves.append(Cell(reply, rules.height))
        stones = stones.answered(reply)
    return tuple(moves)
