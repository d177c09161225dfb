"""The board page, put together from the parts in this folder: one HTML file.

Every script is a module that names what it imports; here they are put one after the other, so all
top-level names are different.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from brain import __version__
from brain.lexicon import BLACK
from brain.rules.laws import TABLE
from protocol.page import problems

PARTS = Path(__file__).parent
STYLES = ("board.css", "page.css", "panels.css", "dialogs.css", "windows.css")
IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:class|function|const|let) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(async )?(class|function|const|let) )", re.MULTILINE)


def assembled(data: str = "", game: object = None, head: str = "") -> str:
    """Return the page with the data of an engine of its own, or else with a server's engine.

    `game` is shown first, with its review: {"sgf": its text, "nodes": what is known of every
    position}. `head` is put into the page's head.
    """
    parts = {
        "icon": quote(part("icon.svg").strip()),
        "head": head,
        "game": json.dumps(game, separators=(",", ":")).replace("<", "\\u003c"),
        "rules": rules(),
        "style": "".join(map(part, STYLES)),
        "data": data,
        "worker": script("worker.js") if data else "",
        "prover": script("prover.js"),
        "puzzles": problems.packed(),
        "script": script("main.js"),
        "version": __version__ if data else f"{__version__}, native engine",
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], part("page.html"))


def rules() -> str:
    """Return what the scripts read of the table of rules, as JSON."""
    rows = {
        rule.number: {
            "name": rule.name,
            "titles": rule.titles,
            "spellings": rule.spellings.split(),
            "fouls": rule.laws[BLACK].fouls,
        }
        for rule in TABLE.values()
    }
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def script(name: str) -> str:
    """Return a script with all that it imports, as one; imports come first."""
    texts: dict[str, str] = {}
    _collect(name, texts)
    names = [found for text in texts.values() for found in DECLARED.findall(text)]
    if twice := {found for found in names if names.count(found) > 1}:
        raise ValueError(f"declared in two scripts: {', '.join(sorted(twice))}")
    return "\n".join(_plain(texts.values()))


def _collect(name: str, texts: dict[str, str]) -> None:
    """Add a script to `texts`, after all that it imports."""
    text = part(name)
    for imported in IMPORT.findall(text):
        if imported not in texts:
            _collect(imported, texts)
    texts[name] = text


def _plain(texts: Iterable[str]) -> Iterable[str]:
    """Yield scripts without imports, exports, and the comments that have lines of their own."""
    for text in texts:
        code = COMMENT.sub("", IMPORT.sub("", text))
        yield EXPORT.sub("", code).replace("</script", "<\\/script")


def part(name: str) -> str:
    """Return the text of a file of the page."""
    return (PARTS / name).read_text(encoding="utf-8")
