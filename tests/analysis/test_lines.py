"""Lines to a depth and replayed moves, against one line after the other."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from math import inf

import numpy as np
import pytest

from perfectplay import Game, Value, lines, solve, statistics
from perfectplay.analysis.kernels import line_counts, merged_walks
from perfectplay.analysis.kernels.graph_order import components
from perfectplay.analysis.kernels.line_counts import CountDeadline, count_lines
from perfectplay.analysis.lines import Ending, Lines
from perfectplay.cli.main import run
from perfectplay.core.errors import CountTimeError, StateLimitError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build
from perfectplay.solver.threads import ThreadTeam
from random_games import GraphGame, random_graph


def make(name: str, **parameters) -> Game:
    return build(load_class(name), parameters)


@pytest.fixture(params=["plain", "merged", "in parts", "kernels"])
def engine(request, monkeypatch) -> str:
    if request.param != "plain":
        monkeypatch.setattr(line_counts, "PATIENCE", 0)
    if request.param == "in parts":
        monkeypatch.setattr(merged_walks, "TOGETHER", 3)
    if request.param == "kernels":
        monkeypatch.setattr(line_counts, "LARGEST", 0)
    return request.param


def by_hand(game: Game, depth: int, state=None) -> list[tuple[tuple, str]]:
    """Moves and ending of each line, by the words of the definition."""
    rules = CheckedGame(game)
    found = []

    def go(path: list, moves: tuple, turned: bool) -> None:
        position = rules.position(path[-1])
        if path[-1] in path[:-1]:
            found.append((moves, "cycle"))
        elif position.outcome is not None:
            value = position.outcome.negated if turned else position.outcome
            found.append((moves, str(value)))
        elif len(moves) == depth:
            found.append((moves, "depth"))
        else:
            for move, child in position.options:
                again = rules.moves_again(path[-1], move, child)
                go([*path, child], (*moves, move), turned if again else not turned)

    go([rules.start() if state is None else state], (), False)
    return found


# --- counts and lists -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "depth"),
    [("spoons", 5), ("chopsticks", 6), ("three_rocks", 3), ("kalah", 6), ("three_mens_morris", 3)],
)
def test_lines_of_library_games(name, depth, engine) -> None:
    expected = by_hand(make(name), depth)
    found = lines(make(name), depth)
    assert [(line.moves, str(line.ending)) for line in found] == expected
    counts = Counter(ending for _, ending in expected)
    assert {str(e): n for e, n in found.count().items()} == {str(e): counts[e] for e in Ending}


def test_random_graphs(engine) -> None:
    """With loops, players who move again, puzzles, parallel moves, ends and stuck states."""
    random = np.random.default_rng(3)
    seen: Counter[str] = Counter()
    for _ in range(150):
        graph, depth = random_graph(random, int(random.integers(2, 12))), int(random.integers(1, 7))
        expected = by_hand(GraphGame(graph), depth)
        found = Lines(CheckedGame(GraphGame(graph)), lines(GraphGame(graph), 1).position, depth)
        assert [(line.moves, str(line.ending)) for line in found] == expected
        counts = Counter(ending for _, ending in expected)
        assert {str(e): n for e, n in found.count().items()} == {str(e): counts[e] for e in Ending}
        whole = count_lines(graph, depth, ThreadTeam(1), CountDeadline(None, Reporter(None)))
        assert (whole.depth, whole.cycle) == (counts["depth"], counts["cycle"])
        seen.update(counts.keys())
    assert min(seen[e] for e in Ending) > 20


def test_depths_beyond_the_longest_line(engine) -> None:
    random = np.random.default_rng(8)
    for _ in range(60):
        graph = random_graph(random, int(random.integers(2, 6)))
        all_of_them = by_hand(GraphGame(graph), 60)
        counts = Counter(ending for _, ending in all_of_them)
        for depth in (len(graph), 60, 1_000_000):
            found = count_lines(graph, depth, ThreadTeam(1), CountDeadline(None, Reporter(None)))
            assert (found.depth, found.cycle) == (0, counts["cycle"])
            assert sum(found.over.values()) == len(all_of_them) - counts["cycle"]


def test_lines_with_cycles_are_counted_together(monkeypatch) -> None:
    """A walk along each of the lines of Spoons to depth 16 would be more than 32 million steps."""
    steps = Counter[str]()
    step = merged_walks.MergedWalk._step

    def counted(self, groups, ply):
        steps["groups"] += len(groups)
        return step(self, groups, ply)

    monkeypatch.setattr(merged_walks.MergedWalk, "_step", counted)
    counts = lines(make("spoons"), 16).count()
    assert 0 < steps["groups"] < 100_000
    monkeypatch.setattr(merged_walks, "TOGETHER", 900)
    assert lines(make("spoons"), 16).count() == counts
    monkeypatch.setattr(line_counts, "LARGEST", 0)
    assert lines(make("spoons"), 16).count() == counts
    assert sum(counts.values()) > 32_000_000


def test_the_states_of_a_line_are_those_of_its_moves() -> None:
    rules = CheckedGame(make("spoons"))
    for skip in (False, True):
        for line in lines(make("spoons"), 4, skip_symmetric=skip):
            state, turned = rules.start(), False
            for move, after in zip(line.moves, line.states[1:], strict=True):
                assert move in [m for m, _ in rules.position(state).options]
                state, turned = rules.game.play(state, move), not turned
                assert state == after
            assert turned == line.turned


def test_tic_tac_toe_to_its_end_is_its_plays() -> None:
    """OEIS A061526, A061527: all plays, and those in the graph of representatives."""
    plays = {Ending.WIN: 131_184, Ending.LOSS: 77_904, Ending.DRAW: 46_080}
    assert lines(make("tic_tac_toe"), 9).count() == {**plays, Ending.DEPTH: 0, Ending.CYCLE: 0}
    same = lines(make("tic_tac_toe"), 9, skip_symmetric=True)
    plays = {Ending.WIN: 13_957, Ending.LOSS: 8_005, Ending.DRAW: 4_868}
    assert same.count() == {**plays, Ending.DEPTH: 0, Ending.CYCLE: 0}
    assert Counter(line.ending for line in same) == plays


def test_spoons_up_to_symmetry_is_spoons_with_hands_sorted() -> None:
    """502 states, 179 with hands unordered; and the same lines, to any depth."""
    solution = solve(make("spoons"))
    assert (len(solution), solution.representatives.states) == (502, 179)
    for depth in (3, 8, 12):
        skipped = lines(make("spoons"), depth, skip_symmetric=True)
        sorted_hands = lines(make("spoons", sorted_hands=True), depth, skip_symmetric=True)
        assert skipped.count() == sorted_hands.count()
    assert Counter(x.ending for x in lines(make("spoons"), 8, skip_symmetric=True)) == {
        e: n for e, n in lines(make("spoons"), 8, skip_symmetric=True).count().items() if n
    }


def test_many_lines_are_counted_without_going_along_each() -> None:
    """Without loops, by one addition a state and ply."""
    counts = lines(make("connect_four", width=5, height=4), 4).count()
    assert sum(counts.values()) == counts[Ending.DEPTH] == 5**4  # no column is full before
    deep = make("nim", rows=(3, 5, 6, 6))
    assert sum(lines(deep, 20).count().values()) == statistics(deep).all.plays.count > 10**11


def test_components_against_reachability() -> None:
    random = np.random.default_rng(11)
    for _ in range(60):
        graph = random_graph(random, int(random.integers(1, 14)))
        starts, edges = graph.starts.tolist(), graph.edges.tolist()
        n = len(graph)
        reach = np.eye(n, dtype=bool)
        for i in range(n):
            reach[i, edges[starts[i] : starts[i + 1]]] = True
        for k in range(n):
            reach |= reach[:, k : k + 1] & reach[k]
        component = np.array(components(starts, edges))
        assert ((component[:, None] == component) == (reach & reach.T)).all()
        assert (component[:, None] >= component)[reach].all()


def test_bad_depths_and_limits() -> None:
    with pytest.raises(ValueError, match="from 1 on, got 0"):
        lines(make("spoons"), 0)
    with pytest.raises(StateLimitError, match="more than 100 states within 9 plies"):
        lines(make("tic_tac_toe"), 9).count(max_states=100)
    over = lines(make("three_rocks", left=0, right=0), 4)
    assert [(x.moves, str(x.ending)) for x in over] == [((), "loss")]
    assert over.count()[Ending.LOSS] == 1


@pytest.mark.parametrize("largest", [line_counts.LARGEST, 0])  # merged, and along each line
def test_counting_inside_loops_stops_at_its_time(largest, monkeypatch, capsys) -> None:
    monkeypatch.setattr(line_counts, "LARGEST", largest)
    with pytest.raises(CountTimeError, match="within 0 seconds; take a smaller depth"):
        lines(make("spoons"), 60).count(seconds=0)
    assert lines(make("spoons"), 4).count(seconds=0)[Ending.LOSS] == 33  # few lines need no time
    assert sum(lines(make("spoons"), 12).count(seconds=inf).values()) == sum(
        lines(make("spoons"), 12).count().values()
    )
    command = "lines spoons --depth 60 --seconds 0 --most 2 --json"
    assert run(command.split()) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["count"] is None
    assert len(json.loads(said.out)["lines"]) == 2
    assert said.err.startswith("note: the lines were not counted within 0 seconds")


# --- a game as another author would write it ---------------------------------------------------


@dataclass(frozen=True)
class Ring(Game):
    """A token on a ring of letters, moved by one or two; ``z`` wins for who gets there."""

    letters: str = "abcz"

    def start(self) -> str:
        return "a"

    def moves(self, state: str) -> list[str]:
        return ["one", "two, if you like"]

    def play(self, state: str, move: str) -> str:
        place = self.letters.index(state) + (1 if move == "one" else 2)
        return self.letters[place % len(self.letters)]

    def outcome(self, state: str) -> Value | None:
        return Value.LOSS if state == "z" else None


def test_lines_of_a_ring() -> None:
    found = {"".join(line.states): str(line.ending) for line in lines(Ring(), 3)}
    assert found == {
        "abcz": "win", "abca": "cycle", "abz": "loss", "acz": "loss", "aca": "cycle",
    }  # fmt: skip
