"""What a search is told that it cannot use, limits that are too small, and its command."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, Value, search, search_many, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import MethodError, ParameterError, RulesError
from perfectplay.game.result_scale import FAR
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher import dispatch, driver
from perfectplay.searcher.kernel import transposition_table as tables

BOARD = ConnectFour(7, 6)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_no_time_at_all(threads: int) -> None:
    found = search(BOARD, seconds=0, method="compiled", threads=threads)
    assert (found.stopped, found.value, found.record, found.moves) == ("time", None, None, ())
    assert found.proved.startswith("not lost within")
    assert found.low is not None
    assert found.low.plies < 41
    json.dumps(found.as_dict())


def test_bounds_hold_when_time_is_over() -> None:
    # the first player wins in 41 plies (J. Allen; V. Allis, 1988)
    for seconds in (0, 0.05, 0.3):
        found = search(BOARD, seconds=seconds, method="compiled", threads=1, moves=False)
        assert found.low is None or found.low.plies is None or found.low.plies <= 41
        assert found.high is None or found.high.plies is None or found.high.plies <= 41


@pytest.mark.parametrize(("method", "limit"), [("compiled", 0.2), ("auto", 1.0)])
def test_a_compiler_that_passes_the_limit_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], method: str, limit: float
) -> None:
    """The clock of this test moves by itself: nothing hangs on the speed of the machine."""
    moved = 0.0
    made = dispatch.compiled_search

    def slow(*args: Any, **options: Any) -> Any:
        nonlocal moved
        moved += 6.0
        return made(*args, **options)

    # so that only the compiler takes time
    monkeypatch.setattr(driver, "time", SimpleNamespace(perf_counter=lambda: moved))
    monkeypatch.setattr(dispatch, "compiled_search", slow)
    found = search(BOARD, seconds=limit, method=method, threads=1, table=1 << 20)
    assert found.stopped == "time"
    assert found.late is not None
    assert found.late.startswith("compiling the rules took 6.0 s")
    assert found.as_dict()["late"] == found.late
    limited = ["--method", method, "--seconds", str(limit), "--table", "1M"]
    assert run(["search", "connect_four", *limited]) == 0
    assert f"note: the search took 6.0 s: {found.late}\n" in capsys.readouterr().err
    enough = search(BOARD, seconds=6.0, method="compiled", threads=1, table=1 << 20)
    assert (enough.stopped, enough.late) == ("time", None)


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def interrupt(*_: Any) -> bool:
        nonlocal asked
        asked += 1
        if asked > 3:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(driver.Deadline, "go_on", interrupt)
    for threads in (1, 2):
        asked = 0
        found = search(BOARD, method="compiled", threads=threads)
        assert (found.stopped, found.value) == ("interrupted", None)
        assert found.proved.startswith("not lost within")
    asked = 0
    many = search_many(BOARD, [BOARD.start()] * 2)
    assert many.stopped == "interrupted"
    assert many.values.tolist() == [0, 0]


def test_many_in_no_time() -> None:
    late = BOARD.parse(
        ". . . O X O X/. . X X O X X/O O O X X O O/X X O O X X O/O O X X O O X/X X O O O X X"
    )
    assert search_many(BOARD, [late]).values[0] in (1, 2, 3)
    found = search_many(BOARD, [late, BOARD.start()], seconds=0)
    assert found.stopped == "time"
    assert found.values[1] == 0


# --- what cannot be searched ----------------------------------------------------------------------


def test_a_play_that_is_over() -> None:
    for method in ("interpreted", "compiled"):
        found = search(ThreeRocks(), (0, 0), method=method)
        assert (found.value, found.remoteness, found.moves) == (1, 0, ())
        assert found.record.terminal


@pytest.mark.parametrize("state", ["x", (1, 2, 3.5), None])
def test_what_is_no_state(state: Any) -> None:
    if state is None:
        assert search(ThreeRocks(2, 2)).state == (2, 2)
        return
    with pytest.raises((ParameterError, RulesError)):
        search(ThreeRocks(), state)
    with pytest.raises((ParameterError, RulesError, MethodError)):
        search_many(ThreeRocks(), [(1, 1), state])


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"threads": 0}, ValueError), ({"table": 1.5}, TypeError), ({"seconds": -1}, ValueError),
        ({"method": "guess"}, MethodError), ({"memory": 0}, ValueError),
    ],
)  # fmt: skip
def test_bad_arguments(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        search(ThreeRocks(), **given)


def test_no_positions_at_all() -> None:
    assert len(search_many(ConnectFour(4, 4), [])) == 0


@dataclass(frozen=True)
class Leap(Game):
    """Twelve times 0 or 1 is added; who has only added ones leaps far, beyond all keys so far."""

    stuck: ClassVar[Value] = Value.LOSS

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: Any) -> Any:
        if state[0] < 12:
            return (0, 1)
        return (0, 5_000) if state[1] == 12 else (0, 0)

    def play(self, state: Any, move: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] + move)

    def outcome(self, state: Any) -> Value | None:
        if state[0] < 13:
            return None
        return Value.LOSS if state[1] > 100 or state[1] % 3 == 1 else Value.WIN


@pytest.mark.parametrize("threads", [1, 2])
def test_tuples_that_outgrow_their_keys(threads: int) -> None:
    solution = solve(Leap())
    for state in ((0, 0), (11, 11), (12, 12), (12, 3)):
        found = search(Leap(), state, method="compiled", threads=threads)
        assert (found.value, found.remoteness) == (
            solution.value(state),
            solution.remoteness(state),
        )
        assert len(found.moves) == len(solution.probe(state).moves)
    many = search_many(Leap(), [(0, 0), (12, 12)], threads=threads)
    assert many.values.tolist() == [solution.value((0, 0)), solution.value((12, 12))]


# --- the table ------------------------------------------------------------------------------------


def test_an_entry_is_its_states_alone() -> None:
    draw = np.random.default_rng(1)
    table = np.zeros(2 << 8, np.uint64)
    kept: dict[int, tuple[int, int, int]] = {}
    for key in draw.integers(0, 1 << 62, 2_000).tolist():
        low, high = sorted(draw.integers(-FAR, FAR, 2).tolist())
        best = int(draw.integers(0, 256))
        tables.store(table, 8, 5, key, best, low, high)
        kept[key] = (best, low, high)
    found = {key: tables.probe(table, 8, 5, key) for key in kept}
    known = {key for key, entry in found.items() if entry[2] < tables.BIAS}
    assert 200 < len(known) <= 256
    assert all(found[key] == kept[key] for key in known)
    assert all(tables.probe(table, 8, 6, key) == (0, -tables.BIAS, tables.BIAS) for key in kept)


def test_an_entry_that_two_threads_have_torn_is_none() -> None:
    nothing = (0, -tables.BIAS, tables.BIAS)
    one, other = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    at, *places = (tables.entry_place(np.uint64(tables.entry_word(k)), 1) for k in range(77, 99))
    second = 78 + places.index(at)
    tables.store(one, 1, 1, 77, 3, -5, 5)
    tables.store(other, 1, 1, second, 4, 0, 9)
    assert tables.probe(one, 1, 1, 77) == (3, -5, 5)
    for first, last in ((one, other), (other, one)):
        torn = first.copy()
        torn[at + 1] = last[at + 1]
        assert tables.probe(torn, 1, 1, 77) == nothing
        assert tables.probe(torn, 1, 1, second) == nothing


def test_an_entry_torn_between_two_of_one_state_is_no_entry_of_another() -> None:
    """States near to each other have near keys, and what differs in two entries is little."""
    nothing = (0, -tables.BIAS, tables.BIAS)
    for key in range(50):
        for near in range(1, 10):
            one, other = np.zeros(2 << 1, np.uint64), np.zeros(2 << 1, np.uint64)
            tables.store(one, 1, 1, key, 0, FAR - near, FAR)
            tables.store(other, 1, 1, key, 0, FAR - near - 1, FAR)
            torn = np.where(np.arange(4) % 2, one, other)
            assert all(tables.probe(torn, 1, 1, each) == nothing for each in range(64))


def test_a_table_that_grows_forgets_nothing() -> None:
    table = np.zeros(2 << 12, np.uint64)
    keys = np.random.default_rng(2).integers(0, 1 << 62, 500).tolist()
    for key in keys:
        tables.store(table, 6, 1, key, 1, 0, key % 1000)
    known = [key for key in keys if tables.probe(table, 6, 1, key)[0]]
    tables.spread(table, 6, 12, 1)
    assert 50 < len(known) <= 64
    assert all(tables.probe(table, 12, 1, key) == (1, 0, key % 1000) for key in known)


# --- the command ----------------------------------------------------------------------------------


def test_the_command(answer: Any) -> None:
    out = answer("search", "three_rocks", "3,2", "--threads", "1")
    assert "a win in 3 plies for the player to move" in out
    found = json.loads(answer("search", "three_rocks", "3,2", "--json", "--value-only"))
    assert (found["value"], found["remoteness"], len(found["moves"])) == ("win", None, 8)
    along = json.loads(answer("search", "three_rocks", "--move", "1,0", "--json", "--no-moves"))
    assert (along["state"], along["seat"], along["moves"]) == ([9, 10], 1, [])


@pytest.mark.parametrize(
    "arguments",
    [("three_rocks", "3/x"), ("three_rocks", "--table", "5q"), ("three_rocks", "--move", "9,9"),
     ("nowhere",), ("three_rocks", "--seconds", "-1"), ("three_rocks", "--seconds", "nan"),
     ("three_rocks", "--method", "reference")],
)  # fmt: skip
def test_the_command_refuses(refused: Any, arguments: tuple[str, ...]) -> None:
    assert "\n" not in refused("search", *arguments).strip()


def test_a_text_in_place_of_a_state_is_refused_in_the_words_of_the_caller():
    with pytest.raises(ParameterError, match=r"^search needs a state such as 1,2, got '1,2'; the"):
        search(ThreeRocks(1, 2), "1,2")


class Strip(Game):
    """Cross out one of three places; a line of text after them says whose turn it is."""

    def start(self):
        return "...\nX"

    def moves(self, state):
        return [i for i, one in enumerate(state.split("\n")[0]) if one == "."]

    def play(self, state, move):
        row, mover = state.split("\n")
        return row[:move] + mover + row[move + 1 :] + "\n" + ("O" if mover == "X" else "X")

    def outcome(self, state):
        return Value.LOSS if state.split("\n")[1] and "." not in state else None


def test_a_text_in_another_form_is_no_fault_of_the_rules():
    with pytest.raises(ParameterError, match=r"^search needs a state such as .*, got '.../X'"):
        search(Strip(), ".../X")
