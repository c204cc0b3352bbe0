"""Bots and policies of OpenSpiel as players of a game that comes from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.errors import ParameterError, StrategyError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import listed
from perfectplay.game.naming import game_name
from perfectplay.game.openspiel.spiel_game import OpenSpielGame
from perfectplay.game.openspiel.spiel_state import seat_in
from perfectplay.play.automatic import Automatic

NEARLY = 1e-9
"""Probabilities that differ by less are equal."""


@dataclass(frozen=True)
class OpenSpielPlayer(Automatic):
    """Plays what a policy of OpenSpiel finds most probable (equal chances among equal ones), or
    what a bot chooses; ``choosers``: of player 0 and of player 1, None for one that has no answer.
    """

    kind = "openspiel"
    repeats = False
    rules: CheckedGame
    choosers: tuple[Any, Any]
    seed: int | None = None
    _restarted: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        one, other = (type(chooser).__name__ for chooser in self.choosers)
        return one if self.choosers[0] is self.choosers[1] else f"{one} and {other}"

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int] | None:  # noqa: ARG002
        """As for any player. Raises StrategyError for an answer that is not a legal action."""
        seat = seat_in(state)
        chooser = self.choosers[seat]
        if chooser is None:
            return None
        position = self.rules.game.position(state)  # type: ignore[attr-defined]
        try:
            chances = _chances(chooser, position.clone(), seat, self._restarted)
        except Exception as error:
            raise StrategyError(
                f"{type(chooser).__name__} raised {type(error).__name__}: {error} in state "
                f"{self.rules.state_text(state)}",
                state=state,
            ) from error
        if not chances:
            return None
        most = max(chances.values())
        actions = [action for action, chance in chances.items() if chance > most - NEARLY]
        if wrong := [action for action in actions if action not in legal]:
            raise StrategyError(
                f"{type(chooser).__name__} chose action {wrong[0]} in state "
                f"{self.rules.state_text(state)}, which is not legal; legal: "
                f"{listed(self.rules, legal)}",
                state=state,
            )
        return sorted(list(legal).index(action) for action in actions)


def _chances(
    chooser: Any, position: Any, seat: int, restarted: dict[int, bool]
) -> dict[int, float]:
    """The probability of each action; of a bot without a policy, 1 for the one it chooses."""
    if is_policy(chooser):
        return dict(chooser.action_probabilities(position))
    if restarted.get(seat, True):  # a bot that follows the play is told where it is
        try:
            chooser.restart_at(position)
            restarted[seat] = True
        except Exception:  # it has no such method, and need not have one
            restarted[seat] = False
    if chooser.provides_policy():
        return dict(chooser.get_policy(position))
    return {int(chooser.step(position)): 1.0}


def is_policy(given: Any) -> bool:
    """Whether an object is a policy of OpenSpiel, of its Python or its C++ part."""
    return callable(getattr(given, "action_probabilities", None))


def is_bot(given: Any) -> bool:
    """Whether an object is a bot of OpenSpiel."""
    return callable(getattr(given, "step", None)) and callable(
        getattr(given, "inform_action", None)
    )


def is_of_openspiel(given: Any) -> bool:
    """Whether a player is given as a bot or policy of OpenSpiel, or as a pair of them."""
    if isinstance(given, tuple):
        return len(given) == 2 and any(map(is_of_openspiel, given))
    return not isinstance(given, str | type) and (is_policy(given) or is_bot(given))


def openspiel_player(given: Any, rules: CheckedGame) -> OpenSpielPlayer:
    """The player that a policy is, or a pair of bots or policies, of player 0 and of player 1.
    Raises ParameterError for a game that is not one of OpenSpiel, and for a bot alone."""
    if not isinstance(rules.game, OpenSpielGame):
        raise ParameterError(
            f"{game_name(rules.game)} is no game of OpenSpiel, which its bots and policies need; "
            'use one of from_openspiel, as in from_openspiel("tic_tac_toe")'
        )
    if is_policy(given):
        return OpenSpielPlayer(rules, (given, given))
    if not isinstance(given, tuple):
        raise ParameterError(
            "a bot of OpenSpiel may be made for one player, and end the process if it is asked for "
            "the other; give a pair, (bot, other) for player 0 and player 1, (bot, bot) for one "
            "that plays both, or (bot, None)"
        )
    for one in given:
        if one is not None and not is_of_openspiel(one):
            raise ParameterError(
                f"expected two bots or policies of OpenSpiel, or None, got {one!r}"
            )
    return OpenSpielPlayer(rules, given)
