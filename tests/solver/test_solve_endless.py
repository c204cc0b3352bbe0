"""What `solve` says of games without end, and that it says it of no other."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from forced_levels import force_levels
from games_to_solve import METHODS
from growing_games import (
    ENDLESS,
    FINITE,
    Countdown,
    Debts,
    Histories,
    Numbers,
    Packed,
    Plies,
    Texts,
    Tree,
    Until,
)
from perfectplay import Game, solve
from perfectplay.compiler.growth import growth
from perfectplay.conformance import check_game
from perfectplay.core import process_memory
from perfectplay.core.errors import EndlessGameError, StateLimitError
from perfectplay.core.process_memory import LEAST_MEMORY, resident_bytes
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver import state_limits
from perfectplay.solver.checkpoint.sink import FolderSink


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which all takes ten thousand times as long."""
    for name in ("perf_counter", "process_time"):
        real: Callable[[], float] = getattr(time, name)
        monkeypatch.setattr(time, name, lambda real=real: 10_000 * real())


def endless(game: Game, **asked: object) -> EndlessGameError:
    with pytest.raises(EndlessGameError) as problem:
        solve(game, **asked)  # type: ignore[arg-type]
    return problem.value


def played(game: Game, state: object, moves: tuple[object, ...]) -> object:
    for move in moves:
        assert game.outcome(state) is None
        assert move in list(game.moves(state))
        state = game.play(state, move)
    return state


@pytest.mark.parametrize("name", ENDLESS)
def test_games_without_end_are_named_with_a_line_that_shows_it(name: str) -> None:
    """By counted work: long before any budget is used."""
    game, said = ENDLESS[name]
    error = endless(game)
    assert 10_000 <= error.states < 200_000
    assert "the game grows without end: the move" in str(error)
    assert "without end, because the rules do the same whatever the new value is" in str(error)
    assert said in str(error)
    growth = error.growth
    assert played(game, game.start(), growth.lead) == growth.before
    assert played(game, growth.before, growth.moves) == growth.after


def name_of(game: Game) -> str:
    """A name that is the same in every process."""
    return type(game).__name__


@pytest.mark.parametrize("method", ["compiled", "interpreted"])
@pytest.mark.parametrize("game", [Plies(), Numbers(), Packed(), Debts()], ids=name_of)
def test_every_engine_finds_games_without_end(game: Game, method: str) -> None:
    assert endless(game, method=method).states < 1_000_000


def test_a_wide_game_without_end_explored_by_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    force_levels(monkeypatch)
    assert endless(Plies(), method="compiled").states < 1_000_000


@pytest.mark.parametrize("game", [Histories(), Texts()], ids=name_of)
def test_a_line_that_alone_is_too_much_for_memory(game: Game) -> None:
    """A history, whose length rules may ask at any time: nothing but its size is sure."""
    with pytest.raises(StateLimitError) as problem:
        solve(game, memory=max(LEAST_MEMORY, resident_bytes() + 20_000_000))
    said = str(problem.value)
    assert not isinstance(problem.value, EndlessGameError)
    assert "one line of play alone makes more states than the memory budget of" in said
    assert "nothing has changed but the length of" in said
    assert "whether it ever ends is not known" in said
    growth = problem.value.growth
    assert growth.size > 15_000_000
    assert growth.states * (growth.states + 100) * 8 > growth.size  # not more than there are


def test_a_line_that_alone_is_beyond_a_limit() -> None:
    """It has an end, but not within the limit: that is all that is said."""
    for game in (Countdown(10**12), Until(10**12)):
        with pytest.raises(StateLimitError) as problem:
            solve(game, max_states=10**9)
        said = str(problem.value)
        assert not isinstance(problem.value, EndlessGameError)
        assert "one line of play alone makes more states than the limit of 1,000,000,000" in said
        assert 10**9 < problem.value.growth.states <= 10**12
        assert problem.value.states < 100_000


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("name", FINITE)
def test_games_that_have_an_end_are_solved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, and however often it is looked."""
    monkeypatch.setattr(state_limits, "FIRST_LOOK", 50)
    game, states = FINITE[name]
    counted = states or len(solve(game, method="reference"))
    assert len(solve(game, method="interpreted")) == counted
    report = check_game(game, samples=200, compiled=False)
    assert report.ok, report.text()


@pytest.mark.usefixtures("busy")
def test_a_growth_that_never_slackens_is_no_reason() -> None:
    assert len(solve(Tree(), method="interpreted")) == 2**15 - 1


def test_thin_games_are_large_only_where_they_do_not_fit() -> None:
    """A game of few states a ply may have as many as any other."""
    game = Countdown(30_000_000)
    fits = state_limits.StateLimits(None, 10**9, looks=True, most=10**9)
    fits.check(30_000_000, lambda: 1, game)
    assert fits.seen is not None
    assert not fits.seen.endless
    tight = state_limits.StateLimits(None, 10**9, looks=True, most=10**7)
    with pytest.raises(StateLimitError, match="one line of play alone makes more states"):
        tight.check(30_000_000, lambda: 1, game)


def test_nobody_looks_twice_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """More states only matter as far as more moves are looked at, or the limit is another."""
    looks = list[int]()
    monkeypatch.setattr(growth, "find_growth", lambda rules, looked, **limits: looks.append(looked))
    limits, game = state_limits.StateLimits(None, 10**9, looks=True), ConnectFour(5, 4)
    for states in (10_000, 100_000, 200_000, 2_000_000, 30_000_000):
        limits.look(states, game)
    assert looks == [1_000, 10_000, state_limits.MOST_LOOKED]
    limits.most = 10**8
    limits.look(40_000_000, game)
    assert len(looks) == 4


@pytest.mark.parametrize(
    ("then", "looks"),
    [
        ((1_000, None, None), 1),
        ((1_000, 90, 8), 1),
        ((900, 50, 7), 1),
        ((1_001, None, None), 2),
        ((1_000, 49, None), 2),
        ((1_000, None, 6), 2),
    ],
)
def test_what_nobody_has_seen_is_not_looked_for_with_less(
    then: tuple[int, int | None, int | None], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled rules follow the interpreter: less work, or more room, finds nothing either."""
    count = []
    monkeypatch.setattr(growth, "find_growth", lambda *_, **__: count.append(1))
    moves, most, size = then
    first = state_limits.StateLimits(None, 50, looks=True, most=50, size=7)
    first.look(10_000, Countdown())
    second = state_limits.StateLimits(None, 50, looks=True, most=most, size=size, each=1)
    second.follow(first)
    assert second.next_look == first.next_look
    monkeypatch.setattr(state_limits, "LEAST_LOOKED", moves)
    monkeypatch.setattr(state_limits, "MOST_LOOKED", moves)
    second.look(10_000, Countdown())
    assert len(count) == looks


