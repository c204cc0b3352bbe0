"""Check hints for a search against exact results of states near the end of a play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.search_hints import hints_of
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.reference_search import CycleError, search_plain
from perfectplay.tablebase.state_queries import brought
from perfectplay.tablebase.table import StateEntry, plies_text, worth_text

PLAYS, LONGEST = 60, 2_000
"""Number of random plays whose last states are checked, and maximum plies of each."""

FROM_THE_END = (1, 2, 3, 4, 5, 6, 8, 10, 12)

FEW = 500
"""States with more successors than this are not checked."""

MANY = 60_000
"""Maximum number of states examined in all, which takes a few seconds."""


def check_hints(rules: CheckedGame, log: FindingLog, states: Sequence[State]) -> None:
    """Report hints that are wrong for some states, or for states near the end of random plays."""
    if not hints_of(rules.game):
        return
    check, known, left = HintCheck(rules, log), dict[State, StateEntry](), MANY
    for state in (*late(rules), *states[:: max(1, len(states) // 300)]):
        if left <= 0:
            return
        if state not in known:
            try:
                found = search_plain(rules, state, FEW)
            except CycleError:
                return
            known |= found
            left -= len(found) if state in found else FEW
        if state in known:
            check.check(state, known)


def late(rules: CheckedGame) -> Iterator[State]:
    """States near the end of random plays, the nearest first; the same in every check."""
    draw, plays = random.Random(0), []
    for _ in range(PLAYS):
        line = [rules.start()]
        while len(line) < LONGEST and (options := rules.position(line[-1]).options):
            line.append(draw.choice(options)[1])
        plays.append(line)
    for back in FROM_THE_END:
        yield from (line[-1 - back] for line in plays if back < len(line))


class HintCheck:
    """Compares hints with exact results."""

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        self.rules = rules
        self.hints = SearchHints(rules)
        self.log = log

    def check(self, state: State, known: dict[State, StateEntry]) -> None:
        """Check the hints of a state; ``known`` must contain it and all its successors."""
        if self.rules.outcome(state) is not None:
            return
        for hint in self.hints.given:
            try:
                getattr(self, f"_{hint}")(state, known)
            except PerfectPlayError as error:
                self.log.add(error)

    def _order(self, state: State, known: dict[State, StateEntry]) -> None:  # noqa: ARG002
        for move, _ in self.rules.position(state).options:
            self.hints.order(state, move)

    def _bounds(self, state: State, known: dict[State, StateEntry]) -> None:
        low, high = self.hints.bounds(state)
        one = known[state]
        if not low <= result_of(one) <= high:
            truth = f", which is {worth_words(one)}"
            raise self.hints.wrong("bounds", (low, high), state, truth)

    def _forced(self, state: State, known: dict[State, StateEntry]) -> None:
        answer = self.hints.forced(state)
        if not answer:
            return
        options = self.rules.position(state).options
        one = known[state]
        worths = [
            brought(self.rules, state, move, child, known[child])
            for move, child in options
            if move in answer
        ]
        assert one.remoteness is not None
        if one._replace(remoteness=one.remoteness - 1) not in worths:
            truth = f", which is {worth_words(one)}, and none of these moves keeps that"
            raise self.hints.wrong("forced", answer, state, truth)

    def _plies_left(self, state: State, known: dict[State, StateEntry]) -> None:
        one = known[state]
        fixed = self.rules.scoring or one.value is Value.DRAW
        if not self.rules.position(state).options:
            return
        answer = self.hints.plies_left(state)
        if answer is not None and fixed and answer != one.remoteness:
            raise self.hints.wrong("plies_left", answer, state, f", which is {worth_words(one)}")


def result_of(known: StateEntry) -> int:
    """Exact result of a state, on the scale of `win_in` and `loss_in`.

    >>> result_of(StateEntry(Value.LOSS, 2)) + FAR
    2
    """
    if known.score is not None:
        return max(-UNBOUNDED, min(UNBOUNDED, known.score))
    assert known.remoteness is not None
    return (int(known.value) - 2) * (FAR - known.remoteness)


def worth_words(known: StateEntry) -> str:
    """Exact result of a state in words.

    >>> worth_words(StateEntry(Value.WIN, 1)), worth_words(StateEntry(Value.LOSS, 4, -3))
    ('a win in 1 ply', 'a loss by 3 in 4 plies')
    """
    return f"a {worth_text(known.value, known.score)} in {plies_text(known.remoteness)}"
