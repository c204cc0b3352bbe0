"""Statistics of games: published figures, the command, games of several kinds."""

from __future__ import annotations

import json
from collections import Counter
from math import comb, factorial

import numpy as np
import pytest

from perfectplay import Game, solve, statistics
from perfectplay.analysis.kernels import counting, graph_order
from perfectplay.analysis.kernels.counting import (
    count_plays,
    routes_of,
    seats_reached,
)
from perfectplay.analysis.statistics import GraphStatistics
from perfectplay.cli.main import run
from perfectplay.core.progress import Reporter
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build
from perfectplay.solver.whole_graph import whole_graph

SILENT = Reporter(None)


def make(name: str, **parameters) -> Game:
    return build(load_class(name), parameters)


@pytest.fixture(params=["plain", "kernels"])
def engine(request, monkeypatch) -> str:
    """Both ways of counting, whatever the size."""
    if request.param == "kernels":
        monkeypatch.setattr(counting, "SMALL", 0)
        monkeypatch.setattr(graph_order, "SMALL", 0)
    return request.param


# --- figures that are known ---------------------------------------------------------------------


def test_tic_tac_toe(engine) -> None:
    """OEIS A061526, A061527."""
    every = statistics(make("tic_tac_toe")).all
    assert every.plays.count == 255_168 == 131_184 + 77_904 + 46_080
    assert every.plays.by_result == {"first": 131_184, "second": 77_904, "drawn": 46_080}
    assert every.plays.by_length == {
        5: {"plays": 1_440, "first": 1_440, "second": 0, "drawn": 0},
        6: {"plays": 5_328, "first": 0, "second": 5_328, "drawn": 0},
        7: {"plays": 47_952, "first": 47_952, "second": 0, "drawn": 0},
        8: {"plays": 72_576, "first": 0, "second": 72_576, "drawn": 0},
        9: {"plays": 81_792 + 46_080, "first": 81_792, "second": 0, "drawn": 46_080},
    }
    assert every.plays.tree == 549_946  # published for minimax: nodes of the whole game tree
    assert (every.states, every.terminal) == (5_478, 958)
    assert every.ends == {"first": 626, "second": 316, "drawn": 16, "either": 0}
    by_ply = [row["states"] for row in every.by_ply]
    assert by_ply == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert not every.plays.endless
    assert every.plays.why is None


def test_tic_tac_toe_up_to_symmetry(engine) -> None:
    """OEIS A008907 (states by ply), A048245 (ends by ply)."""
    same = statistics(make("tic_tac_toe")).representatives
    assert same is not None
    assert (same.states, same.terminal) == (765, 138)
    assert same.ends == {"first": 91, "second": 44, "drawn": 3, "either": 0}
    assert same.plays.count == 26_830
    assert same.plays.by_result == {"first": 13_957, "second": 8_005, "drawn": 4_868}
    assert [r["states"] for r in same.by_ply] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert [r["terminal"] for r in same.by_ply] == [0, 0, 0, 0, 0, 21, 21, 58, 23, 15]
    wins, draws, losses = (sum(r[n] for r in same.by_ply) for n in ("wins", "draws", "losses"))
    assert (wins, draws, losses) == (390, 151, 224)


def test_connect_four_first_plies() -> None:
    """Sequences of moves: 4^n until a column is full; 5×4: J. Tromp's 3,945,711."""
    found = statistics(make("connect_four", width=5, height=4), symmetries=False).all
    assert found.states == 3_945_711
    assert sum(row["wins"] for row in found.by_ply) == 1_390_516
    assert sum(row["losses"] for row in found.by_remoteness.values()) == 1_251_559
    assert [row["states"] for row in found.by_ply[:4]] == [1, 5, 25, 75 + 20]
    assert sum(found.plays.by_length[20].values()) == 2 * found.plays.by_length[20]["plays"]
    assert sum(row["plays"] for row in found.plays.by_length.values()) == found.plays.count


def test_eight_puzzle_is_a_puzzle_with_loops() -> None:
    found = statistics(make("eight_puzzle")).all
    assert set(found.plays.by_result) == {"solved", "unsolved"}
    assert found.plays.count is None
    assert found.plays.by_result == {"solved": None, "unsolved": 0}


