"""The Game menu and the settings."""

import json

from tests.support.board_page import BoardPage, Opened

FOCUSED = "document.activeElement.id"
OPEN = "document.getElementById('game-menu').matches(':popover-open')"
ITEMS = ["menu-new", "open", "save", "setup", "share"]


def test_the_arrows_go_round_the_items_of_the_menu(board: BoardPage) -> None:
    page = board.page
    page.focus("#menu")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{FOCUSED} === 'menu-new'")
    seen = []
    for _ in ITEMS:
        seen.append(page.evaluate(FOCUSED))
        page.keyboard.press("ArrowDown")
    assert [*seen, page.evaluate(FOCUSED)] == [*ITEMS, "menu-new"]
    for key, item in (("ArrowUp", "share"), ("Home", "menu-new"), ("End", "share")):
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == item
    page.keyboard.press("s")  # a key of the page, not of the menu
    page.keyboard.press("Escape")
    assert not page.evaluate(OPEN)
    assert page.evaluate(FOCUSED) == "menu"


def test_a_dialog_of_the_menu_returns_the_focus_to_its_button(board: BoardPage) -> None:
    for item, box in (("menu-new", "new"), ("save", "save"), ("share", "share")):
        board.choose(item)
        assert not board.page.evaluate(OPEN)
        assert board.page.is_visible(f"#{box}-dialog")
        board.page.keyboard.press("Escape")
        board.page.wait_for_function(f"{FOCUSED} === 'menu'")


def test_a_setting_is_applied_and_kept_at_once(opened: Opened) -> None:
    board = opened(rows="below")
    board.page.click("#settings")
    for value in ("dark", "above"):
        board.page.check(f"#settings-dialog input[value={value}]", force=True)
    kept = json.loads(board.page.evaluate("localStorage.tengen"))
    assert [kept["theme"], kept["rows"]] == ["dark", "above"]
    assert board.page.get_attribute("html", "data-theme") == "dark"


def test_names_have_the_letters_that_a_person_chooses(opened: Opened) -> None:
    board = opened(address="#moves=h8i9")
    board.page.click("#settings")
    board.page.check("#letters-upper", force=True)
    assert board.page.get_attribute("[data-cell=h8]", "aria-label") == "H8, black 1"
    assert board.page.locator("#board .name").first.text_content() == "A"
    assert "I9" in board.page.inner_text("#moves")


def test_the_table_has_the_memory_that_a_person_chooses(opened: Opened) -> None:
    board = opened(address="#moves=h8i9")
    table = "() => engine.kernels.get('table_most_buckets') * 64 / 2 ** 20"
    board.page.click("#settings")
    assert board.page.is_hidden("#threads")  # a page of its own has one
    for memory, expected in (("16", 16), ("0", 128)):
        board.page.select_option("#memory", memory)
        board.page.wait_for_function("tengen.ask('forget').then(() => true)")
        assert board.page.workers[0].evaluate(table) == expected
    assert board.ask("look", position=board.state("game.position(tengen.page.node)"))
