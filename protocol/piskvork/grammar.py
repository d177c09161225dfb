"""The grammar of the Piskvork brain protocol and of Yixin-Board's additions. It turns lines into
commands and commands into lines. No input or output happens here.

A command is one line or a block, which ends at DONE. The first word must match exactly, but for
case. Commas or spaces separate numbers. A comment stands in double quotes, and may have several
lines. Nothing raises: a line that can't be read becomes the command Malformed or Unknown. The word
of a feature that Tengen lacks becomes Lacking, and the lines that belong to it are skipped.
"""

from collections.abc import Callable, Iterable

from brain.lexicon import column, row
from protocol.piskvork.commands import (
    About,
    Balance,
    Begin,
    Best,
    Block,
    Command,
    DatabaseCommand,
    Defend,
    End,
    Forget,
    Info,
    Lacking,
    Malformed,
    Play,
    PlayPosition,
    Points,
    Restart,
    SetPosition,
    ShowForbidden,
    ShowHash,
    ShowInfo,
    SoosyrvStep,
    Start,
    Stones,
    Stop,
    Swap2,
    Swap2Step,
    Takeback,
    Turn,
    Unblock,
    UnblockAll,
    Unknown,
)

Lines = tuple[str, ...]

MOST_NUMBERS = 3000  # in a block; the largest board needs half as many
MOST_DIGITS = 19  # in a number
MOST_QUOTED_LINES = 1000  # of a comment
LONGEST_LINE = 1000  # characters; managers read into fixed buffers

PLAIN: dict[str, Command] = {
    "RESTART": Restart(),
    "BEGIN": Begin(),
    "ABOUT": About(),
    "STOP": Stop(),
    "YXSTOP": Stop(),
    "END": End(),
    "YXSHOWINFO": ShowInfo(),
    "YXSHOWFORBID": ShowForbidden(),
    "YXSHOWHASHUSAGE": ShowHash(),
    "YXHASHCLEAR": Forget(),
    "YXBLOCKPATHRESET": Unblock(()),  # Tengen blocks no paths, so nothing changes
    "YXBLOCKRESET": UnblockAll(),
    "YXSEARCHDEFEND": Defend(),
    "YXSOOSORVSTEP1": SoosyrvStep(1, 0, ()),
    "YXSWAP2STEP1": Swap2Step(1),
    "YXSWAP2STEP2": Swap2Step(2),
    "YXSWAP2STEP3": Swap2Step(3),
}
# By word with numbers: the command for each count of numbers.
NUMBERED: dict[str, dict[int, Callable[..., Command]]] = {
    # Only Yixin-Board sends two numbers. Columns come first here, although it sends row,column
    # everywhere else. Its rows are our columns.
    "START": {1: lambda size: Start(size, size), 2: lambda columns, rows: Start(rows, columns)},
    "RECTSTART": {1: lambda size: Start(size, size), 2: Start},
    "TURN": {2: Turn},
    "PLAY": {2: Play},
    "TAKEBACK": {2: Takeback},
    "YXNBEST": {1: Best},
    "YXBALANCEONE": {0: lambda: Balance(1, 0), 1: lambda bias: Balance(1, bias)},
    "YXBALANCETWO": {0: lambda: Balance(2, 0), 1: lambda bias: Balance(2, bias)},
}
DATABASES, PATHS, HASH_FILES = (
    "conversion of databases here: use tengen database",
    "blocked paths, only blocked cells",
    "hash table in a file",
)

