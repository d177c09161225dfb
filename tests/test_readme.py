"""What the README shows is true."""

import doctest
import re
from pathlib import Path

from tests.driver import MODULE
from tests.test_transcripts import test_a_process_keeps_to_the_transcript as holds

README = Path(__file__).parents[1] / "README.md"


def test_the_conversation_happens_as_shown(tmp_path: Path) -> None:
    lines = re.findall(r"^    ([<>] .*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    transcript = tmp_path / "protocol-readme.txt"
    transcript.write_text("\n".join(lines), encoding="utf-8")
    assert len(lines) > 2
    holds(MODULE, transcript)


def test_the_python_example_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8"))
    missing = [link for link in links if not (README.parent / link).exists()]
    assert links
    assert missing == []
