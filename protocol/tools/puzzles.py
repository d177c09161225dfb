"""`tengen puzzles`: shows puzzles, and makes them from games."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, takewhile
from pathlib import Path

from brain.cell import COLOUR_NAMES, Cell
from brain.cell_names import shown_rows
from brain.engine import Engine, Limit
from brain.files import journal
from brain.game_board import Board
from brain.lexicon import CELLS, EMPTY, STEPS, WALL, cell_at, opponent, point_of
from brain.notation import drawing, moves, sgf_syntax
from brain.openings.opening_book import shipped
from brain.position import Position
from brain.proving import explanation, puzzle
from brain.proving.puzzle import HOLD, KINDS, WIN
from brain.proving.threat_lines import find_line
from brain.review.played_game import Played
from brain.rules.fouls import is_foul
from brain.rules.laws import RULE_NAMES, RULES
from brain.rules.symmetry import SYMMETRIES, Points, canonical, transformed
from brain.thinking.native import LibraryError
from protocol.cli import explanation_text
from protocol.cli.arguments import (
    Parser,
    add_rows,
    positive,
    reason,
    report_note,
    rule,
    rules_text,
)
from protocol.reading import game_text, input_text
from protocol.reading.positions import Reading
from protocol.records import puzzle_files
from protocol.records.puzzle_files import Problem

Key = tuple[Points, Points]
Numbered = tuple[int, Iterator[Position]]
Sort = tuple[int, str]  # rule, and one of puzzles.SORTS

MEMORY = 64 << 20  # bytes
SIZE = 15
MOST_STONES = 60  # of a game
FEWEST_NODES, MOST_NODES = 20, 200  # of a move, so that there are mistakes
WILD = 0.15  # of the moves: any cell near a stone
REACH = 2  # cells
TRIES = 400  # of a search for a line in these games
GRADES = range(1, 6)
EXAMPLES = """
There are two kinds of puzzles. In a win, one move of the side to move wins,
and no other winning move was found. In a hold, one move holds, and after every
other move the opponent wins. Every win is proved.

examples:
  tengen puzzles
  tengen puzzles --rule renju --grade 3 --show 1
  tengen puzzles --rule renju --grade 3 --show 1 --solution
  tengen puzzles --make mine.jsonl --count 20 --seed 7
  tengen puzzles --make club.jsonl game1.sgf game2.psq

--make writes each puzzle as it is found. Rerun the command to resume. Without
GAMES the puzzles are from self-play with few nodes a move, which misses wins.
Each seed gives different games. An SGF file may have several games.
"""


def main(arguments: Sequence[str]) -> int:
    """Show or make puzzles; return 1 if there are none."""
    options = parser().parse_args(arguments)
    try:
        _check(options)
        if options.make:
            return _make(options)
        _show(options)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen puzzles: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise ValueError for options that exclude each other."""
    if options.games and not options.make:
        raise ValueError("GAMES need --make FILE")
    if options.solution and not options.show:
        raise ValueError("--solution needs --show N")
    for name in ("show", "grade", "file"):
        if options.make and getattr(options, name):
            raise ValueError(f"--make excludes --{name}")


# Showing.


def _show(options: argparse.Namespace) -> None:
    """Print the number of puzzles, or one puzzle."""
    found = [
        problem
        for problem in puzzle_files.read(options.file or puzzle_files.SHIPPED)
        if options.rule in (None, problem.rule) and options.grade in (None, problem.grade)
    ]
    if not options.show:
        print(_table(found))
        return
    if options.show > len(found):
        raise ValueError(f"--show {options.show}: there are {len(found)} puzzles")
    problem = found[options.show - 1]
    position = problem.position
    colour = COLOUR_NAMES[position.turn].capitalize()
    task = "wins" if problem.kind == WIN else "holds with one move only"
    rule_name = RULE_NAMES[position.rule].capitalize()
    print(f"{colour} to move {task}. {rule_name}, grade {problem.grade}.")
    print(f"\n{drawing.text(position)}")
    if options.solution:
        problem.check()
        print("\n" + "\n".join(_solution(problem)))


def _solution(problem: Problem) -> list[str]:
    """Return the solution of a puzzle, and why it wins or holds."""
    if problem.kind == WIN:
        with Engine(MEMORY) as engine:
            win = explanation.explain(engine, problem.claim)
        return explanation_text.text(win, 1, problem.position.last)
    lines = (" ".join(map(str, line)) for line in problem.cells)
    return [
        f"{problem.solution} holds. After any other move, one of these lines wins by force:",
        *(f"  {line}" for line in lines),
    ]


