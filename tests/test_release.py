"""The release page that .ci/release makes."""

import re

from brain import __version__
from tests import ROOT

RELEASE = (ROOT / ".ci" / "release").read_text(encoding="utf-8")


def test_the_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, _, section = changelog.partition(f"\n## {__version__}\n")
    assert section.partition("\n## ")[0].strip()


def test_the_readme_names_archives_that_a_release_has() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    made = set(re.findall(r"tengen-\S+?\.zip", RELEASE.replace("$version", __version__)))
    named = set(re.findall(r"tengen-\S+?\.zip", readme))
    assert named
    assert named <= made


def test_a_release_has_the_board_page() -> None:
    assert 'protocol.build.html_page "$2/tengen.html"' in RELEASE
