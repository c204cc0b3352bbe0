"""What is wrong with one state, for engines that run the rules unguarded."""

from __future__ import annotations

from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game


def diagnose(game: Game, state: State, move: Move = None) -> None:
    """Asks everything about one state again, and raises the RulesError that fits.

    For engines that run the rules unguarded and have met trouble: nothing is raised where every
    answer about the state is as promised (about ``move`` alone where one is given).

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
        if move is None or option == move:
            rules.moves_again(state, option, child)
            rules.gain(state, option)
            rules.outcome(child)
            rules.symmetries(child)
            rules.tier(child)
