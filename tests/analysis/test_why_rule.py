"""What a reason says of a rule: in every state of small games, by the reference solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from games_of_puzzles import Lights
from perfectplay import Game, Value, explain, misere, solve, why
from perfectplay.core.errors import ConjectureError, ExplainError, QueryError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe

GAMES: list[tuple[Game, str | None]] = [
    (ThreeRocks(4, 5), "sum(s) % 4 == 0"),
    (ThreeRocks(4, 5, most=2), "sum(s) % (most + 1) == 0"),
    (Nim((1, 2, 3)), " nim_sum(s) == 0 "),
    (Subtraction(21), None),
    (misere(ThreeRocks(3, 3)), None),
    (Chopsticks(3), None),
    (TicTacToe(2, 2, 2), None),
    (ConnectFour(3, 2, 3), None),
    (Kalah(1, 2), None),
]
"""Games with a rule; None: the list of their lost states."""


@pytest.mark.parametrize(("game", "rule"), GAMES, ids=[f"{i}" for i in range(len(GAMES))])
@pytest.mark.parametrize("symmetries", [False, True], ids=["all", "classes"])
def test_the_fact_holds_in_every_state(game: Game, rule: str | None, symmetries: bool) -> None:
    known = solve(game, method="reference", symmetries=False)
    lost = {state for state in known.states() if known.value(state) is Value.LOSS}
    if rule is None:
        rule = f"s in {tuple(sorted(lost))!r}"
    solution = solve(game, symmetries=symmetries)
    rules = known.rules
    for state in list(known.states())[:: max(1, len(known) // 150)]:
        reason = why(solution, state, rule=rule)
        told = [fact for fact in reason.facts if fact.kind == "rule"]
        record = known.probe(state)
        if record.terminal:
            assert told == []
            continue
        (fact,) = told
        assert reason.facts[1] is fact
        head, _, tail = fact.sentence.rpartition(": this one ")
        assert head == f"A position is lost exactly when {rule.strip()}"
        assert tail.startswith("is not") == (state not in lost)
        assert fact.value == str(record.value)
        again = [rules.moves_again(state, one.move, one.state) for one in record.moves]
        reached = {one.text for one in record.moves if one.state in lost}
        if any(again):
            assert (fact.moves, tail) == ((), "is not." if state not in lost else "is.")
            continue
        assert set(fact.moves) == reached
        assert (record.value is Value.WIN) == bool(reached)
        assert ("no move leads to" in tail) == (not reached)
        for text in fact.moves[:4]:
            assert text in tail
        assert (" more is." in tail) == (len(reached) > 4)


@pytest.mark.parametrize("game", [ThreeRocks(3, 2), Nim((1, 2, 2))], ids=["rocks", "nim"])
def test_the_fact_of_a_move(game: Game) -> None:
    solution = solve(game)
    found = explain(solution, check_larger=False)
    for state in solution.states():
        for one in solution.probe(state).moves:
            reason = why(solution, state, one.move, rule=found)
            fact = reason.facts[1]
            assert fact.kind == "rule"
            is_lost = solution.value(one.state) is Value.LOSS
            words = f"the one after {one.text} {'is' if is_lost else 'is not'}."
            assert fact.sentence == f"A position is lost exactly when {found.words}: {words}"


@dataclass(frozen=True)
class Twins(ThreeRocks):
    """Moves that are written alike cannot be named."""

    def move_text(self, move: Any) -> str:
        return "take"


def test_moves_that_are_written_alike_are_not_named() -> None:
    fact = why(solve(Twins(3, 2)), rule="sum(s) % 4 == 0").facts[1]
    assert fact.moves == ()
    assert fact.sentence == "A position is lost exactly when sum(s) % 4 == 0: this one is not."


def test_without_a_rule_nothing_changes() -> None:
    solution = solve(ThreeRocks(3, 2))
    plain = why(solution)
    told = why(solution, rule="sum(s) % 4 == 0")
    assert [fact for fact in told.facts if fact.kind != "rule"] == list(plain.facts)
    assert len(told.facts) <= 5


@pytest.mark.parametrize(
    ("game", "rule", "error", "words"),
    [
        (ThreeRocks(3, 2), "sum(s) % 3 == 0", ExplainError, "wrong on 5 of 12 states, one of them"),
        (ThreeRocks(3, 2), "sum(s) % 4", ConjectureError, "expected True or False"),
        (ThreeRocks(3, 2), "sum(t) == 0", ConjectureError, "knows no name 't'"),
        (ThreeRocks(3, 2), "s[5] == 0", ConjectureError, "the rule raises IndexError"),
        (ThreeRocks(3, 2), "", ConjectureError, "expression over a state s"),
        (ThreeRocks(3, 2), 7, QueryError, "a rule is an expression over s"),
        (DotsAndBoxes(1, 1), "True", QueryError, "this is a game of points"),
        (Lights(), "True", QueryError, "this is a game for one player"),
    ],
    ids=["wrong", "number", "name", "raises", "empty", "no text", "points", "puzzle"],
)
def test_rules_that_are_refused(game: Game, rule: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        why(solve(game), rule=rule)
    assert words in str(raised.value)


def test_what_explain_has_not_found() -> None:
    solution = solve(ThreeRocks(3, 2))
    won = explain(solution, Value.WIN, check_larger=False)
    with pytest.raises(QueryError, match="a rule for lost positions was expected"):
        why(solution, rule=won)
