"""The report of a match: its numbers, its escaping, and the page in a browser."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from brain.stats.sprt import Sprt
from protocol.match.report import report
from protocol.records import record_folder as records
from protocol.records.games import DRAW, LOSS, WIN, Ending, Game, PlayedMove
from protocol.tools import match
from tests.support import browser
from tests.support.browser import Page

VOID = {"meta", "link", "input"}  # elements without an end tag
DASH, TIMES = "\N{EN DASH}", "\N{MULTIPLICATION SIGN}"
NASTY = '<b>"A&B"</b></script>$title'
TEST = Sprt(0, 100)
LINES = ("> START 15", "< OK", "> TURN 7,7", "< </script>")
CRASH = (*LINES, "! exit code 1")

in_browser = pytest.mark.skipif(browser.find() is None, reason=browser.MISSING)


def make_game(number: int, black: str, white: str, score: float, **changes: object) -> Game:
    """Return a game of nine stones, the first two an opening."""
    moves = tuple(
        PlayedMove(4 + index, 6, ms=10.0 * (index + 1), memory=index << 20, message=f"ev {index}")
        for index in range(7)
    )
    game = Game(
        number=number,
        pair=(number + 1) // 2,
        black=black,
        white=white,
        rule=0,
        width=15,
        height=15,
        opening=((7, 7), (8, 8)),
        moves=moves,
        score=score,
        ending=Ending.FULL_BOARD if score == DRAW else Ending.FIVE,
        started=f"2026-02-03T04:{number % 60:02}:06+00:00",
    )
    return replace(game, **changes)  # type: ignore[arg-type]  # fields by name


def make_match(names: Sequence[str], rounds: int, seed: int = 1) -> list[Game]:
    """Return a round robin in which the first-named engine usually wins."""
    choose = random.Random(seed)
    games: list[Game] = []
    for _ in range(rounds):
        for index, name in enumerate(names):
            for rival in names[index + 1 :]:
                for black, white in ((name, rival), (rival, name)):
                    won = choose.choices((1.0, 0.5, 0.0), (5, 2, 3))[0]
                    score = won if black == name else 1 - won
                    games.append(make_game(len(games) + 1, black, white, score))
    return games


class Reader(HTMLParser):
    """Parses a page; every element must be closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.texts: dict[str, list[str]] = {}  # by the tag around them
        self.rows: dict[str, list[list[str]]] = {}  # by the anchor of the section
        self._section = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.links += [values[name] or "" for name in ("href", "src") if name in values]
        self.ids += [values["id"] or ""] if "id" in values else []
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self._section = values["id"] or ""
        if tag == "tr":
            self.rows.setdefault(self._section, []).append([])
        if tag in ("td", "th"):
            self.rows[self._section][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)
        if {"td", "th"} & set(self.open):
            cells = self.rows[self._section][-1]
            cells[-1] = " ".join([*cells[-1].split(), *data.split()])

    def row(self, section: str, name: str) -> list[str]:
        """Return the cells of the row with a name."""
        return next(row[1:] for row in self.rows[section] if row and row[0].startswith(name))


def read(games: Sequence[Game], sprt: Sprt | None = None) -> Reader:
    """Return the parsed report of games."""
    return Reader(report.html(games, "A match", sprt))


# Content.


def test_the_same_games_make_the_same_page() -> None:
    games = make_match(["A", "B", "C"], 3)
    assert report.html(games, "T") == report.html(list(games), "T")


def test_verdict_of_two_engines_names_points_and_elo() -> None:
    games = [make_game(1, "A", "B", WIN), make_game(2, "B", "A", DRAW)]
    verdict = read(games).texts["p"][0]
    assert verdict.startswith("A against B: 1.5 of 2 points (1-1-0), Elo: 190.8 ± ")


def test_verdict_of_a_test_is_its_own_line() -> None:
    games = make_match(["A", "B"], 30)
    page = report.html(games, "T", TEST)
    assert re.search(r"A against B: SPRT \[0, 100\] (un)?\w+ed: LLR .* ± ", page)


def test_the_order_of_names_decides_whom_a_test_favours() -> None:
    games = make_match(["A", "B"], 30)
    assert "B against A: SPRT" in report.html(games, "T", TEST, names=["B", "A"])


