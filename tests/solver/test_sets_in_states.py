"""Games whose states hold frozensets: every way of solving them gives the same, and it is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from every_way import (
    compiles_to_what_python_answers,
    gives_one_folder,
    is_damaged_by,
    is_read_and_searched,
    name_of,
)
from games_of_sets import GAMES, Chain, Ladder, TwoSets
from odd_sets import COMPILED, REFUSED
from perfectplay import Game, Solution, Value, search, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.prepare_rules import prepare_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_compiled_rules_answer_as_python_does_in_every_state(game: Game) -> None:
    compiles_to_what_python_answers(game)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_way_gives_the_same_folder_and_it_is_right(game: Game, tmp_path: Path) -> None:
    gives_one_folder(game, tmp_path)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_states_are_read_from_texts_and_searched(game: Game) -> None:
    is_read_and_searched(game)


# --- elements that nobody has seen before ---------------------------------------------------------


class Late(Game):
    """After 700 plies, more than any play at random, the set holds a number that it never held."""

    last = 700

    def start(self):
        return (0, frozenset({1, 2}))

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        n, held = state
        new = 5 if n == self.last - 1 else move
        return (n + 1, held ^ {new} if n % 3 else held | {new})

    def outcome(self, state):
        if state[0] < self.last:
            return None
        return Value.WIN if 1 in state[1] else Value.LOSS


class LateHidden(Late):
    """The same, but the rules ask for the length of the set before it is in a state."""

    def play(self, state, move):
        n, held = state
        new = {5 if n == self.last - 1 else move}
        return (n + len(new), held ^ new if n % 3 else held | new)


@pytest.mark.parametrize("game", [Late(), LateHidden()])
def test_an_element_in_the_middle_of_a_solve_is_never_answered_wrongly(
    game: Game, tmp_path: Path
) -> None:
    reference = solve(game, method="reference")
    with pytest.raises(MethodError, match=r"its sets hold 5|an element that no first state has"):
        solve(game, method="compiled")
    states = list(reference.states())
    found = solve(game)
    assert list(map(found.probe, states)) == list(map(reference.probe, states))
    solve_into(game, tmp_path / "f")
    assert verify(tmp_path / "f", game).ok
    opened = Solution.open(tmp_path / "f", game)
    assert list(map(opened.probe, states)) == list(map(reference.probe, states))


class Wanders(Game):
    """Rules that put cells beyond the edge into sets, which no state holds."""

    def start(self):
        return (frozenset({(0, 0)}), (2, 2))

    def moves(self, state):
        r, c = state[1]
        beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
        board = frozenset((x, y) for x in range(3) for y in range(3))
        return sorted((beside & board) - state[0])

    def play(self, state, move):
        return (state[0] | {move}, move)

    def outcome(self, state):
        return Value.DRAW if len(state[0]) == 6 else None

    stuck = Value.LOSS


def test_elements_beyond_the_states_are_told_apart() -> None:
    game = Wanders()
    reference = solve(game, method="reference")
    found = solve(game, method="compiled")
    for state in reference.states():
        assert found.probe(state) == reference.probe(state)


class Mixed(TwoSets):
    """Numbers and pairs in one set."""

    def play(self, state, move):
        return (state[1], state[0] | {move, (move, move)})

    def outcome(self, state):
        return Value.DRAW if len(state[0] | state[1]) == 12 else None


class Named(TwoSets):
    """Sets of bytes."""

    def play(self, state, move):
        return (state[1], state[0] | {b"%d" % move})

    def moves(self, state):
        return [i for i in range(6) if b"%d" % i not in state[0] | state[1]]

    def outcome(self, state):
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class Wide(TwoSets):
    """Two sets that take more than 63 bits."""

    def start(self):
        return (frozenset(range(40)), frozenset(range(40)))

    def moves(self, state):
        return [max(state[0])] if len(state[0]) > 30 else []

    def play(self, state, move):
        return (state[0] - {move}, state[1] - {move})

    def outcome(self, state):
        return None if len(state[0]) > 30 else Value.LOSS


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Mixed(), "its sets hold something else than integers"),
        (Named(), "its sets hold something else than integers"),
        (Wide(), "needs more than 63 bits"),
    ],
)
def test_sets_that_have_no_keys_run_interpreted(game: Game, reason: str, tmp_path: Path) -> None:
    with pytest.raises(MethodError, match=reason):
        solve(game, method="compiled")
    reference = solve(game, method="reference")
    assert solve(game).histogram == reference.histogram
    solve_into(game, tmp_path / "f")
    assert verify(tmp_path / "f", game).ok


# --- folders --------------------------------------------------------------------------------------

WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "missing": lambda keys: keys.pop("words"),
    "null": lambda keys: keys.update(words=None),
    "too few": lambda keys: keys.update(words=keys["words"][:1]),
    "not sorted": lambda keys: keys.update(words=keys["words"][::-1]),
    "twice": lambda keys: keys.update(words=[keys["words"][0]] * len(keys["words"])),
    "spaces": lambda keys: keys.update(words=[f"{word} " for word in keys["words"]]),
    "pairs among numbers": lambda keys: keys.update(words=[*keys["words"][:-1], "(5, 5)"]),
    "words": lambda keys: keys.update(words=["'x'", *keys["words"]]),
    "words after": lambda keys: keys.update(words=[*keys["words"][:-1], "'x'"]),
    "brackets": lambda keys: keys.update(words=["(" * 9999 for _ in keys["words"]]),
    "rules": lambda keys: keys.update(words=["(exit(),)" for _ in keys["words"]]),
    "below all": lambda keys: keys.update(low=[-1 for _ in keys["low"]]),
    "beyond all": lambda keys: keys.update(size=[1 << 20 for _ in keys["size"]]),
}


@pytest.mark.parametrize("how", WRONG)
def test_elements_that_are_damaged_are_none(how: str, tmp_path: Path) -> None:
    def change(keys: dict[str, Any]) -> None:
        assert keys["words"] == ["0", "1", "2", "3", "4", "5"]
        WRONG[how](keys)

    is_damaged_by(TwoSets(), tmp_path / "f", change)


@pytest.mark.parametrize("text", ["'bag'", "{'cow', 'bag'}", "{5}", "{}", "5", "('bag',)", "{bag}"])
def test_words_of_sets_that_are_written_otherwise(text: str, tmp_path: Path) -> None:
    def change(keys: dict[str, Any]) -> None:
        assert keys["words"][-11:-9] == ["{'bag'}", "{'bat'}"]
        keys["words"][-11] = text

    is_damaged_by(Ladder(), tmp_path / "f", change)


def test_a_part_with_other_elements_ends_lines_rightly() -> None:
    """The part never holds 1, so that all bits after it are others."""
    game = Chain()
    whole, part = solve(game), solve(start_at(game, frozenset({2, 4, 5, 7})))
    tables = [solution.keys.shape.elements for solution in (whole, part)]  # type: ignore[attr-defined]
    assert tables[0] != tables[1]
    for state in whole.states():
        found = search(game, state, known=part, method="compiled")
        assert (found.value, found.remoteness) == (whole.value(state), whole.remoteness(state))


# --- odd rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_odd_rules_answer_as_python_does_in_every_state(game: Game) -> None:
    rules = CheckedGame(game)
    states = solve_reference(rules, 20_000).states
    compiled = compile_rules(game)
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None


@pytest.mark.parametrize(("game", "said"), REFUSED, ids=lambda x: type(x).__name__)
def test_rules_that_would_be_answered_otherwise_are_refused(game: Game, said: str) -> None:
    rules = CheckedGame(game)
    states = solve_reference(rules, 20_000).states
    with pytest.raises(NotCompilable, match=said) as refusal:
        prepare_rules(rules, states, symmetries=False)
    assert "odd_sets.py:" in str(refusal.value)
    assert solve(game).histogram == solve(game, method="reference").histogram