# By word with rows up to DONE: the count of numbers on the word's line, the count in a row, and the
# command for all numbers.
BLOCKS: dict[str, tuple[int, int, Callable[[list[int]], Command]]] = {
    "BOARD": (0, 3, lambda numbers: PlayPosition(_stones(numbers))),
    "YXBOARD": (0, 3, lambda numbers: SetPosition(_stones(numbers))),
    "SWAP2BOARD": (0, 2, lambda numbers: Swap2(_points(numbers))),
    "YXBLOCK": (0, 2, lambda numbers: Block(_points(numbers))),
    "YXBLOCKUNDO": (0, 2, lambda numbers: Unblock(_points(numbers))),
    "YXSOOSORVSTEP2": (0, 2, lambda numbers: SoosyrvStep(2, 0, _points(numbers))),
    "YXSOOSORVSTEP3": (0, 2, lambda numbers: SoosyrvStep(3, 0, _points(numbers))),
    "YXSOOSORVSTEP4": (1, 2, lambda numbers: SoosyrvStep(4, numbers[0], _points(numbers[1:]))),
    "YXSOOSORVSTEP5": (1, 2, lambda numbers: SoosyrvStep(5, numbers[0], _points(numbers[1:]))),
    "YXSOOSORVSTEP6": (0, 2, lambda numbers: SoosyrvStep(6, 0, _points(numbers))),
}
# By word of the database with rows up to DONE: the text after the word.
NO_TEXT, LINE, QUOTED = range(3)
DATABASE_BLOCKS = {
    "YXCLEARBESTMOVEDATABASE": NO_TEXT,
    "YXDELETEDATABASEALL": LINE,
    "YXDELETEDATABASEONE": NO_TEXT,
    "YXEDITLABELDATABASE": LINE,
    "YXEDITTEXTDATABASE": QUOTED,
    "YXEDITTVDDATABASE": LINE,
    "YXQUERYDATABASEALL": NO_TEXT,
    "YXQUERYDATABASEALLT": NO_TEXT,
    "YXQUERYDATABASEONE": NO_TEXT,
    "YXQUERYDATABASETEXT": NO_TEXT,
    "YXSETBESTMOVEDATABASE": NO_TEXT,
}
SET_DATABASE, SAVE_DATABASE = "YXSETDATABASE", "YXSAVEDATABASE"
MERGE_DATABASE, SPLIT_DATABASE, MERGE_LIBRARY = "YXDBMERGE", "YXDBSPLIT", "YXLIBTODB"
# By word of the database with a file's path, which may be on the next line.
DATABASE_PATHS = (SET_DATABASE, MERGE_DATABASE, SPLIT_DATABASE, MERGE_LIBRARY)
DATABASE_WORDS = (*DATABASE_BLOCKS, *DATABASE_PATHS, SAVE_DATABASE)
# By word for a feature that Tengen lacks: its command. The rest of the line is skipped, ...
LACKING_LINES: dict[str, Command] = {
    "YXDBCHECK": Lacking(DATABASES),
    "YXDBFIX": Lacking(DATABASES),
    "YXDRAW": Lacking("draws by agreement"),
    "YXFORBID": Lacking("forbidden points but those of renju"),
    "YXPRINTFEATURE": Lacking("features to print"),
    "YXRESIGN": Lacking("resignation, it plays on"),
}
# ... or a block up to DONE, ...
LACKING_BLOCKS: dict[str, Command] = {
    "YXBLOCKPATH": Lacking(PATHS),
    "YXBLOCKPATHUNDO": Lacking(PATHS),
}
# ... or a file's path, which may be on the next line.
LACKING_PATHS: dict[str, Command] = {
    "EXPORTMODEL": Lacking("models"),
    "LOADMODEL": Lacking("models"),
    "RELOADCONFIG": Lacking("configuration file"),
    "YXDBTOLIB": Lacking(DATABASES),
    "YXDBTOPOS": Lacking(DATABASES),
    "YXDBTOTXT": Lacking(DATABASES),
    "YXDBTOTXTALL": Lacking(DATABASES),
    "YXHASHDUMP": Lacking(HASH_FILES),
    "YXHASHLOAD": Lacking(HASH_FILES),
    "YXTXTTODB": Lacking(DATABASES),
}
LACKING = LACKING_LINES | LACKING_BLOCKS | LACKING_PATHS
WORDS = frozenset([*PLAIN, *NUMBERED, *BLOCKS, *DATABASE_WORDS, *LACKING, "INFO"])


