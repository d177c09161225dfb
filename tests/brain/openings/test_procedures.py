"""The opening procedures: their steps, and what they allow."""

import pytest

from brain.openings.procedures import (
    PROCEDURES,
    SWAP,
    TEN,
    TWO,
    OpeningAnswer,
    begin,
    distinct,
    procedure_named,
    replayed,
)
from brain.rules.symmetry import Points

CENTRE = (7, 7)
KAGETSU = (CENTRE, (7, 6), (8, 6))
COLUMN = (CENTRE, (7, 6), (7, 8))  # symmetric, with every stone in one column


@pytest.mark.parametrize(
    ("name", "answers", "is_second", "stones"),
    [
        ("swap", (*KAGETSU, "stay"), True, 3),
        ("swap", (*KAGETSU, "swap"), False, 3),
        ("swap2", (*KAGETSU, "two", (0, 0), (1, 1), "swap"), False, 5),
        ("pro", (CENTRE, (7, 6), (10, 7)), True, 3),
        ("Long Pro", (CENTRE, (0, 0), (7, 11)), True, 3),
        ("rif", (*KAGETSU, "swap", (0, 0), (1, 1), (2, 3), (2, 3)), False, 5),
        ("yamaguchi", (*KAGETSU, 3, "stay", (0, 0), (1, 1), (2, 3), (5, 5), (1, 1)), True, 5),
        ("soosyrv8", (*KAGETSU, "stay", (0, 0), 2, "swap", (1, 1), (2, 2), (1, 1)), False, 5),
        ("Sakata", (*KAGETSU, (8, 8), (3, 3), "swap"), False, 5),
        (
            "taraguchi-10",
            (CENTRE, "swap", (7, 6), "stay", (8, 6), "swap", (10, 7), "swap", (3, 3), "stay"),
            False,
            5,
        ),
    ],
)
def test_a_procedure_ends_after_its_steps(
    name: str, answers: tuple[OpeningAnswer, ...], is_second: bool, stones: int
) -> None:
    state = begin(name)
    for answer in answers:
        assert state.step is not None
        state = state.answered(answer)
    assert state.step is None
    assert (state.is_second, len(state.stones)) == (is_second, stones)
    with pytest.raises(ValueError, match="the opening is over"):
        state.answered((0, 0))


def test_a_cell_may_be_a_name() -> None:
    assert replayed(begin("rif"), ("h8", "h9", "i9")).stones == KAGETSU


def test_ten_fifth_stones_are_offered_and_one_is_picked_in_taraguchi_10() -> None:
    fourth = (CENTRE, "stay", (7, 6), "stay", (8, 6), "stay", (10, 7))
    state = replayed(begin("taraguchi-10"), (*fourth, TEN))
    offers = [(x, 0) for x in range(10)]
    state = replayed(state, offers)
    assert (state.step.act if state.step else "", state.is_second) == ("pick", True)
    with pytest.raises(ValueError, match="expected one of a15, b15"):
        state.answered((0, 5))
    assert state.answered((3, 0)).stones[-1] == (3, 0)


def test_the_actor_follows_the_swaps() -> None:
    state = replayed(begin("soosyrv-8"), (*KAGETSU, SWAP))
    assert not state.is_second  # the first player has white now
    state = replayed(state, ((0, 0), 1))
    assert state.is_second  # who has black may swap
    assert state.answered(SWAP).is_second is False


@pytest.mark.parametrize(
    ("name", "answers", "answer", "reason"),
    [
        ("rif", (), (7, 6), "h9 is not allowed: this stone goes to the centre"),
        ("rif", (CENTRE,), (9, 7), "j8 is not allowed: this stone goes within the central 3 x 3"),
        (
            "pro",
            (CENTRE, (0, 0)),
            (9, 9),
            "j6 is not allowed: this stone goes outside the central 5 x 5",
        ),
        ("swap", (CENTRE,), CENTRE, "h8 has a stone"),
        ("swap", (), (15, 0), "p15 is off the board"),
        ("swap", (), "foo", "'foo' is not a cell"),
        ("swap", (), 3, "expected a cell, got 3"),
        ("swap", KAGETSU, TWO, "expected one of stay, swap, got 'two'"),
        ("yamaguchi", KAGETSU, 13, "expected a number from 1 to 12, got 13"),
        (
            "rif",
            (*COLUMN[:2], (7, 8), "stay", (7, 5), (6, 7)),
            (8, 7),
            "i8 is the same as g8 by symmetry",
        ),
        ("rif", (*KAGETSU, "stay", (0, 0), (6, 7)), (6, 7), "g8 is offered already"),
    ],
)
def test_an_answer_that_is_not_possible_is_refused(
    name: str, answers: tuple[OpeningAnswer, ...], answer: OpeningAnswer, reason: str
) -> None:
    state = replayed(begin(name), answers)
    with pytest.raises(ValueError, match=reason):
        state.answered(answer)


def test_a_count_of_offers_is_at_most_the_distinct_cells() -> None:
    stones: Points = ((2, 2), (2, 1), (2, 3), (2, 4))
    assert len(distinct(stones, 5, 5)) == 11
    state = replayed(begin("yamaguchi", 5, 5), (*stones[:3], 12, "stay", stones[3]))
    assert state.wanted == 11


def test_a_name_is_found_however_it_is_spelt() -> None:
    names = ("Taraguchi 10", "soosõrv-8", "LONG PRO", *PROCEDURES)
    assert [procedure_named(name) for name in names] == [
        "taraguchi-10",
        "soosyrv-8",
        "long-pro",
        *PROCEDURES,
    ]
    with pytest.raises(ValueError, match="unknown opening procedure 'swap3': expected one of swap"):
        begin("swap3")
    with pytest.raises(ValueError, match="Long pro needs a larger board, got 5 x 5"):
        begin("long-pro", 5, 5)
