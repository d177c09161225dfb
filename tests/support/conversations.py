"""What a manager may send, at random: valid conversations, broken ones, and noise.

A conversation is a list of pieces, mostly lines with their ends; a seed determines it. Files of
tests/data/corpus are conversations to start from: lines with Python's escapes for what isn't
text.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from tests import DATA

Pieces = list[bytes]
Phrase = Callable[[Random], list[str]]  # lines


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


CORPUS = DATA / "corpus"
LONG = 1_000_000  # bytes of a long line
MEGABYTE = 1 << 20
LINE_ENDS = (b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\n\n", b"\r\n\n", b"\n\r")
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00", b"\x1a", b"\xc3\xa9", b"\xff")
ODD = ("-1", "99", "", "x", "7.5", "+3", "0x7", "٣", "-0", "00000000000007", "9" * 19, "9" * 30)
TIMES = ("0", "1", "5", "20", "2147483647", "100000000", "-9223372036854775808", "soon", "")
INFO_VALUES: dict[str, tuple[str, ...]] = {
    "timeout_turn": TIMES,
    "timeout_match": TIMES,
    "time_left": TIMES,
    "time_increment": TIMES,
    "move_overhead": TIMES,
    # A limit that the machine can't keep would be kept all the same, so it isn't among these.
    "max_memory": ("0", "1", "-1", str(64 * MEGABYTE), str(80 * MEGABYTE), "much", "1e6"),
    "hash_size": ("0", "-1", "1", "1024", "16384", "x"),
    "thread_num": ("0", "1", "2", "-5", "many"),
    "max_node": ("0", "-1", "1", "50", "1000", "x"),
    "max_depth": ("0", "-1", "1", "2", "1000", "x"),
    "rule": ("0", "1", "4", "4", "8", "9", "2", "3", "5", "7", "-1", "renju", "99999999999"),
    "show_detail": ("0", "1", "2", "3", "9", "x"),
    "caution_factor": ("-1", "0", "3", "5", "6"),
    "strength": ("0", "50", "100", "101"),
    "game_type": ("0", "1", "2", "3"),
    "pondering": ("0", "1"),
    "start_depth": ("0", "3"),
    "max_moves": ("-1", "0", "20"),
    "draw_result": ("0", "1", "2"),
    "nbestsym": ("0", "3"),
    "checkmate": ("0", "1"),
    "vcthread": ("0", "2"),
    "usedatabase": ("0", "1"),
    "evaluate": ("3,4", "99,99", "x"),
    "folder": ("/nowhere/é and more", "", "."),
    "": ("", "4"),
    "rule 4": ("", "1"),
}
RARE_KEYS = ("rule",)  # it costs ten times what any other line does
BARE = words("""
    RESTART BEGIN BEGIN ABOUT STOP YXSTOP DONE BOARD YXBOARD SWAP2BOARD YXSHOWINFO YXSHOWFORBID
    YXHASHCLEAR YXSHOWHASHUSAGE YXBLOCKRESET YXBLOCKPATHRESET YXSEARCHDEFEND YXDRAW YXRESIGN
    YXPRINTFEATURE YXSAVEDATABASE YXDBCHECK YXDBFIX YXSWAP2STEP1 YXSWAP2STEP2 YXSWAP2STEP3
    YXSOOSORVSTEP1 YXEDITTVDDATABASE BENCH TRACEBOARD HELLO OK SUGGEST
""")
BLOCKS = words("""
    BOARD BOARD BOARD YXBOARD YXBLOCK YXBLOCKUNDO SWAP2BOARD SWAP2BOARD YXBLOCKPATH
    YXQUERYDATABASEALL YXQUERYDATABASEALLT YXQUERYDATABASEONE YXQUERYDATABASETEXT
    YXDELETEDATABASEONE YXDELETEDATABASEALL YXSETBESTMOVEDATABASE YXEDITLABELDATABASE
    YXSOOSORVSTEP2 YXSOOSORVSTEP3 YXSOOSORVSTEP6
