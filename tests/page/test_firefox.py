"""The page in Firefox, from a disk."""

from pathlib import Path

import pytest

from tests.support import firefox

FORBIDDEN = "#rule=renju&moves=g8a1i8a15h7o1h9o15"  # h8


@pytest.mark.skipif(firefox.find() is None, reason="needs Firefox")
def test_firefox_plays_and_analyses_without_an_error(file: Path) -> None:
    with firefox.Window() as window:
        window.open(file.as_uri() + FORBIDDEN)
        window.wait("window.tengen?.page.node.look?.forbidden.join() === 'h8'")
        window.run("document.getElementById('analyse').click()")
        window.wait("window.tengen.page.lines.length === 3")
        window.run("document.getElementById('analyse').click()")
        window.open("about:blank")
        window.open(file.as_uri())
        window.wait("window.tengen?.page.node.look")
        window.wait("!document.getElementById('offer').hidden")  # of the game before
        window.run("document.querySelector('[data-cell=h8]').click()")
        window.wait("window.tengen.page.node.ply === 2")
        assert window.errors(file.as_uri()) == []
        window.run("setTimeout(() => nowhere(), 0)")
        window.wait("document.readyState === 'complete'")
        assert "nowhere" in str(window.errors(file.as_uri()))  # an error would have been seen
