"""The keys with which a solve begins, and why states have none."""

from __future__ import annotations

from enum import Enum

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import refusal_of_states
from perfectplay.core.arrays import IntArray
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.packing import KeyChoice, TupleKeys
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import word_text
from perfectplay.game.shape.wider_keys import learnt, with_room_for_sets


def first_keys(
    rules: CheckedGame, sample: list[State], shape: StateShape | None = None,
    choose: KeyChoice = TupleKeys.of_limits,
) -> Keys:  # fmt: skip
    """The first keys: from the limits of the game, else from a sample of its states.

    ``shape``: that of the compiled rules, which has all their words (default: that of the start).
    ``choose``: from the limits of all fields.
    Raises NotCompilable if there are none, RulesError for wrong limits.
    """
    if rules.kind is StateKind.INTEGER:
        return IntegerKeys()
    shape = shape or rules.shape
    if shape is None:
        raise NotCompilable(*refusal_of_states(sample[0]))
    for state in sample:
        if unlike := unlike_shape(state, shape):
            raise unlike
    try:
        if rules.limits is None:
            return with_room_for_sets(learnt(sample, shape, choose), choose)
        return choose(rules.limits, shape, ())
    except OverflowError as beyond:
        raise NotCompilable(str(beyond)) from None


def repack(array: IntArray, keys: TupleKeys, wider: TupleKeys) -> None:
    """Change keys [N] into wider ones, in place. Raises NotCompilable if those are sparse, and some
    states too unusual for them."""
    try:
        keys.repack(array, wider)
    except OverflowError as beyond:
        raise NotCompilable(str(beyond)) from None


def unlike_shape(state: State, shape: StateShape) -> NotCompilable | None:
    """The reason for not compiling rules whose start has this shape and which reach this state."""
    if shape.holds(state):
        if shape.fields(state) is not None:
            return None
        longest = zip(shape.longest_in(state), shape.lengths, strict=True)
        if any(length > most for length, most in longest):
            return NotCompilable(
                f"it has a state with a longer {'text' if shape.has_varying_texts else 'tuple'} "
                f"than random plays lead to ({shortened(repr(state), 60)})",
                idiom="one length in all states, with blanks where need be, compiles",
            )
        strange = [x for x in shape.elements_in(state) if x not in shape.elements]
        if strange:
            return NotCompilable(
                f"its sets hold {shortened(repr(strange[0]), 60)}, which no first state holds",
                idiom="elements that compile turn up in random plays, or in sets that rules name",
            )
        strange = [w for w in shape.words_in(state) if w not in ("", None, *shape.words)]
        if isinstance(strange[0], Enum):
            return NotCompilable(
                f"its states hold {word_text(strange[0])}, and its start holds no member of "
                f"{type(strange[0]).__name__}",
                idiom="let the start hold one, or use texts such as 'X'",
            )
        return NotCompilable(
            f"its states hold {shortened(repr(strange[0]), 60)}, which the rules do not name",
            idiom="words that compile are in the start, or in the text of the rules",
        )
    flat = isinstance(state, tuple) and issubclass(shape.cls, tuple)
    if flat and len(state) != len(shape.parts):
        return NotCompilable("its tuples change their length")
    if flat and shape.is_flat:
        for i, item in enumerate(state):
            if type(item) is not int:
                shown = shortened(repr(item), 60)
                return NotCompilable(
                    f"field {i} of its states is {shown}, where the start has an integer",
                    idiom="a field that is of one kind in all states compiles",
                )
    return NotCompilable(f"its states change their shape ({shortened(repr(state), 60)})")
