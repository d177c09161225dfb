"""Games in the Smart Game Format, version 4, game 4: Gomoku and Renju.

A point is two letters, column and row; aa is the upper left corner. An error names the node,
counted from 1 at the root, and the property.

Arno Hollosi: "SGF File Format FF[4]", 1999, https://www.red-bean.com/sgf/
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from brain.cell import COLOUR_NAMES, Stone
from brain.cell_names import column_name, column_named, name_of
from brain.lexicon import BLACK, FREESTYLE, WHITE, opponent, point_of
from brain.notation import sgf_syntax, text_encoding
from brain.notation.sgf_syntax import SgfNode, SgfTree
from brain.notation.text import excerpt, one_line
from brain.notation.written_game import WrittenGame, after_passes
from brain.rules.laws import RULE_NAMES, find_rule
from brain.rules.symmetry import Point, Points

Properties = dict[str, str]  # of a node to write
Branches = Sequence[Sequence[Properties]]  # the variations after a node
NO_BRANCHES: Mapping[int, Branches] = {}

COLOURS = {"B": BLACK, "W": WHITE}  # of moves and of the side to move
LETTERS = {colour: letter for letter, colour in COLOURS.items()}
SET_UP = {"AB": BLACK, "AW": WHITE}
EMPTIED, TURN, COMMENT = "AE", "PL", "C"
# Opening stones of Gomoku Quest, which the file's moves may repeat: black's and white's in turn.
OPENING, FOURTH = "QPR", "QSLW"
PROCEDURE = (
    "OPENING"  # ours: an opening procedure in progress, as protocol.play.opening_game has it
)
GIVEN = {
    "FF",
    "GM",
    "CA",
    "SZ",
    EMPTIED,
    TURN,
    *COLOURS,
    *SET_UP,
}  # properties that the game sets
MOST_IN_RECTANGLES = 50_000  # points of a file: a rectangle has many in a few characters
SIDES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
DEFAULT_SIZE = "15"
GO, GOMOKU = "1", "4"  # numbers of games
DEFAULT_SIZES = {GO: "19", GOMOKU: DEFAULT_SIZE}
PASS, LARGEST_WITH_PASS = "tt", 19  # old name of a pass; on larger boards it is a cell

# Properties of FF[3] and FF[4]; some are ignored, as they change neither stones nor turn.
_STANDARD = """
    AB AE AN AP AR AS AW B BL BM BR BT C CA CH CP CR DD DM DO DT EL EV EX FF FG GB GC GM GN GW
    HA HO ID IP IT IY KM KO L LB LN LT M MA MN N OB OM ON OP OT OV OW PB PC PL PM PW RE RG RO
    RU SC SE SI SL SO SQ ST SU SZ TB TC TE TM TR TW UC US V VW W WL WR WT
