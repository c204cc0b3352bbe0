"""Sweeps: each row against the reference solver; rows that cannot be solved; sweeps that go on."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, cap, misere, search, statistics, sweep
from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.sweep_ranges import combinations
from perfectplay.core.errors import ParameterError, QueryError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from swept_by_reference import by_reference

SWEEPS: list[tuple[type[Game] | Game, dict[str, str]]] = [
    (TicTacToe, {"width": "1..3", "height": "3", "misere": "no,yes"}),
    (Nim, {"rows": "1..3", "misere": "no,yes"}),
    (Kayles, {"n": "0..6"}),
    (misere(Kayles()), {"n": "1..5"}),
    (Chopsticks, {"fingers": "2..4"}),
    (Hexapawn, {"rows": "3", "columns": "1..3"}),
    (Kalah, {"holes": "2", "seeds": "1,2", "scoring": "no,yes"}),
    (ConnectFour, {"width": "3..4", "height": "2,3", "length": "3"}),
    (cap(Chopsticks(3), 3), {"empty": "no,yes"}),
]


@pytest.mark.parametrize(
    ("game", "ranges"), SWEEPS, ids=[f"{i} {next(iter(r))}" for i, (_, r) in enumerate(SWEEPS)]
)
def test_rows_are_those_of_the_reference_solver(
    game: type[Game] | Game, ranges: dict[str, str]
) -> None:
    found = sweep(game, ranges, processes=2)
    assert [dict(row.parameters) for row in found] == [
        {name: _as_typed(value) for name, value in given.items()}
        for given in combinations(game, ranges)
    ]
    for given, row in zip(combinations(game, ranges), found, strict=True):
        made = cap(replace(game.game, **given), 3) if _is_cap(game) else _made(game, given)
        assert row == replace(by_reference(made, row), engine=row.engine, seconds=row.seconds)


def _is_cap(game: Any) -> bool:
    return isinstance(game, Game) and "cap" in getattr(game, "name", "")


def _made(game: Any, given: dict[str, Any]) -> Game:
    return game(**given) if isinstance(game, type) else misere(replace(game.game, **given))


def _as_typed(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def test_branching_is_that_of_statistics() -> None:
    (row,) = sweep(TicTacToe, {"width": "3"})
    assert row.branching == statistics(TicTacToe(), symmetries=False).all.branching.mean


# --- ranges ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named(Kayles):
    mode: str = ""


@pytest.mark.parametrize(
    ("game", "ranges", "wanted"),
    [
        (Kayles, {"n": "3"}, [(3,)]),
        (Kayles, {"n": "3..5,9,4"}, [(3,), (4,), (5,), (9,)]),
        (Kayles, {"n": range(2)}, [(0,), (1,)]),
        (Kayles, {"n": 7}, [(7,)]),
        (Nim, {"rows": "1,2"}, [((1, 2),)]),
        (Nim, {"rows": ["1,2", "3"]}, [((1, 2),), ((3,),)]),
        (Nim, {"rows": [(4,), (1, 2)], "misere": "yes"}, [((4,), True), ((1, 2), True)]),
        (TicTacToe, {"misere": ["no", "yes"]}, [(False,), (True,)]),
        (TicTacToe, {}, [()]),
        (Chopsticks, {"overflow": "cut-off, roll-over"}, [("cut-off",), ("roll-over",)]),
        (Named, {"mode": "a,b"}, [("a",), ("b",)]),
        (Named, {"mode": ["a,b"]}, [("a,b",)]),
        (Named, {"mode": ["a,b", "c"]}, [("a,b",), ("c",)]),
        (Named, {"mode": "2..3"}, [("2..3",)]),
    ],
)
def test_values_of_ranges(game: Any, ranges: Any, wanted: Any) -> None:
    assert [tuple(given.values()) for given in combinations(game, ranges)] == wanted


def test_the_last_parameter_changes_fastest() -> None:
    found = combinations(TicTacToe, {"width": "3..5", "height": "2..3", "misere": "no,yes"})
    wanted = product((3, 4, 5), (2, 3), (False, True))
    assert [tuple(given.values()) for given in found] == list(wanted)


@pytest.mark.parametrize(
    ("ranges", "words"),
    [
        ({"wdith": "3"}, "has no parameter 'wdith', did you mean 'width'?"),
        ({"width": "3..x"}, "width must be a whole number, got '3..x'"),
        ({"width": "5..3"}, "width=5..3 has nothing in it"),
        ({"width": "1..100000000000000"}, "width=1..100000000000000 has more than 10,000 values"),
        ({"width": "1..500", "height": "1..500"}, "250,000 combinations (500 of width · 500 of"),
        ({"width": "3,,4"}, "width has an empty place in its list"),
        ({"width": []}, "width has no values; give it some, as in width=3..6"),
        ({"width": ""}, "width must be a whole number, got ''"),
        ({"misere": "no,maybe"}, "misere must be yes or no, got 'maybe'"),
        ({"width": iter(range(20_000))}, "width has more than 10,000 values"),
    ],
)
def test_bad_ranges_are_clear_errors(ranges: Any, words: str) -> None:
    with pytest.raises(ParameterError) as raised:
        sweep(TicTacToe, ranges)
    assert words in str(raised.value)


def test_what_is_no_game() -> None:
    for thing in ("tic_tac_toe", 3, Game.start, int):
        with pytest.raises(QueryError, match="sweep expects the class of a game"):
            sweep(thing, {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seconds": 0}, "seconds must be a number of seconds from 0.1"),
        ({"seconds": float("nan")}, "seconds must be a number of seconds from 0.1"),
        ({"search": -1}, "search must be a number of seconds from 0"),
        ({"memory": 1000}, "1,000 bytes of memory are too few for 2 combinations at a time"),
    ],
)
def test_bad_limits(given: Any, words: str) -> None:
    with pytest.raises(ParameterError) as raised:
        sweep(Kayles, {"n": "1..2"}, processes=2, **given)
    assert words in str(raised.value)


# --- what cannot be solved ------------------------------------------------------------------------


@dataclass(frozen=True)
class Odd(Game):
    """Count down from 4, with a fault of its own for each ``kind``."""

    kind: str

    def __post_init__(self) -> None:
        if self.kind == "refused":
            raise ValueError("no such kind")

    def start(self) -> int:
        return 4

    def moves(self, state: int) -> Any:
        if self.kind == "raises":
            return [1 // (state - 4)]
        if self.kind == "hangs":
            while True:
                time.sleep(0.01)
        if self.kind == "exits":
            sys.exit(3)
        if self.kind == "dies":
            os._exit(1)
        if self.kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        return [1]

    def play(self, state: int, move: int) -> int:
        return state + 1 if self.kind == "grows" else state - move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


KINDS = ("raises", "fine", "refused", "hangs", "exits", "dies", "killed", "grows")

WANTED = {
    "fine": ("solved", ""),
    "raises": ("failed", "ZeroDivisionError"),
    "refused": ("refused", "no such kind"),
    "hangs": ("out of time", "not solved in 0.3 s"),
    "exits": ("failed", "sys.exit"),
    "dies": ("failed", "its process ended before it had an answer"),
    "killed": ("failed", "its process was ended by SIGKILL"),
    "grows": ("failed", "without end"),
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Atlas, Path]:
    file = tmp_path_factory.mktemp("odd") / "rows.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("perfectplay.analysis.atlas.atlas.ESTIMATING", 0.3)
        patch.setattr("perfectplay.analysis.atlas.atlas.GRACE", 0.3)
        limits = {"seconds": 0.3, "max_states": None}
        some = sweep(Odd, {"kind": KINDS[:-1]}, processes=2, results=file, **limits)  # type: ignore[arg-type]
    return replace(some, rows=(*some.rows, *sweep(Odd, {"kind": ["grows"]}))), file


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_is_a_row_that_says_so(odd: tuple[Atlas, Path], kind: str) -> None:
    (row,) = [row for row in odd[0] if row.parameters["kind"] == kind]
    result, words = WANTED[kind]
    assert row.result == result, row
    assert words in (row.note or ""), row
    assert (row.states == 5) == (kind == "fine")


def test_a_process_that_was_killed_is_tried_again(odd: tuple[Atlas, Path]) -> None:
    kept = [json.loads(line) for line in odd[1].read_text().splitlines()[1:]]
    assert {row["parameters"]["kind"] for row in kept} == set(KINDS) - {"dies", "killed", "grows"}


def test_what_is_too_large_has_an_estimate() -> None:
    small, large = sweep(TicTacToe, {"width": "2,3"}, max_states=500)
    assert (small.result, large.result) == ("solved", "too large")
    assert large.note == "more than 500 states"
    assert large.estimate == {"low": 5_478, "likely": 5_478, "high": 5_478}
    assert large.value is None
    assert large.bounds is None


def test_what_is_too_large_may_be_searched() -> None:
    game = ConnectFour(4, 3)
    small, row = sweep(ConnectFour, {"width": "4", "height": "2,3"}, max_states=200, search=60)
    found = search(game, moves=False)
    assert (row.result, row.value, row.remoteness) == ("searched", "draw", found.remoteness)
    assert row.bounds == found.proved
    assert row.states is None
    assert small.result == "searched"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing stops what hangs")
def test_a_search_that_hangs_leaves_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: Any, **__: Any) -> None:
        while True:
            time.sleep(1)

    monkeypatch.setattr("perfectplay.searcher.search.search", hang)
    monkeypatch.setattr("perfectplay.analysis.atlas.atlas.COMPILING", 0.1)
    (row,) = sweep(TicTacToe, {"width": "3"}, max_states=500, search=0.1)
    assert row.note == "more than 500 states; no search: no answer in time"
    assert row.estimate == {"low": 5_478, "likely": 5_478, "high": 5_478}
    assert row.result == "too large"


def test_a_search_that_proves_nothing() -> None:
    (row,) = sweep(ConnectFour, {"width": "7", "height": "6"}, max_states=1_000, search=0.01)
    assert row.result == "too large"
    assert row.bounds is not None