""")
PATHS = words("YXHASHDUMP YXHASHLOAD YXSETDATABASE YXDBTOTXT YXLIBTODB YXDBMERGE RELOADCONFIG")
NUMBERED = words(
    "YXSOOSORVSTEP4 YXSOOSORVSTEP5 YXNBEST YXBALANCEONE YXBALANCETWO YXFORBID START RECTSTART TURN"
)


def conversation(dice: Random) -> Pieces:
    """Return a conversation: phrases after a start, some of them hurt."""
    if dice.random() < 0.1:
        known = dice.choice(corpus())
        return hurt(dice, known) if dice.random() < 0.8 else known
    lines: list[str] = []
    if dice.random() < 0.9:
        lines += start(dice)
    for _ in range(dice.randrange(14)):
        lines += dice.choices(PHRASES, WEIGHTS)[0](dice)
    end = dice.choice(LINE_ENDS)
    mixed = dice.random() < 0.2
    pieces = [
        line.encode("utf-8") + (dice.choice(LINE_ENDS) if mixed else end)
        for line in (in_any_case(dice, line) for line in lines)
    ]
    return hurt(dice, pieces) if dice.random() < 0.3 else pieces


@cache
def corpus() -> list[Pieces]:
    """Return the conversations of the corpus; a line that begins with # says what one is about."""
    return [read(path.read_text(encoding="utf-8")) for path in sorted(CORPUS.glob("*.txt"))]


