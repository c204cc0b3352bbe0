"""The environment of `to_gymnasium`. Imports Gymnasium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from perfectplay.arena.encoding import Encoding
from perfectplay.arena.one_play import RENDER_MODES, OnePlay
from perfectplay.arena.spaces import LegalActions, observation_space
from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.core.value import Move
from perfectplay.play.automatic import Automatic, PlayerSolution

TRIES = 100
"""Plays until one has a move for the agent."""

Step = tuple[NDArray[Any], float, bool, bool, dict[str, Any]]


@dataclass(frozen=True)
class Opponent:
    """A player that makes a mistake, if there is one to make, in a share ``slips`` of its moves."""

    player: Automatic | None
    slips: float
    known: PlayerSolution

    def move(self, play: OnePlay, last: Move | None, rng: np.random.Generator) -> Move:
        """Its move in a play."""
        legal, state = play.legal, play.position.state
        among = list(range(len(legal)))
        if self.slips and rng.random() < self.slips:
            keeping = self.known.keeping_moves(state)
            if mistakes := [i for i in among if legal[i] not in keeping]:
                return legal[mistakes[int(rng.integers(len(mistakes)))]]
        if self.player is not None:
            among = self.player.among(state, legal, last) or among
        return legal[among[int(rng.integers(len(among)))]]


class OpponentEnv(gymnasium.Env[Any, Any]):
    """A game of ours for one agent: an opponent makes the moves of the other seat.

    ``play``: the play so far; ``encoding``: the moves by number, and the arrays of states;
    ``seat``: that of the agent.
    """

    def __init__(
        self, encoding: Encoding, opponent: Opponent, seat: int, max_plies: int, *,
        losing: bool, render_mode: str | None,
    ) -> None:  # fmt: skip
        self.encoding, self.opponent, self.seat = encoding, opponent, seat
        self.losing = losing
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.play = OnePlay(encoding, max_plies)
        self.action_space = LegalActions(len(encoding.moves), self.play.mask)
        self.observation_space = observation_space(encoding)
        self._going = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new play; the opponent moves first if it has to.

        A play that ends before the agent has moved is played again. Raises ParameterError if that
        happens again and again.
        """
        super().reset(seed=seed, options=options)
        for _ in range(TRIES):
            self.play.begin()
            self._let_move()
            if not (self.play.over or self.play.cut_off):
                self._going = True
                return self.play.observation(), self._info()
        raise ParameterError(
            f"in {TRIES} plays the agent never had to move: it has seat {self.seat}, and the play "
            "is over before that; give it the other seat"
        )

    def step(self, action: Any) -> Step:
        """Make a move, and let the opponent answer. Raises IllegalMoveError, which names the legal
        moves, unless an illegal one loses."""
        play = self.play
        if not self._going or play.over or play.cut_off:
            raise IllegalMoveError("no play is going on; reset() begins one")
        try:
            move = self.encoding.move(action, play.legal, play.position.state)
        except IllegalMoveError as illegal:
            if not self.losing:
                raise
            self._going = False
            return play.observation(), -1.0, True, False, {**self._info(), "illegal": str(illegal)}
        reward = play.make(move)[self.seat] + self._let_move(move)
        return play.observation(), reward, play.over, play.cut_off, self._info()

    def _let_move(self, last: Move | None = None) -> float:
        """Let the opponent move until the agent has to; the reward of the agent."""
        play, reward = self.play, 0.0
        while not (play.over or play.cut_off) and play.position.seat != self.seat:
            move = self.opponent.move(play, last, self.np_random)
            reward += play.make(move)[self.seat]
        return reward

    def action_masks(self) -> NDArray[np.bool_]:
        """[M] whether each action is legal."""
        return self.play.mask().astype(bool)

    def _info(self) -> dict[str, Any]:
        return {**self.play.info(), "action_mask": self.play.mask()}

    def render(self) -> str | None:
        """The board as text or SVG."""
        return self.play.drawing(self.render_mode)
