"""Find the broken promise in one state, for engines that run the rules unchecked."""

from __future__ import annotations

import traceback
from pathlib import Path

from perfectplay.core.errors import RulesError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.game import Game
from perfectplay.game.showing import in_state


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


_OURS = str(Path(__file__).parents[2])


def in_rules(error: BaseException) -> bool:
    """Whether an exception was raised outside of perfectplay: by the rules, or what they call.

    >>> in_rules(ValueError("raised nowhere"))
    False
    """
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and not frames[-1].filename.startswith(_OURS)


def answers_differ(rules: CheckedGame, state: State, what: str = "answer") -> RulesError:
    """Error for rules that give another ``what`` when they are asked a second time.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> print(answers_differ(CheckedGame(ThreeRocks()), (3, 2), "outcome"))
    the rules of ThreeRocks give another outcome when they are asked again in state 3,2; the same
    question must always get the same answer: no random numbers or clocks, nothing kept in self or
    outside the class, and no sets without sorting them
    """
    name, at = type(rules.game).__name__, in_state(rules.game, state)
    message = f"the rules of {name} give another {what} when they are asked again{at}"
    return broken("answers-differ", message, state)
