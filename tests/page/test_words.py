"""The page's languages: the same keys and gaps, and every text fits."""

import re
from typing import Any

import pytest

from brain.rules.laws import RULES, TABLE
from protocol.page import PARTS
from tests.support.board_page import PHONE, TABLET, WIDE, BoardPage, Opened, function

LANGUAGES = ("en", "zh-CN", "zh-TW", "ja", "ko", "ru", "cs", "vi")
GAP = re.compile(r"\{([^{}]*)\}")
USED = r"(?:text|words\(\))\.{0}\b|\"{0}\""  # by a script or by an attribute
STATUSES = [
    *("turn", "thinking", "wins", "foul", "provedWin", "provedLoss", "proofHelp", "tapAgain"),
    *("setUpHelp", "reviewing", "proofChecking"),
    *("openingPlace", "openingOffer", "openingPick"),
    *(
        "findBetter",
        "judging",
        "isBest",
        "isGood",
        "isWorse",
        "isLost",
        "isUnproved",
        "bestWas",
        "learnt",
    ),
    *("puzzleWin", "puzzleHold", "puzzleRight", "puzzleWon", "puzzleHeldDone"),
    *("puzzleNoWin", "puzzleLoses", "puzzleHeld"),
]
DIALOGS = ("new", "open", "games", "save", "share", "settings", "help", "ask")
# Where the buttons below the board lie.
TOPS = """[...document.querySelectorAll("#controls button")]
    .filter((element) => element.checkVisibility())
    .map((element) => Math.round(element.getBoundingClientRect().top))"""
# Misfits: texts wider than their box, buttons in two lines, boxes outside the window.
MISFITS = """() => {
    const shown = (element) => element.checkVisibility() && element.textContent.trim();
    const misfits = [];
    const tell = (element, what) =>
        misfits.push(`${what}: ${element.id || element.tagName} ${element.textContent.trim()}`);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth !== innerWidth) misfits.push(`page ${scrollWidth}`);
    const checked = "button, .options span, label, legend, h2, p, output, dt, dd, .player b";
    const selects = [...document.querySelectorAll("select")].filter((one) => one.checkVisibility());
    const copies = selects.map((select) => {
        const alone = select.cloneNode();
        alone.append(select.selectedOptions[0].cloneNode(true));
        alone.style = "position: absolute; width: max-content";
        select.after(alone);
        return alone;
    });
    for (const [at, select] of selects.entries()) {
        if (copies[at].offsetWidth > select.offsetWidth) tell(copies[at], "cut");
    }
    for (const alone of copies) alone.remove();
    for (const element of document.querySelectorAll(checked)) {
        if (!shown(element) || element.matches(".unseen")) continue;
        const { clientWidth } = element;
        if (clientWidth && element.scrollWidth > clientWidth + 1) tell(element, "wide");
        const box = element.getBoundingClientRect();
        if (box.left < -0.5 || box.right > innerWidth + 0.5) tell(element, "outside");
        if (element.closest(".ends") && box.bottom > innerHeight) tell(element, "below");
        if (!element.matches("button, .options span, legend")) continue;
        const range = document.createRange();
        range.selectNodeContents(element);
        const boxes = [...range.getClientRects()];
        const isText = element.closest("#verdict, #moves, #comment, .list");
        const bottoms = boxes.map(({ bottom }) => bottom);
        const isSplit = Math.max(...bottoms) - Math.min(...bottoms) > 8;
        if (isSplit && !isText) tell(element, "two lines");
    }
    return misfits;
}"""
# The same in dialogs, of which none is painted.
MISFITS_OF_DIALOGS = f"""(names) => names.flatMap((name) => {{
    const box = document.getElementById(`${{name}}-dialog`);
    box.showModal();
    const misfits = ({MISFITS})();
    box.close("cancel");
    return misfits;
}})"""


@pytest.fixture(scope="module")
def texts(still: BoardPage) -> dict[str, dict[str, Any]]:
    """Return the words of every language."""
    found: dict[str, dict[str, Any]] = still.page.evaluate(
        function("words.js", "return LANGUAGES;")
    )
    return found


def gaps(text: str) -> list[str]:
    """Return a text's gaps, sorted; a choice by colour is a gap."""
    return sorted({"colour" if "|" in gap else gap for gap in GAP.findall(text)})


