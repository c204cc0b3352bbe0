"""Forecasts against what games turn out to be, and the plan made of them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from perfectplay import Game, Value
from perfectplay.cli.main import run
from perfectplay.cli.options import memory_of
from perfectplay.compiler.expander import Expander, first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.core.errors import EndlessGameError, MemoryBudgetError, ParameterError, RulesError
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import overrides
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.solver.estimate import plan as plan_module
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.collision_estimator import (
    LevelSpread,
    mean_above_one,
    spreads,
    unrolled,
)
from perfectplay.solver.estimate.forecast import forecast, forecast_walked
from perfectplay.solver.estimate.hash_sampling import _extrapolated, sift
from perfectplay.solver.estimate.interval import Interval, count_words
from perfectplay.solver.estimate.plan import LEAST_MEMORY, plan_of
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.estimate.sampled import CompiledSource, InterpretedSource, known_of, mixed
from perfectplay.solver.estimate.walkers import Walkers, meetings, walk_on
from perfectplay.solver.explore.hash_explorer import HashExploration, walk
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam


@dataclass(frozen=True)
class Endless(Game):
    """One more, for ever."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> Value | None:
        return None


@dataclass(frozen=True)
class Strings(Endless):
    """Endless, and never compiled."""

    def start(self) -> str:  # type: ignore[override]
        return "."

    def play(self, state: str, move: int) -> str:  # type: ignore[override]
        return state + str(move)


@dataclass(frozen=True)
class Raising(Endless):
    """Rules that fail far from the start."""

    def play(self, state: int, move: int) -> int:
        if state > 80_000:
            raise ValueError("too far")
        return state + move


def walked_of(
    game: Game, states: int, symmetries: bool = False
) -> tuple[CompiledSource, HashExploration]:
    """A game of integers, explored until there are so many states."""
    rules = CheckedGame(game)
    compiled = compile_rules(game, symmetries=symmetries)
    expander = Expander(compiled, rules, first_keys(rules, [rules.start()]))
    found = walk(
        expander, StateLimits(None, 1 << 62), Reporter(), lambda so_far: so_far.states > states
    )
    return CompiledSource(expander, ThreadTeam(2)), found


def within(found: Interval, truth: float) -> bool:
    return found.low <= truth and (found.high is None or truth <= found.high)


# --- the parts ------------------------------------------------------------------------------------


def test_meetings_are_pairs_of_two_origins() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        n = int(random.integers(1, 40))
        children = random.integers(0, 12, n)
        origins, weights = random.integers(0, 6, n), random.random(n)
        pairs = sum(
            weights[i] * weights[j]
            for i in range(n)
            for j in range(n)
            if children[i] == children[j] and origins[i] != origins[j]
        )
        both = {(int(c), int(o)) for c, o in zip(children, origins, strict=True)}
        total, count = meetings(children, weights, origins)
        assert total == pytest.approx(pairs, abs=1e-9)
        assert count == len(both) - len(set(children.tolist()))


@pytest.mark.parametrize("m", [0.0, 0.5, 4.0])
@pytest.mark.parametrize("more", [0.0, 0.3, 1.0, 2.0])
def test_mean_comes_of_meetings(m: float, more: float) -> None:
    r = (max(0.0, 1 - 1 / m) if m else 0.0) + more  # no spread is smaller, since E[j²] >= m²
    assert mean_above_one((r * m * m + 2 * m) / (1 + m), r) == pytest.approx(m)


@pytest.mark.parametrize("r", [0.0, 1e-4, 0.3])
def test_mean_is_at_most_the_meetings(r: float) -> None:
    """Of parents, whatever their numbers: m <= E[k(k-1)] / E[k]; a measured spread may be wrong."""
    assert mean_above_one(1.9, r) <= 1.9
    assert mean_above_one(30.0, r) <= 30.0