class CommandParser:
    """Parses a conversation line by line, and stores an unfinished block."""

    def __init__(self) -> None:
        self._block = ""  # the word of the open block, "" for none
        self._numbers: list[int] | None = []  # of the open block; None after an unreadable row
        self._text = ""  # after the open block's word
        self._quoted: list[str] | None = None  # lines of an open quote; None outside
        self._path_of = ""  # the word whose path follows

    def feed(self, line: str) -> tuple[Command, ...]:
        """Return the commands that this line completes: usually one, inside a block none."""
        if self._quoted is not None:
            return self._read_quote(self._quoted, line)
        word, rest = _split(line)
        if not word:
            return ()
        if self._path_of:
            path_of, self._path_of = self._path_of, ""
            is_read = path_of in DATABASE_PATHS
            return (DatabaseCommand(path_of, line.strip(), ()),) if is_read else ()
        if self._block and word not in WORDS:
            return self._read_row(_fields(line))
        is_owed = self._block in BLOCKS or self._block in DATABASE_BLOCKS
        unfinished = (Malformed(self._block),) if is_owed else ()
        if (word in LACKING_PATHS or word in DATABASE_PATHS) and not rest:
            self._path_of = word
        return (*unfinished, *self._begin(word, line, rest))

    def _begin(self, word: str, line: str, rest: str) -> tuple[Command, ...]:
        """Open a block, or return the command of a single line."""
        self._block, self._numbers, self._text = "", [], ""
        fields = _fields(rest)
        if word in LACKING_BLOCKS:
            self._block = word
            self._read_row(fields)
        if word in LACKING:
            return (LACKING[word],)
        if word in DATABASE_BLOCKS:
            return self._begin_database(word, line, rest)
        if word in DATABASE_PATHS and not rest:
            return ()
        if word in DATABASE_WORDS:
            return (DatabaseCommand(word, rest, ()),)
        if word not in BLOCKS:
            return (_read_line(line.strip()),)
        self._block = word
        head = BLOCKS[word][0]
        self._numbers = _numbers(fields[:head]) if len(fields) >= head else None
        return self._read_row(fields[head:])

    def _begin_database(self, word: str, line: str, rest: str) -> tuple[Command, ...]:
        """Open a block of the database, with the text after its word."""
        self._block = word
        if DATABASE_BLOCKS[word] == NO_TEXT:
            return self._read_row(_fields(rest))
        if DATABASE_BLOCKS[word] == LINE:
            self._text = rest
        elif rest.startswith('"'):
            return self._read_quote([], line.partition('"')[2])
        else:
            self._numbers = None
        return ()

    def _read_quote(self, lines: list[str], line: str) -> tuple[Command, ...]:
        """Add a line to the open quote; read the row behind its end."""
        text, rest = _unquoted(line)
        lines.append(text)
        if rest is None and len(lines) < MOST_QUOTED_LINES:
            self._quoted = lines
            return ()
        self._quoted, self._text = None, "\n".join(lines)
        return self._read_row(_fields(rest or ""))

    def _read_row(self, fields: list[str]) -> tuple[Command, ...]:
        """Add a row to the open block; return the block's command if the row has DONE."""
        ends = [index for index, field in enumerate(fields) if field.upper() == "DONE"]
        row = fields[: ends[0]] if ends else fields
        word, self._block = self._block, "" if ends else self._block
        if word in LACKING_BLOCKS:
            return ()
        is_database = word in DATABASE_BLOCKS
        self._numbers = _with_row(self._numbers, row, 2 if is_database else BLOCKS[word][1])
        if not ends:
            return ()
        if self._numbers is None:
            return (Malformed(word),)
        if is_database:
            return (DatabaseCommand(word, self._text, _points(self._numbers)),)
        return (BLOCKS[word][2](self._numbers),)


