"""A PettingZoo environment of Gomoku and Renju, for reinforcement learning. It needs PettingZoo.

An action is a cell, row by row from 0. An observation is a dict: `observation` has the planes of
`Board.planes` from the agent's side, `action_mask` is 1 for each legal move of the agent. The
winner's reward is 1, the loser's -1, both are 0 for a draw.

J. K. Terry et al.: "PettingZoo: Gym for Multi-Agent Reinforcement Learning", NeurIPS 2021.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from brain.cell import COLOUR_NAMES, Cell, from_row_major, row_major
from brain.game_board import Board
from brain.notation.board_text import COLOURS as AGENTS

OWN, OTHER, PLANES = [0], [1], 4  # of Board.planes


def env(
    size: int | tuple[int, int] = 15, rule: str | int = "freestyle", render_mode: str | None = None
) -> AECEnv:
    """Return an environment in which an illegal action loses the game."""
    game = GomokuEnvironment(size, rule, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(game, illegal_reward=-1))
    )


class GomokuEnvironment(AECEnv):
    """A game on a board; `board` is its state. An illegal action raises ValueError."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tengen_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        size: int | tuple[int, int] = 15,
        rule: str | int = "freestyle",
        render_mode: str | None = None,
    ) -> None:
        self.board = self._empty = Board(size, rule)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        cells = self.board.width * self.board.height
        shape = PLANES, self.board.height, self.board.width
        observations = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (cells,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observations)
        self.action_spaces = {name: spaces.Discrete(cells) for name in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: on the empty board, or on a copy of the option `board`, a `Board` of the
        same size and rule.
        """
        start = (options or {}).get("board", self._empty)
        terms = self._empty.width, self._empty.height, self._empty.rule
        if not isinstance(start, Board) or (start.width, start.height, start.rule) != terms:
            raise ValueError(f"board: expected a Board like {self._empty!r}, got {start!r}")
        self.board = start.copy()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.board.is_over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = COLOUR_NAMES[self.board.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return an agent's observation; the mask is zero if the agent is not to move."""
        planes = self.board.planes()
        mask = np.zeros(self.board.width * self.board.height, np.int8)
        if AGENTS[agent] == self.board.turn:
            mask[[row_major(cell, self.board.width) for cell in self.board.legal_moves]] = 1
        else:
            planes[OWN + OTHER] = planes[OTHER + OWN]
            planes[-1] = 0
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Place a stone of the agent to move. After the end of the game, `action` is None."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0
        self.board.push(Cell(from_row_major(int(action), self.board.width), self.board.height))
        self.rewards = dict.fromkeys(AGENTS, 0)
        if self.board.is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            if winner := self.board.winner:
                self.rewards = {
                    name: 1 if colour == winner else -1 for name, colour in AGENTS.items()
                }
        self.agent_selection = COLOUR_NAMES[self.board.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print the board, or return it as text in the mode `ansi`."""
        if self.render_mode == "human":
            print(self.board)
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; the environment opens no window."""