def read(text: str) -> Pieces:
    """Return the pieces that a corpus text stands for."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [
        bytes(line, "ascii").decode("unicode_escape").encode("latin-1") + b"\n" for line in lines
    ]


def written(pieces: Pieces) -> str:
    """Return the corpus text of pieces."""
    lines = b"".join(pieces).removesuffix(b"\n").decode("latin-1").split("\n")
    escaped = [line.encode("unicode_escape").decode("ascii") for line in lines]
    return "".join(line.replace("#", r"\x23", line[:1] == "#") + "\n" for line in escaped)


# Phrases


def start(dice: Random) -> list[str]:
    if dice.random() < 0.1:
        return [f"RECTSTART {dice.randrange(4, 24)},{dice.randrange(4, 24)}"]
    return [f"START {dice.choice((5, 6, 7, 7, 8, 8, 9, 15, 15, 19, 20, 22, 4, 23))}"]


def bare(dice: Random) -> list[str]:
    return [dice.choice(BARE)]


def begin(dice: Random) -> list[str]:
    return ["BEGIN"]


def one_stone(dice: Random) -> list[str]:
    return [f"{dice.choice(('TURN', 'TURN', 'TURN', 'PLAY', 'TAKEBACK'))} {place(dice)}"]


def numbered(dice: Random) -> list[str]:
    return [f"{dice.choice(NUMBERED)} {number(dice)}"]


def info(dice: Random) -> list[str]:
    key = dice.choice(tuple(INFO_VALUES))
    if key in RARE_KEYS and dice.random() < 0.7:
        return []
    return [f"INFO {key} {dice.choice(INFO_VALUES[key])}"]


def stop(dice: Random) -> list[str]:
    return [dice.choice(("STOP", "YXSTOP", "INFO timeout_turn 0"))]


def path(dice: Random) -> list[str]:
    return [dice.choice(PATHS), dice.choice(("/some/where", "BEGIN", "END", "", "TURN 3,3"))]


def block(dice: Random) -> list[str]:
    rows = stones(dice)
    if dice.random() < 0.1:
        return [" ".join([dice.choice(BLOCKS), *rows, "DONE"])]
    word = dice.choice(BLOCKS)
    if word == "SWAP2BOARD":
        rows = [row.rpartition(",")[0] for row in rows][: dice.choice((0, 1, 3, 3, 5, 5))]
    ended = ["DONE"] if dice.random() < 0.9 else []
    return [word, *rows, *ended]


def stones(dice: Random) -> list[str]:
    """Return rows of a block: stones of both, in any order, mostly on a small board."""
    size = dice.choice((5, 5, 7, 15, 23))
    cells = [(x, y) for x in range(size) for y in range(size)]
    share = dice.choice((0.0, 0.1, 0.2, 0.5, 1.0))
    chosen = dice.sample(cells, round(share * min(len(cells), 40)))
    owners = dice.choice(("12", "12", "1122", "123", "1", "2", "0123456"))
    rows = [f"{x},{y},{owners[i % len(owners)]}" for i, (x, y) in enumerate(chosen)]
    if rows and dice.random() < 0.1:
        rows[dice.randrange(len(rows))] = dice.choice((rows[0], f"{place(dice)},{number(dice)}"))
    return rows


def noise(dice: Random) -> list[str]:
    return ["".join(chr(dice.randrange(1, 0x2FF)) for _ in range(dice.randrange(30)))]


def long(dice: Random) -> list[str]:
    word, filling = dice.choice((("", "a"), ("BOARD ", "7"), ("TURN ", "1,"), ("INFO rule ", "1")))
    return [word + filling * (LONG // len(filling))]


PHRASES: tuple[Phrase, ...] = (
    *(one_stone, block, info, begin, bare, stop, start, numbered, path, noise, long),
)
WEIGHTS = (30, 12, 12, 10, 8, 4, 3, 3, 1, 1, 0.02)


def place(dice: Random) -> str:
    comma = "," if dice.random() < 0.95 else dice.choice((" ", ", ", ";", ",,", ""))
    return f"{number(dice)}{comma}{number(dice)}"


def number(dice: Random) -> str:
    if dice.random() < 0.04:
        return dice.choice(ODD)
    return str(dice.randrange(dice.choice((5, 7, 7, 8, 15, 23))))


def in_any_case(dice: Random, line: str) -> str:
    if dice.random() < 0.9:
        return line
    return dice.choice((line.lower(), line.title(), f"  {line} \t"))


# Harm


def hurt(dice: Random, pieces: Pieces) -> Pieces:
    """Return pieces after one or two kinds of harm."""
    for _ in range(dice.choice((1, 1, 2))):
        pieces = dice.choice(HARM)(dice, pieces)
    return pieces


def cut(dice: Random, pieces: Pieces) -> Pieces:
    """End in the middle of a line."""
    data = b"".join(pieces)
    return [data[: dice.randint(0, len(data))]]


def shuffle(dice: Random, pieces: Pieces) -> Pieces:
    return dice.sample(pieces, len(pieces))


def repeat(dice: Random, pieces: Pieces) -> Pieces:
    first = dice.randint(0, len(pieces))
    return [*pieces, *pieces[first : first + dice.randint(1, 5)]]


def drop(dice: Random, pieces: Pieces) -> Pieces:
    return [piece for piece in pieces if dice.random() < 0.7]


def insert_mark(dice: Random, pieces: Pieces) -> Pieces:
    """Put a byte-order mark, a NUL or half a letter before a line or into it."""
    return changed(dice, pieces, lambda piece, at: piece[:at] + dice.choice(MARKS) + piece[at:])


def flip(dice: Random, pieces: Pieces) -> Pieces:
    return changed(dice, pieces, lambda piece, at: piece[:at] + dice.randbytes(1) + piece[at + 1 :])


def delete(dice: Random, pieces: Pieces) -> Pieces:
    return changed(dice, pieces, lambda piece, at: piece[:at] + piece[at + dice.randint(1, 4) :])


def binary(dice: Random, pieces: Pieces) -> Pieces:
    return changed(dice, pieces, lambda piece, at: dice.randbytes(dice.randrange(300)))


def widen(dice: Random, pieces: Pieces) -> Pieces:
    """Send a line, or all of them, as UTF-16."""
    if dice.random() < 0.3:
        return [b"\xff\xfe", *(piece.decode("latin-1").encode("utf-16-le") for piece in pieces)]
    return changed(dice, pieces, lambda piece, at: piece.decode("latin-1").encode("utf-16"))


def changed(dice: Random, pieces: Pieces, change: Callable[[bytes, int], bytes]) -> Pieces:
    """Return pieces with one of them changed at a place in it."""
    if not pieces:
        return []
    chosen = dice.randrange(len(pieces))
    piece = change(pieces[chosen], dice.randint(0, len(pieces[chosen])))
    return [*pieces[:chosen], piece, *pieces[chosen + 1 :]]


HARM = (cut, shuffle, repeat, drop, insert_mark, flip, delete, binary, widen)
