"""The release page that .ci/release makes."""

import re

from brain import __version__
from tests import ROOT

RELEASE = (ROOT / ".ci" / "release").read_text(encoding="utf-8")


def test_the_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, _, section = changelog.partition(f"\n## {__version__}\n")
    assert section.partition("\n## ")[0].strip()


def test_the_pages_name_archives_that_a_release_has() -> None:
    made = set(re.findall(r"tengen-\S+?\.zip", RELEASE.replace("$version", __version__)))
    for page in ("README.md", "docs/protocol.md"):
        named = set(re.findall(r"tengen-\S+?\.zip", (ROOT / page).read_text(encoding="utf-8")))
        assert named
        assert named <= made


def test_a_release_has_the_board_page() -> None:
    assert 'protocol.build.html_page "$2/tengen.html"' in RELEASE
