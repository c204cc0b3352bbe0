"""States of all kinds, and what is no state."""

from __future__ import annotations

import itertools
import random
import warnings
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from games_to_solve import Piles, Planted, solved
from perfectplay import Game, Solution, Value, solve
from perfectplay.core.errors import (
    ParseError,
    PerfectPlayWarning,
    QueryError,
    UnknownStateError,
)
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from random_games import (
    AgainIntegers,
    AgainStrings,
    AgainTuples,
    RandomGame,
    SeatedStrings,
    TurnedIntegers,
    TurnedTuples,
)

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


# --- three kinds of state -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2, 13, 84, 95, 166, 247])
def test_three_kinds_of_state_give_one_solution(seed: int) -> None:
    """Records, lines and counts, not only values."""
    games: list[RandomGame] = [AgainIntegers(seed), AgainTuples(seed), AgainStrings(seed)]
    solutions = [solve(g, method=m) for g in games for m in ("interpreted", "compiled", "auto")
                 if m != "compiled" or not isinstance(g, AgainStrings)]  # fmt: skip

    def told(solution: Solution) -> Any:
        game: Any = solution.game
        records = {}
        for state in solution.states():
            record = solution.probe(state)
            records[game.plain(state)] = (
                record.value,
                record.remoteness,
                record.seat,
                [(m.move, m.value, m.remoteness, m.keeps, m.best, game.plain(m.state))
                 for m in record.moves],
            )  # fmt: skip
        line = solution.line()
        return (
            records, [game.plain(s) for s in line.states], line.moves, line.loops,
            solution.counts, solution.by_remoteness, len(solution), game.plain(solution.start),
        )  # fmt: skip

    wanted = told(solutions[-1])
    for solution in solutions[:-1]:
        assert told(solution) == wanted


Place = namedtuple("Place", "x y")


@dataclass(frozen=True)
class Walking(Game):
    """NamedTuples, negative fields, one seat to move again after the move "left"."""

    size: int = 4

    def start(self):
        return Place(0, -self.size)

    def moves(self, state):
        if state.x > -self.size:
            yield -1
        if state.y < self.size:
            yield 1
            yield 2

    def play(self, state, move):
        if move < 0:
            return Place(state.x - 1, state.y)
        return Place(state.x, state.y + move)

    def outcome(self, state):
        if state.y > self.size:
            return Value.WIN
        if state.y == self.size and state.x == -self.size:
            return Value.LOSS
        return None

    def moves_again(self, state, move):
        return move < 0


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_named_tuples(method: str) -> None:
    solution, reference = solve(Walking(), method=method), solve(Walking(), method="reference")
    assert solution.counts == reference.counts
    for state in reference.states():
        assert type(state) is Place
        assert solution.probe(state) == reference.probe(state)
        assert solution.value(tuple(state)) is solution.value(state)
    assert all(type(state) is Place for state in solution.states())
    assert solution.find("0,-4") == Place(0, -4)
    rows = np.array([tuple(s) for s in reference.states()])
    assert solution.values(rows).tolist() == [reference.value(Place(*r)) for r in rows.tolist()]


# --- states that are none -------------------------------------------------------------------------


