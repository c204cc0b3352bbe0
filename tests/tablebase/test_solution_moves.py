"""The moves of a record: their order, and which are best and perfect."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games_to_solve import RANDOM, Planted, solved
from perfectplay import Solution, Value, solve
from perfectplay.tablebase.record import MoveRecord
from random_games import (
    AgainIntegers,
    AgainStrings,
    AgainTuples,
    PuzzleStrings,
    RandomGame,
    SeatedIntegers,
    TurnedIntegers,
    TurnedStrings,
    TurnedTuples,
)

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


@pytest.mark.parametrize(("cls", "seed"), RANDOM)
def test_following_perfect_moves_realises_the_remoteness(cls: type[RandomGame], seed: int) -> None:
    """Whichever best moves are followed, in all that is stated: moves, value, end."""
    solution = solved(cls, seed)
    game = solution.game
    dice = random.Random(seed)
    for state in itertools.islice(solution.states(), 150):
        value, left = solution.value(state), solution.remoteness(state)
        for _ in range(60 if left is None else left):
            record = solution.probe(state)
            assert (record.value, record.remoteness) == (value, left)
            choices = [m for m in record.moves if m.best]
            assert choices, "a state that is not over has a best move"
            assert [m.move for m in choices] == solution.best_moves(state) or len(choices) > 1
            chosen = dice.choice(choices)
            if not game.moves_again(state, chosen.move):
                value = value.negated
            state = game.play(state, chosen.move)
            left = None if left is None else left - 1
        if left is not None:
            assert left == 0
            record = solution.probe(state)
            assert record.terminal
            assert record.moves == ()
            assert record.value is value
            assert game.outcome(state) is value or not list(game.moves(state))


@pytest.mark.parametrize(("cls", "seed"), RANDOM)
def test_records(cls: type[RandomGame], seed: int) -> None:
    """Value and remoteness of a state follow from its moves, in the order of docs/design.md."""
    solution = solved(cls, seed)
    game = solution.game
    for state in itertools.islice(solution.states(), 200):
        record = solution.probe(state)
        assert record == solution.get(state)
        in_order = {m.move: m for m in record.moves}
        legal = [] if game.outcome(state) is not None else list(game.moves(state))
        assert sorted(in_order) == legal
        assert solution.keeping_moves(state) == [m for m in legal if in_order[m].keeps]
        assert solution.best_moves(state) == [m for m in legal if in_order[m].best]
        for m in record.moves:
            assert m.state == game.play(state, m.move)
            after = solution.value(m.state)
            assert m.value is (after if game.moves_again(state, m.move) else after.negated)
            assert m.remoteness == solution.remoteness(m.state)
            assert m.keeps == (m.value is record.value)
        if not legal:
            assert record.terminal
            assert record.remoteness == 0
            continue

        ordered = sorted(
            ((m, legal.index(m.move)) for m in record.moves),
            key=lambda pair: (*in_design_order(pair[0]), pair[1]),
        )
        assert list(record.moves) == [m for m, _ in ordered]
        best = record.moves[0]
        assert best.keeps
        assert best.best
        assert record.value is max(m.value for m in record.moves)
        assert record.remoteness == (None if best.remoteness is None else best.remoteness + 1)


def in_design_order(m: MoveRecord) -> tuple[int, bool, int]:
    """Value; wins the nearest first, losses the farthest; draws that end, the nearest first."""
    if m.remoteness is None:
        return (-m.value, True, 0)
    return (-m.value, False, -m.remoteness if m.value is LOSS else m.remoteness)


def test_best_moves_first() -> None:
    """All five sorts of move in one state, given by the rules in another order."""

    class Fan(Planted):
        EDGES: ClassVar = (
            (14, 8, 1, 12, 7, 2, 16, 9, 14, 13, 11),
            (2,), (), (4,), (), (), (), (1,),  # 1: draw in 1, 2: drawn end, 7: draw in 2
            (9,), (8,),  # an endless draw
            (11,), (), (17,), (10,), (17,),  # 11 lost in 0, 13 lost in 2; 12, 14 won in 1
            (), (12, 14), (),  # 16 lost in 2, 17 lost in 0
        )  # fmt: skip

        def outcome(self, state):
            return {2: DRAW, 11: LOSS, 17: LOSS}.get(state)

    solution = solve(Fan())
    record = solution.probe(0)
    order = [(m.state, str(m.value), m.remoteness, m.keeps, m.best) for m in record.moves]
    assert order == [
        (11, "win", 0, True, True),
        (16, "win", 2, True, False),
        (13, "win", 2, True, False),
        (2, "draw", 0, False, False),
        (1, "draw", 1, False, False),
        (7, "draw", 2, False, False),
        (8, "draw", None, False, False),
        (9, "draw", None, False, False),
        (14, "loss", 1, False, False),
        (12, "loss", 1, False, False),
        (14, "loss", 1, False, False),
    ]
    assert [m.move for m in record.moves][-3:] == [0, 3, 8]


def slow_record(solution: Solution, state: Any) -> list[tuple[Any, ...]]:
    """A state's moves as `probe` gives them, each found by itself, best first."""
    game, rules = solution.game, solution.rules
    own = solution.value(state), solution.remoteness(state)
    rows = []
    for move, child in rules.position(state).options:
        value, plies = solution.value(child), solution.remoteness(child)
        value = value if game.moves_again(state, move) else value.negated
        best = value is own[0]
        perfect = best and own[1] == (None if plies is None else plies + 1)
        rows.append((move, child, value, plies, best, perfect))
    rows.sort(key=lambda r: (-r[2], r[3] is None, (r[3] or 0) * (-1 if r[2] is LOSS else 1)))
    return rows


PLAIN = [AgainIntegers, AgainTuples, AgainStrings, SeatedIntegers, PuzzleStrings]
CLASSES = [TurnedIntegers, TurnedTuples, TurnedStrings]


@pytest.mark.parametrize("seed", [2, 84, 95, 247])
@pytest.mark.parametrize("cls", [*PLAIN, *CLASSES])
def test_probe_looks_each_key_up_once(
    cls: type[RandomGame], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory and from a folder: the state, then all states after it in one look-up."""
    plain = solve(cls(seed), method="interpreted")
    assert plain.symmetric == (cls in CLASSES)
    plain.save(tmp_path / "folder")
    for solution in (plain, Solution.open(tmp_path / "folder", plain.game)):
        table, asked, batches = type(solution.table), [], []
        get, look_up = table.get, table.look_up

        def one(self: Any, key: int, *tier: Any, get: Any = get, asked: Any = asked) -> Any:
            asked.append(key)
            return get(self, key, *tier)

        def many(self: Any, keys: Any, *tier: Any, look_up: Any = look_up, asked: Any = asked,
                 batches: Any = batches) -> Any:  # fmt: skip
            asked.extend(keys.tolist())
            batches.append(len(keys))
            return look_up(self, keys, *tier)

        for state in itertools.islice(solution.states(), 60):
            expected = slow_record(solution, state)
            with monkeypatch.context() as patch:
                patch.setattr(table, "get", one)
                patch.setattr(table, "look_up", many)
                asked.clear()
                batches.clear()
                record = solution.probe(state)
            assert [(m.move, m.state, m.value, m.remoteness, m.keeps, m.best)
                    for m in record.moves] == expected  # fmt: skip
            assert len(batches) == 1
            assert len(asked) == len({state, *(m.state for m in record.moves)})
            assert plain.symmetric or len(asked) == len(set(asked))