def test_a_walk_is_known_by_levels() -> None:
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    assert known.graded
    assert not known.finished
    assert not known.inside
    expander = source.expander
    level = {expander.start_key()}
    for d in range(known.levels):
        assert set(known.level(d).tolist()) == level
        parents: dict[int, int] = {}
        for key in level:
            for _, child in expander.rules.position(key).options:
                parents[child] = parents.get(child, 0) + 1
        if d + 1 < known.levels:
            first, end = known.starts[known.bounds[d : d + 2]].tolist()
            assert end - first == sum(parents.values())
            assert (
                dict(zip(known.level(d + 1).tolist(), known.parents(d + 1).tolist(), strict=True))
                == parents
            )
        level = set(parents)


def test_weights_of_walkers_sum_to_one() -> None:
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    steps = walk_on(known, known.levels - 1, source, 3_000, 99)
    assert steps.ended
    assert not steps.back
    assert len(steps.branching) + known.levels - 1 == 17
    walkers = Walkers(known.level(known.levels - 1), 3_000, 1)
    assert walkers.weights.sum() == pytest.approx(1)
    assert len(set(walkers.keys.tolist())) == len(walkers.keys) == 3_000


def test_all_walkers_tell_the_next_level_exactly() -> None:
    """Where every state sends one, and the spread is the true one, chance has no part."""
    source, found = walked_of(ConnectFour(width=4, height=4), 20_000)
    known = known_of(found, source)
    before = known.levels - 2
    steps = walk_on(known, before, source, 1 << 20, 1)
    x = known.parents(before + 1) - 1.0
    true = LevelSpread(float((x * (x - 1)).mean() / x.mean() ** 2), 0.0)
    told = unrolled(known.size(before), steps, true)
    assert told[1] == pytest.approx(known.size(before + 1))


def test_levels_that_come_back_are_noticed() -> None:
    source, found = walked_of(Dodgem(size=4), 3_000)
    known = known_of(found, source)
    known.graded = True  # as it may seem in the levels that are known
    steps = walk_on(known, known.levels - 1, source, 5_000, 99)
    assert steps.back


def test_sifting_without_need_finds_all() -> None:
    source, found = walked_of(Dodgem(size=3), 500)
    known = known_of(found, source)
    sifted = sift(known, source, 1 << 20)
    assert known.expanded + sifted.kept == 1_963
    assert int(known.starts[known.expanded]) + sifted.moves == 5_373
    assert (sifted.share, sifted.waiting, sifted.error) == (1.0, 0, 0.0)


def test_sifting_finds_all_when_its_table_has_to_grow() -> None:
    source, found = walked_of(Dodgem(size=4), 20_000)
    known = known_of(found, source)
    sifted = sift(known, source, 1 << 20)
    assert known.expanded + sifted.kept == 393_900
    assert (sifted.share, sifted.waiting) == (1.0, 0)


def test_sifting_estimates_a_game_with_loops() -> None:
    source, found = walked_of(Dodgem(size=4), 20_000)
    known = known_of(found, source)
    sifted = sift(known, source, 200_000)
    assert sifted.share < 1
    assert sifted.waiting == 0
    total = known.expanded + sifted.likely / sifted.share
    assert abs(math.log(total / 393_900)) < max(0.25, sifted.error)


def test_extrapolation_knows_its_bounds() -> None:
    assert math.isinf(_extrapolated([1000.0, 100.0, 1.0])[1])
    likely, error = _extrapolated([1000.0, 900.0, 700.0])
    assert 1000 < likely < 1200
    assert 0.05 < error < 0.5


def test_classes_are_counted_where_sifting_leaves_nothing_out() -> None:
    """A mean over some classes was printed as exact: 1,925,788 states for 1,899,449."""
    source, found = walked_of(Hexapawn(5, 4), 9_000, symmetries=True)
    told = forecast_walked(source.expander, found, ThreadTeam(2), SampleBudget(moves=10_000_000))
    assert told.exact
    assert told.every == Interval.exactly(71_986)


def test_mixed_bits_are_even() -> None:
    share = mixed(np.arange(100_000, dtype=np.int64)) < 0.25
    assert abs(share.mean() - 0.25) < 0.01


