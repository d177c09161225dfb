"""RenLib's libraries (.lib): a tree of positions on 15 x 15 with comments, labels and bookmarks.

A file is a header of 20 bytes and the nodes of the tree, a variation before the next. A node is:

    byte 0   cell: the column from 1, plus 16 times the row from 0 on top; 0 is a pass
    byte 1   flags, below
    2 bytes  with EXTENSION: more flags
    text     with COMMENT or OLD_COMMENT: one line, then after a byte 8 the other lines
    text     with BOARD_TEXT: a label, drawn on the node's cell one move earlier

A text ends with a 0 and has an even number of bytes. An old comment ends with the first byte above
127, and has Swedish letters in place of brackets. Version 3.4 begins with a root without a move.

Frank Arkbo: RenLib, https://github.com/gomoku/RenLib, RenLibDoc.cpp
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from brain.books.game_tree import GameTree, NodeValue, TreeNode
from brain.cell_names import name_of
from brain.lexicon import BLACK, EMPTY, RENJU, opponent
from brain.notation.text_encoding import UTF_8, encoding_of
from brain.rules.symmetry import Point

SIDE = 15
MAGIC = b"\xffRenLib\xff"
HEADER = 20  # bytes
NEWEST = (3, 4)  # version, with a root
CENTRE = 0x78  # first byte of a file without a header
LARGEST = 16 << 20  # bytes of a file

HAS_SIBLING, IS_LEAF, OLD_COMMENT, MARK = 0x80, 0x40, 0x20, 0x10
COMMENT, START, NO_MOVE, EXTENSION = 0x08, 0x04, 0x02, 0x01
BOARD_TEXT = 0x01  # in the second byte of an extension
BOOKMARK, START_HERE = "HO", "START"  # properties for MARK and START

_LINES = "\b"  # between the first line of a comment and the others
_END_OF_OLD = re.compile(rb"[\x80-\xff]")
_SWEDISH = bytes.maketrans(b"}{|][\\", "åäöÅÄÖ".encode("cp1252"))


class LibraryRead(NamedTuple):
    """The tree of a library, and sentences on what was skipped."""

    tree: GameTree
    notes: tuple[str, ...] = ()


def is_library(content: bytes) -> bool:
    """Return whether a file's content begins as a library."""
    return content.startswith(MAGIC)


# Reading.


def loads(content: bytes, encoding: str = "") -> LibraryRead:
    """Return the tree of a file's content. The encoding of its texts is guessed unless given.

    ValueError names the byte, counted from 0, where the file is damaged.
    """
    if len(content) > LARGEST:
        raise ValueError(f"expected {LARGEST} bytes at most, got {len(content)}")
    at = _start(content)
    reader = _Reader(content, at)
    reader.read()
    texts = (raw for _, _, raw in reader.texts if isinstance(raw, bytes))
    encoding = encoding or encoding_of(texts)
    comments: dict[int, list[str]] = {}  # by the node's identity
    for node, point, raw in reader.texts:
        text = raw if isinstance(raw, str) else raw.decode(encoding, "replace")
        if point is None:
            lines = comments.setdefault(id(node), [])
            lines += filter(None, [_comment(text)])
            node.comment = lines[0] if len(lines) == 1 else ""
        elif text and point not in node.labels:
            node.labels = {**node.labels, point: text}
    for node, _, _ in reader.texts:
        if not node.comment and (lines := comments.get(id(node), [])):
            node.comment = "\n".join(lines)
    return LibraryRead(GameTree(SIDE, SIDE, RENJU, root=reader.root), tuple(reader.notes()))


def _start(content: bytes) -> int:
    """Return the place of the first node."""
    if content[:1] == bytes([CENTRE]):
        return 0
    if not is_library(content):
        raise ValueError(f"byte 0: expected the header of a RenLib library, got {content[:8]!r}")
    if len(content) < HEADER:
        raise ValueError(f"byte {len(content)}: the file ends inside its header")
    version = content[len(MAGIC)], content[len(MAGIC) + 1]
    if version > NEWEST:
        raise ValueError(
            f"byte {len(MAGIC)}: expected version {NEWEST[0]}.{NEWEST[1]} or older,"
            f" got {version[0]}.{version[1]}"
        )
    return HEADER