def lines_of(command: Command) -> tuple[str, ...]:
    """Return the lines of a command."""
    match command:
        case Start(width, height):
            return (f"START {width}" if width == height else f"RECTSTART {width},{height}",)
        case Turn(x, y) | Play(x, y) | Takeback(x, y):
            return (f"{type(command).__name__.upper()} {x},{y}",)
        case PlayPosition(stones):
            return _block("BOARD", stones)
        case SetPosition(stones):
            return _block("YXBOARD", stones)
        case Swap2(points):
            return _block("SWAP2BOARD", points)
        case SoosyrvStep(number, offers, points) if number > 1:
            word = f"YXSOOSORVSTEP{number}"
            return _block(f"{word} {offers}" if BLOCKS[word][0] else word, points)
        case Block(points):
            return _block("YXBLOCK", points)
        case Unblock(points):
            return _block("YXBLOCKUNDO", points)
        case Best(lines):
            return (f"YXNBEST {lines}",)
        case Balance(stones, bias):
            return (f"YXBALANCE{'ONE' if stones == 1 else 'TWO'} {bias}",)
        case Info(key, value):
            return (f"INFO {key} {value}".rstrip(),)
        case DatabaseCommand(word, text, points) if word in DATABASE_BLOCKS:
            if DATABASE_BLOCKS[word] == QUOTED:
                text = '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'
            head, *more = f"{word} {text}".split("\n")
            return (head.rstrip() if not more else head, *more, *_block("", points)[1:])
        case DatabaseCommand(word, text, _):
            return (f"{word} {text}".rstrip(),)
        case Malformed(text) | Unknown(text):
            return (text,)
    word = next(word for word, plain in (PLAIN | LACKING).items() if plain == command)
    if word in LACKING_BLOCKS:
        return word, "DONE"
    return (f"{word} -" if word in LACKING_PATHS else word,)


def pair(cell: int) -> str:
    """Return a cell as `x,y`."""
    return f"{column(cell)},{row(cell)}"


def shortened(text: str) -> str:
    """Return the line, cut between words to LONGEST_LINE."""
    text = text.rstrip()
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE + 1].rpartition(" ")[0]


def read_number(text: str) -> int | None:
    """Return the integer, None if the text is not an integer."""
    digits = text.removeprefix("-")
    readable = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS
    return int(text) if readable else None


def _unquoted(line: str) -> tuple[str, str | None]:
    """Return a line up to the closing quote, and what follows it; None without one."""
    text: list[str] = []
    letters = enumerate(line, 1)
    for end, letter in letters:
        if letter == '"':
            return "".join(text), line[end:]
        text.append(next(letters, (end, letter))[1] if letter == "\\" else letter)
    return "".join(text), None


def _read_line(line: str) -> Command:
    word, rest = _split(line)
    if word in PLAIN:
        return PLAIN[word]
    if word == "INFO":
        key, value = _split(rest)
        return Info(key.lower(), value)
    if word not in NUMBERED:
        return Unknown(line)
    numbers = _numbers(_fields(rest))
    make = None if numbers is None else NUMBERED[word].get(len(numbers))
    return Malformed(line) if numbers is None or make is None else make(*numbers)


def _with_row(numbers: list[int] | None, row: list[str], width: int) -> list[int] | None:
    """Return the numbers with a row added, None if the row is unreadable or there are too many."""
    more = _numbers(row)
    if numbers is None or more is None or len(more) % width or len(numbers) > MOST_NUMBERS:
        return None
    return numbers + more


def _stones(numbers: list[int]) -> Stones:
    return tuple(zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True))


def _points(numbers: list[int]) -> Points:
    return tuple(zip(numbers[0::2], numbers[1::2], strict=True))


def _block(word: str, rows: Iterable[tuple[int, ...]]) -> tuple[str, ...]:
    return (word, *(",".join(map(str, row)) for row in rows), "DONE")


def _split(line: str) -> tuple[str, str]:
    """Return the first word in upper case and the rest of the line."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    return word.upper(), rest.strip()


def _fields(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _numbers(fields: list[str]) -> list[int] | None:
    """Return the integers, None if any field is not an integer."""
    numbers = [number for field in fields if (number := read_number(field)) is not None]
    return numbers if len(numbers) == len(fields) else None
