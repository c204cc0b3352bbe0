"""What `check` finds in states: objects, identity, equality, and integers out of range."""

from __future__ import annotations

from typing import Any

import numpy as np

from games_to_check import check, found
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Pair, changed


def test_unhashable_state() -> None:
    game = changed(Pair, play=lambda self, state, move: [state[0] - move, 7])
    finding = found(game, "unhashable-state")
    assert (finding.state, finding.move_text) == ((5, 7), "1")


class Box:
    """A state that can be changed, and says that it is hashable."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __repr__(self) -> str:
        return f"Box({self.left})"


class EqualBox(Box):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualBox) and other.left == self.left

    def __hash__(self) -> int:
        return 1


def boxed(box: type[Box], **rules: Any) -> Game:
    given = {
        "start": lambda self: box(3),
        "moves": lambda self, state: [1],
        "play": lambda self, state, move: box(state.left - move),
        "outcome": lambda self, state: None if state.left > 0 else Value.LOSS,
    }
    return changed(**given | rules)


def test_states_that_are_objects_with_equality_are_fine() -> None:
    assert check(boxed(EqualBox)).ok


def test_mutable_state() -> None:
    def play(self, state, move):
        state.left -= move
        return EqualBox(state.left)

    finding = found(boxed(EqualBox, play=play), "mutable-state", samples=1)
    assert "play changed the state Box(3) into Box(2) for the move 1" in finding.message


def test_a_state_that_is_changed_in_place_is_the_only_fault() -> None:
    """Not also a KeyError of ours, since the state is no longer the one that was met."""

    class HashedBox(EqualBox):
        def __hash__(self) -> int:
            return hash(self.left)

    def play(self, state, move):
        state.left -= move
        return state

    report = check(boxed(HashedBox, play=play), samples=50)
    assert {finding.promise for finding in report.findings} == {"mutable-state"}


def test_identity_state() -> None:
    report = check(boxed(Box), samples=50)
    assert {finding.promise for finding in report.findings} == {"identity-state"}
    assert "frozen=True" in report.findings[0].remedy
    wrapped = changed(
        start=lambda self: (0, "a"),
        moves=lambda self, state: [1],
        play=lambda self, state, move: (Box(1),),
        outcome=lambda self, state: None if len(state) > 1 else Value.LOSS,
    )
    assert found(wrapped, "identity-state").move == 1


def test_a_state_whose_equality_raises() -> None:
    class Angry(EqualBox):
        def __eq__(self, other: object) -> bool:
            raise ValueError("not comparable")

        __hash__ = EqualBox.__hash__

    report = check(boxed(Angry), samples=50)
    assert "rules-raised" in {finding.promise for finding in report.findings}


def test_no_state() -> None:
    assert found(changed(play=lambda *_: None), "no-state").move == 1


def test_one_bad_move_does_not_hide_the_others() -> None:
    game = changed(play=lambda self, state, move: None if move == 2 else state - move)
    report = check(game)
    assert report.states_checked == 6
    assert [finding.state for finding in report.findings] == [5, 4, 3]


def test_kind_changes() -> None:
    found(changed(play=lambda *_: "over"), "kind-changes")


def test_out_of_63_bits() -> None:
    game = changed(
        start=lambda self: 1,
        moves=lambda self, state: [1],
        play=lambda self, state, move: state << move,
        outcome=lambda self, state: None,
    )
    assert found(game, "out-of-63-bits").state == 1 << 62


def test_a_field_that_is_no_plain_integer_is_named() -> None:
    game = changed(Pair, play=lambda _self, s, m: (s[0], np.int64(s[1] - 1)))
    noted = "\n".join(check(game).notes)
    assert "is not a tuple of 2 integers as the start is (field 1 is np.int64(" in noted
