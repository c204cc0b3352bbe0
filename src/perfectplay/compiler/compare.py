"""Comparison of compiled and interpreted rules, since compiled integers wrap silently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.errors import RulesError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.double_keys import keys_in
from perfectplay.game.shape.number_enums import equals_numbers, is_number_enum
from perfectplay.game.shape.packing import Keys

if TYPE_CHECKING:
    from perfectplay.compiler.load import CompiledRules

FULLY_COMPARED = 1_000
"""Moves: of a state with more, the first, the last and some between are compared."""

MOVES_COMPARED = 5_000_000
"""The budget of one comparison: a move counts as one, each image of a child as IMAGE."""

IMAGE = 20


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


def interpreted_answer(
    compiled: CompiledRules, rules: CheckedGame, keys: Keys, state: State
) -> tuple[RulesAnswer, list[int], int]:
    """The answer of the interpreted rules, the indices of its children among all, and the number of
    images of children that it took.

    Raises RulesError.
    """
    images_made = 0
    position, moves, places = rules.sampled(state, FULLY_COMPARED)
    children, again, tiers, gains = [], [], [], []
    for move, child in position.options:
        images = rules.symmetries(child) if compiled.has_symmetries else [child]
        images_made += len(images)
        children.append(min(keys.key(image) for image in images))
        again.append(compiled.has_again and rules.moves_again(state, move, child))
        if compiled.has_tier:
            tiers.append(rules.tier(child))
        if compiled.scoring:
            gains.append(rules.gain(state, move))
    answers = tuple(children), tuple(again), tuple(tiers), tuple(gains)
    answer = RulesAnswer(int(position.outcome or 0), moves, *answers, position.score)
    return answer, places, images_made


def compiled_answer(
    compiled: CompiledRules, keys: Keys, state: State, places: Sequence[int] | None = None
) -> RulesAnswer | None:
    """The answer of the compiled rules; None if a state has no key.

    ``places``: the indices of the wanted children; None: all.
    """
    layout, words = compiled.layout(keys), compiled.kernels.KEY_WORDS
    degrees, over = np.empty(1, np.int32), np.empty(1, np.uint8)
    room = 64
    while True:
        children, again = np.empty(room * words, np.int64), np.zeros(room, np.uint8)
        marks = again[: room if compiled.has_again else 0]
        tiers = np.empty(room if compiled.has_tier else 0, np.int64)
        gains, final = np.zeros(room, np.int32), np.zeros(1, np.int32)
        done, n, status = compiled.kernels.expand(
            keys.array([state]), 0, 1, layout, children, marks, tiers, degrees, over, gains, final
        )
        if status == 1:
            room *= 4
            continue
        if not done:
            return None
        chosen = np.arange(n) if places is None else np.array([p for p in places if p < n], int)
        found = children.reshape(-1, words)[chosen].ravel()
        return RulesAnswer(
            int(over[0]), int(n), tuple(keys_in(found, keys)),
            tuple(again[chosen].astype(bool).tolist()),
            tuple(tiers[chosen].tolist()) if compiled.has_tier else (),
            tuple(gains[chosen].tolist()) if compiled.scoring else (),
            int(final[0]) if compiled.scoring and over[0] else None,
        )  # fmt: skip


def compare(
    compiled: CompiledRules,
    rules: CheckedGame,
    keys: Keys,
    states: Sequence[State],
    budget: float = MOVES_COMPARED,
    agree: Callable[[], None] | None = None,
) -> RulesError | None:
    """The first difference between the two, as an error to raise; None if there is none.

    States without a key, or with children without one, are skipped; so are the rest after
    ``budget`` moves. ``agree`` is called for each state with equal answers. Raises NotCompilable if
    only compiled code fails.
    """
    for state in states:
        if keys.key(state) < 0:
            continue
        if budget <= 0:
            break
        wanted, places, images = interpreted_answer(compiled, rules, keys, state)
        budget -= wanted.moves + IMAGE * images
        if any(child < 0 for child in wanted.children):
            continue
        try:
            given = compiled_answer(compiled, keys, state, places)
        except Exception as failure:  # the interpreter goes on
            raise compiled.failed(failure, rules.state_text(state)) from failure
        if given != wanted:
            other = "finds none that it can keep" if given is None else given.text(keys)
            return RulesError(
                "compiled-differs",
                f"compiled code answers differently in state {rules.state_text(state)}: "
                f"Python says {wanted.text(keys)}; compiled code {other}",
                state=state,
                remedy=f"{_reason(compiled)}, or use --method interpreted",
            )
        if agree is not None:
            agree()
    return None


def _reason(compiled: CompiledRules) -> str:
    """Why two answers may differ, and what helps."""
    kinds = () if compiled.shape is None else compiled.shape.kinds
    if any(is_number_enum(kind) and not equals_numbers(kind) for kind in kinds):
        return "A Flag equals its number in compiled code; compare with flags, or ask for .value"
    return "Integers that leave 63 bits on the way wrap in compiled code; keep them smaller"
