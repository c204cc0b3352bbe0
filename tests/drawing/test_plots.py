"""The data of tables, heat maps, bars and drawn graphs, against what is counted plainly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games_to_plot import ByteHeaps, DigitHeaps, Growing, Lorry, Objects, Pile, Turned, Words
from perfectplay import Game, Solution, Value, bars_of, draw, graph_of, grid_of, solve
from perfectplay.core.errors import PlotError
from perfectplay.drawing.plots.grid import best_cell_moves
from perfectplay.drawing.plots.plot_tables import grid_table
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.chomp import Chomp
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.tablebase.state_fields import fields_of

# game, the fields of the axes, and the fixed ones
CASES: list[tuple[Game, tuple[int, ...], dict[int, object]]] = [
    (ThreeRocks(7, 5), (0, 1), {}),
    (ThreeRocks(7, 5), (1, 0), {}),
    (Wythoff(9, 9), (0, 1), {}),
    (Nim((3, 4, 5)), (2, 0), {1: 3}),
    (Nim((3, 4, 5)), (2,), {1: 3, 0: 2}),
    (Subtraction(17, (2, 5)), (0,), {}),
    (Chopsticks(), (0, 3), {1: 2, 2: 2}),
    (Kalah(2, 2), (0, 1), {}),
    (Lorry(), (0, 1), {2: "green"}),
    (Lorry(), (2, 1), {0: 3}),
    (Objects(), (0, 1), {}),
    (Turned(), (0, 1), {2: 1}),
]


def parts_of(state: Any) -> tuple[Any, ...]:
    if isinstance(state, Pile):
        return (state.stones, state.taken)
    return state if isinstance(state, tuple) else (state,)


def plain(game: Game) -> dict[Any, tuple[int, int]]:
    """Value and remoteness of every state, by the reference solver."""
    found = solve_reference(CheckedGame(game), 10**6)
    plies = [-1 if r is None else r for r in found.remoteness]
    values = map(int, found.value)
    return dict(zip(found.states, zip(values, plies, strict=True), strict=True))


@pytest.mark.parametrize(("game", "axes", "fixed"), CASES)
def test_a_grid_is_what_is_counted_plainly(
    game: Game, axes: tuple[int, ...], fixed: dict[int, object]
) -> None:
    names = [str(axis) for axis in axes]
    grid = grid_of(
        solve(game), *names, fixed={str(i): v for i, v in fixed.items()}, aggregate=Value.DRAW
    )
    known = plain(game)
    counted: dict[tuple[Any, ...], Counter[int]] = {}
    for state, (value, _) in known.items():
        parts = parts_of(state)
        if all(parts[i] == v for i, v in fixed.items()):
            counted.setdefault(tuple(str(parts[i]) for i in axes), Counter())[value] += 1
    drawn = {}
    for row, column in np.argwhere(grid.filled).tolist():
        place = (grid.x.texts[column], *([] if grid.y is None else [grid.y.texts[row]]))
        drawn[place] = Counter({v: int(n) for v, n in enumerate(grid.counts[row, column]) if n})
        assert grid.share[row, column] == drawn[place][2] / sum(drawn[place].values())
    assert drawn == counted
    assert np.isnan(grid.share[grid.filled == 0]).all()


@pytest.mark.parametrize(("game", "axes", "fixed"), CASES)
def test_each_cell_is_its_state(
    game: Game, axes: tuple[int, ...], fixed: dict[int, object]
) -> None:
    names = [str(axis) for axis in axes]
    named = {str(i): v for i, v in fixed.items()}
    solution, known = solve(game), plain(game)
    if (grid_of(solution, *names, fixed=named, aggregate=Value.WIN).filled > 1).any():
        with pytest.raises(PlotError, match="a cell would hold many states"):
            grid_of(solution, *names, fixed=named)
        return
    grid = grid_of(solution, *names, fixed=named)
    moves = best_cell_moves(grid)
    assert (grid.filled <= 1).all()
    for row, column in np.argwhere(grid.filled).tolist():
        state = grid.state(row, column)
        parts = parts_of(state)
        assert str(parts[axes[0]]) == grid.x.texts[column]
        assert grid.y is None or str(parts[axes[1]]) == grid.y.texts[row]
        assert known[state] == (grid.value[row, column], grid.remoteness[row, column])
        perfect = solution.best_moves(state)
        told = moves.get((row, column), [])
        assert [move.text for move in told] == [solution.rules.move_text(m) for m in perfect]
        for move, cell in zip(perfect, told, strict=True):
            child = game.play(state, move)
            inside = all(parts_of(child)[i] == v for i, v in fixed.items())
            assert cell.target == (grid.places([child])[0] if inside else None)
            assert (cell.target is not None) == inside
            assert cell.target is None or grid.state(*cell.target) == child
    start = parts_of(game.start())
    assert (grid.start is None) == any(start[i] != v for i, v in fixed.items())
    assert grid.start is None or grid.state(*grid.start) == game.start()


def test_three_rocks_is_lost_where_the_sum_is_divisible_by_four() -> None:
    """121 states, 30 of them lost, exactly those."""
    grid = grid_of(solve(ThreeRocks()))
    lost = {(grid.x.values[c], grid.y.values[r]) for r, c in np.argwhere(grid.value == 1).tolist()}
    assert len(lost) == 30
    assert lost == {(a, b) for a in range(11) for b in range(11) if (a + b) % 4 == 0}
    assert grid.filled.sum() == 121
    assert grid.remoteness[grid.start] == 10


def test_the_table_of_three_rocks_has_a_winning_move_in_every_won_state() -> None:
    """A table of every (left, right), a winning move or "lost"."""
    table = grid_table(grid_of(solve(ThreeRocks())))
    assert table.head == ("right\\left", *map(str, range(11)))
    for right, *cells in table.rows:
        for left, cell in enumerate(cells):
            if (left + int(right)) % 4 == 0:
                assert cell == "lost"
            else:
                a, b = map(int, cell.split(","))
                assert 1 <= a + b <= 3
                assert a <= left
                assert b <= int(right)
                assert (left + int(right) - a - b) % 4 == 0


def test_symmetries_change_nothing(tmp_path: Path) -> None:
    with_them, without = (solve(Wythoff(8, 8), symmetries=on) for on in (True, False))
    with_them.save(tmp_path / "wythoff")
    grids = [grid_of(s) for s in (with_them, without, Solution.open(tmp_path / "wythoff"))]
    for other in grids[1:]:
        assert (grids[0].counts == other.counts).all()
        assert (grids[0].remoteness == other.remoteness).all()
        assert best_cell_moves(grids[0]) == best_cell_moves(other)
    assert bars_of(with_them).wins == bars_of(without).wins
    assert len(graph_of(with_them).nodes) == 81


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (ThreeRocks(), ["left", "right"]),
        (Wythoff(), ["left", "right"]),
        (Nim(), ["0", "1", "2", "3"]),
        (Subtraction(), ["state"]),
        (Lorry(), ["place", "fuel", "light"]),
        (Objects(), ["stones", "taken"]),
        (Turned(), ["0", "1", "2"]),
        (Chomp(2, 2), ["0", "1"]),
    ],
)
def test_fields_have_the_names_that_the_rules_give(game: Game, names: list[str]) -> None:
    assert [field.name for field in fields_of(CheckedGame(game))] == names


@pytest.mark.parametrize("game", [DigitHeaps(), ByteHeaps()], ids=["text", "bytes"])
def test_the_cells_of_a_text_and_bytes_are_fields(game: Game) -> None:
    grid, plain = grid_of(solve(game)), grid_of(solve(Nim((3, 4))))
    assert (grid.value == plain.value).all()
    assert (grid.remoteness == plain.remoteness).all()
    assert [str(value) for value in grid.x.values] == ["0", "1", "2", "3"]
    assert grid.start == plain.start


def test_fields_that_begin_with_the_same_have_numbers() -> None:
    @dataclass(frozen=True)
    class Twice(ThreeRocks):
        def start(self) -> tuple[int, int]:
            return (self.left, self.left)

    assert [field.name for field in fields_of(CheckedGame(Twice()))] == ["0", "1"]


REFUSED: list[tuple[Game, dict[str, Any], str]] = [
    (Words(), {}, "does not have the 5 fields of the start start; .* --kind bars or graph"),
    (Growing(), {}, r"does not have the 2 fields of the start \('a', 'b'\)"),
    (Nim((1, 1, 1)), {}, r"3 fields of nim vary \(0: 0 to 1, 1: 0 to 1, 2: 0 to 1\); choose two"),
    (
        Nim((1, 1, 1)),
        {"x": "0"},
        "give one of them to the other axis, fix the others, as in --fix 2=0",
    ),
    (
        Nim((1, 1, 1)),
        {"x": "0", "y": "2"},
        "as 1 varies too; fix it, as in --fix 1=0, or aggregate",
    ),
    (Nim((1, 1, 1)), {"x": "3"}, "nim has no field '3'; its fields are 0 to 2"),
    (ThreeRocks(), {"x": "middle"}, r"no field 'middle'; its fields are left \(0\), right \(1\)"),
    (ThreeRocks(), {"y": "-1"}, "no field '-1'"),
    (ThreeRocks(), {"x": "left", "y": "0"}, "x and y are both left"),
    (ThreeRocks(), {"x": "left", "fixed": {"0": 2}}, "left is an axis and cannot be fixed"),
    (ThreeRocks(), {"fixed": {"0": 2, "left": 3}}, "left is fixed twice"),
    (ThreeRocks(), {"fixed": {"left": 11}}, "no state has left=11; left is from 0 to 10"),
    (ThreeRocks(), {"fixed": {"left": "x"}}, "no state has left=x; left is from 0 to 10"),
    (ThreeRocks(), {"fixed": {"left": 2**70}}, "no state has left=1180591620717411303424"),
    (Lorry(), {"fixed": {"light": "blue"}}, "light is one of green, red"),
    (Lorry(1), {"fixed": {"light": "red", "fuel": 0}}, "no state has light=red and fuel=0 at once"),
    (Subtraction(1000), {}, "state has more than 1,000 values, too many for an axis"),
]


@pytest.mark.parametrize(("game", "asked", "said"), REFUSED)
def test_what_cannot_be_plotted_is_told(game: Game, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(PlotError, match=said) as refused:
        grid_of(solve(game), **asked)
    assert isinstance(refused.value, ValueError)
    assert str(refused.value).count("\n") == 0


def test_a_third_field_that_follows_from_two_does_not_matter() -> None:
    grid = grid_of(solve(Turned()), "0", "1")
    assert grid.filled.max() == 1


def test_an_axis_shows_gaps_unless_there_is_little_else() -> None:
    assert grid_of(solve(Turned()), "0", "1", aggregate=Value.WIN).x.values == (
        -10,
        -5,
        0,
        5,
        10,
        15,
    )
    assert grid_of(solve(Subtraction(9, (2,)))).x.values == tuple(range(1, 10))


@pytest.mark.parametrize("game", [TicTacToe(), Chopsticks(), Subtraction(9), Objects()])
def test_bars_count_every_state(game: Game) -> None:
    bars, counted = bars_of(solve(game)), Counter(plain(game).values())
    told = Counter({(2, -1): bars.endless})
    for value, name in ((1, "losses"), (2, "draws"), (3, "wins")):
        told.update({(value, p): n for p, n in zip(bars.plies, getattr(bars, name), strict=True)})
    assert +told == counted


@pytest.mark.parametrize("game", [Chopsticks(), Lorry(), Objects(), Wythoff(3, 4), Turned()])
def test_a_graph_has_every_state_and_move(game: Game) -> None:
    solution, known = solve(game), plain(game)
    graph = graph_of(solution)
    assert graph.nodes[0].state == game.start()
    plies = {node.state: -1 if node.remoteness is None else node.remoteness for node in graph.nodes}
    assert {node.state: (node.value, plies[node.state]) for node in graph.nodes} == known
    told = Counter(
        (graph.nodes[e.source].state, graph.nodes[e.target].state, text)
        for e in graph.edges
        for text in e.moves
    )
    rules = CheckedGame(game)
    assert told == Counter(
        (state, child, game.move_text(move))
        for state in known
        for move, child in rules.position(state).options
    )
    for edge in graph.edges:
        source, target = graph.nodes[edge.source], graph.nodes[edge.target]
        assert target.ply <= source.ply + 1
        perfect = {game.play(source.state, m) for m in solution.best_moves(source.state)}
        assert edge.best == (target.state in perfect)
    assert all(
        any(e.target == i and graph.nodes[e.source].ply == node.ply - 1 for e in graph.edges)
        for i, node in enumerate(graph.nodes)
        if i
    )


def test_a_graph_of_many_states_is_refused_with_their_number() -> None:
    with pytest.raises(
        PlotError, match="at most 300 states can be drawn, and tic_tac_toe has 5,478"
    ):
        graph_of(solve(TicTacToe()))


def test_draw_says_what_it_draws():
    with pytest.raises(PlotError, match=r"as in draw\(bars_of\(solution\)\), got <Solution of nim"):
        draw(solve(Nim()))
