"""Comparison of compiled and interpreted rules, since compiled integers wrap silently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame, Position
from perfectplay.game.shape.double_keys import keys_in
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.number_enums import equals_numbers, is_number_enum

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules

FULLY_COMPARED = 1_000
"""Moves: of a state with more, the first, the last and some between are compared."""

MOVES_COMPARED = 5_000_000
"""The budget of one comparison: a move counts as one, each image of a child as IMAGE."""

IMAGE = 20

TOGETHER, IMAGES_TOGETHER = 64, 20_000
"""States that are compared together, and images of their children after which no more are added:
arrays of one state take many times as long."""

FLAGS = "a Flag equals its number in compiled code; compare with flags, or ask for .value"
"""Why answers of rules with flags may differ, and what helps."""


@dataclass(frozen=True)
class RulesAnswer:
    """The answer of rules for a state.

    ``over``: its value if the play is over, else 0; ``final``: its score then, in a game of points;
    ``moves``: their number; ``children``, ``again``, ``tiers``, ``gains``: of all or some moves.
    """

    over: int
    moves: int
    children: tuple[int, ...]
    again: tuple[bool, ...]
    tiers: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()
    final: int | None = None

    def sorted(self) -> RulesAnswer:
        """The answer with the moves in the order of their children."""
        columns = [x for x in (self.children, self.again, self.tiers, self.gains) if x]
        rows = iter(zip(*sorted(zip(*columns, strict=True)), strict=True))
        children, again, tiers, gains = (
            tuple(next(rows)) if column else ()
            for column in (self.children, self.again, self.tiers, self.gains)
        )
        return replace(self, children=children, again=again, tiers=tiers, gains=gains)

    def text(self, keys: Keys) -> str:
        """The answer in words."""
        if self.over:
            value = Value(self.over) if self.over <= Value.WIN else "number that is no Value"
            return f"over, a {value}" + ("" if self.final is None else f", {self.final}")
        states = ["a state without a key" if k < 0 else repr(keys.state(k)) for k in self.children]
        marks = [" (moves again)" if again else "" for again in self.again]
        tiers = [f" in tier {tier}" for tier in self.tiers] or [""] * len(states)
        gains = [f" for {gain}" for gain in self.gains] or [""] * len(states)
        shown = ["".join(parts) for parts in zip(states, gains, tiers, marks, strict=True)]
        more = f" and {self.moves - 6:,} more" if len(shown) > 6 else ""
        return f"{self.moves:,} moves, to {', '.join(shown[:6])}{more}"


@dataclass(frozen=True)
class _Asked:
    """What the interpreted rules say of a state.

    ``images``: of each child all images, itself first; ``places``: its children's indices among
    all. The other fields are those of its `RulesAnswer`.
    """

    state: State
    position: Position
    moves: int
    places: list[int]
    images: list[list[State]]
    again: tuple[bool, ...]
    tiers: tuple[int, ...]
    gains: tuple[int, ...]

    @cached_property
    def count(self) -> int:
        """The number of images."""
        return sum(map(len, self.images))

    @property
    def cost(self) -> int:
        """Its part of the budget of a comparison."""
        return self.moves + IMAGE * self.count

    def answer(self, children: tuple[int, ...]) -> RulesAnswer:
        """The answer, with the keys of the children."""
        return RulesAnswer(
            int(self.position.outcome or 0), self.moves, children, self.again, self.tiers,
            self.gains, self.position.score,
        )  # fmt: skip


def _ask(compiled: CompiledRules, rules: CheckedGame, state: State) -> _Asked:
    """Ask the interpreted rules about a state. Raises RulesError."""
    fully = MOVES_COMPARED if compiled.sets_from else FULLY_COMPARED
    position, moves, places = rules.sampled(state, fully)
    images, again, tiers, gains = [], [], [], []
    for move, child in position.options:
        images.append(rules.symmetries(child) if compiled.has_symmetries else [child])
        again.append(compiled.has_again and rules.moves_again(state, move, child))
        if compiled.has_tier:
            tiers.append(rules.tier(child))
        if compiled.scoring:
            gains.append(rules.gain(state, move))
    return _Asked(state, position, moves, places, images, tuple(again), tuple(tiers), tuple(gains))


def _interpreted_answers(keys: Keys, asked: Sequence[_Asked]) -> list[RulesAnswer]:
    """Their answers; the key of a child is the least one of its images, -1 if one has none."""
    images = [image for one in asked for child in one.images for image in child]
    found = iter(keys_in(keys.array(images), keys) if images else [])
    return [
        one.answer(tuple(min(islice(found, len(child))) for child in one.images)) for one in asked
    ]


def compiled_answers(
    compiled: CompiledRules, keys: Keys, states: Sequence[State],
    places: Sequence[Sequence[int]] | None = None,
) -> list[RulesAnswer | None]:  # fmt: skip
    """The answers of the compiled rules about states with keys; None where a child has no key.

    ``places``: of each state the indices of the wanted children; None: all.
    """
    layout, words = compiled.layout(keys), compiled.kernels.KEY_WORDS
    packed, answers, room = keys.array(states), list[RulesAnswer | None](), 64 * len(states)
    while (begin := len(answers)) < len(states):
        children, again = np.empty(room * words, np.int64), np.zeros(room, np.uint8)
        marks = again[: room if compiled.has_again else 0]
        tiers = np.empty(room if compiled.has_tier else 0, np.int64)
        gains, final = np.zeros(room, np.int32), np.zeros(len(states) - begin, np.int32)
        degrees, over = np.empty(len(final), np.int32), np.empty(len(final), np.uint8)
        done, _, status = compiled.kernels.expand(
            packed, begin, len(states), layout, children, marks, tiers, degrees, over, gains, final
        )
        last = 0
        for i in range(begin, done):
            first, last = last, last + int(degrees[i - begin])
            chosen = np.arange(first, last) if places is None else np.array(places[i], int) + first
            chosen = chosen[chosen < last]
            answers.append(RulesAnswer(
                int(over[i - begin]), last - first,
                tuple(keys_in(children.reshape(-1, words)[chosen].ravel(), keys)),
                tuple(again[chosen].astype(bool).tolist()),
                tuple(tiers[chosen].tolist()) if compiled.has_tier else (),
                tuple(gains[chosen].tolist()) if compiled.scoring else (),
                int(final[i - begin]) if compiled.scoring and over[i - begin] else None,
            ))  # fmt: skip
        if status == 1:
            room *= 4
        elif done < len(states):
            answers.append(None)
    return answers


def compare(
    compiled: CompiledRules,
    rules: CheckedGame,
    keys: Keys,
    states: Sequence[State],
    budget: float = MOVES_COMPARED,
    agree: Callable[[], None] | None = None,
) -> RulesError | None:
    """The first difference between the two, as an error to raise; None if there is none. Where sets
    may be looped over from either end, both ways are compared.

    States without a key, or with children without one, are skipped; so are the rest after
    ``budget`` moves. ``agree`` is called for each state with equal answers. Raises NotCompilable if
    only compiled code fails.
    """
    if compiled.opposite is not None:
        difference = compare(compiled.opposite, rules, keys, states, budget)
        if difference is not None:
            return difference
    for first in range(0, len(states), TOGETHER):
        block = states[first : first + TOGETHER]
        asked, broken = list[_Asked](), None
        for state, key in zip(block, keys_in(keys.array(block), keys), strict=True):
            if key < 0:
                continue
            if budget <= 0:
                break
            try:
                asked.append(_ask(compiled, rules, state))
            except RulesError as error:  # after what comes before it
                broken = error
                break
            budget -= asked[-1].cost
            if sum(one.count for one in asked) > IMAGES_TOGETHER:
                if difference := _difference(compiled, rules, keys, asked, agree):
                    return difference
                asked = []
        if (difference := _difference(compiled, rules, keys, asked, agree)) or budget <= 0:
            return difference
        if broken is not None:
            raise broken
    return None


def _difference(
    compiled: CompiledRules, rules: CheckedGame, keys: Keys, asked: Sequence[_Asked],
    agree: Callable[[], None] | None,
) -> RulesError | None:  # fmt: skip
    """The first difference in some states, as `compare` gives it."""
    answered = zip(asked, _interpreted_answers(keys, asked), strict=True)
    pairs = [(one, wanted) for one, wanted in answered if min(wanted.children, default=0) >= 0]
    if not pairs:
        return None
    try:
        given = compiled_answers(
            compiled, keys, [one.state for one, _ in pairs], [one.places for one, _ in pairs]
        )
    except Exception as failure:  # the interpreter goes on
        if len(asked) == 1:
            raise compiled.failed(failure, rules.state_text(asked[0].state)) from failure
        each = (_difference(compiled, rules, keys, [one], agree) for one in asked)
        return next(filter(None, each), None)
    for (one, wanted), answer in zip(pairs, given, strict=True):
        if answer != wanted and not _differ_in_order(compiled, answer, wanted):
            other = "finds none that it can keep" if answer is None else answer.text(keys)
            return RulesError(
                "compiled-differs",
                f"compiled code answers differently in state {rules.state_text(one.state)}: "
                f"Python says {wanted.text(keys)}; compiled code {other}",
                state=one.state,
                remedy=f"{_reason(compiled)}, or use --method interpreted",
            )
        if agree is not None:
            agree()
    return None


def _differ_in_order(
    compiled: CompiledRules, answer: RulesAnswer | None, wanted: RulesAnswer
) -> bool:
    """Whether only the order of the moves differs, which that of a set in Python may have made."""
    return bool(compiled.sets_from) and answer is not None and answer.sorted() == wanted.sorted()


def _reason(compiled: CompiledRules) -> str:
    """Why two answers may differ, and what helps."""
    if _holds_flags(compiled):
        return FLAGS[0].upper() + FLAGS[1:]
    return "Integers that leave 63 bits on the way wrap in compiled code; keep them smaller"


def _holds_flags(compiled: CompiledRules) -> bool:
    """Whether states hold members of a Flag that equal no number."""
    kinds = () if compiled.shape is None else compiled.shape.kinds
    return any(is_number_enum(kind) and not equals_numbers(kind) for kind in kinds)


def refusal_of(
    difference: RulesError, compiled: CompiledRules, rules: CheckedGame
) -> NotCompilable | None:
    """Why a game runs interpreted after a difference: classes may do what compiled code does not,
    and the order of a set may matter. None if states are plain integers, so that the difference is
    an error."""
    at = f"in state {rules.state_text(difference.state)}"
    if compiled.sets_from:
        return order_matters(compiled, at)
    if compiled.shape is None or compiled.shape.is_flat:
        return None
    found = f"compiled code answers differently {at}"
    return NotCompilable(f"{found}; {FLAGS}" if _holds_flags(compiled) else found)


def order_matters(compiled: CompiledRules, at: str) -> NotCompilable:
    """The refusal of rules that answer otherwise in another order of a set, with the line."""
    from perfectplay.compiler.load import RulesToCompile
    from perfectplay.compiler.runtime.set_types import ORDER

    given = RulesToCompile(compiled.game, symmetries=compiled.has_symmetries)
    found = given.refusal_as_written()
    return NotCompilable(f"{ORDER} {at}", found.place, found.idiom)