class Hopeless:
    """Neither hashed nor compared nor shown."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __repr__(self) -> str:
        raise RuntimeError("not to be shown")


WRONG: list[Any] = [
    -1,
    99,
    2**63,
    2**70,
    "0",
    "",
    None,
    1.5,
    (),
    (0,),
    [0],
    {},
    {0},
    True,
    Hopeless(),
]
WRONG += [(0, "x"), ("x",) * 4, (0, 1, 2, 3, 4), (2**70,) * 4, "0:0", "0:9:9:9"]

CLASSES = [Planted, AgainTuples, TurnedIntegers, TurnedTuples]
BOTH = itertools.product(CLASSES, ["interpreted", "compiled"])


@pytest.mark.parametrize(("cls", "method"), [*BOTH, (AgainStrings, "interpreted")])
def test_what_is_no_state(cls: type[Game], method: str) -> None:
    """Unreachable, malformed, unhashable: unknown, said in a sentence."""
    solution = solve(cls(), method=method)
    for wrong in WRONG:
        shown = "Hopeless" if isinstance(wrong, Hopeless) else repr(wrong)
        assert wrong not in solution, shown
        assert solution.get(wrong) is None, shown
        asks = [solution.value, solution.remoteness, solution.probe, solution.keeping_moves]
        asks += [solution.best_moves, solution.line] if wrong is not None else []
        for ask in asks:
            with pytest.raises(UnknownStateError, match="no play from the start reaches"):
                ask(wrong)
    assert solution.values(WRONG).tolist() == [0] * len(WRONG)
    assert solution.remotenesses(WRONG).tolist() == [-1] * len(WRONG)
    with pytest.raises(KeyError):
        solution.value(WRONG[1])


def test_find() -> None:
    integers = solve(Planted())
    assert integers.find("8") == 8
    for text in ("", "x", "1,2", "1.5"):
        with pytest.raises(ParseError):
            integers.find(text)
    with pytest.raises(UnknownStateError):
        integers.find("12")
    tuples = solve(Piles((1, 2), "plain"), symmetries=False)
    assert tuples.find("1,0") == tuples.find("(1, 0)") == (1, 0)
    with pytest.raises(ParseError, match="2 whole numbers"):
        tuples.find("1")
    with pytest.raises(UnknownStateError):
        tuples.find("3,3")
    strings = solved(AgainStrings, 2)
    assert strings.find("2:0:0") == "2:0:0"
    with pytest.raises(UnknownStateError):
        strings.find("2:0:7")
    # a game that defines no parse: what Python prints is read
    nested = solve(Piles((1, 2), "nested"), symmetries=False)
    assert nested.find("((0,), (1,))") == nested.find("[[0], [1]]") == ((0,), (1,))
    with pytest.raises(UnknownStateError):
        nested.find("((7,), (7,))")
    with pytest.raises(ParseError, match="expected a state such as"):
        nested.find("((7,), (open(0),))")

    class Raises(Planted):
        def parse(self, text: str) -> int:
            return [0, 1][int(text)]

    with pytest.raises(ParseError) as problem:
        solve(Raises()).find("5")
    assert '"5"' in str(problem.value)


@pytest.mark.parametrize("cls", [AgainIntegers, AgainTuples, AgainStrings])
def test_batches(cls: type[RandomGame]) -> None:
    """Arrays, lists and generators of states, known and unknown ones mixed."""
    solution = solve(cls(84), method="interpreted")
    game: Any = solution.game
    known = list(solution.states())
    unknown = [game.state_of(84, 2_000, 1), game.state_of(85, 0, 0)]
    mixed = [*known, *unknown, known[0]]
    random.Random(1).shuffle(mixed)
    values = [int(solution.value(s)) if s in solution else 0 for s in mixed]
    plies = [solution.remoteness(s) if s in solution else None for s in mixed]
    assert 0 in values
    forms: list[Any] = [mixed, tuple(mixed), iter(mixed)]
    forms += [] if cls is AgainStrings else [np.array(mixed)]
    for states in forms:
        given = solution.values(states)
        assert given.dtype == np.uint8
        assert given.tolist() == values
    for states in [mixed, iter(mixed)]:
        given = solution.remotenesses(states)
        assert given.dtype == np.int32
        assert given.tolist() == [-1 if r is None else r for r in plies]
    assert solution.values([]).tolist() == []


def test_seats() -> None:
    solution = solved(SeatedStrings, 84)
    for state in itertools.islice(solution.states(), 20):
        assert solution.probe(state).seat == solution.game.player(state)
        assert solution.probe(state, 1).seat == solution.game.player(state)
    alternating = solve(Planted())
    assert alternating.probe(0).seat is None
    assert alternating.probe(0, 1).seat == 1


def test_functions_of_the_older_style() -> None:
    """Unchanged functions; states that are False-like are legal; the warning shows a state."""

    def do_move(move: int, state: int) -> Any:
        return state - move if state >= move else False

    game = Game.from_functions(4, [1, 3], do_move, lambda s: -1 if s == 0 else "undecided")
    solution = solve(game)
    assert [solution.value(i) for i in range(5)] == [LOSS, WIN, LOSS, WIN, LOSS]
    late = Game.from_functions(4, [3], do_move, lambda s: "undecided")
    for method in ("auto", "interpreted", "reference"):
        with pytest.warns(PerfectPlayWarning, match="1"):
            assert solve(late, method=method).value(4) is DRAW
    decided = Game.from_functions(4, [3], do_move, lambda s: "undecided", stuck=WIN)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(decided).value(4) is LOSS


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_data_frame_of_fields_is_many_states_and_its_texts_are_none(kind):
    pytest.importorskip(kind)
    solution = solve(Nim(rows=(1, 2)))
    frame = getattr(solution, f"to_{kind}")()
    wanted = [{"loss": 1, "win": 3}[value] for value in frame["value"]]
    assert solution.values(frame[["field_0", "field_1"]]).tolist() == wanted
    for texts in (frame["text"], list(frame["text"]), frame["text"].to_numpy(), iter(["0,0"])):
        with pytest.raises(QueryError, match=r"'0,0' is the text of one; solution.find\(TEXT\)"):
            solution.values(texts)


def test_lists_of_fields_are_states_and_fields_alone_are_none() -> None:
    solution = solve(ThreeRocks(4, 3))
    assert solution.values([[3, 2], [4, 3]]).tolist() == solution.values([(3, 2), (4, 3)]).tolist()
    assert solution.remotenesses([[3, 2]]).tolist() == solution.remotenesses([(3, 2)]).tolist()
    for method in (solution.values, solution.remotenesses):
        with pytest.raises(QueryError, match="3 is a part of one"):
            method([3, 2])
