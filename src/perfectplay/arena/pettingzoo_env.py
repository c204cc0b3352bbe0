"""The environment of `to_pettingzoo`. Imports PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from perfectplay.arena.encoding import Encoding
from perfectplay.arena.one_play import RENDER_MODES, OnePlay
from perfectplay.arena.spaces import LegalActions, observation_space
from perfectplay.core.errors import ParameterError
from perfectplay.core.shortened import listed
from perfectplay.game.naming import game_name

AGENTS = ("player_0", "player_1")


class BoardGameEnv(AECEnv):  # type: ignore[misc]
    """A game of ours for two agents, ``player_0`` and ``player_1``, which are the seats.

    ``play``: the play so far; ``encoding``: the moves by number, and the arrays of states.
    """

    def __init__(self, encoding: Encoding, max_plies: int, render_mode: str | None) -> None:
        super().__init__()
        self.encoding = encoding
        self.play = OnePlay(encoding, max_plies)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES), "name": game_name(encoding.rules.game),
            "is_parallelizable": False,
        }  # fmt: skip
        self.possible_agents = list(AGENTS)
        count = len(encoding.moves)
        self.action_spaces = {agent: LegalActions(count, self.play.mask) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(encoding),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.play.begin()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._look()

    def step(self, action: Any) -> None:
        """Make a move. Raises IllegalMoveError, which names the legal ones."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        move = self.encoding.move(action, play.legal, play.position.state)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, play.make(move), strict=True))
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Say who is to move, and whether the play is over."""
        self.agent_selection = AGENTS[self.play.position.seat]
        self.terminations = dict.fromkeys(AGENTS, self.play.over)
        self.truncations = dict.fromkeys(AGENTS, self.play.cut_off)
        for agent in AGENTS:
            self.infos[agent] = self.play.info()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        if agent not in AGENTS:
            raise ParameterError(f"the agents are {listed(AGENTS)}, got {agent!r}")
        mask = self.play.mask()
        to_move = agent == AGENTS[self.play.position.seat]
        return {
            "observation": self.play.observation(),
            "action_mask": mask if to_move else np.zeros_like(mask),
        }

    def state(self) -> NDArray[Any]:
        """The array of the state."""
        return self.play.observation()

    def render(self) -> str | None:
        """The board as text or SVG."""
        return self.play.drawing(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
