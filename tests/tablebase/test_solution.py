"""What a solution answers of a state, and of the game as a whole."""

from __future__ import annotations

import json
from typing import ClassVar

import numpy as np
import pytest

from games_to_solve import METHODS, RANDOM, Chain, Piles, Planted, solved
from perfectplay import Value, solve
from perfectplay.core.errors import RulesError
from random_games import AgainIntegers, AgainStrings, AgainTuples

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


# --- a planted game -------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_planted(method: str) -> None:
    solution = solve(Planted(), method=method)
    wanted = {
        0: (DRAW, 2), 1: (DRAW, 1), 2: (DRAW, 0), 3: (DRAW, 4), 4: (DRAW, 3), 5: (DRAW, 2),
        6: (DRAW, 1), 7: (DRAW, 0), 8: (DRAW, None), 9: (DRAW, None), 10: (WIN, 1), 11: (LOSS, 0),
    }  # fmt: skip
    for state, (value, remoteness) in wanted.items():
        assert solution.value(state) is value
        assert solution.remoteness(state) == remoteness
    assert solution.keeping_moves(0) == [0, 1, 2]
    assert solution.best_moves(0) == [0]
    assert solution.keeping_moves(3) == [0]
    record = solution.probe(0)
    assert [m.move for m in record.moves] == [0, 1, 2]
    assert [m.remoteness for m in record.moves] == [1, 4, None]
    assert [m.best for m in record.moves] == [True, False, False]
    assert all(m.keeps and m.value is DRAW for m in record.moves)
    assert solution.counts.as_dict() == {
        "states": 12, "moves": 12, "terminal": 3, "wins": 1, "draws": 10, "losses": 1, "endless": 2,
    }  # fmt: skip
    line = solution.line()
    assert (line.states, line.moves, line.loops) == ((0, 1, 2), (0, 0), False)
    for most in range(len(line.moves) + 2):
        begun = solution.line(most=most)
        assert begun.moves == line.moves[:most]
        assert begun.states == line.states[: len(begun.moves) + 1]
        assert begun.loops == (line.loops and most >= len(line.moves))
    loop = solution.line(8)
    assert (loop.states, loop.moves, loop.loops) == ((8, 9, 8), (0, 0), True)
    assert solution.by_remoteness == {
        0: {"wins": 0, "draws": 2, "losses": 1},
        1: {"wins": 1, "draws": 2, "losses": 0},
        2: {"wins": 0, "draws": 2, "losses": 0},
        3: {"wins": 0, "draws": 1, "losses": 0},
        4: {"wins": 0, "draws": 1, "losses": 0},
        None: {"wins": 0, "draws": 2, "losses": 0},
    }
    assert list(solution.by_remoteness) == [0, 1, 2, 3, 4, None]
    assert solution.longest_win == (10, 1)
    assert solution.values(np.arange(14)).tolist() == [
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 1, 0, 0
    ]  # fmt: skip
    assert solution.remotenesses(range(14)).tolist() == [
        2, 1, 0, 4, 3, 2, 1, 0, -1, -1, 1, 0, -1, -1
    ]  # fmt: skip


# --- puzzles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_puzzle(method: str) -> None:
    """WIN is solved, the remoteness the fewest moves; dead ends are lost, loops endless."""

    class Puzzle(Planted):
        players: ClassVar[int] = 1
        stuck: ClassVar[Value] = Value.LOSS
        EDGES: ClassVar = (
            (1, 4, 6),  # 0
            (2,), (3,), (),  # 1, 2, 3: three steps to a solved state
            (0, 5), (3,),  # 4, 5: as many; and back
            (7, 8), (6,),  # 6, 7: a loop with a dead end beside it
            (9,), (),  # 8, 9: the dead end
        )  # fmt: skip

        def outcome(self, state):
            return Value.WIN if state == 3 else None

    solution = solve(Puzzle(), method=method)
    assert [solution.value(i) for i in range(10)] == [
        WIN, WIN, WIN, WIN, WIN, WIN, DRAW, DRAW, LOSS, LOSS
    ]  # fmt: skip
    assert [solution.remoteness(i) for i in range(10)] == [3, 2, 1, 0, 2, 1, None, None, 1, 0]
    assert solution.best_moves(0) == [0, 1]
    assert solution.keeping_moves(6) == [0]
    assert solution.counts.terminal == 2
    assert solution.longest_win == (0, 3)


# --- dictionaries and wholes ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2, 13, 26, 84, 96])
def test_scores_and_best_moves_of_all(seed: int) -> None:
    """Both dictionaries, in the order of remoteness."""
    solution = solved(AgainStrings, seed)
    scores = solution.scores()
    assert set(scores) == {s for s in solution.states() if solution.value(s) is not DRAW}
    assert all(score == int(solution.value(s)) - 2 for s, score in scores.items())
    order = [(solution.remoteness(s), score) for s, score in scores.items()]
    assert order == sorted(order)
    moves = solution.keeping_moves_of_all()
    assert moves == {
        s: solution.keeping_moves(s) for s in solution.states() if not solution.probe(s).terminal
    }
    assert all(moves.values())
    best = solution.best_moves_of_all()
    assert best == {state: solution.best_moves(state) for state in moves}
    assert all(best.values())


