"""Find the broken promise in one state, for engines that run the rules unchecked."""

from __future__ import annotations

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game


def diagnose(game: Game, state: State) -> None:
    """Check all answers about one state again; raise RulesError for a broken promise.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> diagnose(ThreeRocks(), (3, 2))
    >>> diagnose(ThreeRocks(), (3, None))  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RulesError: ThreeRocks.moves raised TypeError ...
    """
    rules = CheckedGame(game)
    rules.start()
    rules.symmetries(state)
    rules.player(state)
    rules.tier(state)
    for option, child in rules.position(state).options:
        rules.moves_again(state, option, child)
        rules.gain(state, option)
        rules.outcome(child)
        rules.symmetries(child)
        rules.tier(child)
