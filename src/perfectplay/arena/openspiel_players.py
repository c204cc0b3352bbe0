"""A solution as a bot and as a policy of OpenSpiel."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import ParameterError, UnknownStateError
from perfectplay.core.extras import extra_module
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.openspiel.spiel_state import SpielState

if TYPE_CHECKING:
    from perfectplay.tablebase.solution import Solution


def openspiel_bot(solution: Solution, *, seed: int | None = None) -> Any:
    """A pyspiel.Bot that plays the best moves of a solution of `from_openspiel`, for both players.

    It plays the first of them (the fastest win, the longest loss), with a ``seed`` any of them. Its
    policy is that of `openspiel_policy`.

    Raises ParameterError for a solution of another game, MissingExtraError; where it is asked,
    UnknownStateError for a state of another game.

    >>> from perfectplay import from_openspiel, solve
    >>> game = from_openspiel("tic_tac_toe")
    >>> bot = openspiel_bot(solve(game))
    >>> state = game.spiel.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(bot.step(state))
    >>> state.returns()
    [0.0, 0.0]
    """
    best = _BestActions(solution)
    rng = None if seed is None else random.Random(seed)
    pyspiel = extra_module("pyspiel", "openspiel", "bots of OpenSpiel")

    class PerfectBot(pyspiel.Bot):  # type: ignore[misc,name-defined]
        """Plays the best moves of a solution."""

        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def step(self, state: Any) -> int:
            """A best action."""
            actions = best.of(state)
            return actions[0] if rng is None else rng.choice(actions)

        def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
            """The probability of each legal action, and a best action."""
            return self.get_policy(state), self.step(state)

        def get_policy(self, state: Any) -> list[tuple[int, float]]:
            """The probability of each legal action."""
            return list(best.chances(state).items())

        def provides_policy(self) -> bool:
            """It does."""
            return True

        def restart(self) -> None:
            """It keeps nothing of a play."""

        def restart_at(self, state: Any) -> None:
            """It keeps nothing of a play."""

        def inform_action(self, state: Any, player: int, action: int) -> None:
            """It keeps nothing of a play."""

    return PerfectBot()


def openspiel_policy(solution: Solution) -> Any:
    """A policy (open_spiel.python.policy.Policy): the best moves of a solution of `from_openspiel`
    with equal chances.

    ``to_tabular()`` makes a TabularPolicy of it, over all histories of the game: OpenSpiel's tables
    are keyed by histories, so this is for the smallest games.

    Raises ParameterError for a solution of another game, MissingExtraError.

    >>> from perfectplay import from_openspiel, solve
    >>> game = from_openspiel("nim(pile_sizes=1;2)")
    >>> policy = openspiel_policy(solve(game))
    >>> policy.action_probabilities(game.spiel.new_initial_state())
    {0: 0.0, 1: 0.0, 3: 1.0}
    >>> type(policy.to_tabular()).__name__
    'TabularPolicy'
    """
    best = _BestActions(solution)
    policies = extra_module("open_spiel.python.policy", "openspiel", "policies of OpenSpiel")

    class PerfectPolicy(policies.Policy):  # type: ignore[misc,name-defined]
        """The best moves of a solution, with equal chances."""

        def action_probabilities(
            self,
            state: Any,
            player_id: int | None = None,  # noqa: ARG002
        ) -> dict[int, float]:
            """The probability of each legal action."""
            return best.chances(state)

    return PerfectPolicy(best.game.spiel, [0, 1])


class _BestActions:
    """The best actions in states of OpenSpiel."""

    def __init__(self, solution: Solution) -> None:
        game = getattr(solution, "game", None)
        if not isinstance(game, OpenSpielGame):
            raise ParameterError(
                "expected the solution of a game of OpenSpiel, as solve(from_openspiel(...)) gives "
                f"it, got {solution!r}"
            )
        self.game: OpenSpielGame = game
        self._solution = solution

    def of(self, state: Any) -> list[int]:
        """The best actions in a pyspiel.State. Raises UnknownStateError."""
        return [int(move) for move in self._solution.best_moves(self._ours(state))]

    def chances(self, state: Any) -> dict[int, float]:
        """The probability of each legal action, equal ones for the best."""
        best = self.of(state)
        return {action: (action in best) / len(best) for action in state.legal_actions()}

    def _ours(self, state: Any) -> SpielState:
        theirs = str(state.get_game())
        if theirs != str(self.game.spiel):
            raise UnknownStateError(f"a state of {theirs}, and the solution is of {self.game.name}")
        if state.is_terminal():
            raise UnknownStateError("the play is over: there is no action to choose")
        return self.game.state_of(state)