def test_scores_are_wins_and_losses_only() -> None:
    assert solve(Planted()).scores() == {11: -1, 10: 1}


def test_nothing_won() -> None:
    solution = solve(Chain(5))
    assert solution.longest_win is None
    assert solution.scores() == {}
    assert solution.summary()["longest_win"] is None


def test_longest_win_is_the_first_of_its_remoteness() -> None:
    several = 0
    for seed in (5, 23, 43, 44, 53, 64, 73, 85, 163):
        for cls in (AgainIntegers, AgainTuples):
            solution = solve(cls(seed))
            won = [
                (solution.remoteness(s), s) for s in solution.states() if solution.value(s) is WIN
            ]
            longest = max((r for r, _ in won if r is not None), default=None)
            first = [s for r, s in won if r == longest]
            several += len(first) > 1
            wanted = None if longest is None else (min(first), longest)
            assert solution.longest_win == wanted
    assert several >= 4


SUMMARY = [
    "game",
    "parameters",
    "states",
    "moves",
    "terminal",
    "wins",
    "draws",
    "losses",
    "endless",
]
AFTER = ["start", "longest_win", "engine", "seconds"]
COUNTS = ["states", "moves", "terminal", "wins", "draws", "losses", "endless"]


def test_summary() -> None:
    summary = solve(Planted()).summary()
    assert list(summary) == [*SUMMARY, *AFTER]
    assert summary["game"] == "Planted"
    assert summary["parameters"] == {}
    assert summary["start"] == {"state": 0, "value": "draw", "remoteness": 2}
    assert summary["longest_win"] == {"state": 10, "remoteness": 1}
    assert summary["engine"] == "interpreted"
    assert 0 <= summary["seconds"] < 5
    assert [summary[name] for name in COUNTS] == [12, 12, 3, 1, 10, 1, 2]
    symmetric = solve(Piles((0, 2, 3), "plain"), method="interpreted").summary()
    assert list(symmetric) == [*SUMMARY, "representatives", *AFTER]
    assert list(symmetric["representatives"]) == COUNTS
    assert symmetric["parameters"] == {"piles": [0, 2, 3], "kind": "plain"}
    assert symmetric["start"]["state"] == [0, 2, 3]
    for whole in (summary, symmetric):
        assert json.loads(json.dumps(whole)) == whole
    assert json.loads(json.dumps(solve(Planted()).probe(0).as_dict()))["moves"][2] == {
        "move": 2, "text": "2", "value": "draw", "remoteness": None, "best": False,
        "keeps": True, "state": 8,
    }  # fmt: skip
    start = solve(Chain(2), method="compiled")
    assert start.summary()["engine"] == start.engine == "compiled"


class Stuck(Planted):
    """One state, without moves."""

    def moves(self, state):
        return range(0)

    def outcome(self, state):
        return None


class Alone(Stuck):
    """One state, in which the play is over."""

    def outcome(self, state):
        return Value.WIN


@pytest.mark.parametrize("method", METHODS)
def test_one_state(method: str) -> None:
    for stuck in (WIN, DRAW, LOSS)[: 1 if method == "compiled" else 3]:
        game = type("Stays", (Stuck,), {"stuck": stuck})()
        solution = solve(game, method=method)
        assert (solution.value(0), solution.remoteness(0)) == (stuck, 0)
    solution = solve(Alone(), method=method)
    assert len(solution) == 1
    assert solution.value(0) is WIN
    assert solution.longest_win == (0, 0)
    assert solution.counts.as_dict() == {
        "states": 1, "moves": 0, "terminal": 1, "wins": 1, "draws": 0, "losses": 0, "endless": 0,
    }  # fmt: skip
    assert solution.line().states == (0,)
    assert solution.probe(0).terminal
    assert solution.keeping_moves(0) == solution.best_moves(0) == []
    with pytest.raises(RulesError) as problem:
        solve(Stuck(), method=method)
    assert problem.value.promise == "stuck-state"
    assert problem.value.state == 0


# --- states that are none -------------------------------------------------------------------------


def test_by_remoteness_adds_up() -> None:
    for cls, seed in RANDOM[::5]:
        solution = solved(cls, seed)
        rows = solution.by_remoteness
        counts = solution.counts
        for name in ("wins", "draws", "losses"):
            assert sum(row[name] for row in rows.values()) == getattr(counts, name)
        assert sum(rows.get(0, {}).values()) == counts.terminal
        assert sum(rows.get(None, {}).values()) == rows.get(None, {}).get("draws", 0)
        assert rows.get(None, {}).get("draws", 0) == counts.endless
        plies = [r for r in rows if r is not None]
        assert plies == sorted(plies)
