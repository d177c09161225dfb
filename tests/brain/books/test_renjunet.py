"""RenjuNet's database of games."""

import pytest

from brain.books.renjunet import DEEPEST, loads
from brain.lexicon import FREESTYLE, RENJU

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- Example &copy; in a comment -->
<database version="1.0">
<countries><country id="1" name="A-land"/><country id="4" name="B-land" reversed="1"/></countries>
<cities><city id="3" country="1" name="Town"/></cities>
<rules><rule id="1" name="RIF"/><rule id="2" name="Gomoku"/><rule id="9" name="Odd"/></rules>
<openings><opening id="21" abbr="D1" name="Kansei"/></openings>
<players>
<player id="1" name="Ann" surname="Aa" country="1"/>
<player id="2" name="Bo" surname="Bb" country="4"/>
</players>
<tournaments>
<tournament id="1" name="Cup &amp; Co" country="1" city="3" start="2005-08-01" rule="1"/>
</tournaments>
<games>"""
TAIL = "</games></database>"


def database(games: str) -> bytes:
    """Return a database with games."""
    return f"{HEAD}{games}{TAIL}".encode()


def test_a_game_has_players_tournament_opening_and_result() -> None:
    (tree,) = loads(
        database(
            '<game id="7" tournament="1" round="F2" rule="1" black="1" white="2" bresult="0.5"'
            ' opening="21" alt="i8" swap="R" btime="40">'
            "<move>h8 h9 i10</move><info>a note</info></game>"
        )
    )
    assert {name: " ".join(values) for name, values in tree.root.properties.items()} == {
        "PB": "Ann Aa",
        "PW": "Bb Bo",
        "EV": "Cup & Co",
        "RO": "F2",
        "PC": "Town, A-land",
        "DT": "2005-08-01",
        "ON": "D1 Kansei",
        "RE": "Draw",
        "RU": "RIF",
        "GC": "swap: R\nBlack's time: 40\nfifth stones: i8\na note",
    }
    assert [node.point for node in tree.main_line()] == [(7, 7), (7, 6), (8, 5)]


def test_the_rule_is_the_one_named_or_else_renju() -> None:
    games = "".join(f'<game id="{n}" rule="{n}"><move>h8</move></game>' for n in (1, 2, 9))
    trees = list(loads(database(games)))
    assert [tree.rule for tree in trees] == [RENJU, FREESTYLE, RENJU]
    assert trees[2].root.properties == {"GC": ("rule: Odd",)}


def test_a_game_that_can_not_be_played_is_skipped_and_reported() -> None:
    notes: list[str] = []
    moves = ("h8 zz9", "h8 h8", "h8 p1", "h16", "")
    games = "".join(f'<game id="{n}"><move>{one}</move></game>' for n, one in enumerate(moves))
    assert [len(tree) for tree in loads(database(games), notes.append)] == [0]
    assert notes == [
        "skipped game 0: 'zz9' is not a cell of 15 x 15",
        "skipped game 1: node 3: h8 has a stone",
        "skipped game 2: 'p1' is not a cell of 15 x 15",
        "skipped game 3: 'h16' is not a cell of 15 x 15",
    ]


ENTITIES = '<!DOCTYPE database [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (database("<game>"), r"byte \d+: mismatched tag"),
        (HEAD.encode(), r"byte \d+: no element found"),
        (b"<html></html>", "expected <database>, got <html>"),
        (f"{ENTITIES}<database>&b;</database>".encode(), "byte 31: entities are not accepted"),
        (b'<!DOCTYPE d SYSTEM "file:///etc/passwd"><database>&x;</database>', "byte 50: entities"),
        (b"<database>" + b"<a>" * DEEPEST, f"expected at most {DEEPEST} nested elements"),
    ],
)
def test_damaged_xml_and_entities_are_refused(content: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(loads(content))
