"""Rules about the numbers in the state that a move leaves: its fields, and a user's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral

import numpy as np

from perfectplay.analysis.card.card_candidates import CardRule
from perfectplay.analysis.card.kept_positions import KeptPositions, Truth
from perfectplay.analysis.card.list_positions import RuleTable
from perfectplay.analysis.card.numbers_of_states import nim_sum, pairs_up
from perfectplay.analysis.card.own_features import OwnFeature
from perfectplay.analysis.explain.coordinates import coordinates_by_keys
from perfectplay.analysis.explain.features import Feature, features_of
from perfectplay.analysis.explain.rules import Condition, condition_between
from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import ExplainError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.game import StateKind, overrides
from perfectplay.solver.whole_graph import WholeGraph

MODULI = range(2, 9)
"""Moduli that are tried."""

MOST = 40
"""Rules of this kind that become candidates."""

WORK = 60_000_000
"""Moves times features that are looked at: in large games only short features are."""

THRESHOLDS = 8
"""Thresholds that become candidates, however seldom they are right alone."""

SMALL = (0, 1, 2)
"""Thresholds that are tried."""

LISTED = 2
"""The most numbers of a rule: a long list of numbers is a list of positions in disguise."""

_ODD = re.compile(r"[3-9] \*|\] \* ")  # weights and products that nobody would guess


@dataclass(frozen=True)
class LeftNumber:
    """A number of the state that each move leaves. values: [E]."""

    feature: Feature
    values: IntArray


def left_rules(
    whole: WholeGraph, kept: KeptPositions, own: Sequence[OwnFeature], reporter: Reporter
) -> list[tuple[CardRule, Truth]]:
    """Rules about the state that a move leaves, the most useful first, with the moves, [E], that
    they allow."""
    reporter.tell("looking at numbers")
    after = _StatesAfter(whole, kept)
    rules = list(_own_rules(whole, kept, after, own))
    rules += _ranked(kept, list(_of_own(after, own)), 0.9, 0.0)
    rules += _ranked(kept, list(_of_fields(after)), 1.0, 1 / 16)
    if any(isinstance(state, tuple) for state in after.states[:1]):
        moves = after.each(lambda state: int(pairs_up(state))).astype(np.bool_)
        phrase = "leaves every number twice, or an even number of times"
        rules.append((CardRule(("pairs_up(s)",), (phrase,), weight=1.5, after=True), moves))
    return rules


class _StatesAfter:
    """The states that moves leave. index: [E] the place of each among the different ones."""

    def __init__(self, whole: WholeGraph, kept: KeptPositions) -> None:
        self.whole = whole
        nodes = whole.graph.edges[kept.edges]
        self.nodes, self.index = np.unique(nodes, return_inverse=True)

    @property
    def keys(self) -> IntArray:
        """The keys of the different states."""
        return self.whole.array[self.nodes]

    @cached_property
    def states(self) -> list[State]:
        """The different states."""
        return self.whole.keys.states_of(self.keys)

    def each(self, of: Callable[[State], int]) -> IntArray:
        """[E] a number of the state that each move leaves."""
        numbers = np.fromiter(map(of, self.states), np.int64, len(self.states))
        return numbers[self.index]


def _of_fields(after: _StatesAfter) -> Iterator[LeftNumber]:
    """Numbers that are made of the fields of states, as in `explain`."""
    rules = after.whole.rules
    if rules.kind is StateKind.INTEGER and overrides(rules.game, "text"):
        return  # people do not see this number
    try:
        fields = coordinates_by_keys(rules, after.whole.keys, after.keys, texts=False)
    except ExplainError:
        yield from _of_sequences(after)
        return
    most = max(8, WORK // max(1, len(after.index) * len(MODULI)))
    for feature in [one for one in features_of(fields) if not _ODD.search(one.text)][:most]:
        yield LeftNumber(feature, feature.of(fields.rows)[after.index])


def _of_sequences(after: _StatesAfter) -> Iterator[LeftNumber]:
    """Numbers of states that are tuples of numbers of any length."""
    if not all(
        isinstance(state, tuple) and all(isinstance(number, Integral) for number in state)
        for state in after.states
    ):
        return
    numbers: tuple[tuple[str, str, Callable[[State], int]], ...] = (
        ("len(s)", "the number of fields", len),
        ("sum(s)", "the sum of all fields", sum),
        ("max(s, default=0)", "the largest field", lambda s: max(s, default=0)),
        ("nim_sum(s)", "the nim-sum of all fields", nim_sum),
        ("sum(x % 2 for x in s)", "the number of odd fields", lambda s: sum(x % 2 for x in s)),
    )
    for text, words, of in numbers:
        yield _column(text, words, after.each(of))


def _of_own(after: _StatesAfter, own: Sequence[OwnFeature]) -> Iterator[LeftNumber]:
    for feature in own:
        if not feature.is_truth(after.states):
            values = after.each(feature.number)
            yield _column(feature.call("s"), feature.name, values)


def _column(text: str, words: str, values: IntArray) -> LeftNumber:
    return LeftNumber(Feature(text, words, lambda rows: rows[:, 0], simple=True), values)


def _own_rules(
    whole: WholeGraph, kept: KeptPositions, after: _StatesAfter, own: Sequence[OwnFeature]
) -> Iterator[tuple[CardRule, Truth]]:
    """Rules of features that are true or false, after a move and before it."""
    before = whole.keys.states_of(whole.array[kept.nodes])
    counts = np.diff(kept.starts)
    for feature in own:
        if not feature.is_truth([*after.states, *before]):
            continue
        moves = after.each(feature.number).astype(np.bool_)
        now = np.fromiter(map(feature.number, before), np.bool_, len(before)).repeat(counts)
        for no in ("", "not "):
            phrase = f"leaves a position that is {no}{feature.name}"
            test = f"{no}{feature.call('s')}"
            yield CardRule((test,), (phrase,), after=True), moves ^ bool(no)
            test = f"{no}{feature.call('state')}"
            what = f"the position is {no}{feature.name}"
            yield CardRule((test,), provided=(what,)), now ^ bool(no)


def _conditions(
    kept: KeptPositions, numbers: Sequence[LeftNumber]
) -> Iterator[tuple[Condition, Truth]]:
    """Conditions that are always right where they hold; and such as hold for one number."""
    for number in numbers:
        span = int(np.ptp(number.values)) if len(number.values) else 0
        for modulus in (0, *MODULI):
            if modulus and span < 2 * modulus - 1:
                break  # a period counts only if it was seen twice
            values = number.values % modulus if modulus else number.values
            for found in _of_values(kept, number.feature, modulus, values):
                yield found, found.holds_of(number.values)


def _of_values(
    kept: KeptPositions, feature: Feature, modulus: int, values: IntArray
) -> Iterator[Condition]:
    different, places = np.unique(values, return_inverse=True)
    wrong = np.bincount(places, ~kept.allowed, len(different))
    right = np.bincount(places, kept.allowed, len(different))
    pure = different[wrong == 0]
    if len(pure) and len(pure) < len(different):
        found = condition_between(feature, modulus, pure, different[wrong > 0])
        if found is not None and len(found.numbers) <= LISTED:
            yield found
    for place in np.flatnonzero((right > wrong) & (wrong > 0)).tolist():
        yield Condition(feature, modulus, "==", (int(different[place]),))
    if feature.simple and not modulus:
        for most in SMALL:
            if different[0] <= most < different[-1]:
                yield Condition(feature, 0, "<=", (most,))


def _ranked(
    kept: KeptPositions, numbers: list[LeftNumber], weight: float, by_size: float
) -> list[tuple[CardRule, Truth]]:
    """Of conditions that allow the same moves the shortest; those that are right most often.
    ``weight``: of each rule, with as much more for each letter as ``by_size``."""
    scored: dict[bytes, tuple[float, int, Condition, Truth]] = {}
    for condition, moves in _conditions(kept, numbers):
        size = len(condition.text)
        same = np.packbits(moves).tobytes()
        if same in scored and scored[same][1] <= size:
            continue
        table = RuleTable(kept, moves[None], np.zeros(1))
        score = float(table.right.sum() - 2 * table.wrong.sum())
        scored[same] = score, size, condition, moves
    shortest = sorted(scored.values(), key=lambda row: (row[1], row[2].text))
    thresholds = [row for row in shortest if row[2].sign == "<="][:THRESHOLDS]
    best = sorted(shortest, key=lambda row: -row[0])[:MOST]
    best += [row for row in thresholds if row not in best]
    return [
        (_rule(condition, weight + by_size * size), moves) for _, size, condition, moves in best
    ]


def _rule(condition: Condition, weight: float) -> CardRule:
    phrase = f"leaves a position in which {condition.words}"
    return CardRule((condition.text,), (phrase,), weight=weight, after=True)
