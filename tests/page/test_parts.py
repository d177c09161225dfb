"""The assembly of the page's scripts."""

import base64
import re
import zlib
from pathlib import Path

import pytest

from protocol import page

WIDEST = 100  # characters of a line, as in Python
TEXTS = sorted(path for kind in ("js", "css", "html") for path in page.PARTS.rglob(f"*.{kind}"))
SCRIPT = """// What it owns.

import { other } from "./other.js";

/** Return one. */
export function one() {
  // why
  /** @type {HTMLElement} */ (found()).hidden = true; /** kept */
  return "// no comment";
}

/**
 * Of several
 * lines.
 */
const two = 2; // kept
"""
ASSEMBLED = """let other = 0;

function one() {
/** @type {HTMLElement} */ (found()).hidden = true; /** kept */
return "// no comment";
}
const two = 2; // kept
"""


def test_a_script_has_its_imports_and_neither_indentation_nor_lines_of_comment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page, "PARTS", tmp_path)
    (tmp_path / "one.js").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "other.js").write_text("export let other = 0;\n", encoding="utf-8")
    assert page.script("one.js") == ASSEMBLED


def test_only_a_page_with_its_own_engine_has_a_packed_script() -> None:
    main = page.script("main.js")
    assert main in page.assembled()
    alone = page.assembled("data")
    assert main not in alone
    (text,) = re.findall(r'id="script">(.+)</script>', alone)
    assert zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS).decode() == main


def test_every_stylesheet_is_in_the_page() -> None:
    assert set(page.STYLES) == {path.name for path in page.PARTS.rglob("*.css")}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_line_of_a_part_is_wider_than_in_python(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > WIDEST] == []
