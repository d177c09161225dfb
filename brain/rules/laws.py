"""The table of rules. A rule is one row here; all other modules read this table.

A rule's evaluation tables, balanced openings and network are files of brain/data with its number.
"""

from collections.abc import Mapping
from typing import NamedTuple

from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    FREESTYLE,
    LAW_CAPS,
    LAW_EXACT,
    LAW_FOULS,
    LAW_PLIES_LEFT,
    RENJU,
    STANDARD,
    WHITE,
)


class Law(NamedTuple):
    """The law of one colour: which rows win, and whether fouls lose."""

    exact: bool = False  # six or more in a row does not win
    caps: bool = False  # five between two stones of the opponent does not win
    fouls: bool = False  # overlines, double fours and double threes lose; black only


class Rule(NamedTuple):
    """A rule of the game and its names."""

    number: int  # as in INFO rule
    name: str  # in tools, in files and in SGF
    kata: str  # in GTP, as in KataGo's relatives for Gomoku
    titles: Mapping[str, str]  # on the page, by language
    spellings: str  # wherever a rule is named: only letters and digits, in lower case
    laws: Mapping[int, Law]  # by colour
    plies_left: int = 0  # empty cells at which the game is drawn

    @property
    def is_symmetric(self) -> bool:
        """Whether the rule is the same for both colours."""
        return self.laws[BLACK] == self.laws[WHITE]


_ROWS = (
    Rule(
        number=FREESTYLE,
        name="freestyle",
        kata="FREESTYLE",
        titles={
            "en": "Freestyle",
            "cs": "Volná",
            "ja": "フリースタイル",
            "ko": "프리스타일",
            "ru": "Свободные",
            "vi": "Gomoku tự do",
            "zh-CN": "无禁手",
            "zh-TW": "無禁手",
        },
        spellings="freestyle free gomoku freestylegomoku gomokufreestyle freegomoku gomokufree"
        " fastgame gobang fiveinarow 5inarow gomokufiveinarow norestriction 无禁手 無禁手 无禁 自由"
        " 五子棋 五目並べ 禁手なし 오목 гомоку",
        laws={BLACK: Law(), WHITE: Law()},
    ),
    Rule(
        number=STANDARD,
        name="standard",
        kata="STANDARD",
        titles={
            "en": "Standard",
            "cs": "Standardní",
            "ja": "スタンダード",
            "ko": "스탠더드",
            "ru": "Стандартные",
            "vi": "Gomoku chuẩn",
            "zh-CN": "标准（六不胜）",
            "zh-TW": "標準（六不勝）",
        },
        spellings="standard standardgomoku gomokustandard exactfive exactlyfive 标准 標準 стандарт",
        laws={BLACK: Law(exact=True), WHITE: Law(exact=True)},
    ),
    Rule(
        number=RENJU,
        name="renju",
        kata="RENJU",
        titles={
            "en": "Renju",
            "cs": "Renju",
            "ja": "連珠",
            "ko": "렌주",
            "ru": "Рэндзю",
            "vi": "Renju",
            "zh-CN": "连珠（有禁手）",
            "zh-TW": "連珠（有禁手）",
        },
        spellings="renju rif renjurif rifrenju standardrenju renjustandard freerenju"
        " renjuinternational internationalrenju rifinternational soosyrv soosyrv8 soosõrv soosõrv8"
        " soosorv soosorv8 taraguchi taraguchi10 yamaguchi tarannikov sakata 连珠 連珠 有禁手 有禁"
        " 禁手あり 렌주룰 ренджу ренжу",
        laws={BLACK: Law(exact=True, fouls=True), WHITE: Law()},
        plies_left=25,
    ),
    Rule(
        number=CARO,
        name="caro",
        kata="CARO",
        titles={
            "en": "Caro",
            "cs": "Caro",
            "ja": "カロ",
            "ko": "카로",
            "ru": "Каро",
            "vi": "Caro",
            "zh-CN": "Caro",
            "zh-TW": "Caro",
        },
        spellings="caro vietnamesecaro carovietnam gomokucaro carogomoku",
        laws={BLACK: Law(caps=True), WHITE: Law(caps=True)},
    ),
    Rule(
        number=CARO_EXACT,
        name="caro exact",
        kata="CARO_NOSIX",
        titles={
            "en": "Caro exact",
            "cs": "Caro, právě 5",
            "ja": "カロ（長連不可）",
            "ko": "카로 (장목 불가)",
            "ru": "Каро, ровно 5",
            "vi": "Caro đúng 5",
            "zh-CN": "Caro（六不胜）",
            "zh-TW": "Caro（六不勝）",
        },
        spellings="caroexact exactcaro carostandard standardcaro",
        laws={BLACK: Law(exact=True, caps=True), WHITE: Law(exact=True, caps=True)},
    ),
)
TABLE = {rule.number: rule for rule in _ROWS}
RULES = tuple(TABLE)
RULE_NAMES = {rule.number: rule.name for rule in _ROWS}


def _letters(name: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(filter(str.isalnum, name.casefold()))


_NAMED = {
    name: rule.number
    for rule in _ROWS
    for name in (*map(_letters, rule.titles.values()), *rule.spellings.split())
}
_NUMBERED = {str(rule.number): rule.number for rule in _ROWS}


def find_rule(name: str) -> int | None:
    """Return the rule with a name or number, None if there is none. Letters and digits count."""
    wanted = _letters(name)
    for word in ("rules", "rule"):
        wanted = wanted.removesuffix(word) or wanted
    return (_NAMED | _NUMBERED).get(wanted)


def rule_named(name: str) -> int:
    """Return the rule with a name or number, such as "renju"; ValueError if there is none."""
    rule = find_rule(name)
    if rule is None:
        names = (*(text.replace(" ", "-") for text in RULE_NAMES.values()), *_NUMBERED)
        raise ValueError(f"unknown rule {name!r}: expected one of {', '.join(names)}")
    return rule


def most_stones(cells: int, rule: int) -> int:
    """Return the number of stones at which the game is drawn, on a board of `cells` cells."""
    left = TABLE[rule].plies_left
    return cells - left if cells > left else cells


def packed_law(rule: int) -> int:
    """Return a rule's laws and draw limit as one number, an argument of the kernels' new_game."""
    packed = TABLE[rule].plies_left << LAW_PLIES_LEFT
    for colour, law in TABLE[rule].laws.items():
        packed |= law.exact << LAW_EXACT + colour
        packed |= law.caps << LAW_CAPS + colour
        packed |= law.fouls << LAW_FOULS + colour
    return packed