def test_the_languages_are_those_that_were_promised(texts: dict[str, Any]) -> None:
    assert tuple(texts) == LANGUAGES


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_title_in_every_language(rule: int) -> None:
    assert sorted(TABLE[rule].titles) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_keys_and_gaps_of_english(
    language: str, texts: dict[str, dict[str, Any]]
) -> None:
    english, other = texts["en"], texts[language]
    assert list(other) == list(english)
    assert {key: type(text) for key, text in other.items()} == {
        key: type(text) for key, text in english.items()
    }
    for key, text in english.items():
        if isinstance(text, str):
            assert gaps(other[key]) == gaps(text), key
            assert other[key].strip() == other[key] != "", key
    assert len(other["keyList"]) == len(english["keyList"])
    assert all(all(row) and len(row) == 2 for row in other["keyList"])


def test_every_word_of_the_page_is_used(texts: dict[str, dict[str, Any]]) -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in PARTS.rglob("*.*")
        if path.suffix in (".js", ".html") and not path.name.startswith("words")
    )
    unused = [key for key in texts["en"] if not re.search(USED.format(key), sources)]
    assert unused == []


def test_a_gap_by_the_colour_names_the_side(still: BoardPage) -> None:
    body = "return [1, 2].map((colour) => filled(LANGUAGES.ru.provedWin, { colour, count: 7 }));"
    assert still.page.evaluate(function("words.js", body)) == [
        "Чёрные выигрывают, ходов: 7",
        "Белые выигрывают, ходов: 7",
    ]


@pytest.mark.parametrize("size", [PHONE, TABLET, WIDE], ids=["phone", "tablet", "wide"])
def test_every_language_has_room(size: tuple[int, int], opened: Opened) -> None:
    board = opened(size, address="#rule=renju&moves=h8i9g7h7f6e5i8j7")
    page = board.page
    board.review_as([0.5, 0.2, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 1])
    misfits = {}
    for language in LANGUAGES:
        board.speak(language)
        found = page.evaluate(MISFITS)
        rows = len(set(page.evaluate(TOPS)))
        if rows > (2 if size == PHONE else 1):
            found.append(f"{rows} rows of buttons")
        page.click("#sides .black")
        found += page.evaluate(MISFITS)
        found += ["3 rows of buttons"] if len(set(page.evaluate(TOPS))) > 2 else []
        page.click("#lesson-best")
        found += page.evaluate(MISFITS)
        page.click("#lessons-end")
        page.keyboard.press("p")  # the puzzles
        page.wait_for_selector("#puzzle")
        found += page.evaluate(MISFITS)
        page.keyboard.press("p")
        found += page.evaluate(MISFITS_OF_DIALOGS, DIALOGS)
        page.evaluate("tengen.page.seats = [2]")  # its name has its level
        page.keyboard.press("#")
        found += page.evaluate(MISFITS)
        page.evaluate("tengen.page.seats = []")
        page.keyboard.press("#")
        if found:
            misfits[language] = sorted(set(found))
    assert misfits == {}


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_no_status_moves_the_board(size: tuple[int, int], opened: Opened) -> None:
    page = opened(size, address="#rule=caro-exact&moves=h8i9").page
    moved = page.evaluate(
        """([languages, keys]) => {
            const [status, proof, board] = ["status", "proof", "board"]
                .map((id) => document.getElementById(id));
            const before = board.getBoundingClientRect().top, moved = [];
            for (const language of Object.keys(languages)) {
                for (const key of keys) {
                    status.textContent = languages[language][key].replace(/\\{(\\w+)\\}/g, "22")
                        .replace(/\\{.*?\\|(.*?)\\}/g, "$1");
                    proof.hidden = !key.startsWith("proof") && !key.startsWith("proved");
                    const { close, showProof } = languages[language];
                    proof.textContent = key === "proofHelp" ? close : showProof;
                    const by = board.getBoundingClientRect().top - before;
                    if (by || document.documentElement.scrollWidth > innerWidth) {
                        moved.push(`${language} ${by}: ${status.textContent}`);
                    }
                }
            }
            return moved;
        }""",
        [page.evaluate(function("words.js", "return LANGUAGES;")), STATUSES],
    )
    assert moved == []


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["de", "cs-CZ", "en"], "cs"),
        (["zh-Hant-HK"], "zh-TW"),
        (["zh"], "zh-CN"),
        (["zh-SG"], "zh-CN"),
        (["fr"], "en"),
    ],
)
def test_the_browsers_language_is_taken(wanted: list[str], language: str, still: BoardPage) -> None:
    body = """
        Object.defineProperty(navigator, "languages", { value: given, configurable: true });
        const found = usualLanguage();
        delete navigator.languages;
        return found;"""
    assert still.page.evaluate(function("words.js", body), wanted) == language
