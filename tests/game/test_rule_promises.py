"""Each answer that breaks a promise gets the error of that name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay.core.errors import RulesError
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.rule_calls import LARGEST
from perfectplay.game.game import Game
from tiny_games import Countdown, Pair, changed


def error_of(promise: str, ask: Any, *args: Any) -> RulesError:
    with pytest.raises(RulesError) as caught:
        ask(*args)
    assert caught.value.promise == promise, str(caught.value)
    assert caught.value.remedy, "every error says what to do next"
    return caught.value


# --- wrong answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [0, 1, 3, True, False, Value.UNKNOWN, "loss", 1.0])
def test_illegal_outcome(answer: object) -> None:
    rules = CheckedGame(changed(outcome=lambda self, state: answer))
    error = error_of("illegal-outcome", rules.outcome, 5)
    assert str(error).startswith(f"Changed.outcome gave {answer!r} in state 5; it must give")
    assert error.state == 5


@pytest.mark.parametrize("answer", [None, 3])
def test_illegal_moves(answer: object) -> None:
    error_of("illegal-moves", CheckedGame(changed(moves=lambda self, state: answer)).options, 5)


@pytest.mark.parametrize("answer", [None, 3, b"5"])
def test_illegal_text(answer: object) -> None:
    error = error_of("illegal-text", CheckedGame(changed(text=lambda self, state: answer)).text, 5)
    assert str(error).startswith(f"Changed.text gave {answer!r} in state 5; it must give a str")


def test_limits_are_told_how_many_fields_there_are() -> None:
    one = changed(Pair, start=lambda self: (5,), limits=((0, 1), (0, 2)))
    assert "for states of 1 field;" in str(
        error_of("illegal-limits", lambda: CheckedGame(one).limits)
    )
    two = changed(Pair, limits=((0, 1),))
    assert "for states of 2 fields;" in str(
        error_of("illegal-limits", lambda: CheckedGame(two).limits)
    )


def test_endless_moves_are_counted_to_the_limit_only() -> None:
    def moves(self, state):
        while True:
            yield 1

    error = error_of("endless-moves", CheckedGame(changed(moves=moves), max_moves=1000).options, 5)
    assert "more than 1,000 answers in state 5" in str(error)


def test_as_many_moves_as_allowed_are_legal() -> None:
    game = changed(moves=lambda self, state: iter([1] * 1000))
    assert len(CheckedGame(game, max_moves=1000).moves(5)) == 1000
    error_of("endless-moves", CheckedGame(game, max_moves=999).moves, 5)


def test_more_than_a_million_moves_are_all_given() -> None:
    game = changed(moves=lambda self, state: range(1_000_003))
    assert CheckedGame(game).moves(5) == list(range(1_000_003))


@pytest.mark.parametrize("child", [[1], {1}, {}, ([1],)])
def test_unhashable_state(child: object) -> None:
    rules = CheckedGame(changed(Pair, play=lambda self, state, move: child))
    error = error_of("unhashable-state", rules.options, (5, 7))
    assert (error.state, error.move) == ((5, 7), 1)


def test_unhashable_start() -> None:
    error_of("unhashable-state", CheckedGame(changed(start=lambda self: [1, 2])).start)


@pytest.mark.parametrize("base", [Countdown, Pair])
def test_a_forgotten_return_is_no_state(base: type[Game]) -> None:
    rules = CheckedGame(changed(base, play=lambda self, state, move: None))
    error = error_of("no-state", rules.options, rules.start())
    assert "Changed.play gave None for the move 1 in state 5" in str(error)


@pytest.mark.parametrize("child", [-1, LARGEST + 1])
def test_out_of_63_bits(child: int) -> None:
    error_of("out-of-63-bits", CheckedGame(changed(play=lambda *_: child)).options, 5)
    error_of("out-of-63-bits", CheckedGame(changed(start=lambda self: child)).start)


def test_the_largest_state_is_a_state() -> None:
    assert CheckedGame(changed(play=lambda *_: LARGEST)).play(5, 1) == LARGEST


def test_states_do_not_change_their_kind() -> None:
    error_of("kind-changes", CheckedGame(changed(play=lambda *_: "lost")).options, 5)


def test_stuck_state_shows_the_state_and_says_what_to_do() -> None:
    rules = CheckedGame(changed(Pair, outcome=lambda self, state: None))
    error = error_of("stuck-state", rules.position, (0, 7))
    assert "no legal move in state 0,7" in str(error)
    assert "stuck = Value.LOSS" in error.remedy


@pytest.mark.parametrize("stuck", [0, 1, "loss", Value.UNKNOWN])
def test_illegal_stuck(stuck: object) -> None:
    rules = CheckedGame(changed(stuck=stuck, outcome=lambda self, state: None))
    error_of("illegal-stuck", rules.position, 0)


@pytest.mark.parametrize("players", [0, 3, None, True, "2"])
def test_illegal_players(players: object) -> None:
    error_of("illegal-players", CheckedGame, changed(players=players))


@pytest.mark.parametrize("method", ["player", "tier", "text", "board", "symmetries", "parse"])
def test_an_attribute_hides_a_method(method: str) -> None:
    error = error_of("hidden-method", CheckedGame, changed(**{method: 7}))
    assert f"Changed.{method} is 7, where the contract has the method {method}" in str(error)


def test_an_attribute_in_the_place_of_a_method_that_is_needed() -> None:
    error = error_of("hidden-method", CheckedGame, changed(moves=[1, 2, 3]))
    assert "Changed.moves is [1, 2, 3], where the contract has the method moves" in str(error)
    assert "write def moves(self, state), or give the attribute a name" in str(error)


def test_a_field_hides_a_method_even_where_the_method_is_written_below_it() -> None:
    @dataclass(frozen=True)
    class Steps(Countdown):
        moves: int = 7

        def moves(self, state: int) -> list[int]:  # type: ignore[no-redef]  # noqa: F811
            return [1, 2]

    error = error_of("hidden-method", CheckedGame, Steps())
    assert "Steps.moves is a field, where the contract has the method moves" in str(error)


def test_a_helper_has_the_name_of_the_method_that_gives_children() -> None:
    def options(self: Any, state: int) -> dict[int, int]:
        return {move: state - move for move in (1, 2)}

    error = error_of("hidden-method", CheckedGame, changed(options=options))
    assert "Changed.options is a method of its own" in str(error)
    assert "another name" in str(error)


def test_a_method_that_is_named_in_the_class_as_no_field_is_a_method() -> None:
    @dataclass(frozen=True)
    class Flat(Countdown):
        tier: ClassVar[Any] = Game.tier

    assert CheckedGame(Flat()).tier(3) == 0


def test_an_attribute_with_the_name_of_a_hint_is_the_games_own() -> None:
    assert CheckedGame(changed(order=7)).moves(3) == CheckedGame(Countdown()).moves(3)


@pytest.mark.parametrize("tier", [None, 0.5, "1", 2**63])
def test_illegal_tier(tier: object) -> None:
    error_of("tier-illegal", CheckedGame(changed(tier=lambda self, state: tier)).tier, 5)


def test_symmetries_are_unique_and_begin_with_the_state() -> None:
    rules = CheckedGame(changed(Pair, symmetries=lambda self, s: [s[::-1], s, s[::-1]]))
    assert rules.symmetries((5, 7)) == [(5, 7), (7, 5)]


def test_illegal_symmetries() -> None:
    error_of("illegal-symmetries", CheckedGame(changed(symmetries=lambda *_: None)).symmetries, 5)
    error_of("out-of-63-bits", CheckedGame(changed(symmetries=lambda *_: [-1])).symmetries, 5)


@pytest.mark.parametrize(
    ("state", "advice"),
    [
        ([1, 2], "for a list write tuple(items)"),
        ([[1, 2], [3, 4]], "for a list write tuple(map(tuple, rows))"),
        ({"a": 1}, "for a dict write tuple(sorted(d.items()))"),
        ({1, 2}, "for a set write frozenset(items)"),
        (bytearray(b"ab"), "for a bytearray write bytes(items)"),
        (
            np.zeros(3, int),
            "for an array write array.astype(np.int8).tobytes(), or tuple(array.tolist())",
        ),
        (np.zeros((2, 2), int), "or tuple(map(tuple, array.tolist()))"),
        ((1, [2, 3]), "field 1 is a list: write tuple(items)"),
        ((1, (2, [3])), "tuple(...) and frozenset(...) turn lists and sets into such"),
    ],
)
def test_advice_for_what_cannot_be_hashed_works_as_given(state: object, advice: str) -> None:
    with pytest.raises(RulesError) as error:
        CheckedGame(changed(start=lambda self: state)).start()
    assert str(error.value).endswith(advice)
    assert "; a state needs a hash, and this has none; " in str(error.value)
    value = state[1] if isinstance(state, tuple) else state
    names = {"items": value, "rows": value, "d": value, "array": value, "np": np}
    written = [text for text in str(error.value).partition("write ")[2].split(", or ") if text]
    assert written or "turn lists and sets into such" in advice
    for text in written:
        hash(eval(text, names))


@dataclass
class Loose:
    """A state whose author has forgotten that it must not change."""

    hounds: set[int]
    hare: int


@dataclass(frozen=True)
class HalfFrozen:
    """Frozen, with a field that is not."""

    hounds: set[int]


@pytest.mark.parametrize(
    ("state", "advice"),
    [
        (Loose({1}, 2), "write @dataclass(frozen=True) above class Loose; field hounds is a set: "
         "write frozenset(items)"),
        (HalfFrozen({1}), "field hounds is a set: write frozenset(items)"),
    ],
    ids=["loose", "half"],
)  # fmt: skip
def test_advice_for_dataclasses_names_the_class_and_the_field(state: object, advice: str) -> None:
    with pytest.raises(RulesError) as error:
        CheckedGame(changed(start=lambda self: state)).start()
    assert str(error.value).endswith(advice)


def _assign(value: Any) -> None:
    value[0] = 1


def _set_field(value: Any) -> None:
    value.hounds = set()


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda: _assign((0, 1)), "states never change: change a list of it"),
        (lambda: _assign("ab"), "return ''.join of that list"),
        (lambda: _set_field(HalfFrozen(set())), "return replace(state, ...), from dataclasses"),
        (lambda: frozenset({1}).add(2), "a frozenset never changes: s | {x} is one with x"),
        (lambda: (1, 2).append(3), "a tuple never changes: change a list of it"),
    ],
    ids=["tuple", "text", "dataclass", "frozenset", "append"],
)
def test_rules_that_change_a_state_are_told_what_to_write(
    change: Callable[[], None], advice: str
) -> None:
    rules = CheckedGame(changed(play=lambda *_: change()))
    error = error_of("rules-raised", rules.options, 5)
    assert advice in str(error)


@pytest.mark.parametrize("start", [5, (5, 0), "five"])
def test_a_generator_in_place_of_a_state_is_told_from_one(start: Any) -> None:
    def play(_self: Any, state: Any, _move: Any) -> Any:
        yield state

    rules = CheckedGame(changed(start=lambda _self: start, play=play))
    error = error_of("no-state", rules.play, start, 1)
    assert "; write return in place of yield" in str(error)


def test_a_frozen_dataclass_with_an_init_of_its_own() -> None:
    """What follows the advice for a class that equals only itself, and leaves __init__ where it is,
    is told what to write in its place."""

    @dataclass(frozen=True)
    class Pile:
        def __init__(self, n):
            self.n = n

    class Heap(Game):
        def start(self):
            return Pile(3)

        def moves(self, state):
            return [1]

        def play(self, state, move):
            return Pile(state.n - move)

        def outcome(self, state):
            return Value.LOSS if state.n == 0 else None

    with pytest.raises(RulesError, match="makes __init__ of the annotated fields: write n: int"):
        CheckedGame(Heap()).start()