def test_a_test_of_three_engines_is_refused() -> None:
    with pytest.raises(ValueError, match="two engines"):
        report.html(make_match(["A", "B", "C"], 1), "T", TEST)


def test_verdict_of_many_engines_names_the_leader() -> None:
    page = read(make_match(["A", "B", "C"], 40))
    assert page.texts["p"][0].startswith("A leads B and 1 more: ")


def test_no_games_make_a_page() -> None:
    page = Reader(report.html([], "T", TEST, names=["A", "B"]))
    assert page.texts["p"][0] == "No game has been played."
    assert "ratings" not in page.rows


def test_conditions_are_listed() -> None:
    time = ("Time", "100 ms a move")
    page = report.html([make_game(1, "A", "B", WIN)], "T", conditions=[time])
    found = Reader(page).texts
    conditions = dict(zip(found["dt"], found["dd"], strict=True))
    assert conditions["Rule"] == "freestyle"
    assert conditions["Board"] == f"15 {TIMES} 15"
    assert conditions["Started (UTC)"] == "2026-02-03 04:01"
    assert conditions["Time"] == "100 ms a move"


def test_scores_are_those_of_the_messages() -> None:
    messages = ("depth 4-9 ev 12 n 5", "ev -M4", "", "nothing to tell")
    moves = tuple(PlayedMove(x, 0, message=text) for x, text in enumerate(messages))
    assert report.packed(make_game(1, "A", "B", WIN, moves=moves))[-2] == [12, -30000, None, None]


# Markup.


def test_names_and_lines_are_escaped() -> None:
    game = make_game(1, NASTY, "B", LOSS, ending=Ending.CRASH, exchange=(NASTY,))
    moves = (replace(game.moves[0], message=NASTY),)
    page = report.html([replace(game, moves=moves)], NASTY, names=[NASTY, "B"])
    found = Reader(page).texts
    assert found["title"][0] == found["h1"][0] == NASTY
    assert found["pre"][0] == NASTY
    assert page.count("</script>") == page.count("<script") == 2


def test_undecodable_bytes_are_marked() -> None:
    game = make_game(1, "A", "B", LOSS, ending=Ending.CRASH, exchange=("< \udcff",))
    assert "&lt; ?" in report.html([game], "T").encode().decode()


def test_nothing_is_fetched() -> None:
    games = [make_game(1, "A", "B", LOSS, ending=Ending.CRASH)]
    page = Reader(report.html(games, "T"))
    assert {link for link in page.links if not link.startswith("#")} == {"data:,"}


def test_anchors_are_different() -> None:
    lost = [make_game(n, "A", "B", LOSS, ending=Ending.CRASH) for n in range(1, 9)]
    ids = read(lost, TEST).ids
    assert len(ids) == len(set(ids))


def test_the_script_finds_its_elements() -> None:
    looked_for = set(re.findall(r'\$\("([\w-]+)"\)', (report.DATA / report.SCRIPT).read_text()))
    assert looked_for - {"stones", "now"} <= set(read([make_game(1, "A", "B", WIN)]).ids)


def test_every_stone_is_in_the_page() -> None:
    games = make_match(["A", "B", "C"], 2)
    found = Reader(report.html(games[::-1], "T")).texts["script"]
    data = json.loads(found[0])
    assert data["games"] == [report.packed(game) for game in games]
    assert data["games"][0][7:10] == [
        2,
        [112, 128, *range(94, 101)],
        [10.0 * n for n in range(1, 8)],
    ]


