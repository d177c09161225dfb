"""The PettingZoo environment passes PettingZoo's own test, and plays by the rules."""

from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo", reason="needs pettingzoo: pip install 'tengen-gomoku[rl]'")

from pettingzoo.test import api_test, seed_test  # noqa: E402 (only where it is installed)

from brain import BLACK, WHITE, Board  # noqa: E402
from brain.environment import GomokuEnvironment, env  # noqa: E402

FIVE = "a1a2b1b2c1c2d1d2e1"


def action(name: str, width: int = 15) -> int:
    return (ord(name[0]) - ord("a")) + width * (int(name[1:]) - 1)


def play(game: Any, names: list[str]) -> None:
    for name in names:
        game.step(action(name))


@pytest.mark.parametrize(("size", "rule"), [(9, "renju"), ((7, 6), "standard")])
def test_it_passes_the_test_of_pettingzoo(size: Any, rule: str) -> None:
    api_test(env(size, rule), num_cycles=60)
    seed_test(lambda: env(size, rule), num_cycles=20)


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    game = env()
    game.reset()
    play(game, [FIVE[at : at + 2] for at in range(0, len(FIVE), 2)])
    assert (game.rewards, game.terminations) == (
        {"black": 1, "white": -1},
        {"black": True, "white": True},
    )
    game.step(None)
    game.step(None)
    assert game.agents == []


def test_an_illegal_action_loses() -> None:
    game = env()
    game.reset()
    play(game, ["h8", "h8"])
    assert game.terminations["white"]
    assert game.rewards["white"] == -1
    raw = GomokuEnvironment()
    raw.reset()
    with pytest.raises(ValueError, match="h8 has a black stone"):
        play(raw, ["h8", "h8"])


def test_an_observation_is_seen_from_the_agents_side() -> None:
    game = GomokuEnvironment((15, 12), "renju")
    game.reset()
    play(game, ["h8", "i9", "g7"])
    black, white = (game.observe(name) for name in ("black", "white"))
    assert [int(plane.sum()) for plane in black["observation"]] == [2, 1, 0, 0]
    assert [int(plane.sum()) for plane in white["observation"]] == [1, 2, 0, 177]
    assert black["action_mask"].sum() == 0
    assert white["action_mask"][action("h8")] == 0
    assert white["action_mask"][action("h9")] == 1
    assert (white["observation"] == game.board.planes()).all()


def test_a_game_may_begin_with_an_opening() -> None:
    game = env(15, "renju")
    game.reset(options={"board": Board.read("15 renju h8i9g7")})
    assert game.agent_selection == "white"
    for wrong in (Board(15), Board(9, "renju"), "h8"):
        with pytest.raises(ValueError, match="board: expected a Board like"):
            game.reset(options={"board": wrong})


def test_it_is_drawn_as_text() -> None:
    game = env(9, render_mode="ansi")
    game.reset()
    game.step(action("e5", 9))
    assert game.render() == str(Board.read("9 freestyle e5"))
    assert game.unwrapped.board.turn == WHITE != BLACK
