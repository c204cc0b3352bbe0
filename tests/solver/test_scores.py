"""Games of points: scores against minimax as the definition says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.core.errors import RulesError
from perfectplay.core.progress import Reporter
from perfectplay.solver import move_graph
from perfectplay.solver.compiled_solve import CompiledSolve
from perfectplay.solver.explore import hash_explorer as walk_module
from perfectplay.solver.explore import interpreted
from perfectplay.solver.retrograde import score_pass as scores
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import whole_graph
from random_points import Points, PointsOnIntegers, PointsOnStrings, score_and_plies

METHODS = ("reference", "interpreted", "compiled")


@pytest.mark.thinned(5)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", [Points, PointsOnIntegers, PointsOnStrings])
@pytest.mark.parametrize("seed", range(12))
def test_scores_are_those_of_minimax(kind: type[Points], seed: int, method: str) -> None:
    game = kind(seed, 30)
    if kind is PointsOnStrings and method == "compiled":
        method = "auto"
    solution = solve(game, method=method)
    for state in solution.states():
        score, plies = score_and_plies(game, state)
        assert (solution.score(state), solution.remoteness(state)) == (score, plies)
        assert solution.value(state) == Value((score > 0) - (score < 0) + 2)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(12))
def test_moves_keep_the_score_and_best_ones_the_plies(seed: int, method: str) -> None:
    game = Points(seed, 30)
    solution = solve(game, method=method)
    every, best_of_all = solution.keeping_moves_of_all(), solution.best_moves_of_all()
    for state in solution.states():
        record = solution.probe(state)
        scores = {}
        for move in record.moves:
            after, plies = score_and_plies(game, move.state)
            again = game.moves_again(state, move.move)
            scores[move.move] = game.gain(state, move.move) + (after if again else -after)
            assert (move.score, move.remoteness) == (scores[move.move], plies)
            assert move.keeps == (move.score == record.score)
            assert move.best == (move.keeps and plies + 1 == record.remoteness)
        assert [m.score for m in record.moves] == sorted(scores.values(), reverse=True)
        kept = [move for move in game.moves(state) if record.moves and scores[move] == record.score]
        assert solution.keeping_moves(state) == kept == every.get(state, [])
        assert solution.best_moves(state) == best_of_all.get(state, [])
    line = solution.line()
    assert len(line.moves) == solution.remoteness(game.start())


@dataclass(frozen=True)
class Round(Game):
    """A game of points that can go round."""

    scoring: ClassVar[bool] = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(2)

    def play(self, state: int, move: int) -> int:
        return 9 if move == 1 else (state + 1) % 3

    def outcome(self, state: int) -> int | None:
        return 1 if state == 9 else None


@pytest.mark.parametrize("method", METHODS)
def test_a_loop_is_shown(method: str) -> None:
    with pytest.raises(RulesError, match=r"comes back to the state \d by the moves 0, 0, 0") as e:
        solve(Round(), method=method)
    assert e.value.promise == "score-loop"


# --- compiled rules -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiered(Points):
    """The same graphs; a tier holds some nodes, with moves inside it."""

    width: int = 5

    def tier(self, state: Any) -> int:
        return self.node(state) // self.width


@dataclass(frozen=True)
class Graded(Game):
    """Two piles of coins of many worths; each turn takes one or two from an end of one: every coin
    is a level."""

    left: int = 30
    right: int = 30

    scoring: ClassVar[bool] = True

    def start(self) -> tuple[int, int]:
        return (self.left, self.right)

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [i for i in range(2) if state[i]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return put(state, move, state[move] - 1)

    def gain(self, state: tuple[int, int], move: int) -> int:
        return (state[move] * 7 + move * 3) % 11

    def outcome(self, state: tuple[int, int]) -> int | None:
        return 0 if sum(state) == 0 else None


def packed_of(solution: Any) -> dict[Any, tuple[int, int | None]]:
    return {s: (solution.score(s), solution.remoteness(s)) for s in solution.states()}


@pytest.mark.thinned(4)
@pytest.mark.parametrize("width", [1, 5, 100])
@pytest.mark.parametrize("seed", range(6))
def test_tiers_score_as_one_graph_does(seed: int, width: int, monkeypatch: Any) -> None:
    plain = packed_of(solve(Points(seed, 200), method="reference"))
    game = Tiered(seed, 200, width)
    assert packed_of(solve(game, method="compiled")) == plain
    monkeypatch.setattr(walk_module, "WIDE_STATES", 5)
    monkeypatch.setattr(walk_module, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk_module, "_FIRST_PIECE", 4)
    by_tiers = solve(game, method="compiled")
    if len(plain) > 20:
        assert "tiers" in by_tiers.made.how
    assert packed_of(by_tiers) == plain


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_game_that_outgrows_its_walk_scores_as_one_tier(seed: int, monkeypatch: Any) -> None:
    """Its levels are no tiers, and memory does not hold its graph."""
    plain = packed_of(solve(Points(seed, 200), method="reference"))
    monkeypatch.setattr(walk_module, "WIDE_STATES", 5)
    monkeypatch.setattr(walk_module, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk_module, "_FIRST_PIECE", 4)
    monkeypatch.setattr(CompiledSolve, "_fills_memory", lambda _: lambda _: True)
    whole = solve(Points(seed, 200), method="compiled")
    assert "one tier" in whole.made.how
    assert packed_of(whole) == plain


def test_levels_serve_as_tiers(monkeypatch: Any) -> None:
    plain = packed_of(solve(Graded(), method="reference"))
    monkeypatch.setattr(walk_module, "WIDE_STATES", 5)
    monkeypatch.setattr(walk_module, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk_module, "_FIRST_PIECE", 4)
    by_levels = solve(Graded(), method="compiled")
    assert "levels" in by_levels.made.how
    assert packed_of(by_levels) == plain


@pytest.mark.parametrize("wide", [False, True])
def test_a_loop_inside_a_tier_is_shown(wide: bool, monkeypatch: Any) -> None:
    if wide:
        monkeypatch.setattr(walk_module, "WIDE_STATES", 1)
        monkeypatch.setattr(walk_module, "WIDE_LEVEL", 0)
        monkeypatch.setattr(walk_module, "_FIRST_PIECE", 1)
    with pytest.raises(RulesError, match="comes back to the state") as error:
        solve(RoundTiers(), method="compiled")
    assert error.value.promise == "score-loop"


@dataclass(frozen=True)
class RoundTiers(Round):
    def tier(self, state: int) -> int:
        return state // 9


@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_scores_as_its_slow_twin(seed: int, monkeypatch: Any) -> None:
    graph = whole_graph(Points(seed, 3_000)).graph
    slow = scores.score_small(graph)
    monkeypatch.setattr(move_graph, "SMALL", 0)
    for ordered in (graph.ordered, False):
        graph.ordered = ordered
        fast = scores.resolve_scores(graph, ThreadTeam(2), Reporter(None))
        assert slow.scores is not None
        assert fast.scores is not None
        assert fast.scores.tolist() == slow.scores.tolist()
        assert fast.remoteness.tolist() == slow.remoteness.tolist()
        assert fast.values.tolist() == slow.values.tolist()


def test_processes_share_slow_rules(monkeypatch: Any) -> None:
    plain = packed_of(solve(PointsOnStrings(3, 2_000), method="reference"))
    monkeypatch.setattr(interpreted, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(interpreted, "WIDE", 1)
    assert packed_of(solve(PointsOnStrings(3, 2_000), threads=2)) == plain


def test_symmetries_keep_scores() -> None:
    game = Twins()
    plain = packed_of(solve(game, symmetries=False))
    for method in ("interpreted", "compiled"):
        solution = solve(game, method=method)
        assert {s: (solution.score(s), solution.remoteness(s)) for s in plain} == plain
        assert len(solution) == len(plain)


@dataclass(frozen=True)
class Twins(Graded):
    """Two equal piles: which is which does not matter."""

    left: int = 12
    right: int = 12

    def gain(self, state: tuple[int, int], move: int) -> int:
        return (state[move] * 7) % 11

    def symmetries(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        return [state, (state[1], state[0])]
