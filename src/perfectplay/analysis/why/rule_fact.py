"""The fact that a rule covers a position: one that says exactly which positions are lost."""

from __future__ import annotations

from perfectplay.analysis.conjecture.question_space import ConjectureNames
from perfectplay.analysis.conjecture.tested import ConjectureTest, compiled
from perfectplay.analysis.explain.explained import Explanation
from perfectplay.analysis.why.reason import Fact
from perfectplay.core.errors import ExplainError, QueryError
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, shown
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

RULE_STATES = 2_000_000
"""The most states on which a rule is tried, in plain Python."""

NAMED = 4
"""The most moves that the sentence names."""


class LostRule:
    """A rule that is true for just the lost positions of a solution; ``words``: what it says.

    It is tried on every state. Raises ExplainError if it is wrong somewhere, or if there are too
    many states, ConjectureError if it cannot be read or raises, QueryError for games of points and
    for one player, which are not lost.
    """

    def __init__(self, solution: Solution, rule: str | Explanation) -> None:
        game = solution.game
        if game.players == 1 or solution.rules.scoring:
            kind = "for one player" if game.players == 1 else "of points"
            raise QueryError(f"a rule says which positions are lost, and this is a game {kind}")
        if len(solution) > RULE_STATES:
            raise ExplainError(
                f"a rule is tried on every state in plain Python, and {len(solution):,} states are "
                f"more than {RULE_STATES:,}"
            )
        expression, self.words = _texts(rule)
        self._says = compiled(ConjectureNames(solution), expression, ("s",), "rule")
        self.tried = _check(solution, self._says)

    def fact(self, rules: CheckedGame, record: Record, made: MoveRecord | None) -> Fact:
        """What the rule says of a position that goes on, or of the one after a move in it."""
        head = f"A position is lost exactly when {self.words}"
        if made is not None:
            there = "is" if self._says.holds(made.state) else "is not"
            sentence = f"{head}: the one after {made.text} {there}."
            return Fact("rule", sentence, record.state, moves=(made.text,))
        state, value = record.state, record.value
        here = "this one is" if value is Value.LOSS else "this one is not"
        alike = len({one.text for one in record.moves}) < len(record.moves)
        if alike or any(rules.moves_again(state, one.move, one.state) for one in record.moves):
            return Fact("rule", f"{head}: {here}.", state, str(value))
        to_lost = tuple(one.text for one in record.moves if self._says.holds(one.state))
        if to_lost:
            more = len(to_lost) - NAMED
            names = " or ".join(to_lost[:NAMED]) + (f" or {more:,} more" if more > 0 else "")
            tail = f"but the one after {names} is"
        else:
            other = "another" if value is Value.LOSS else "one that is"
            tail = f"and no move leads to {other}"
        return Fact("rule", f"{head}: {here}, {tail}.", state, str(value), moves=to_lost)


def _texts(rule: str | Explanation) -> tuple[str, str]:
    """The expression of a rule, and its words."""
    if isinstance(rule, Explanation):
        if rule.value is not Value.LOSS or rule.expression is None:
            raise QueryError("a rule for lost positions was expected, as explain finds some")
        return rule.expression, str(rule.words)
    if not isinstance(rule, str):
        raise QueryError(f"a rule is an expression over s, or a result of explain, got {rule!r}")
    return rule.strip(), rule.strip()


def _check(solution: Solution, says: ConjectureTest) -> int:
    """The number of states, if the rule is right on all. Raises ExplainError."""
    tried, wrong, first = 0, 0, None
    for states, entries in solution.state_blocks(symmetric=True):
        lost = (entries.values == Value.LOSS).tolist()
        tried += len(states)
        for state, is_lost in zip(states, lost, strict=True):
            if says.holds(state) != is_lost:
                wrong += 1
                first = state if first is None else first
    if wrong:
        raise ExplainError(
            f"the rule does not say which positions are lost: it is wrong on {wrong:,} of "
            f"{number_of(tried, 'state')}, one of them {shown(solution.game, first)}"
        )
    return tried
