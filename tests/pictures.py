"""Makes the pictures of the README: `python -m tests.pictures`.

`game.svg` is a game that plays itself. `board.png` is the board page after a review, in Chromium.
"""

import io
import tempfile
from pathlib import Path

from brain.game_board import Board
from brain.notation import drawing
from tests import ROOT

FOLDER = ROOT / ".github" / "pictures"
# Won by Black, who had twenty times the nodes of White.
GAME = Board.read(
    "15 renju h8i8j9h9j7j8k8i10k7g8j11i7i6l9k6k9h6f7e6i9i11m11l10j6g4h5h3f5j5i4k4k5l3h7m2"
)
MOVE_S, REST_S = 0.6, 4.0  # seconds for which a move and the last position are shown
REVIEWED = Board.read(GAME.text[: -len("l3h7m2")])
WINDOW = (1022, 802)  # pixels
COLOURS = 64
NO_LIMIT = 0  # ms for a step of the page: a review takes as long as the machine needs


def main() -> None:
    """Make all pictures anew."""
    (FOLDER / "game.svg").write_text(game_svg(GAME), encoding="utf-8")
    board_png(FOLDER / "board.png")


def game_svg(game: Board) -> str:
    """Return a picture in which a game's stones appear one after the other, again and again."""
    whole_s = MOVE_S * len(game.moves) + REST_S
    empty = drawing.svg(Board((game.width, game.height), game.rule))
    stones = enumerate(drawing.stone_pictures(game.stones, game.last), 1)
    lines = [
        empty.removesuffix("</svg>") + "<style>",
        *(appearance(number, whole_s) for number in range(1, len(game) + 1)),
        "</style>",
        *(f'<g class="s{number}">{picture}</g>' for number, picture in stones),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def appearance(number: int, whole_s: float) -> str:
    """Return the style of a stone that appears after the stones before it."""
    at = 100 * MOVE_S * number / whole_s
    return (
        f"@keyframes k{number}{{0%{{opacity:0}}{at:.2f}%,100%{{opacity:1}}}}"
        f".s{number}{{animation:k{number} {whole_s:.1f}s step-end infinite}}"
    )


def board_png(file: Path) -> None:
    """Take a picture of the board page, which has reviewed a game."""
    from PIL import Image  # the extras `docs` and `test`

    from tests.support import board_page

    address = f"#rule=renju&size=15&rows=below&moves={''.join(map(str, REVIEWED.moves))}"
    with tempfile.TemporaryDirectory() as folder, board_page.chromium() as browser:
        html = board_page.make(Path(folder))
        page = board_page.BoardPage(
            browser, html, WINDOW, address, patience_ms=NO_LIMIT, rows="below"
        )
        page.page.dispatch_event("#numbers", "click")  # in a dialog
        page.page.click("#review")
        page.settle()
        if page.errors or not page.state("reviewed.length"):
            raise RuntimeError(f"the review failed: {page.errors}")
        shot = Image.open(io.BytesIO(page.page.screenshot()))
        page.close()
    shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main()