def _table(found: Sequence[Problem]) -> str:
    """Return a table of the number of puzzles of each rule and grade."""
    counts = Counter((problem.rule, problem.grade) for problem in found)
    rows = [("rule", *(f"grade {grade}" for grade in GRADES), "all")]
    for number, name in RULE_NAMES.items():
        own = [counts[number, grade] for grade in GRADES]
        rows.append((name, *map(str, own), str(sum(own))))
    sums = [sum(counts[number, grade] for number in RULES) for grade in GRADES]
    rows.append(("all", *map(str, sums), str(len(found))))
    return "\n".join(f"{row[0]:10}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in rows)


# Making.


def _make(options: argparse.Namespace) -> int:
    """Add puzzles to a file until there are enough; return 1 if the games have too few."""
    path = Path(options.make)
    found, file = journal.resumed(path, puzzle_files.loads, puzzle_files.CUT)
    rules = RULES if options.rule is None else (options.rule,)
    wanted = wanted_of(rules, -(-options.count // len(rules)))
    wanted.subtract((problem.rule, problem.sort) for problem in found)
    seen = {_key(problem.position) for problem in found}
    first = found[-1].game + 1 if found else 1
    total = len(found)

    def is_new(position: Position) -> bool:
        return _key(position) not in seen

    with Engine(MEMORY) as player, Engine(MEMORY) as finder, file:
        games: Iterable[Numbered] = _own(player, options.seed, wanted, first)
        if options.games:  # skip a game from its known puzzle on
            given = _given(options.games, options.rule)
            games = enumerate((takewhile(is_new, positions) for positions in given), 1)
        for number, positions in games:
            problem = _first(finder, number, positions, wanted, seen)
            if problem:
                seen.add(_key(problem.position))
                wanted[problem.rule, problem.sort] -= 1
                total += 1
                file.write(puzzle_files.dumps(problem))
                print(
                    f"{total:6}  game {number:6}  {RULE_NAMES[problem.rule]}, {problem.kind}",
                    flush=True,
                )
    if missing := sum(left for left in wanted.values() if left > 0):
        print(f"tengen puzzles: {missing} too few puzzles in these games", file=sys.stderr)
    return int(missing > 0)


def wanted_of(rules: Iterable[int], each: int) -> Counter[Sort]:
    """Return the number of puzzles to make of each sort, `each` of every rule."""
    share = each // len(puzzle_files.SORTS)
    wanted = Counter({(rule, sort): share for rule in rules for sort in puzzle_files.SORTS})
    wanted.update(
        {(rule, puzzle_files.SHORT): each - share * len(puzzle_files.SORTS) for rule in rules}
    )
    return wanted


def _kinds(wanted: Mapping[Sort, int], rule: int) -> list[str]:
    """Return the kinds of puzzles still wanted of a rule."""
    sorts = {HOLD: (HOLD,), WIN: (puzzle_files.SHORT, puzzle_files.LONG)}
    return [kind for kind in KINDS if any(wanted.get((rule, sort), 0) > 0 for sort in sorts[kind])]


def _first(
    engine: Engine,
    number: int,
    positions: Iterable[Position],
    wanted: Mapping[Sort, int],
    seen: Collection[Key],
) -> Problem | None:
    """Return the first new and wanted puzzle of a game."""
    for position in positions:
        made = puzzle.find(engine, position, _kinds(wanted, position.rule))
        if made and _key(position) not in seen:
            problem = _problem(number, position, made)
            if wanted.get((problem.rule, problem.sort), 0) > 0:
                return problem
    return None


def _key(position: Position) -> Key:
    points = tuple(point_of(cell) for cell, _ in position.stones)
    return canonical(points, position.rule, position.width, position.height)


def _problem(number: int, position: Position, made: puzzle.Puzzle) -> Problem:
    height, rows = position.height, shown_rows()
    return Problem(
        number,
        made.kind,
        position.rule,
        position.width,
        position.height,
        moves.dumps((point_of(cell) for cell, _ in position.stones), height, rows),
        made.first.name_in(rows),
        " ".join(moves.dumps(map(point_of, line), height, rows) for line in made.lines),
        made.plies,
        made.branches,
        made.decoys,
        made.grade,
        rows,
    )


def _given(files: Sequence[str], rule: int | None) -> Iterator[Iterator[Position]]:
    """Yield the games of files, each as its positions. ValueError names a file that can't be read.
    `rule` applies to files without a rule.
    """
    for name in files:
        try:
            text = input_text.decoded(Path(name).read_bytes())
            is_sgf = text.lstrip().startswith("(")
            games = range(1, len(sgf_syntax.loads(text)) + 1) if is_sgf else range(1, 2)
            for number in games:
                say = partial(report_note, "tengen puzzles", name)
                reading = Reading(rule=None if is_sgf else rule, game=number, say=say)
                game = game_text.read(text, reading)
                if game.set_up:
                    raise ValueError(f"game {number} has stones set up before its first move")
                yield _positions(game)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None


def _positions(game: Played) -> Iterator[Position]:
    for ply in range(len(game.moves)):
        yield Position(game.width, game.height, game.rule, game.stones(ply), game.turn(ply))


def _own(engine: Engine, seed: int, wanted: Mapping[Sort, int], first: int) -> Iterator[Numbered]:
    """Yield self-play games with their numbers, each of the rule that lacks most puzzles."""
    for number in count(first):
        sums = Counter[int]()
        for (of_rule, _), left in wanted.items():
            sums[of_rule] += max(0, left)
        lacking, left = sums.most_common(1)[0]
        if not left:
            return
        held = HOLD in _kinds(wanted, lacking)
        yield number, _played(engine, lacking, seed, number, held=held)


def _played(engine: Engine, rule: int, seed: int, number: int, *, held: bool) -> Iterator[Position]:
    """Yield positions of a self-play game, which depends on rule, seed and number alone: those with
    a winning threat line and, if `held`, those in which the opponent threatens one.

    The engine may not play the first move of a winning line. So both sides come to attack, and a
    single move decides.
    """
    draw = random.Random(f"{seed} {number}")
    opening = draw.choice(shipped(rule, SIZE, SIZE))
    points = transformed(opening, draw.choice(SYMMETRIES), SIZE, SIZE)
    stones = Board.of(points, SIZE, rule).stones
    engine.forget()
    engine.lay(SIZE, SIZE, rule, stones)
    board = bytearray([WALL]) * CELLS
    for cell in (cell_at(x, y) for y in range(SIZE) for x in range(SIZE)):
        board[cell] = EMPTY
    for cell, colour in stones:
        board[cell] = colour
    turn = stones[-1][1]
    while len(stones) < MOST_STONES:
        turn = opponent(turn)
        line = find_line(engine, _seen(board, turn), turn, TRIES)
        if len(line) == 1:
            return
        threat = held and find_line(engine, _seen(board, opponent(turn)), opponent(turn), 1)
        if line or threat:
            yield Position(SIZE, SIZE, rule, stones, turn)
        move = _wild(board, draw) if draw.random() < WILD else Cell(0)
        if not move or is_foul(Position(SIZE, SIZE, rule, stones, turn).board(), move, turn, rule):
            limit = Limit(nodes=draw.randint(FEWEST_NODES, MOST_NODES))
            move = engine.think(turn, limit, barred=line[:1]).move
        stones += ((move, turn),)
        board[move] = turn
        engine.place(move, turn)


def _seen(board: bytearray, turn: int) -> bytes:
    """Return the board with the side to move as 1 and the other as 2."""
    own, other = 1, 2
    return bytes(board).translate(
        bytes.maketrans(bytes([turn, opponent(turn)]), bytes([own, other]))
    )


def _wild(board: bytearray, draw: random.Random) -> Cell:
    """Return a random empty cell near a stone, or Cell(0)."""
    stones = [cell for cell in range(CELLS) if board[cell] in COLOUR_NAMES]
    cell = draw.choice(stones) + draw.choice((1, -1)) * draw.randint(1, REACH) * draw.choice(STEPS)
    return Cell(cell) if board[cell] == EMPTY else Cell(0)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen puzzles", "Show puzzles and make them from games.", EXAMPLES)
    add = parser.add_argument
    add("games", nargs="*", metavar="GAMES", help="files of games for --make: SGF, PSQ or moves")
    add(
        "--show",
        type=positive,
        default=0,
        metavar="N",
        help="show puzzle N (without it: count the puzzles)",
    )
    add("--solution", action="store_true", help="with --show: also show the solution")
    add("--rule", type=rule, help=f"puzzles of one rule: {rules_text()}")
    add("--grade", type=int, choices=GRADES, help="puzzles of one grade; 1 is the easiest")
    add("--file", type=Path, metavar="FILE", help="file of puzzles to show (the shipped ones)")
    add_rows(add)
    add("--make", metavar="FILE", help="add puzzles to a file")
    add(
        "--count",
        type=positive,
        default=100,
        metavar="N",
        help="with --make: number of puzzles (100)",
    )
    add(
        "--seed", type=int, default=1, metavar="N", help="with --make: random seed of the games (1)"
    )
    return parser