@pytest.mark.parametrize("stones", [1, 2, 3, 10, 200])
def test_subtraction_against_binomials(stones, engine) -> None:
    """Takings of 1 or 2: compositions into ones and twos, C(k, n - k) of length k."""
    found = statistics(make("subtraction", stones=stones, takes=(1, 2))).all
    assert {k: row["plays"] for k, row in found.plays.by_length.items()} == {
        k: comb(k, stones - k) for k in range((stones + 1) // 2, stones + 1)
    }
    one_is_stuck = found.ends
    assert one_is_stuck == {"first": stones == 1, "second": 0, "drawn": 0, "either": stones > 1}


def test_plays_of_many_heaps_of_one_are_permutations() -> None:
    found = statistics(make("nim", rows=(1,) * 9)).all
    assert found.plays.by_length == {
        9: {"plays": factorial(9), "first": factorial(9), "second": 0, "drawn": 0}
    }


def test_numbers_of_many_limbs_are_those_of_python(monkeypatch) -> None:
    """3,000 bits and more, where every addition carries."""
    game = make("subtraction", stones=3_000, takes=(1, 2, 3))
    graph = whole_graph(game).graph
    routes = routes_of(graph, seats_reached(graph, 0), 0)
    by_kernel = count_plays(routes, SILENT)
    monkeypatch.setattr(counting, "SMALL", 10**12)
    plain = count_plays(routes, SILENT)
    assert by_kernel == plain
    tribonacci = [1, 1, 2]
    while len(tribonacci) <= 3_000:
        tribonacci.append(sum(tribonacci[-3:]))
    assert sum(row[0] for row in plain.by_length) == tribonacci[3_000]
    assert tribonacci[3_000].bit_length() > 2_600


def test_plays_too_long_for_a_table_are_counted_all_the_same(monkeypatch) -> None:
    game = make("subtraction", stones=500, takes=(1, 2))
    whole = statistics(game).all.plays
    monkeypatch.setattr(counting, "LENGTHS", 100)
    found = statistics(game).all.plays
    assert (found.count, found.by_result, found.tree) == (whole.count, whole.by_result, whole.tree)
    assert found.by_length is None
    assert "too long" in found.why
    assert whole.by_length is not None


def test_the_ply_of_a_node_is_the_fewest_steps() -> None:
    for name in ("kalah", "spoons", "three_mens_morris", "dodgem"):
        graph = whole_graph(make(name)).graph
        steps = {0: 0}
        for node in (waiting := [0]):
            for child in graph.edges[graph.starts[node] : graph.starts[node + 1]].tolist():
                if child not in steps:
                    steps[child] = steps[node] + 1
                    waiting.append(child)
        bounds = graph.plies()
        assert bounds[0] == 0
        assert bounds[-1] == len(graph)
        counts = Counter(steps.values())
        assert np.diff(bounds).tolist() == [counts[ply] for ply in range(len(counts))]


# --- against the solution; games of other kinds ---------------------------------------------------


@pytest.mark.parametrize("name", ["three_rocks", "kalah", "spoons", "wild", "mu_torere"])
def test_spread_is_that_of_the_solution(name) -> None:
    solution, found = solve(make(name)), statistics(make(name))
    for spread, counts in ((found.all, solution.counts), (found.representatives, None)):
        if spread is None:
            continue
        counts = counts or solution.representatives
        assert (spread.states, spread.terminal) == (counts.states, counts.terminal)
        for rows in (spread.by_ply, spread.by_remoteness.values()):
            sums = [sum(row[n] for row in rows) for n in ("wins", "draws", "losses")]
            assert sums == [counts.wins, counts.draws, counts.losses]
        assert sum(spread.ends.values()) == spread.terminal
        assert sum(row["moves"] for row in spread.by_ply) == spread.moves
    assert found.all.moves == solution.counts.moves
    assert found.all.by_remoteness == solution.by_remoteness


def test_spread_is_json() -> None:
    spread = statistics(make("tic_tac_toe")).all
    assert isinstance(spread, GraphStatistics)
    assert json.loads(json.dumps(spread.as_dict()))["plays"]["shortest"] == 5


# --- the command --------------------------------------------------------------------------------


def test_integers_of_thousands_of_digits_are_written(capsys) -> None:
    assert run(["stats", "subtraction", "stones=40000", "takes=1,2", "--json"]) == 0
    text = capsys.readouterr().out
    with pytest.raises(ValueError, match="4300"):
        json.loads(text)  # Python's own limit, which the command has put back
    fibonacci = [1, 1]
    while len(fibonacci) <= 40_000:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    count = json.loads(text, parse_int=lambda digits: digits)["plays"]["count"]
    assert len(count) == 8_360
    assert count[:9] == str(fibonacci[-1] // 10 ** (8_360 - 9))
    assert run(["stats", "subtraction", "stones=40000", "takes=1,2"]) == 0
    assert f"{count[0]}.{count[1:3]}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("stats three_rock", "three_rocks"),
        ("stats three_rocks lefft=3", "left"),
        ("stats tic_tac_toe --max-states 500", "500"),
        ("stats", "GAME"),
    ],
)
def test_bad_input_is_one_sentence(command, said, capsys) -> None:
    assert run(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
