"""A release: its version, and the page that .ci/release makes."""

import re
import tomllib
from itertools import pairwise

from brain import __version__, benchmark
from protocol.piskvork.session import ABOUT
from tests import ROOT

RELEASE = (ROOT / ".ci" / "release").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SECTION = re.compile(r"^## (\S+)\n\nBench signature: `([0-9a-f]{8})`\.", re.MULTILINE)


def test_a_section_of_the_changelog_names_a_version_and_its_bench_signature() -> None:
    versions = dict(SECTION.findall(CHANGELOG))
    assert len(versions) == len(set(versions.values())) == CHANGELOG.count("\n## ")
    numbers = [[int(part) for part in version.split(".")] for version in versions]
    assert all(newer > older for newer, older in pairwise(numbers))


def test_the_newest_section_of_the_changelog_is_of_this_program() -> None:
    newest = SECTION.search(CHANGELOG)
    assert newest
    assert newest.groups() == (__version__, benchmark.SIGNATURE)


def test_the_table_of_strength_names_releases_of_the_changelog() -> None:
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d\S+) \| ([0-9a-f]{8}) \|", page, re.MULTILINE)
    assert rows
    assert rows == [section for section in SECTION.findall(CHANGELOG) if section in rows]


def test_about_has_the_version_and_the_home_page_of_the_project() -> None:
    assert dict(re.findall(r'(\w+)="([^"]*)"', ABOUT)) == {
        "name": "Tengen",
        "version": __version__,
        "author": "Tengen developers",
        "www": PROJECT["urls"]["Homepage"],
    }


def test_the_citation_has_the_version_the_licence_and_the_home_page_of_the_project() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^(\w+): (.*)$", citation, re.MULTILINE))
    assert fields["version"] == __version__
    assert (fields["license"], fields["url"]) == (PROJECT["license"], PROJECT["urls"]["Homepage"])


def test_examples_of_the_last_line_of_selfcheck_have_this_version() -> None:
    for path in ("README.md", ".github/ISSUE_TEMPLATE/bug.yml"):
        shown = re.findall(r"tengen (\d[\d.]*): packed", (ROOT / path).read_text(encoding="utf-8"))
        assert set(shown) <= {__version__}


def test_the_pages_name_archives_that_a_release_has() -> None:
    made = set(re.findall(r"tengen-\S+?\.zip", RELEASE.replace("$version", __version__)))
    for page in ("README.md", "docs/protocol.md"):
        named = set(re.findall(r"tengen-\S+?\.zip", (ROOT / page).read_text(encoding="utf-8")))
        assert named
        assert named <= made


def test_a_release_has_the_board_page() -> None:
    assert 'protocol.build.html_page "$2/tengen.html"' in RELEASE