def test_interpreted_and_compiled_sources_agree() -> None:
    game = ConnectFour(width=4, height=4)
    compiled, found = walked_of(game, 2_000)
    few = [int(key) for key in found.keys[:200]]
    plain = InterpretedSource(CheckedGame(game), False, few, SampleBudget())
    ours, theirs = plain.expand(np.arange(200)), compiled.expand(found.keys[:200])
    assert ours.degrees.tolist() == theirs.degrees.tolist()
    assert [plain.states[number] for number in ours.children] == theirs.children.tolist()


# --- whole forecasts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "states", "moves"),
    [(Hexapawn(4, 4), 14_000, None), (Dodgem(3), 1_963, 5_373), (Chomp(4, 4), 69, None)],
    ids=["hexapawn", "dodgem", "chomp"],
)
def test_small_games_are_exact(game: Game, states: int, moves: int | None) -> None:
    from perfectplay import solve

    found, solution = forecast(game), solve(game)
    assert found.exact
    assert (found.every or found.states).likely == solution.counts.states
    stored = solution.representatives or solution.counts
    assert found.states.likely == stored.states
    assert found.moves.likely == stored.moves
    if moves is not None:
        assert (found.states.likely, found.moves.likely) == (states, moves)


@pytest.mark.parametrize("symmetries", [True, False])
def test_connect_four_5x4(symmetries: bool) -> None:
    found = forecast(ConnectFour(5, 4), symmetries=symmetries, seconds=math.inf, moves=8e6)
    states = 1_974_174 if symmetries else 3_945_711
    assert not found.exact
    assert found.states.high is not None
    assert within(found.states, states)
    assert found.states.high < 2 * found.states.low
    assert found.plies == 21
    if symmetries:
        assert found.every is not None
        assert within(found.every, 3_945_711)
    else:
        assert within(found.moves, 8_757_625)


@pytest.mark.parametrize("seconds", [0.0, 1e-4, 0.02])
def test_there_is_a_forecast_however_short_the_time(seconds: float) -> None:
    """The plan of a solve has a quarter of a second, which a busy machine may not give."""
    for game, truth in (
        (ConnectFour(5, 4), 1_974_174), (Hexapawn(5, 5), 938_329), (Dodgem(size=4), 393_900),
    ):  # fmt: skip
        source, found = walked_of(game, 100_000, symmetries=overrides(game, "symmetries"))
        told = forecast_walked(source.expander, found, ThreadTeam(2), SampleBudget(seconds))
        assert told.states.low <= truth
        assert plan_of(told, 2, 4_000_000_000).lines()


def test_seven_by_six_is_told_within_a_few_times() -> None:
    found = forecast(ConnectFour(7, 6), seconds=math.inf, moves=1e7, symmetries=False)
    assert found.states.high is not None
    # about twelve levels seen of 43, fewer on a machine that is very busy: ten beyond its range
    assert found.states.low / 10 < 4.53e12 < found.states.high * 10
    plan = plan_of(found, 2, 8_000_000_000)
    assert not plan.fits
    assert plan.keys == "in files"


def test_a_walk_that_is_there_is_enough() -> None:
    source, found = walked_of(ConnectFour(5, 4), 300_000)
    keys = found.keys.copy()
    told = forecast_walked(source.expander, found, ThreadTeam(2))
    assert within(told.states, 3_945_711)
    assert (found.keys == keys).all()
    lines = plan_of(told, 2, 4_000_000_000).lines()
    assert len(lines) == 2
    assert lines[0].startswith("forecast: ")


def test_a_game_that_is_proved_to_have_no_end_is_an_error() -> None:
    with pytest.raises(EndlessGameError, match="the game grows without end: the move 1 leads"):
        forecast(Endless(), seconds=math.inf, moves=20_000)


def test_a_game_without_end_has_bounds() -> None:
    found = forecast(Strings(), seconds=math.inf, moves=20_000)
    assert found.states.high is None
    assert found.why
    assert count_words(found.states).startswith("beyond ")


def test_rules_that_raise_are_shown() -> None:
    with pytest.raises(RulesError, match="too far"):
        forecast(Raising(), seconds=math.inf, moves=1e7)


