"""Why a position, or a move, is a win, a draw or a loss: few sentences, each of them a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.analysis.why.move_facts import (
    after_the_move,
    kept_or_lost,
    moves_that_keep,
    other_moves,
)
from perfectplay.analysis.why.paired_moves import pairs_now
from perfectplay.analysis.why.reason import Fact, Reason, mover_has, over_words
from perfectplay.analysis.why.threat_facts import threat_now, zugzwang
from perfectplay.core.errors import IllegalMoveError, QueryError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move, illegal, same_move
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
    if not isinstance(solution, Solution):
        error = wrong_kind(solution, "why")
        raise type(error)(
            str(error).replace("a game or a solution", "a solution, as solve returns")
        )
    rules = solution.rules
    record = solution.probe(rules.start() if state is None else state)
    made = None if move is None else _made(rules, record, move)
    lost = None if rule is None else _lost_rule(solution, rule)
    if made is not None:
        facts = [kept_or_lost(rules, record, made), *after_the_move(solution, record, made)]
    elif record.terminal:
        facts = [_fact("over", over_words(rules, record), record)]
    else:
        facts = _of_position(solution, record)
    if lost is not None and not record.terminal:
        facts.insert(1, lost.fact(rules, record, made))
    return Reason(
        record.state, record.text, None if made is None else made.text, tuple(facts[:MOST])
    )


def _lost_rule(solution: Solution, rule: str | Explanation) -> LostRule:
    """The rule, tried on every state; with NumPy, which other reasons do without."""
    if isinstance(solution, PlainSolution):
        raise QueryError("rules are tried with NumPy, which is not installed here")
    from perfectplay.analysis.why.rule_fact import LostRule

    return LostRule(solution, rule)


def _of_position(solution: Solution, record: Record) -> list[Fact]:
    rules = solution.rules
    threats = list(threat_now(rules, record))
    told = {one.met for one in threats}
    others = [one for one in other_moves(solution, record) if one.moves not in told]
    after = list(after_the_move(solution, record, record.moves[0]))
    if threats:
        after = [one for one in after if one.kind != "threat"]
    value = _fact("value", mover_has(rules, record), record)
    forced, pairs = zugzwang(solution, record), pairs_now(solution, record)
    keep = moves_that_keep(rules, record)
    return [value, *threats, *forced, *keep, *pairs, *others, *after]


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
