"""Why a position, or a move, is a win, a draw or a loss: few sentences, each of them a fact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from perfectplay.analysis.why.known_moves import KnownMoves
from perfectplay.analysis.why.move_facts import (
    after_the_move,
    kept_or_lost,
    moves_that_keep,
    other_moves,
    the_reply,
)
from perfectplay.analysis.why.paired_moves import Pairs
from perfectplay.analysis.why.reason import Fact, Reason, mover_has, over_words
from perfectplay.analysis.why.threat_facts import found_twin, threat_now, zugzwang
from perfectplay.core.errors import IllegalMoveError, QueryError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move, illegal, same_move
from perfectplay.game.turns import Twin
from perfectplay.tablebase.game_or_solution import wrong_kind
from perfectplay.tablebase.plain_solution import PlainSolution
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.explain.explained import Explanation
    from perfectplay.analysis.why.rule_fact import LostRule

MOST = 5
"""The most sentences of a reason; those that say least come last, and are left out."""


def why(
    solution: Solution,
    state: State | None = None,
    move: str | Move | None = None,
    *,
    rule: str | Explanation | None = None,
) -> Reason:
    """The reason of the value of a state (default: the start), or of a move in it.

    ``move``: its text, or as the rules have it. ``rule``: one for the lost positions, an expression
    over a state ``s`` or a result of `explain`; it is tried on every state, and what it says of
    this one is told. Raises ExplainError if it is wrong on one, ConjectureError if it cannot be
    read; QueryError for what is no solution,
    UnknownStateError for a state that it lacks, and IllegalMoveError for a move that is not legal,
    or whose text two moves have.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks(3, 2))
    >>> for sentence in why(solution).sentences:
    ...     print(sentence)
    The player to move wins in 3 plies.
    2 of 8 moves win: 0,1  1,0.
    The other 6 moves lose: 1 of them to the reply 0,2.
    After 0,1 every reply is met by a move that wins at once.
    >>> why(solution, (1, 0), rule="sum(s) % 4 == 0").sentences[1]
    'A position is lost exactly when sum(s) % 4 == 0: this one is not, but the one after 1,0 is.'
    """
    return Reasons(solution, rule).of(state, move)


class Reasons:
    """The reasons of many positions of a solution, which share what was looked at; see `why`."""

    def __init__(self, solution: Solution, rule: str | Explanation | None = None) -> None:
        if not isinstance(solution, Solution):
            raise wrong_kind(solution, "why", "a solution, as solve returns")
        self.solution, self._given = solution, rule
        self._known = KnownMoves(solution)
        self._pairs = Pairs(self._known)

    @cached_property
    def _rule(self) -> LostRule | None:
        return None if self._given is None else _lost_rule(self.solution, self._given)

    @cached_property
    def _twin(self) -> Twin | None:
        return found_twin(self.solution)

    def of(self, state: State | None = None, move: str | Move | None = None) -> Reason:
        """That of a state (default: the start), or of a move in it."""
        rules = self.solution.rules
        record = self._known.record(rules.start() if state is None else state)
        return self.about(record, None if move is None else _made(rules, record, move))

    def about(self, record: Record, made: MoveRecord | None = None) -> Reason:
        """That of the position of a record, or of one of its moves."""
        known, rules, lost = self._known, self._known.rules, self._rule
        if made is not None:
            moved = kept_or_lost(rules, record, made), *the_reply(known, record, made)
            facts = [*moved, *after_the_move(known, self._pairs, record, made)]
        elif record.terminal:
            facts = [_fact("over", over_words(rules, record), record)]
        else:
            facts = self._of_position(record)
        if lost is not None and not record.terminal:
            facts.insert(1, lost.fact(rules, record, made))
        text = None if made is None else made.text
        return Reason(record.state, record.text, text, tuple(facts[:MOST]))

    def _of_position(self, record: Record) -> list[Fact]:
        known, rules = self._known, self._known.rules
        threats = list(threat_now(rules, record))
        told = {one.met for one in threats}
        others = [one for one in other_moves(known, record) if one.moves not in told]
        after = list(after_the_move(known, self._pairs, record, record.moves[0]))
        if threats:
            after = [one for one in after if one.kind != "threat"]
        value = _fact("value", mover_has(rules, record), record)
        keep, pairs = moves_that_keep(rules, record), self._pairs.now(record)
        return [value, *threats, *self._zugzwang(record), *keep, *pairs, *others, *after]

    def _zugzwang(self, record: Record) -> Iterator[Fact]:
        if record.value is not Value.WIN and self._twin is not None:
            yield from zugzwang(self.solution, self._twin, record)


def _lost_rule(solution: Solution, rule: str | Explanation) -> LostRule:
    """The rule, tried on every state; with NumPy, which other reasons do without."""
    if isinstance(solution, PlainSolution):
        raise QueryError("rules are tried with NumPy, which is not installed here")
    from perfectplay.analysis.why.rule_fact import LostRule

    return LostRule(solution, rule)


def _fact(kind: str, sentence: str, record: Record) -> Fact:
    scored = record.score is not None
    value = None if scored else str(record.value)
    return Fact(kind, sentence, record.state, value, record.score, record.remoteness)


def _made(rules: CheckedGame, record: Record, given: str | Move) -> MoveRecord:
    """The move that is asked about. Raises IllegalMoveError."""
    move = find_move(rules, record.state, given) if isinstance(given, str) else given
    made = next((one for one in record.moves if same_move(one.move, move)), None)
    if made is None:
        raise IllegalMoveError(illegal(rules, record.state, repr(given)))
    alike = sum(one.text == made.text for one in record.moves)
    if alike > 1 and isinstance(given, str):
        text = shortened(given)
        raise IllegalMoveError(f"{alike} moves are written {text!r}; in Python, give the move")
    return made
