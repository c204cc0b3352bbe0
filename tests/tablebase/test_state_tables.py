"""Solutions as tables of pyarrow, Polars and pandas, and as graphs of NetworkX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import networkx
import pyarrow
import pyarrow.parquet
import pytest

from games_to_plot import ByteHeaps, DigitHeaps
from games_to_solve import Planted
from perfectplay import Game, Solution, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import StateLimitError
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.state_rows import json_cell
from random_games import AgainStrings, AgainTuples, TurnedTuples


def checked(solution: Solution, table: Any, *, symmetric: bool = False) -> list[dict[str, Any]]:
    """The rows of a table, each compared with the record of its state."""
    rows = table.to_pylist()
    states = list(solution.states(symmetric=symmetric))
    assert len(rows) == len(states)
    for row, state in zip(rows, states, strict=True):
        record = solution[state]
        assert row["state"] == json_cell(state)
        assert row["text"] == record.text
        assert row["value"] == str(record.value)
        assert row["remoteness"] == record.remoteness
        assert row.get("score") == record.score
        assert row["best_moves"] == [move.text for move in record.moves if move.best]
    return rows


GAMES = [ThreeRocks(4, 3), TicTacToe(), DotsAndBoxes(1, 2), Planted(), AgainTuples(3)]
GAMES += [AgainStrings(2), TurnedTuples(1)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("symmetric", [False, True])
def test_rows_are_the_records(game: Game, symmetric: bool) -> None:
    solution = solve(game)
    checked(solution, solution.to_arrow(symmetric=symmetric), symmetric=symmetric)


def test_a_stored_solution_gives_the_same_table(tmp_path: Path) -> None:
    for place, game in enumerate(GAMES):
        solution = solve(game)
        solution.save(tmp_path / str(place))
        rows = Solution.open(tmp_path / str(place), game).to_arrow().to_pylist()
        assert sorted(rows, key=str) == sorted(solution.to_arrow().to_pylist(), key=str)


# --- the fields of states -------------------------------------------------------------------------


class Named(NamedTuple):
    """A state whose fields have names, one of them that of a column."""

    stones: int
    value: int


class Pile(Game):
    """Take one or two; the state is what ``state_of`` makes of the number of stones."""

    def state_of(self, stones: int) -> Any:
        return Named(stones, -stones)

    def number(self, state: Any) -> int:
        return state[0] if isinstance(state, tuple) else state.stones

    def start(self) -> Any:
        return self.state_of(5)

    def moves(self, state: Any) -> range:
        return range(1, min(2, self.number(state)) + 1)

    def play(self, state: Any, move: int) -> Any:
        return self.state_of(self.number(state) - move)

    def outcome(self, state: Any) -> Value | None:
        return None if self.number(state) else Value.LOSS


@dataclass(frozen=True)
class Mixed:
    """A state of every kind of field."""

    stones: int
    odd: bool
    half: float
    name: str
    row: tuple[int, ...]
    nest: tuple[tuple[int, ...], ...]
    last: int | None
    huge: int
    best_moves: int = 0


class MixedPile(Pile):
    """States are dataclasses."""

    def state_of(self, stones: int) -> Mixed:
        row = tuple(range(stones))
        last = None if stones == 5 else stones
        return Mixed(stones, stones % 2 == 1, stones / 2, "é" * stones, row, (row,), last, 1 << 70)


class LongerPile(Pile):
    """States are tuples of several lengths."""

    def state_of(self, stones: int) -> tuple[int, ...]:
        return (stones,) * (stones + 1)


def test_names_of_fields() -> None:
    table = solve(Pile()).to_arrow()
    assert table.column_names[2:4] == ["stones", "field_value"]
    assert [row["stones"] for row in table.to_pylist()] == list(range(6))
    assert [row["field_value"] for row in table.to_pylist()] == [-n for n in range(6)]
    assert solve(ThreeRocks(1, 1)).to_arrow().column_names[2:4] == ["left", "right"]
    assert solve(Nim((1, 2))).to_arrow().column_names[2:4] == ["field_0", "field_1"]
    assert solve(TicTacToe()).to_arrow().column_names[2:4] == ["number", "value"]
    assert solve(LongerPile()).to_arrow().column_names[2:3] == ["value"]
    for game, kind in ((DigitHeaps(), str), (ByteHeaps(), int)):
        rows = solve(game).to_arrow().to_pylist()
        assert [f"{row['field_0']}{row['field_1']}" for row in rows] == [
            row["text"].replace(",", "") for row in rows
        ]
        assert {type(row["field_1"]) for row in rows} == {kind}


def test_kinds_of_fields() -> None:
    table = solve(MixedPile()).to_arrow()
    rows = {row["stones"]: row for row in table.to_pylist()}
    types = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert types["stones"] == "int64"
    assert types["odd"] == "bool"
    assert types["half"] == "double"
    assert types["row"].startswith("list<")
    assert rows[3]["odd"] is True
    assert rows[3]["half"] == 1.5
    assert rows[3]["name"] == "ééé"
    assert rows[3]["row"] == [0, 1, 2]
    assert rows[3]["nest"] == "((0, 1, 2),)"
    assert (rows[5]["last"], rows[4]["last"]) == (None, 4)
    assert rows[3]["huge"] == str(1 << 70)
    assert rows[3]["field_best_moves"] == 0


# --- other libraries ------------------------------------------------------------------------------


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    solution = solve(Planted())
    frame = solution.to_polars()
    assert isinstance(frame, polars.DataFrame)
    assert frame.to_dicts() == solution.to_arrow().to_pylist()
    assert frame["remoteness"].null_count() == solution.counts.endless == 2
    assert solve(TicTacToe()).to_polars(symmetric=True).height == 5478


def test_pandas() -> None:
    pytest.importorskip("pandas")
    solution = solve(Planted())
    frame = solution.to_pandas()
    assert str(frame["remoteness"].dtype) == "Int32"
    assert frame["remoteness"].isna().sum() == 2
    assert frame["number"].dtype == "int64"
    wanted = [solution[state] for state in solution]
    assert frame["value"].tolist() == [str(record.value) for record in wanted]
    assert frame["best_moves"].tolist() == solution.to_arrow()["best_moves"].to_pylist()
    assert isinstance(frame["best_moves"][0], list)
    mixed = solve(MixedPile()).to_pandas()
    assert str(mixed["last"].dtype) == "Int64"
    assert sorted(mixed["last"].dropna()) == list(range(5))
    assert str(solve(TicTacToe()).to_pandas()["remoteness"].dtype) == "Int32"


def test_networkx() -> None:
    for game in GAMES:
        solution = solve(game)
        graph = solution.to_networkx()
        assert isinstance(graph, networkx.MultiDiGraph)
        assert set(graph) == set(solution.states())
        assert graph.number_of_edges() == (solution.representatives or solution.counts).moves
        assert graph.graph["start"] == solution.representative(solution.start)
        for state, node in graph.nodes(data=True):
            record = solution[state]
            assert node["value"] == str(record.value)
            assert node["remoteness"] == record.remoteness
            assert node["terminal"] is record.terminal
            assert node["text"] == record.text
            assert node.get("score") == record.score
            edges = {
                (solution.representative(m.state), m.move, m.text, m.best, m.keeps)
                for m in record.moves
            }
            assert edges == {
                (to, edge["move"], edge["text"], edge["best"], edge["keeps"])
                for _, to, edge in graph.out_edges(state, data=True)
            }


def test_the_graph_plays_the_game() -> None:
    """The longest path along best moves from a won state is its remoteness."""
    solution = solve(ThreeRocks(4, 4))
    graph = solution.to_networkx()
    best = networkx.DiGraph([(a, b) for a, b, edge in graph.edges(data=True) if edge["best"]])
    assert networkx.is_directed_acyclic_graph(best)
    for state in best:
        paths = networkx.single_source_shortest_path_length(best, state)
        assert max(paths.values()) == solution.remoteness(state)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["to_arrow", "to_polars", "to_pandas", "to_networkx"])
def test_large_solutions_are_refused_with_the_way_out(name: str) -> None:
    library = {"to_polars": "polars", "to_pandas": "pandas"}.get(name)
    if library:
        pytest.importorskip(library)
    solution = solve(ThreeRocks())
    with pytest.raises(StateLimitError, match=r"121 states, and at most 100 .* limit=") as problem:
        getattr(solution, name)(limit=100)
    assert problem.value.states == 121
    assert getattr(solution, name)(limit=121) is not None
    assert getattr(solution, name)(limit=None) is not None


@pytest.mark.parametrize(("limit", "error"), [("5", TypeError), (True, TypeError), (0, ValueError)])
def test_limits_that_are_none(limit: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="limit must be"):
        solve(ThreeRocks(1, 1)).to_arrow(limit=limit)


class Far(Pile):
    """One field is far beyond 64 bits, and always the same."""

    def state_of(self, stones: int) -> tuple[int, int]:
        return (stones, 1 << 80)


def test_numbers_beyond_64_bits() -> None:
    """Such a solution could not be iterated over."""
    solution = solve(Far())
    assert sorted(solution) == [(stones, 1 << 80) for stones in range(6)]
    rows = checked(solution, solution.to_arrow())
    assert {row["field_1"] for row in rows} == {str(1 << 80)}
    assert len(solution.to_networkx()) == 6


# --- the exported file ----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_export_writes_the_same_table_in_batches(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.tablebase.state_columns.BATCH", 50)
    assert run(["export", "three_rocks", "-o", f"rocks.{ending}"]) == 0
    if ending == "parquet":
        file = pyarrow.parquet.ParquetFile("rocks.parquet")
        assert file.num_row_groups == 3
        table = file.read()
    else:
        with pyarrow.ipc.open_file("rocks.arrow") as reader:
            assert reader.num_record_batches == 3
            table = reader.read_all()
    assert table == solve(ThreeRocks()).to_arrow()


def test_a_file_without_o_whose_ending_is_unknown_is_refused_as_a_file(capsys, tmp_path) -> None:
    assert run(["export", "three_rocks", f"{tmp_path}/rocks.txt"]) == 2
    assert "has no ending that names a format: expected .json" in capsys.readouterr().err
    assert run(["export", "three_rocks", "other.py"]) == 2
    assert "this command takes one game" in capsys.readouterr().err
