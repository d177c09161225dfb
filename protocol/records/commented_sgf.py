"""Reviews and analyses as SGF: the chances in comments, better lines as variations.

`SBKV` is Black's win rate in percent, from which Sabaki draws its graph. `BM` marks a blunder and
`DO` a slip, as in the SGF specification.
"""

from collections.abc import Sequence

from brain.cell import COLOUR_NAMES
from brain.engine import Analysis, Result
from brain.lexicon import BLACK, opponent, point_of
from brain.notation import sgf
from brain.notation.sgf import Branches, Properties
from brain.position import Position
from brain.review import game_review
from brain.review.game_review import Mistake, ReviewedPosition
from brain.review.played_game import Played
from protocol.cli.wording import plies_text, score_text

CHANCES = "SBKV"
MISTAKES = {"slip": {"DO": ""}, "blunder": {"BM": "1"}}
NAME = "GN"


def review(game: Played, nodes: Sequence[ReviewedPosition], name: str = "") -> str:
    """Return a reviewed game as SGF. The better line is a variation of each mistake."""
    mistakes = {mistake.node.ply: mistake for mistake in game_review.mistakes(nodes)}
    written = [
        properties | _reviewed(node, mistakes.get(node.ply))
        for properties, node in zip([game.sgf_root(), *game.sgf_moves()], nodes, strict=True)
    ]
    branches: dict[int, Branches] = {
        ply - 1: [_line(line, game.turn(ply - 1), "Better: ")]
        for ply in mistakes
        if (line := nodes[ply - 1].line) and line.line
    }
    return sgf.tree([written[0] | _named(name), *written[1:]], branches)


def check(position: Position) -> None:
    """Raise ValueError for a position that SGF can't hold."""
    if position.walls:
        raise ValueError("expected a position without neutral stones, which SGF can't hold")


def analysis(position: Position, result: Result, name: str = "") -> str:
    """Return an analysed position as SGF, with a variation for each line. `check` accepts the
    position.
    """
    game = _game(position)
    nodes = [game.sgf_root() | _named(name), *game.sgf_moves()]
    side = COLOUR_NAMES[position.turn].capitalize()
    comment = f"{side} to move. Best move: {result.move}"
    nodes[-1] = nodes[-1] | _commented([comment], _black_rate(result.analysis, position.turn))
    lines = [_line(line, position.turn, f"{line.rank}. ") for line in result.lines if line.line]
    return sgf.tree(nodes, {len(nodes) - 1: lines})


def _game(position: Position) -> Played:
    """Return a game that leads to a position: of moves if the stones alternate, Black's first, or
    else of stones set up.
    """
    size = position.width, position.height
    game = Played(*size, position.rule, position.stones)
    colours = [game.turn(ply) for ply in range(len(position.stones) + 1)]
    if colours == [*(colour for _, colour in position.stones), position.turn]:
        return game
    return Played(*size, position.rule, (), position.stones, position.turn)


def _reviewed(node: ReviewedPosition, mistake: Mistake | None) -> Properties:
    """Return the properties of a reviewed position."""
    lines, marks = [], {}
    if mistake:
        marks = MISTAKES[mistake.kind]
        better = f"; better: {mistake.better}" if mistake.better else ""
        lines.append(f"{mistake.kind.capitalize()}: gave away {_percent(mistake.loss)}{better}")
    if node.winner:
        how = f" in {plies_text(abs(node.mate))}" if node.mate else ""
        foul = "Forbidden: " if node.state.is_foul else ""
        lines.append(f"{foul}{COLOUR_NAMES[node.winner].capitalize()} wins{how}")
    return marks | _commented(lines, node.black_rate)


def _line(line: Analysis, turn: int, head: str) -> list[Properties]:
    """Return a principal variation as nodes. A comment on the first has its score."""
    nodes = [
        sgf.move(point_of(cell), opponent(turn) if index % 2 else turn)
        for index, cell in enumerate(line.line)
    ]
    depth = f"depth {line.depth}-{line.selective_depth}"
    comment = f"{head}{score_text(line.score)}, {depth}"
    return [nodes[0] | _commented([comment], _black_rate(line, turn)), *nodes[1:]]


def _black_rate(line: Analysis, turn: int) -> float:
    rate = line.score.win_rate
    return rate if turn == BLACK else 1 - rate


def _commented(lines: Sequence[str], black_rate: float | None) -> Properties:
    """Return Black's chances, if known, and a comment of these lines and the chances."""
    if black_rate is None:
        return {}
    text = "\n".join(map(sgf.escaped, [*lines, f"Black's chances: {_percent(black_rate)}"]))
    return {sgf.COMMENT: text, CHANCES: f"{100 * black_rate:.2f}"}


def _percent(rate: float) -> str:
    return f"{100 * rate:.0f} %"


def _named(name: str) -> Properties:
    return {NAME: sgf.escaped(name)} if name else {}
