"""Games against some certificates, and some damaged ones; certificates.py has more of both."""

import random
from collections import Counter

import pytest

from brain.certificates import certificate
from brain.certificates.certificate import Certificate, LineNode
from brain.engine import Engine
from brain.lexicon import EMPTY, STRIDE, opponent
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.laws import RULES
from tests import ROOT
from tests.brain.certificates.test_check import COUNTERED, claim
from tests.long.certificates import DAMAGED_NODES, OUTSIDE, WINDOW_NODES, damaged
from tests.support import all_checkers, javascript, small_boards, small_windows
from tests.support.adversary import Lost
from tests.support.damage import DAMAGES, WINDOW_DAMAGES
from tests.support.far_game import far_reply

FILES = 120
WINDOW_FILES = 90  # certificates in windows
SMALL_BOARDS = 4  # certificates of each rule that are damaged
MOST_BYTES = 50  # of the certificates that are damaged
GAMES_COMPILED = 30  # against each
MEMORY = 64 << 20
READABLE = {"a child swapped", "an answer left out", "a cell moved", "a line extended"}
CERTIFICATES = [
    certificate.loads(bytes.fromhex(line))
    for line in (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
]


@pytest.mark.skipif(not javascript.is_there, reason="there is neither node nor Chromium")
def test_all_checkers_agree_on_damaged_files() -> None:
    small = [made for made in CERTIFICATES if len(certificate.dumps(made)) <= MOST_BYTES]
    for rule in RULES:
        small += small_boards.certificates(rule, SMALL_BOARDS)
    whole = [("whole", certificate.dumps(made)) for made in small]
    files = whole + list(damaged(small, FILES, random.Random(1)))
    with all_checkers.running(DAMAGED_NODES) as checkers:
        tally = checkers.compare(files)
    assert tally.differing == []
    assert tally.accepted["whole"] == len(whole)
    assert set(tally.files) == {"whole", *DAMAGES}
    for kind in READABLE:
        assert tally.readable[kind] == tally.files[kind]
    assert sum(tally.accepted.values()) < sum(tally.files.values()) / 2
    assert tally.tried > 0


@pytest.mark.skipif(not javascript.is_there, reason="there is neither node nor Chromium")
def test_both_checkers_of_windows_agree_on_damaged_files() -> None:
    dice = random.Random(1)
    small = small_windows.certificates(WINDOW_FILES, dice)
    files = [("whole", certificate.dumps(made)) for made in small]
    files += damaged([*small, far_reply()], FILES, dice, WINDOW_DAMAGES)
    for outside in (None, *OUTSIDE):
        tally = all_checkers.compare_windows(files, WINDOW_NODES, outside)
        assert tally.differing == []
        assert set(tally.files) == {"whole", *WINDOW_DAMAGES}
        assert 0 < sum(tally.accepted.values()) < len(files)


def test_the_compiled_enemy_plays_by_the_rules() -> None:
    from tests.support.compiled_adversary import Plans  # it takes seconds to compile

    assert {made.position.rule for made in CERTIFICATES} == set(RULES)
    plans = Plans(CERTIFICATES, Engine(MEMORY))
    lasted = Counter[int]()
    for number, made in enumerate(CERTIFICATES):
        for seed in range(GAMES_COMPILED):
            moves = plans.game(number, seed)
            assert is_won(made, moves), moves
            lasted[number] += len(moves) == made.plies
    assert len(+lasted) > len(CERTIFICATES) / 5


def is_won(made: Certificate, moves: list[int]) -> bool:
    """Return whether the side to move wins a game, as long as claimed at most."""
    position = made.position
    rule, grid, turn = position.rule, position.board(), position.turn
    for ply, move in enumerate(moves, 1):
        assert grid[move] == EMPTY
        is_last = ply == len(moves)
        if is_five(grid, move, turn, rule):
            return is_last and turn == position.turn and ply <= made.plies <= position.plies_left
        if is_foul(grid, move, turn, rule):
            return is_last and turn != position.turn and ply <= made.plies
        grid[move] = turn
        turn = opponent(turn)
    return False


def test_the_compiled_adversary_beats_wrong_certificates() -> None:
    from tests.support.compiled_adversary import Plans  # it takes seconds to compile

    c = COUNTERED.marked("c")
    forgotten = claim(COUNTERED, 5, LineNode((c, c - 3 * STRIDE)))
    with pytest.raises(Lost):
        Plans([forgotten], Engine(MEMORY)).play(GAMES_COMPILED, 1)