def test_spreads_of_known_levels() -> None:
    source, found = walked_of(ConnectFour(4, 4), 20_000)
    known = known_of(found, source)
    flat, trend = spreads(known, known.levels - 1)
    assert 0 < flat.of(0) == flat.of(9) < 1
    assert flat.of(0) <= trend.of(0) <= trend.of(9) <= 1


# --- plans ----------------------------------------------------------------------------------------


def made_up(states: float, moves: float, shape: str = "levels", inside: bool = False) -> Estimate:
    return Estimate(
        ConnectFour(6, 4),
        "compiled",
        Interval.about(states, 0.1),
        None,
        Interval.about(moves, 0.1),
        Interval.about(states / 7, 0.1),
        shape,
        inside,
        1_000_000,
        25,
        1e8,
        2e8,
    )


def test_plan_follows_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    # a process that has run other tests holds more than a solve begins with
    monkeypatch.setattr(plan_module, "resident_bytes", lambda: 200_000_000)
    large, small = (plan_of(made_up(9.5e7, 2.4e8), 2, n * 10**6) for n in (4_000, 600))
    assert (large.keys, large.edges, large.fits) == ("in memory", "expanded again", True)
    assert (small.keys, small.fits) == ("in files", True)
    assert small.peak.likely <= 600e6
    assert large.peak.likely == pytest.approx(200e6 + 95e6 * 10 + 300e6, rel=0.4)
    graph = plan_of(made_up(1.2e7, 2e8, "graph", True), 2, 4_000_000_000)
    assert graph.edges == "kept"
    tight = plan_of(made_up(1.2e7, 2e8, "graph", True), 2, 1_000_000_000)
    assert (tight.keys, tight.edges, tight.fits) == ("in files", "in files", True)


def test_a_budget_too_small_says_the_least() -> None:
    with pytest.raises(MemoryBudgetError) as told:
        plan_of(made_up(9.5e7, 2.4e8), 2, 50_000_000)
    assert told.value.least >= LEAST_MEMORY
    plan = plan_of(made_up(1e12, 4e12), 2, 8_000_000_000)
    assert not plan.fits
    assert plan.least > 1e12


def test_slow_rules_are_asked_once() -> None:
    slow = made_up(4e6, 8e6)
    slow = Estimate(**{**slow.__dict__, "speed": 1e6})
    assert plan_of(slow, 2, 8_000_000_000).edges == "kept"


# --- the command ----------------------------------------------------------------------------------


def test_the_command_tells_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "three_rocks", "--memory", "2G"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^states +121$", said, re.M)
    assert "exact" in said
    assert {"moves", "memory", "disk", "time", "plan"} <= {
        line.split()[0] for line in said.splitlines() if line
    }


def test_the_command_tells_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "connect_four", "width=4", "height=4", "--json", "--threads", "1"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["states"] == {"low": 161_029, "likely": 161_029, "high": 161_029}
    assert said["exact"]
    assert said["fits"]
    assert said["threads"] == 1
    assert said["memory"]["low"] <= said["memory"]["likely"] <= said["memory"]["high"]
    assert said["parameters"] == {"width": 4, "height": 4, "length": 4}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["three_rocks", "--memory", "lots"], "'lots' is not a size of memory"),
        (["three_rocks", "--memory", "10M"], "the least that would do is about"),
        (["three_rock"], "did you mean three_rocks"),
        (["three_rocks", "lefft=3"], "did you mean 'left'"),
        (["three_rocks", "--threads", "0"], "--threads"),
    ],
    ids=["size", "small", "game", "parameter", "threads"],
)
def test_bad_input_is_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", *words]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize(
    ("text", "size"),
    [("500M", 500_000_000), ("2G", 2 * 10**9), ("1.5GiB", 3 << 29), ("800000000", 8 * 10**8),
     ("64k", 64_000), ("2 gb", 2 * 10**9), ("1T", 10**12)],
)  # fmt: skip
def test_sizes_are_read(text: str, size: int) -> None:
    assert memory_of(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1", "1.5.2G", "2X", "0", "1e9"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ParameterError, match="500M"):
        memory_of(text)
