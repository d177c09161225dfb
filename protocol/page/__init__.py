"""Assembles the board page, one HTML file, from the parts in this folder and the folders below.

Every script is a module with imports. The page has them one after the other in a single scope, so
all top-level names must be different, and so must the names of the parts.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from urllib.parse import quote

from brain import __version__
from brain.lexicon import BLACK, WHITE
from brain.notation import diagram, file_formats, sgf
from brain.openings.named_openings import OPENINGS
from brain.openings.procedures import PROCEDURES
from brain.rules.laws import TABLE
from brain.thinking.strength import MEASURED, NAMED_LEVELS
from protocol.page import problems

PARTS = Path(__file__).parent
STYLES = ("board.css", "page.css", "panels.css", "study.css", "dialogs.css", "windows.css")
IMPORT = re.compile(r'^import \{[^}]*\} from "[./\w-]*?([\w-]+\.js)";\n', re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:class|function|const|let) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
INDENT = re.compile(r"\n\s+")  # no script has a text of several lines
ENCODER = "gifenc.mjs"  # of another author: one line, with its licence above
EXPORTED = re.compile(r"export\{([^}]*)\};\s*$")
RENAMED = re.compile(r"\b(\w+) as (\w+)")
EXPORT = re.compile(r"^export (?=(async )?(class|function|const|let) )", re.MULTILINE)


def assembled(data: str = "", game: object = None, head: str = "") -> str:
    """Return the page. With `data` it has its own engine and its script is packed, otherwise it
    uses the server's engine.

    The page first shows `game` with its review: {"sgf": its text, "nodes": a `page_fields` of
    wire.py for each position}. `head` is inserted into the HTML head.
    """
    parts = {
        "icon": quote(part("icon.svg").strip()),
        "head": head,
        "game": json.dumps(game, separators=(",", ":")).replace("<", "\\u003c"),
        "rules": rules(),
        "levels": levels(),
        "formats": formats(),
        "openings": openings(),
        "style": "".join(map(part, STYLES)),
        "data": data,
        "worker": packed(script("worker.js").encode()) if data else "",
        "packed": packed(script("main.js").encode()) if data else "",
        "prover": packed(script("prover.js").encode()),
        "gif": packed((encoder() + script("gif-worker.js")).encode()),
        "puzzles": packed(problems.content()),
        "script": script("start.js" if data else "main.js"),
        "version": __version__ if data else f"{__version__}, native engine",
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], part("page.html"))


@cache
def packed(content: bytes) -> str:
    """Return a content deflated, in base64; client.js inflates it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(content) + packer.flush()).decode()


def rules() -> str:
    """Return the part of the table of rules that the scripts need, as JSON."""
    rows = {
        rule.number: {
            "name": rule.name,
            "titles": rule.titles,
            "spellings": rule.spellings.split(),
            "fouls": rule.laws[BLACK].fouls,
            "laws": [(law.exact, law.caps) for law in (rule.laws[BLACK], rule.laws[WHITE])],
        }
        for rule in TABLE.values()
    }
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def levels() -> str:
    """Return the named levels, each with its Elo, and the month of the measurement, as JSON."""
    named = [(one.strength, one.elo) for one in NAMED_LEVELS]
    return json.dumps({"named": named, "measured": MEASURED}, separators=(",", ":"))


def formats() -> str:
    """Return the tables that the page's reader shares with Python's, as JSON: how other programs'
    files begin, the properties of SGF, and the characters of a drawn board by state.
    """
    looks = [
        (one.title, one.start.pattern.decode("ascii"), "i" if one.start.flags & re.I else "s")
        if one.start
        else (one.title, "", "")
        for one in file_formats.FORMATS
        if one not in file_formats.TEXTS
    ]
    signs = [diagram.SIGNS[state] for state in sorted(diagram.SIGNS)]
    tables = {"looks": looks, "sgf": " ".join(sorted(sgf.KNOWN)), "signs": signs}
    text = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def openings() -> str:
    """Return the named openings and the procedures as JSON, each record as a list of its fields."""
    fields = {"named": OPENINGS, "procedures": PROCEDURES}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def script(name: str) -> str:
    """Return a script and its imports, joined; imports come first."""
    texts: dict[str, str] = {}
    _collect(name, texts)
    names = [found for text in texts.values() for found in DECLARED.findall(text)]
    if twice := {found for found in names if names.count(found) > 1}:
        raise ValueError(f"declared in two scripts: {', '.join(sorted(twice))}")
    return "\n".join(_plain(texts.values()))


def encoder() -> str:
    """Return the GIF encoder as a script that sets `self.gifenc` to its functions."""
    text = part(ENCODER)
    (names,) = EXPORTED.findall(text)
    functions = ", ".join(f"{name}: {own}" for own, name in RENAMED.findall(names))
    body = EXPORTED.sub("", text)
    return f"self.gifenc = (() => {{\n{body}return {{ {functions} }};\n}})();\n"


def _collect(name: str, texts: dict[str, str]) -> None:
    """Add a script to `texts`, after its imports."""
    text = part(name)
    for imported in IMPORT.findall(text):
        if imported not in texts:
            _collect(imported, texts)
    texts[name] = text


def _plain(texts: Iterable[str]) -> Iterable[str]:
    """Yield scripts without imports, exports, indentation, and lines that are only comments."""
    for text in texts:
        code = INDENT.sub("\n", COMMENT.sub("", IMPORT.sub("", text))).lstrip()
        yield EXPORT.sub("", code).replace("</script", "<\\/script")


def part(name: str) -> str:
    """Return the text of a file of the page."""
    (path,) = PARTS.rglob(name)
    return path.read_text(encoding="utf-8")


def scripts() -> list[Path]:
    """Return the files of the scripts, without the encoder."""
    return sorted(PARTS.rglob("*.js"))