class _Reader:
    """The state of reading nodes."""

    def __init__(self, content: bytes, at: int) -> None:
        self.content, self.at = content, at
        self.root = TreeNode()
        # Bytes, or an old comment as text; the point of a label, None for a comment.
        self.texts: list[tuple[TreeNode, Point | None, bytes | str]] = []
        self._path: list[TreeNode] = [self.root]
        self._taken = bytearray(256)  # by byte of a cell
        self._cells: list[int] = [0]  # byte of each node of the path
        self._turns: list[int] = [BLACK]  # the side to move after each node of the path
        self._open: list[int] = []  # for each announced sibling, the length of the path before it
        self._skipped, self._first_skipped = 0, 0

    def read(self) -> None:
        """Read all nodes."""
        content, first = self.content, self.at
        size = len(content)
        while self.at + 1 < size:
            start = self.at
            if start > first and not self._path:
                raise ValueError(f"byte {start}: expected the end, the tree is complete")
            cell, flags = content[start], content[start + 1]
            self.at += 2
            more = self._pair() if flags & EXTENSION else 0
            if more & ~BOARD_TEXT:
                raise ValueError(f"byte {start + 2}: unknown flags {more:#06x}")
            is_root = start == first and not cell
            node = self.root if is_root else self._node(start, cell, flags)
            if flags & (COMMENT | OLD_COMMENT):
                self.texts.append((node, None, self._raw_comment(flags)))
            if more & BOARD_TEXT:
                text = self._text("label")
                parent = self._path[-2] if len(self._path) > 1 else self.root
                self.texts.append((parent, _point(cell), text) if cell else (node, None, text))
            if flags & (MARK | START):
                names = ((BOOKMARK, MARK), (START_HERE, START))
                added = {name: ("1",) for name, bit in names if flags & bit}
                node.properties = {**node.properties, **added}
            self._link(flags, is_root)

    def notes(self) -> list[str]:
        """Return sentences on what was skipped."""
        found = []
        if self._skipped:
            where = f"the first at byte {self._first_skipped}"
            found.append(f"skipped {self._skipped} moves to cells with a stone, {where}")
        if self._open:  # RenLib writes such files when it saves a branch
            many = f"{len(self._open)} more variations"
            found.append(f"the file ends at byte {len(self.content)}, where {many} are announced")
        if self.at < len(self.content):
            found.append(f"skipped the last byte, {self.at}")
        return found

    def _node(self, start: int, cell: int, flags: int) -> TreeNode:
        """Return the node of a cell after the path, and append it to the path."""
        if (cell and not cell & 15) or cell >> 4 == 15:
            raise ValueError(f"byte {start}: {cell} is not a cell of 15 x 15")
        parent = self._path[-1]
        if flags & NO_MOVE:
            node = TreeNode()
            if not flags & IS_LEAF or flags & (COMMENT | OLD_COMMENT | MARK | START):
                parent.children.append(node)
            cell = 0
        elif self._taken[cell]:
            node, cell = TreeNode(), 0  # a branch that is read and dropped
            self._first_skipped = self._first_skipped or start
            self._skipped += 1
        else:
            point, colour = _point(cell), self._turns[-1]
            node = parent.child(point, colour) or parent.add(point, colour)
        self._taken[cell] += bool(cell)
        self._path.append(node)
        self._cells.append(cell)
        self._turns.append(opponent(node.colour) if node.colour else self._turns[-1])
        return node

    def _link(self, flags: int, is_root: bool) -> None:
        """Set the path to the parent of the next node."""
        if flags & HAS_SIBLING and not is_root:
            self._open.append(len(self._path) - 1)
        if flags & IS_LEAF:
            length = self._open.pop() if self._open else 0
            for cell in self._cells[length:]:
                self._taken[cell] = 0
            del self._path[length:], self._cells[length:], self._turns[length:]

    def _pair(self) -> int:
        """Return two bytes as a number, the low byte last."""
        if self.at + 2 > len(self.content):
            raise ValueError(f"byte {self.at}: the file ends inside a node")
        self.at += 2
        return self.content[self.at - 2] << 8 | self.content[self.at - 1]

    def _raw_comment(self, flags: int) -> bytes | str:
        if not flags & OLD_COMMENT:
            return self._text("comment")
        start, end = self.at, _END_OF_OLD.search(self.content, self.at)
        if not end:
            raise ValueError(f"byte {start}: the comment has no end")
        raw = self.content[start : end.end()]
        self.at += len(raw) + len(raw) % 2
        plain = bytes(byte & 0x7F for byte in raw).translate(_SWEDISH)
        return plain.decode("cp1252", "replace")

    def _text(self, what: str) -> bytes:
        start, end = self.at, self.content.find(0, self.at)
        if end < 0:
            raise ValueError(f"byte {start}: the {what} has no end")
        self.at = end + 2 - (end - start) % 2
        return self.content[start:end]


