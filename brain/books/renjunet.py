"""RenjuNet's database of games (.rif): XML with tables of players, tournaments and openings.

A game has its moves as names, whose rows count from below, and refers to rows of the tables by
their numbers. Only offline use of the database is allowed, as its head says.

RenjuNet: game database, https://www.renju.net/game/
"""

import pyexpat  # without the package xml, which the packed program lacks
from collections.abc import Callable, Iterator, Mapping

from brain.books.game_tree import GameTree
from brain.cell_names import BELOW, point_named
from brain.lexicon import BLACK, RENJU, opponent
from brain.notation.text import excerpt, one_line
from brain.rules.laws import find_rule
from brain.rules.symmetry import Point

SIDE = 15
LARGEST = 64 << 20  # bytes of a file
DEEPEST = 20  # nested elements
TABLES = ("country", "city", "rule", "opening", "player", "tournament")
RESULTS = {"1": "B+", "0": "W+", "0.5": "Draw"}  # by black's points

Row = Mapping[str, str]  # attributes of an element
Say = Callable[[str], None]


def loads(content: bytes, say: Say = lambda note: None) -> Iterator[GameTree]:
    """Yield the games of a database. A game that can't be played is skipped, which `say` reports.

    ValueError names the byte where the XML is damaged, or declares entities.
    """
    if len(content) > LARGEST:
        raise ValueError(f"expected {LARGEST} bytes at most, got {len(content)}")
    reader = _Reader()
    reader.read(content)
    for attributes, texts in reader.games:
        try:
            yield _game(attributes, texts, reader.tables)
        except ValueError as error:
            say(f"skipped game {one_line(attributes.get('id', '?'))[:20]}: {error}")


class _Reader:
    """Collects the rows of the tables, and the games with their texts."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Row]] = {name: {} for name in TABLES}
        self.games: list[tuple[Row, dict[str, str]]] = []  # attributes; texts by element
        self._path: list[str] = []
        self._parts: list[str] = []  # of the text of an element
        self._parser = pyexpat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._entity
        self._parser.buffer_text = True

    def read(self, content: bytes) -> None:
        """Parse a file's content."""
        try:
            self._parser.Parse(content, True)
        except pyexpat.ExpatError as error:
            reason = pyexpat.ErrorString(error.code)
            raise ValueError(f"byte {self._parser.ErrorByteIndex}: {reason}") from None

    def _entity(self, *_: object) -> None:
        raise ValueError(f"byte {self._parser.CurrentByteIndex}: entities are not accepted")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._path) >= DEEPEST:
            at = self._parser.CurrentByteIndex
            raise ValueError(f"byte {at}: expected at most {DEEPEST} nested elements")
        if not self._path and name != "database":
            raise ValueError(f"expected <database>, got <{excerpt(name)[1:-1]}>")
        self._path.append(name)
        self._parts = []
        if name == "game":
            self.games.append((attributes, {}))
        elif name in self.tables and "id" in attributes:
            self.tables[name][attributes["id"]] = attributes

    def _end(self, name: str) -> None:
        self._path.pop()
        if self._path[-1:] == ["game"]:
            self.games[-1][1][name] = "".join(self._parts).strip()
        self._parts = []

    def _text(self, text: str) -> None:
        if "game" in self._path:
            self._parts.append(text)


def _game(
    attributes: Row, texts: Mapping[str, str], tables: Mapping[str, dict[str, Row]]
) -> GameTree:
    """Return a game with its players and its tournament; ValueError names the wrong move."""

    def row(table: str, given: Row, name: str = "") -> Row:
        return tables[table].get(given.get(name or table, ""), {})

    tournament = row("tournament", attributes)
    named = row("rule", attributes).get("name", "") or row("rule", tournament).get("name", "")
    known = find_rule(named) if any(map(str.isalnum, named)) else None
    opening = row("opening", attributes)
    place = [row("city", tournament).get("name", ""), row("country", tournament).get("name", "")]
    remarks = {
        "rule": "" if known is not None else named,
        "swap": attributes.get("swap", ""),
        "Black's time": attributes.get("btime", ""),
        "White's time": attributes.get("wtime", ""),
        "fifth stones": attributes.get("alt", ""),
    }
    lines = [f"{what}: {text}" for what, text in remarks.items() if text]
    properties = {
        "PB": _player(row("player", attributes, "black"), tables),
        "PW": _player(row("player", attributes, "white"), tables),
        "EV": tournament.get("name", ""),
        "RO": attributes.get("round", ""),
        "PC": ", ".join(filter(None, place)),
        "DT": tournament.get("start", "") or tournament.get("year", ""),
        "ON": " ".join(filter(None, (opening.get("abbr", ""), opening.get("name", "")))),
        "RE": RESULTS.get(attributes.get("bresult", ""), ""),
        "RU": named if known is not None else "",
        "GC": "\n".join(filter(None, (*lines, texts.get("info", "")))),
    }
    tree = GameTree(SIDE, SIDE, RENJU if known is None else known)
    tree.root.properties = {name: (text,) for name, text in properties.items() if text}
    node, colour = tree.root, BLACK
    for name in texts.get("move", "").split():
        node, colour = node.add(_point(name), colour), opponent(colour)
    tree.check()
    return tree


def _player(player: Row, tables: Mapping[str, dict[str, Row]]) -> str:
    """Return a player's names in the order of the country."""
    names = [player.get("name", ""), player.get("surname", "")]
    country = tables["country"].get(player.get("country", ""), {})
    if country.get("reversed") == "1":
        names.reverse()
    return " ".join(filter(None, names))


def _point(name: str) -> Point:
    """Return the point of a name, whose row counts from below."""
    try:
        x, y = point_named(name, SIDE, BELOW)
    except ValueError:
        x = y = -1
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        raise ValueError(f"{excerpt(name)} is not a cell of 15 x 15")
    return x, y
