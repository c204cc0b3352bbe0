"""The moves of many states as arrays, and arrays that are judged as players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, evaluate, solve
from perfectplay.analysis.evaluate import policy
from perfectplay.core.errors import ParameterError, QueryError, UnknownStateError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.nim import Nim
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe

GAMES = [
    TicTacToe(), TicTacToe(3, 2), ThreeRocks(3, 3), Nim((1, 2, 3)), DotsAndBoxes(2, 1), Hexapawn(),
    ThreeMensMorris(),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_arrays_are_the_records(game: Game) -> None:
    solution = solve(game)
    found = solution.policy()
    assert len(found) == sum(not solution.probe(state).terminal for state in solution)
    number = {move: i for i, move in enumerate(found.moves)}
    assert found.texts == tuple(game.move_text(move) for move in found.moves)
    for i, state in enumerate(found.states):
        record = solution.probe(state)
        assert found.values[i] == record.value
        assert found.remoteness[i] == (-1 if record.remoteness is None else record.remoteness)
        assert found.worth[i] == (record.value if record.score is None else record.score)
        columns = [number[move.move] for move in record.moves]
        assert sorted(np.flatnonzero(found.legal[i])) == sorted(columns)
        for column, move in zip(columns, record.moves, strict=True):
            assert found.brings[i, column] == (move.value if move.score is None else move.score)
            assert found.keeping[i, column] == move.keeps
            assert found.best[i, column] == move.best
    assert np.allclose(found.probabilities.sum(axis=1), 1)


def test_columns_do_not_depend_on_the_states() -> None:
    solution = solve(TicTacToe(), symmetries=False)
    assert solution.policy().moves == tuple(range(9))
    assert solution.policy([0]).moves == tuple(range(9))
    some = solution.policy([0], moves=range(12))
    assert some.legal.shape == (1, 12)
    assert some.legal.sum() == 9


class Mixed(Game):
    """Moves that have no order."""

    def start(self) -> int:
        return 4

    def moves(self, state: int) -> list[Any]:
        return [1, "two"] if state > 1 else [1]

    def play(self, state: int, move: Any) -> int:
        return state - (1 if move == 1 else 2)

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


def test_moves_without_an_order_are_sorted_by_text() -> None:
    assert solve(Mixed()).policy().moves == (1, "two")


class ListMoves(Game):
    """Moves that cannot be hashed."""

    def start(self) -> int:
        return 1

    def moves(self, state: int) -> list[list[int]]:
        return [[1]]

    def play(self, state: int, move: list[int]) -> int:
        return 0

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


def test_moves_without_a_hash() -> None:
    with pytest.raises(ParameterError, match="is a list, which cannot be hashed"):
        solve(ListMoves()).policy()


def test_many_states_want_named_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(ConnectFour(4, 2, 3))
    monkeypatch.setattr(policy, "ALL", 100)
    with pytest.raises(QueryError, match="name them, as in"):
        solution.policy([solution.start])
    found = solution.policy([solution.start], moves=range(4))
    assert found.legal.tolist() == [[True] * 4]
    with pytest.raises(ParameterError, match=r"the move 4 of state .* is not among the columns"):
        solution.policy([solution.start], moves=range(3))
    with pytest.raises(ParameterError, match="named twice"):
        solution.policy([solution.start], moves=[0, 1, 2, 3, 3])
    with pytest.raises(UnknownStateError):
        solution.policy([1 << 40], moves=range(4))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_an_array_is_judged_as_a_function(game: Game) -> None:
    solution = solve(game)
    found = solution.policy()
    rng = np.random.default_rng(1)
    logits = rng.normal(size=found.legal.shape)
    masked = np.where(found.legal, logits, -np.inf)
    chosen = dict(zip(found.states, masked.argmax(axis=1).tolist(), strict=True))
    by_function = evaluate(lambda state: found.moves[chosen[state]], solution, positions=found)
    whole = evaluate(logits, solution)
    columns = evaluate(np.array(list(chosen.values())), solution, positions=found)
    for one in (whole, columns, evaluate(logits, solution, positions="all")):
        assert one.exact
        for name in ("keeping", "best", "telling"):
            assert getattr(one, name).hits == getattr(by_function, name).hits
            assert getattr(one, name).by_chance == pytest.approx(
                getattr(by_function, name).by_chance
            )
        assert one.mean_loss == pytest.approx(by_function.mean_loss)
        assert one.blunders == by_function.blunders
    assert evaluate(found.probabilities, solution).mean_loss == 0
    assert evaluate(found.best, solution).best.hits == len(found)  # truth values are numbers
    assert len(whole.worst) == min(5, int((whole.answers.loss > 0).sum()))


def test_illegal_columns_are_faults() -> None:
    solution = solve(TicTacToe())
    found = solution.policy()
    judged = evaluate(np.zeros(len(found), np.int64), solution)
    illegal = int((~found.legal[:, 0]).sum())
    assert judged.faults["illegal move"][0] == illegal
    assert judged.keeping.hits == int(found.keeping[:, 0].sum())


def test_minus_infinity_for_every_legal_move() -> None:
    solution = solve(ThreeRocks(2, 2))
    found = solution.policy()
    judged = evaluate(np.full(found.legal.shape, -np.inf), solution)
    assert judged.faults == {}
    assert len(judged.answers) == len(found)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 9)), r"expected an array of shape \[4520, 9\]"),
        (np.zeros(4520), r"or \[4520\] integers, got an array of float64"),
        (np.full(4520, 9), "columns are 0 to 8, got 9 to 9"),
        (np.full(4520, -1), "columns are 0 to 8, got -1 to -1"),
        (np.full((4520, 9), np.nan), "row 0 has nan for a legal move"),
        (np.zeros((4520, 9), complex), "complex numbers have no order"),
        (np.full((4520, 9), "x"), "expected an array of numbers"),
        (
            np.zeros((9, 4520)),
            r"of shape \[4520, 9\].* got an array of float64 of shape \[9, 4520\]",
        ),
        (np.zeros((4520, 9, 1)), r"got an array of float64 of shape \[4520, 9, 1\]"),
        (np.float64(3), r"got an array of float64 of shape \[\]"),
        (np.full((4520, 9), None), "expected an array of numbers, got one of object"),
        (np.zeros((4520, 9), "M8[s]"), "expected an array of numbers, got one of datetime64"),
        (np.full(4520, 2**63, np.uint64), "columns are 0 to 8"),
        ([[1, 2], [3]], "rows of one length"),
        ([], r"got an array of float64 of shape \[0\]"),
    ],
)
def test_wrong_arrays(array: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        evaluate(array, TicTacToe())


def test_arrays_have_their_own_positions() -> None:
    solution = solve(ThreeRocks(2, 2))
    array = solution.policy().probabilities
    for options in ({"plays": 3}, {"by": "value"}, {"positions": 3}):
        with pytest.raises(ParameterError, match="an array has its own positions"):
            evaluate(array, solution, **options)
    with pytest.raises(ParameterError, match=r"positions are .all., a number, or states"):
        evaluate(array, solution, positions="some")
    some = [(2, 2), (1, 2)]
    assert len(evaluate(np.zeros((2, 7)), solution, positions=some).answers) == 2


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("game", [TicTacToe(), ThreeRocks(3, 3), DotsAndBoxes(2, 1)])
def test_arrays_are_taken_by_other_libraries_as_they_are(
    game: Game, stored: bool, tmp_path: Path
) -> None:
    """What ``torch.from_dlpack`` and ``torch.from_numpy`` want: memory in order that may be written
    to, in types that all have; NumPy's own ``from_dlpack`` takes an array by the same protocol."""
    pyarrow = pytest.importorskip("pyarrow")
    solution = solve(game)
    if stored:
        solution.save(tmp_path / "stored")
        solution = Solution.open(tmp_path / "stored")
    states = list(solution)
    found = solution.policy(states)
    arrays = {
        "values()": solution.values(states),
        "remotenesses()": solution.remotenesses(states),
        "probabilities": found.probabilities,
        **{name: part for name, part in vars(found).items() if isinstance(part, np.ndarray)},
    }
    assert len(arrays) == 10
    for name, array in arrays.items():
        assert array.flags.c_contiguous, name
        assert array.flags.writeable, name
        assert array.flags.aligned, name
        assert array.dtype.isnative, name
        assert array.dtype in (np.uint8, np.int32, np.bool_, np.float32), name
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array), name
        assert taken.dtype == array.dtype, name
        if array.dtype != np.bool_:
            tensor = pyarrow.Tensor.from_numpy(array).to_numpy()
            assert np.shares_memory(tensor, array), name
        before = solution.values(states).copy()
        array[...] = 0  # nothing of the solution is written to
        assert np.array_equal(solution.values(states), before), name