def test_a_compiled_solve_looks_for_growth_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count = []
    real = growth.find_growth
    monkeypatch.setattr(
        growth,
        "find_growth",
        lambda *a, **k: count.append(1) or real(*a, **k),  # type: ignore[func-returns-value]
    )
    monkeypatch.setattr(state_limits, "COMPILE_STATES", 10_000)
    found = solve(ConnectFour(4, 4), threads=1)
    assert (found.engine, len(found), len(count)) == ("compiled", 161_029, 1)


def test_compiled_states_are_looked_at_less_until_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = list[int]()
    monkeypatch.setattr(growth, "find_growth", lambda rules, looked, **limits: looks.append(looked))
    limits, game = state_limits.compiled_limits(None, 10**12, 0), ConnectFour(5, 4)
    limits.room = 30_000_000
    for states in (10_000, 100_000, 1_000_000, 10_000_000, 25_000_000):
        limits.check(states, lambda: 1, game)
    assert looks == [1_000, 4_000]  # the first three looks are the same
    with pytest.raises(StateLimitError):
        limits.check(31_000_000, lambda: 1, game)
    assert looks == [1_000, 4_000, state_limits.MOST_LOOKED]


def test_the_limit_follows_the_budget_and_not_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_memory, "available_bytes", lambda: 1_000_000)
    base = resident_bytes()
    for path in (
        lambda memory: state_limits.interpreted_limits(None, memory, (1, 2)),
        lambda memory: state_limits.compiled_limits(None, memory, 0),
    ):
        few, many = path(base + 10**9).room, path(base + 3 * 10**9).room
        assert 2.8 < many / few < 3.2
        assert few > 4_000_000
    on_disk = state_limits.tier_limits(state_limits.compiled_limits(None, base, 10**9), 10**9)
    assert on_disk.room == 10**9
    assert on_disk.held_by == "the free space on the disk"


@pytest.mark.parametrize("method", METHODS)
def test_a_game_that_is_too_large_is_not_called_endless(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_limits, "LEAST_ROOM", 3_000)
    monkeypatch.setattr(state_limits, "states_that_fit", lambda *_: 3_000)
    monkeypatch.setattr("perfectplay.solver.sinks.MemorySink.states_on_disk", 0)
    with pytest.raises(StateLimitError) as problem:
        solve(Countdown(40_000), method=method)
    assert not isinstance(problem.value, EndlessGameError)
    assert "end" not in str(problem.value).replace("whether it ever ends is not known", "")
    if method != "reference":
        assert "the memory budget of" in str(problem.value)
        assert "--memory" in str(problem.value)


def test_the_disk_says_how_many_states_tiers_may_have(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory for few states is no reason to refuse a game that its files would hold."""
    monkeypatch.setattr(state_limits, "COMPILED_BYTES", 10**12)
    monkeypatch.setattr(state_limits, "LEAST_ROOM", 3_000_000)
    game = ConnectFour(5, 4)
    assert len(solve(game, symmetries=False, folder=f"{tmp_path}/a")) == 3_945_711
    with monkeypatch.context() as patch:
        patch.setattr(FolderSink, "states_on_disk", 0)
        with pytest.raises(StateLimitError, match=r"more than the memory budget of .* holds"):
            solve(game, symmetries=False, folder=f"{tmp_path}/b")


def test_what_is_estimated_is_said() -> None:
    found = state_limits.StateLimits(
        None, 5, "the memory budget of 2 GB", estimate="1.7 to 4 billion"
    )
    with pytest.raises(StateLimitError) as problem:
        found.check(6, lambda: 1, Countdown())
    said = str(problem.value)
    assert said.startswith(
        "the solve has found 6 states, more than the memory budget of 2 GB holds"
    )
    assert "it is estimated to have 1.7 to 4 billion states" in said


@pytest.mark.parametrize("method", METHODS)
def test_the_limit_of_the_caller(method: str) -> None:
    with pytest.raises(StateLimitError, match=r"60,000.*max_states") as problem:
        solve(Countdown(100_000), method=method, max_states=60_000)
    assert problem.value.states >= 60_000 or problem.value.growth.states > 60_000


def test_a_check_finds_growth_without_end() -> None:
    for name in ("a counter", "an integer of two fields", "kings that go to and fro"):
        game, said = ENDLESS[name]
        report = check_game(game, samples=300, compiled=False)
        assert [finding.promise for finding in report.findings] == ["grows-without-end"], name
        assert said in report.findings[0].message
    assert check_game(Texts(), samples=300).ok  # nothing is proved


def test_the_definition_looks_for_growth_too() -> None:
    """It would go on until memory is full."""
    found = endless(Numbers(), method="reference")
    assert found.states is not None
    assert found.states < 100_000
