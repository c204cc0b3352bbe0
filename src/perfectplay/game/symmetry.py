"""Classes of states that a symmetry makes equal, and the one that stands for each."""

from __future__ import annotations

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind


def symmetry_class(rules: CheckedGame | Game, state: State) -> tuple[State, ...]:
    """The distinct states equal to this one, itself the first. Raises RulesError.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> len(symmetry_class(TicTacToe(), TicTacToe().start()))
    1
    """
    return tuple(_rules(rules).symmetries(state))


def representative(rules: CheckedGame | Game, state: State) -> State:
    """The smallest state of the class, where states are integers or flat tuples.

    Integers are compared as numbers, tuples field by field. Other states need have no order:
    there the state itself is given back, and the engine keeps the one that it met first.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> corners = [game.play(game.start(), move) for move in (0, 2, 6, 8)]
    >>> len({representative(game, state) for state in corners})
    1
    """
    rules = _rules(rules)
    if rules.kind is StateKind.OBJECT:
        return state
    return min(rules.symmetries(state))


def _rules(rules: CheckedGame | Game) -> CheckedGame:
    return rules if isinstance(rules, CheckedGame) else CheckedGame(rules)