def test_main_writes_the_page_of_a_file_and_of_a_folder(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    games = make_match(["A", "B"], 2)
    path = tmp_path / "games.jsonl"
    for game in games:
        records.append(path, game)
    assert report.main([str(path), "--title", "T", "--sprt", "0", "100"]) == 0
    assert capfdbinary.readouterr().out.decode() == report.html(games, "T", TEST)
    assert match.main(["report", str(tmp_path), "--title", "T", "--sprt", "0", "100"]) == 0
    assert capfdbinary.readouterr().out.decode() == report.html(games, "T", TEST)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("games.jsonl", "games.jsonl, line 1: black is missing"),
        ("missing.jsonl", "file not found: "),
        (".", "games.jsonl, line 1: black is missing"),
    ],
)
def test_main_refuses_a_file_without_games_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, error: str
) -> None:
    (tmp_path / "games.jsonl").write_text("{}\n")
    assert report.main([str(tmp_path / name)]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert len(found.err.splitlines()) == 1
    assert error in found.err


# In a browser.


@pytest.fixture(scope="module")
def window() -> Iterator[Page]:
    """Return a page on a desktop that shows nothing yet."""
    with Page() as found:
        yield found


@pytest.fixture
def page(window: Page, tmp_path: Path) -> Iterator[Page]:
    """Return the page of 121 games, the second lost by a crash."""
    games = make_match(["A", "B"], 60)
    games[1] = replace(games[1], score=LOSS, ending=Ending.CRASH, exchange=CRASH)
    games.append(make_game(121, "B", "A", WIN))
    path = tmp_path / "report.html"
    path.write_text(report.html(games, "T", TEST), encoding="utf-8")
    window.open(path)
    yield window
    assert window.errors == []


def shown(page: Page, name: str) -> object:
    """Return the text of an element."""
    return page.run(f"document.getElementById('{name}').textContent")


def click(page: Page, name: str) -> None:
    page.run(f"document.getElementById('{name}').click()")


@in_browser
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_page_fits_its_window(tmp_path: Path, width: int, dark: bool) -> None:
    path = tmp_path / "report.html"
    names = ["A", "B", "an-engine-of-a-name-that-does-not-end-at-all", NASTY]
    path.write_text(report.html(make_match(names, 3), NASTY), encoding="utf-8")
    with Page(width, 800, dark) as page:
        page.open(path)
        assert page.run("document.documentElement.scrollWidth") <= width
        background = page.run("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(23, 24, 26)") == dark
        assert page.requests == [path.as_uri()]
        assert page.errors == []


@in_browser
@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_shows_every_column_and_has_targets_for_a_finger(
    tmp_path: Path, width: int
) -> None:
    names = ["A", "B", "an-engine-of-a-name-that-does-not-end-at-all", "D", "E", "F", "G", "H"]
    games = make_match(names, 1)
    games[1] = replace(games[1], score=LOSS, ending=Ending.NO_ANSWER, exchange=LINES)
    path = tmp_path / "report.html"
    path.write_text(report.html(games, "T"), encoding="utf-8")
    with Page(width, 800) as page:
        page.open(path)
        assert page.run("document.documentElement.scrollWidth") <= width
        cut = page.run("""[...document.querySelectorAll('.wide')]
            .filter((box) => box.scrollWidth > box.clientWidth)
            .map((box) => box.closest('section').id)""")
        assert cut == []
        small = page.run("""[...document.querySelectorAll(
            'a, button, select, summary, label, #ply')]
            .map((found) => [found.outerHTML, found.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
            .map(([html]) => html)""")
        assert small == []
        labels = page.run("""[...document.querySelectorAll('#effort td')].slice(0, 6)
            .map((cell) => getComputedStyle(cell, '::before').content)""")
        assert labels == [
            f'"{name}"'
            for name in ("Median ms", "p99 ms", "Max ms", "Memory MB", "Moves", "Total s")
        ]


@in_browser
def test_a_game_has_a_graph_of_both_engines_scores(page: Page) -> None:
    def points(colour: str) -> list[list[float]]:
        curve = str(page.run(f"document.querySelector('#graph polyline.of-{colour}').outerHTML"))
        found = re.search(r'points="([^"]*)"', curve)
        assert found
        return [list(map(float, point.split(","))) for point in found[1].split()]

    # Black's scores are 0, 2, 4 and 6, white's 1, 3 and 5; 100 is at the top.
    assert points("black") == [
        [pytest.approx(100 * stone / 9), pytest.approx(50 - score / 2)]
        for stone, score in ((3, 0), (5, 2), (7, 4), (9, 6))
    ]
    assert points("white") == [
        [pytest.approx(100 * stone / 9), pytest.approx(50 + score / 2)]
        for stone, score in ((4, 1), (6, 3), (8, 5))
    ]
    assert shown(page, "of-black") == "A (black)"
    page.run("""(() => {
        const box = document.getElementById('scores').getBoundingClientRect();
        const clientX = box.left + box.width / 3;
        document.getElementById('scores').dispatchEvent(new MouseEvent('click', { clientX }));
    })()""")
    assert page.run("document.getElementById('ply').value") == "3"
    assert str(page.run("document.getElementById('now').getAttribute('x1')")).startswith("33.3")


@in_browser
def test_a_game_without_scores_has_no_graph(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "silent.html"
    moves = tuple(PlayedMove(x, 0) for x in range(4))
    path.write_text(report.html([make_game(1, "A", "B", WIN, moves=moves)], "T"), "utf-8")
    page.open(path)
    assert page.run("document.getElementById('graph').hidden")


@in_browser
def test_a_forbidden_last_move_is_marked(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "foul.html"
    game = make_game(1, "A", "B", LOSS, rule=4, ending=Ending.FORBIDDEN)
    path.write_text(report.html([game], "T"), "utf-8")
    page.open(path)
    marked = "document.querySelectorAll('#stones .foul').length"
    assert page.run(marked) == 1
    click(page, "previous")
    assert page.run(marked) == 0


@in_browser
def test_first_game_is_shown_at_its_end(page: Page) -> None:
    assert str(shown(page, "players")).startswith(f"Game 1: A (black) {DASH} B (white)")
    assert page.run("document.querySelectorAll('#stones .stone').length") == 9
    assert page.run("document.querySelector('#stones .newest').getAttribute('x')") == "10"
    assert str(shown(page, "move")).startswith("9. Black k9 · 70 ms · 6 MB · ")
    assert shown(page, "message") == "ev 6"


@in_browser
def test_buttons_go_through_a_game(page: Page) -> None:
    stones = []
    for button in ("previous", "first", "previous", "next", "last", "next"):
        click(page, button)
        stones.append(page.run("Number(document.getElementById('ply').value)"))
    assert stones == [8, 0, 0, 1, 9, 9]


@in_browser
def test_opening_has_no_time(page: Page) -> None:
    click(page, "first")
    assert shown(page, "move") == "Empty board"
    click(page, "next")
    assert shown(page, "move") == "1. Black h8 · opening"


@in_browser
def test_arrow_keys_go_through_a_game(page: Page) -> None:
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.press(key)
    assert page.run("document.querySelector('#stones .newest').textContent") == "8"
    assert str(shown(page, "move")).startswith("8. White")


@in_browser
def test_play_continues_by_itself_until_it_is_paused(page: Page) -> None:
    click(page, "play")
    assert shown(page, "move") == "Empty board"
    page.wait("document.getElementById('ply').value == '2'")
    click(page, "play")
    assert page.run("document.getElementById('play').getAttribute('aria-pressed')") == "false"


@in_browser
def test_a_row_of_the_list_opens_its_game(page: Page) -> None:
    page.run("document.getElementById('rows').scrollIntoView()")
    page.run("""(() => {
        const box = document.getElementById('rows').rows[2].cells[4].getBoundingClientRect();
        document.elementFromPoint(box.x + 5, box.y + 5).click();
    })()""")
    page.wait("document.getElementById('players').textContent.startsWith('Game 3:')")


@in_browser
def test_an_address_opens_a_failed_game_with_its_last_lines(page: Page) -> None:
    page.run("location.hash = '#game-2'")
    page.wait("document.getElementById('players').textContent.startsWith('Game 2:')")
    assert shown(page, "exchange") == "\n".join(CRASH)
    assert str(shown(page, "move")).endswith("A wins, crash (exit code 1)")
    assert page.run("document.getElementById('exchange').scrollTop") == 0  # the end of the lines


@in_browser
def test_list_grows_when_it_is_scrolled(page: Page) -> None:
    count = "document.getElementById('rows').rows.length"
    assert page.run(count) < 121
    page.run("document.querySelector('#list .rows').scrollTop = 1e6")
    page.wait(f"{count} == 121")


@in_browser
def test_list_is_filtered(page: Page) -> None:
    page.run("document.getElementById('ending').value = 'crash'")
    page.run("document.getElementById('filters').dispatchEvent(new Event('change'))")
    assert shown(page, "shown") == "1 of 121"
    assert page.run("document.getElementById('rows').textContent") == f"2BA0 {DASH} 1crash9"


@in_browser
def test_every_control_has_a_name(page: Page) -> None:
    nameless = page.run("""[...document.querySelectorAll('button, input, select, [role=img]')]
        .filter((found) => !found.ariaLabel && !found.closest('label')).length""")
    assert nameless == 0
