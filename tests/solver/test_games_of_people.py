"""Games as people write them, against the slow, obvious solver; which of them compile, by name."""

from __future__ import annotations

import pytest

from people import GAMES
from perfectplay import Game, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt

INTERPRETED = {
    "Sums": "a tuple has another length than compiled code expects",
    "Gobblet": r"the characters of a word are looped over \(.*pawns.py:\d+\)",
    "Tree": "a character of a word does not compile",
}
"""The games that are not compiled, each with the reason."""


@pytest.mark.parametrize("name", GAMES)
def test_solved_as_by_the_slow_solver(name: str) -> None:
    game = GAMES[name]()
    reference = solve(game, method="reference")
    for method in ("auto", "interpreted"):
        solution = solve(game, method=method)
        assert len(solution) == len(reference)
        for state in reference.states():
            assert solution.probe(state) == reference.probe(state), state


@pytest.mark.parametrize("name", GAMES)
def test_compiled_or_not(name: str) -> None:
    """Compiled rules answer as the interpreter does, in every state."""
    game = GAMES[name]()
    if name in INTERPRETED:
        with pytest.raises(NotCompilable, match=INTERPRETED[name]):
            where_it_differs(game)
    else:
        assert where_it_differs(game) is None


def where_it_differs(game: Game) -> RulesError | None:
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    number = isinstance(states[0], int)
    keys = IntegerKeys() if number else learnt([game.start(), *states], compiled.shape)
    return compare(compiled, CheckedGame(game), keys, states)