"""
KNOWN = frozenset(_STANDARD.split()) | {OPENING, FOURTH, PROCEDURE}

_SIZE = re.compile(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?")
_POINT = re.compile("[a-z]{2}")
_RECTANGLE = re.compile(r"([a-z]{2})\s*:\s*([a-z]{2})")
_CHARACTERS = re.compile(rb"(?<![A-Za-z])CA\s{0,9}\[([^\[\]\\]{0,60})\]")


@dataclass(frozen=True)
class SgfMove:
    """A stone or a pass, with its node."""

    point: Point | None  # None for a pass
    colour: int
    node: SgfNode


@dataclass(frozen=True)
class SgfGame:
    """The first variation of a game tree."""

    width: int
    height: int
    rule: int | None  # None if RU is unknown
    set_up: tuple[
        tuple[Point, int], ...
    ]  # stones before the first move, black's and white's in turn
    moves: tuple[SgfMove, ...]
    turn: int  # the side to move at the end
    root: SgfNode
    comments: tuple[str, ...] = ()  # before the first move, then after each move
    notes: tuple[str, ...] = ()  # a sentence for each part of the file that was skipped

    @property
    def stones(self) -> tuple[tuple[Point, int], ...]:
        """All stones with their colours."""
        placed = ((move.point, move.colour) for move in self.moves if move.point)
        return (*self.set_up, *placed)

    @property
    def played(self) -> Points:
        """The points of the moves; ValueError unless the sides move in turn."""
        for move in self.moves:
            if not move.point:
                raise move.node.fault(
                    f"{COLOUR_NAMES[move.colour]} passes: expected stones of both colours in turn"
                )
        if self.moves and self.turn == self.moves[-1].colour:
            raise self.root.fault(f"{TURN} gives one side two moves in a row")
        return tuple(move.point for move in self.moves if move.point)

    @property
    def points(self) -> Points:
        """The points of all stones; ValueError unless they alternate, black's first."""
        points = (*(point for point, _ in self.set_up), *self.played)
        colours = [colour for _, colour in self.stones]
        if colours != [BLACK, WHITE] * (len(colours) // 2) + [BLACK] * (len(colours) % 2):
            black, white = (colours.count(colour) for colour in COLOUR_NAMES)
            raise self.root.fault(
                f"{black} black and {white} white stones: expected black to begin"
            )
        if self.turn != (WHITE if len(colours) % 2 else BLACK):
            raise self.root.fault(f"{TURN} gives one side two moves in a row")
        return points

    @property
    def first(self) -> int:
        """The side to move after the set-up."""
        return self.moves[0].colour if self.moves else self.turn

    def rule_or(self, given: int | None) -> int:
        """Return `given`, or else the file's rule; ValueError if that is unknown."""
        rule = self.rule if given is None else given
        if rule is None:
            names = ", ".join(RULE_NAMES.values())
            raise self.root.fault(
                f"RU[{one_line(self.root.text('RU'))}] is not a known rule: choose one of {names}"
            )
        return rule

    def written(self, rule: int | None = None) -> WrittenGame:
        """Return the game with `rule`, or else the file's. Stones before a pass are set up."""
        first, count = after_passes([(move.point, move.colour) for move in self.moves])
        before, after = self.moves[:first], self.moves[first : first + count]
        set_up = (*self.set_up, *((move.point, move.colour) for move in before if move.point))
        comments = (_joined(self.comments[: first + 1]), *self.comments[first + 1 :])
        notes = (*self.notes, _set_up_note(first, "a pass follows")) if before else self.notes
        return WrittenGame(
            self.width,
            self.height,
            self.rule_or(rule),
            tuple((move.point, move.colour) for move in after if move.point),
            set_up,
            turn=self.turn,
            black=self.root.text("PB"),
            white=self.root.text("PW"),
            winner=COLOURS.get(self.root.text("RE").strip()[:1].upper()),
            comments={number: text for number, text in enumerate(comments) if text},
            notes=notes,
        )


# Writing.


def dumps(
    width: int,
    height: int,
    stones: Iterable[tuple[Point, str]],
    properties: Properties,
    first: int = BLACK,
) -> str:
    """Return a game tree: stones in turn with their comments, those of `first` first, and further
    properties of the root.

    The root and each stone have one line each. The caller escapes the texts.
    """
    nodes = [
        move(point, opponent(first) if index % 2 else first)
        | ({COMMENT: comment} if comment else {})
        for index, (point, comment) in enumerate(stones)
    ]
    return tree([root(width, height) | properties, *nodes])


def root(width: int, height: int) -> Properties:
    """Return the properties that the root of every game has."""
    size = str(width) if width == height else f"{width}:{height}"
    return {"FF": "4", "GM": GOMOKU, "CA": "UTF-8", "SZ": size}


def move(point: Point, colour: int) -> Properties:
    """Return the property of a move."""
    return {LETTERS[colour]: letters(point)}


def tree(nodes: Sequence[Properties], branches: Mapping[int, Branches] = NO_BRANCHES) -> str:
    """Return a game tree, one line a node. `branches[index]` has the variations after a node,
    which follow its main line.
    """
    text = ""
    for index in reversed(range(len(nodes))):
        if variations := branches.get(index):
            lines = filter(None, (text, *map(_sequence, variations)))
            text = "\n".join(f"({line})" for line in lines)
        text = "\n".join(filter(None, (_written(nodes[index]), text)))
    return f"({text})\n"


def _sequence(nodes: Iterable[Properties]) -> str:
    return "\n".join(map(_written, nodes))


def set_up(stones: Sequence[Stone], turn: int) -> Properties:
    """Return the properties of a root with stones set up and a side to move, none for a game from
    the empty board. The points of a list are joined as its values.
    """
    lists = {
        name: "][".join(letters(point_of(cell)) for cell, colour in stones if colour == side)
        for name, side in SET_UP.items()
    }
    found = {name: points for name, points in lists.items() if points}
    return found | ({TURN: LETTERS[turn]} if stones or turn != BLACK else {})


def escaped(text: str) -> str:
    """Return a text escaped for a property, on one line."""
    return re.sub(r"([\]\\])", r"\\\1", one_line(text))


def is_pass(value: str, width: int, height: int) -> bool:
    """Return whether the value of a move is a pass."""
    return not value or (value == PASS and max(width, height) <= LARGEST_WITH_PASS)


def letters(point: Point) -> str:
    """Return a point as two letters."""
    return "".join(map(column_name, point))


def _written(node: Properties) -> str:
    return ";" + "".join(f"{name}[{value}]" for name, value in node.items())


# Reading.


def decoded(data: bytes) -> str:
    """Decode a file by its byte-order mark, by its CA property, or else by its likely encoding.

    ValueError for an unknown encoding, or several.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    found = {name.decode("latin-1").strip() for name in _CHARACTERS.findall(data)}
    names = {name.lower() for name in found} - {""}
    if data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", "replace")
    if not names or not data.lstrip().startswith(b"("):
        return text_encoding.decoded(data)
    if len(names) > 1:
        raise ValueError(f"the games have several encodings: CA is {' and '.join(sorted(names))}")
    (encoding,) = names
    try:
        return data.decode(encoding, "replace")
    except (LookupError, UnicodeError, ValueError) as error:
        raise ValueError(
            f"CA[{encoding}] is not a known encoding: save the file as UTF-8"
        ) from error


def parsed(text: str) -> tuple[SgfTree, ...]:
    """Return the games of a collection; ValueError also if its rectangles have too many points."""
    games = sgf_syntax.loads(text)
    nodes = (node for tree in games for node in tree.all_nodes if node.values)
    lists = (node.values.get(name, []) for node in nodes for name in (*SET_UP, EMPTIED))
    points = sum(_area(value) for values in lists for value in values)
    if points > MOST_IN_RECTANGLES:
        raise ValueError(f"expected at most {MOST_IN_RECTANGLES} points in rectangles")
    return games


def _area(value: str) -> int:
    """Return the number of points in a rectangle, 0 for another value."""
    corners = _RECTANGLE.fullmatch(value.strip())
    if not corners:
        return 0
    (left, top), (right, bottom) = (map(column_named, text) for text in corners.groups())
    return max(0, right - left + 1) * max(0, bottom - top + 1)


def loads(text: str) -> Iterator[SgfGame]:
    """Yield the first variation of each game of a collection.

    ValueError if a property that we need can't be read, or moves do not alternate.
    """
    games = parsed(text)
    for number, tree in enumerate(games, 1):
        try:
            yield game_of(tree)
        except ValueError as error:
            raise ValueError(f"game {number}, {error}" if len(games) > 1 else error) from error


def load(text: str, game: int | None = None) -> SgfGame:
    """Return a game of a collection by its number, from 1. None requires a single game."""
    games = parsed(text)
    if not games:
        raise ValueError("the file has no game")
    if game is None and len(games) > 1:
        raise ValueError(f"the file has {len(games)} games: choose a game, 1 to {len(games)}")
    if not 1 <= (game or 1) <= len(games):
        raise ValueError(f"no game {game}: the file has games 1 to {len(games)}")
    return game_of(games[(game or 1) - 1])


def rule_spelled(text: str) -> int | None:
    """Return the rule of a name in a file: freestyle for "", None for an unknown name."""
    return find_rule(text) if any(map(str.isalnum, text)) else FREESTYLE


def game_of(tree: SgfTree) -> SgfGame:
    """Return the first variation of a parsed tree as a game; ValueError names the node."""
    root = tree.nodes[0]
    width, height = _size(root)
    reading = _Reading(width, height)
    for node in tree.nodes:
        reading.add(node)
    notes = reading.notes
    if tree.left_out:
        more = "variation" if tree.left_out == 1 else "variations"
        notes.append(f"skipped {tree.left_out} {more}, the first after node {tree.left_after}")
    if tree.around:
        notes.append(f"skipped the text outside the game: {tree.around}")
    return SgfGame(
        width=width,
        height=height,
        rule=rule_spelled(root.text("RU")),
        set_up=reading.set_up,
        moves=tuple(reading.moves),
        turn=reading.turn,
        root=root,
        comments=tuple(map(_joined, reading.comments)),
        notes=tuple(notes),
    )


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(filter(None, texts))


def _set_up_note(count: int, reason: str) -> str:
    """Return the note on moves that can't be replayed."""
    moves = "move 1 is" if count == 1 else f"moves 1 to {count} are"
    return f"{moves} shown as a set-up: {reason}"


def _size(root: SgfNode) -> tuple[int, int]:
    """Return columns and rows."""
    game = root.one("GM") or GOMOKU
    if game not in DEFAULT_SIZES:
        raise root.fault(f"GM[{one_line(game)}] is another game: Gomoku is {GOMOKU}")
    given = root.one("SZ")
    size = _SIZE.fullmatch(DEFAULT_SIZES[game] if given is None else given)
    if not size:
        raise root.fault(f"SZ[{one_line(given or '')}] is not a size")
    return int(size[1]), int(size[2] or size[1])


class _Reading:
    """The state of reading a game, node by node."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._taken: dict[Point, SgfNode] = {}
        self._laid: dict[Point, int] = {}  # stones set up, with their colours
        self._turn: int | None = None  # the side to move by PL or the last move
        self._before: int | None = None  # the same before the board was changed
        self._root: SgfNode | None = None
        self._opening: dict[Point, int] = {}  # stones of Gomoku Quest, with their colours
        self._unknown: dict[str, int] = {}  # properties, with the number of their first node
        self._notes: list[str] = []
        self.moves: list[SgfMove] = []
        self.comments: list[list[str]] = [[]]  # before the first move, then after each move

    @property
    def set_up(self) -> tuple[tuple[Point, int], ...]:
        """The stones set up, black's and white's in turn."""
        sides = ([item for item in self._laid.items() if item[1] == c] for c in COLOUR_NAMES)
        return tuple(item for pair in zip_longest(*sides) for item in pair if item)

    @property
    def turn(self) -> int:
        """The side to move; ValueError if it is undetermined."""
        turn = self._turn or self._before or self._counted()
        if not turn:
            assert self._root
            raise self._root.fault(f"{self._count_text()} are set up: expected {TURN}")
        return turn

    @property
    def notes(self) -> list[str]:
        """A sentence for each part of the game that was skipped."""
        if not self._unknown:
            return [*self._notes]
        names, first = excerpt(" ".join(self._unknown))[1:-1], next(iter(self._unknown.values()))
        return [*self._notes, f"skipped unknown properties: {names}, the first in node {first}"]

    def add(self, node: SgfNode) -> None:
        """Apply a node."""
        self._root = self._root or node
        if node.values:
            self._apply(node)
        self.comments[-1].append(node.text(COMMENT))

    def _apply(self, node: SgfNode) -> None:
        """Apply what a node has besides its comment."""
        lists = [name for name in (*SET_UP, EMPTIED) if name in node.values]
        side = self._side(node)
        if self.moves and (lists or side not in (None, self._turn)):
            self._settle(f"node {node.number} changes the board")
            self._turn, self._before = None, self._turn
        self._lay(node, lists)
        self._turn = side or self._turn
        self._open(node)
        self._play(node)
        for name in sorted(node.values.keys() - KNOWN):
            self._unknown.setdefault(name, node.number)

    def _side(self, node: SgfNode) -> int | None:
        """Return the side to move that a node names, None if it names none."""
        side = node.one(TURN)
        if side is not None and side.lower() not in SIDES:
            raise node.fault(f"{TURN}: expected B or W, got {one_line(side)}")
        turn = None if side is None else SIDES[side.lower()]
        played = next((COLOURS[name] for name in COLOURS if name in node.values), turn)
        return turn if turn == played else None  # after a move, it says what is known

    def _settle(self, reason: str) -> None:
        """Make a set-up of the moves so far."""
        self._notes.append(_set_up_note(len(self.moves), reason))
        self._laid |= {move.point: move.colour for move in self.moves if move.point}
        self.moves = []
        self.comments = [[text for texts in self.comments for text in texts]]

    def _open(self, node: SgfNode) -> None:
        """Place a node's opening stones."""
        for name in (OPENING, FOURTH):
            listed = ",".join(node.values.get(name, [])).split(",")
            for number, letters in enumerate(filter(None, map(str.strip, listed))):
                colour = WHITE if name == FOURTH or number % 2 else BLACK
                point = self._point(node, f"{name}[{one_line(letters)}]", letters)
                self._place(point, colour, node, f"{name}[{one_line(letters)}]")
                self._opening[point] = colour

    def _lay(self, node: SgfNode, lists: list[str]) -> None:
        """Apply the node's set-up: add its stones, and remove those of its empty points."""
        for name in lists:
            for value in node.values[name]:
                points = self._rectangle(node, name, value)
                if name == EMPTIED:
                    for point in self._taken.keys() & points:
                        self._laid.pop(point, None)
                        del self._taken[point]
                    continue
                if not self._taken.keys().isdisjoint(points):
                    first = next(point for point in points if point in self._taken)
                    self._take(first, node, f"{name}[{one_line(value)}]")
                self._taken |= dict.fromkeys(points, node)
                self._laid |= dict.fromkeys(points, SET_UP[name])

    def _play(self, node: SgfNode) -> None:
        """Place a node's stone, or pass."""
        names = [name for name in COLOURS if name in node.values]
        if len(names) > 1:
            raise node.fault("the node has both B and W")
        for name in names:
            value, colour = node.one(name) or "", COLOURS[name]
            what = f"{name}[{one_line(value)}]"
            is_passed = is_pass(value, self._width, self._height)
            point = None if is_passed else self._point(node, what, value)
            if point and self._opening.pop(point, None) == colour:
                continue  # it repeats a stone of the opening
            turn = self._turn or (None if self._before else self._counted()) or colour
            if turn != colour:
                raise node.fault(f"{what} is out of turn: {COLOUR_NAMES[turn]} is to move")
            self._place(point, colour, node, what)

    def _place(self, point: Point | None, colour: int, node: SgfNode, what: str) -> None:
        if point:
            self._take(point, node, what)
        self.moves.append(SgfMove(point, colour, node))
        self.comments.append([])
        self._turn = opponent(colour)

    def _counted(self) -> int | None:
        """Return the side to move by the stones set up, None if they do not determine it."""
        black, white = (list(self._laid.values()).count(colour) for colour in COLOUR_NAMES)
        return {0: BLACK, 1: WHITE}.get(black - white)

    def _count_text(self) -> str:
        counts = [list(self._laid.values()).count(colour) for colour in COLOUR_NAMES]
        return f"{counts[0]} black and {counts[1]} white stones"

    def _take(self, point: Point, node: SgfNode, what: str) -> None:
        if point in self._taken:
            earlier = self._taken[point].number
            raise node.fault(
                f"{what}: {name_of(*point, self._height)} has a stone since node {earlier}"
            )
        self._taken[point] = node

    def _rectangle(self, node: SgfNode, name: str, value: str) -> Points:
        """Return the points of a list's value: one point, or a rectangle's, row by row."""
        what, corners = f"{name}[{one_line(value)}]", _RECTANGLE.fullmatch(value.strip())
        if not corners:
            return (self._point(node, what, value.strip()),)
        (left, top), (right, bottom) = (self._point(node, what, text) for text in corners.groups())
        if left > right or top > bottom:
            raise node.fault(f"{what} is not a rectangle: the upper left corner comes first")
        columns = range(left, right + 1)
        return tuple((x, y) for y in range(top, bottom + 1) for x in columns)

    def _point(self, node: SgfNode, what: str, letters: str) -> Point:
        if not _POINT.fullmatch(letters):
            raise node.fault(f"{what} is not a point: expected column and row as letters a to z")
        x, y = map(column_named, letters)
        if x >= self._width or y >= self._height:
            size = f"{self._width} x {self._height}"
            raise node.fault(f"{what} is off the board of {size}")
        return x, y