def _point(cell: int) -> Point | None:
    """Return the point of a cell's byte, None for a pass."""
    return (cell % 16 - 1, cell // 16) if cell else None


def _comment(text: str) -> str:
    """Return the lines of a comment."""
    first, _, others = text.partition(_LINES)
    lines = "\n".join((first, others)) if first and others else first or others
    return lines.replace("\r\n", "\n").replace("\r", "\n")


# Writing.


@dataclass(frozen=True)
class _Step:
    """A node to write."""

    cell: int
    node: TreeNode
    colour: int  # the side that moves here
    has_sibling: bool
    label: str = ""
    is_label_only: bool = False


def dumps(tree: GameTree, encoding: str = UTF_8) -> bytes:
    """Return the content of a library. The set-up becomes moves, and a value a label of its move.
    A node without a move is joined with the node before it.

    ValueError for another size than 15 x 15, and for a text that the encoding lacks.
    """
    if (tree.width, tree.height) != (SIDE, SIDE):
        size = f"{tree.width} x {tree.height}"
        raise ValueError(f"a RenLib library holds a board of 15 x 15, not {size}")
    header = MAGIC + bytes(NEWEST)
    data = bytearray(header.ljust(HEADER, b"\xff"))
    top = TreeNode()
    start, colour = top, BLACK
    for point in tree.alternating():
        start, colour = start.add(point, colour), opponent(colour)
    start.comment, start.labels = tree.root.comment, tree.root.labels
    start.properties = tree.root.properties
    start.children = tree.root.children
    stack = [_Step(0, top, EMPTY, has_sibling=False)]
    while stack:
        step = stack.pop()
        after = opponent(step.colour) if step.colour else BLACK
        followers = [] if step.is_label_only else _followers(step.node, after)
        data += _node_bytes(step, is_leaf=not followers and step.node is not top, encoding=encoding)
        stack += reversed(followers)
    return bytes(data)


def _followers(node: TreeNode, turn: int) -> list[_Step]:
    """Return the nodes after a node: its variations, then cells that only have a label."""
    joined = _joined(node)
    labels = {point: text for point, text in joined.labels.items() if text}
    children, passed = [], TreeNode(turn)  # the side to move passes before the other's moves
    for child in joined.children:
        if child.colour == turn:
            children.append(child)
        else:
            children += [] if passed.children else [passed]
            passed.children.append(child)
    bare = labels.keys() - {child.point for child in children}
    count = len(children) + len(bare)
    steps = []
    for number, child in enumerate(children, 1):
        value = value_text(child.value) if child.value else ""
        label = (child.point and labels.get(child.point)) or value
        steps.append(_Step(_cell(child.point), child, turn, number < count, label))
    for number, point in enumerate(sorted(bare), len(children) + 1):
        empty = TreeNode()
        steps.append(_Step(_cell(point), empty, EMPTY, number < count, labels[point], True))
    return steps


def _joined(node: TreeNode) -> TreeNode:
    """Return a node with the nodes without a move that follow it joined into it."""
    if all(child.colour for child in node.children):
        return node
    labels = dict(node.labels)
    children: list[TreeNode] = []
    stack = list(reversed(node.children))
    while stack:
        child = stack.pop()
        if child.colour:
            children.append(child)
            continue
        labels = {**child.labels, **labels}
        stack += reversed(child.children)
    return TreeNode(node.colour, node.point, labels=labels, children=children)


def _node_bytes(step: _Step, is_leaf: bool, encoding: str) -> bytes:
    node = step.node
    comment = _comment_of(node)
    flags = HAS_SIBLING * step.has_sibling | IS_LEAF * is_leaf | NO_MOVE * step.is_label_only
    flags |= COMMENT * bool(comment) | EXTENSION * bool(step.label)
    flags |= MARK * (BOOKMARK in node.properties) | START * (START_HERE in node.properties)
    parts = [bytes((step.cell, flags))]
    if step.label:
        parts.append(bytes((0, BOARD_TEXT)))
    if comment:
        parts.append(_text_bytes(_first_line_first(comment), encoding))
    if step.label:
        parts.append(_text_bytes(step.label, encoding))
    return b"".join(parts)


def _comment_of(node: TreeNode) -> str:
    """Return the comment of a node and of the nodes without a move that follow it."""
    found, stack = [node.comment], list(reversed(node.children))
    while stack:
        child = stack.pop()
        if not child.colour:
            found.append(child.comment)
            stack += reversed(child.children)
    return "\n".join(filter(None, found))


def _first_line_first(comment: str) -> str:
    first, mark, others = comment.partition("\n")
    if not mark:
        return first
    return first + _LINES + (others if first else comment).replace("\n", "\r\n")


def _text_bytes(text: str, encoding: str) -> bytes:
    try:
        raw = text.replace("\0", " ").encode(encoding)
    except UnicodeEncodeError as error:
        bad = text[error.start]
        raise ValueError(f"the encoding {encoding} lacks {bad!r}: choose utf-8") from None
    return raw + b"\0" * (2 - len(raw) % 2)


def _cell(point: Point | None) -> int:
    """Return the byte of a cell, 0 for a pass."""
    if point is None:
        return 0
    x, y = point
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        raise ValueError(f"{name_of(x, y, SIDE)} is off the board of 15 x 15")
    return 16 * y + x + 1


def value_text(value: NodeValue) -> str:
    """Return a value as a label: the letter of its result, or its score."""
    if value.label.isalpha():
        return value.label.upper()
    return f"{value.score:+}" if value.bound else ""
