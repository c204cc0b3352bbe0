"""Sweeps: each row against the reference solver; rows that cannot be solved; sweeps that go on."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, cap, misere, search, statistics, sweep
from perfectplay.analysis.atlas import kept_rows
from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.atlas_plot import atlas_plot
from perfectplay.analysis.atlas.atlas_tables import WRITERS, check_file, write_csv, write_parquet
from perfectplay.analysis.atlas.kept_rows import KeptRows
from perfectplay.analysis.atlas.shared_kernels import SHARED_STATES
from perfectplay.analysis.atlas.sweep_ranges import combinations
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.compiler.shared_numbers import SHARED
from perfectplay.core import process_memory
from perfectplay.core.errors import ParameterError, PlotError, QueryError, StoreError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.retrograde.reference_solver import solve_reference

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
        assert row == replace(_by_reference(made, row), engine=row.engine, seconds=row.seconds)


def _is_cap(game: Any) -> bool:
    return isinstance(game, Game) and "cap" in getattr(game, "name", "")


def _made(game: Any, given: dict[str, Any]) -> Game:
    return game(**given) if isinstance(game, type) else misere(replace(game.game, **given))


def _as_typed(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def _by_reference(game: Game, row: SweptRow) -> SweptRow:
    """The row from the plain solver's states, by the definitions."""
    rules = CheckedGame(game)
    found = solve_reference(rules, 100_000)
    going = [n for n, moves in enumerate(found.children) if found.over[n] is None]
    plies = [
        plies for value, plies in zip(found.value, found.remoteness, strict=True)
        if plies is not None and (rules.scoring or value is not Value.DRAW)
    ]  # fmt: skip
    moves = sum(len(found.children[n]) for n in going)
    after = _after(found, rules)
    value, remoteness = found.value[0], found.remoteness[0]
    worth = found.score[0] if rules.scoring else value
    keeps = [far for brought, far in after if brought == worth]
    return SweptRow(
        row.parameters, "solved", str(value), remoteness,
        found.score[0] if rules.scoring else None,
        len(found.states), moves, len(found.states) - len(going),
        *(found.value.count(kind) for kind in (Value.WIN, Value.DRAW, Value.LOSS)),
        found.remoteness.count(None), max(plies, default=None),
        moves / len(going) if going else None, len(after), len(keeps), keeps.count(remoteness),
        note=row.note if rules.game.players == 2 and row.note else None,
    )  # fmt: skip


def _after(found: Any, rules: CheckedGame) -> list[tuple[Any, int | None]]:
    """What each move of the start brings, and the plies to the end with it."""
    if found.over[0] is not None:
        return []
    brought = []
    for number, (child, again) in enumerate(found.children[0]):
        far = found.remoteness[child]
        worth: Any = found.value[child] if again else found.value[child].negated
        if rules.scoring:
            score = found.score[child]
            worth = found.gains[0][number] + (score if again else -score)
        brought.append((worth, None if far is None else far + 1))
    return brought


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


def test_a_search_that_proves_nothing() -> None:
    (row,) = sweep(ConnectFour, {"width": "7", "height": "6"}, max_states=1_000, search=0.01)
    assert row.result == "too large"
    assert row.bounds is not None


# --- sweeps that go on ----------------------------------------------------------------------------


def test_known_rows_are_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    first = sweep(TicTacToe, {"width": "2..3"}, results=file)
    before = file.read_bytes()
    monkeypatch.setattr("perfectplay.analysis.atlas.atlas.solved_row", None)
    assert sweep(TicTacToe, {"width": "2..3"}, results=file) == first
    assert file.read_bytes() == before
    monkeypatch.undo()
    more = sweep(TicTacToe, {"width": "1..3", "misere": "no"}, results=file)
    assert len(more) == 3


SMALL = {"width": "1..3", "height": "1", "misere": "no,yes"}


def test_a_row_that_is_not_whole_is_solved_again(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    first = sweep(TicTacToe, SMALL, results=file)
    content = file.read_bytes()
    for length in range(0, len(content), len(content) // 12):
        file.write_bytes(content[:length])
        again = sweep(TicTacToe, SMALL, results=file)
        assert [_timeless(row) for row in again] == [_timeless(row) for row in first]
        assert _lines(file.read_bytes()) == _lines(content)


def _timeless(row: SweptRow) -> SweptRow:
    return replace(row, seconds=None)


def _lines(content: bytes) -> list[str]:
    """The lines in some order: two processes answer as they are done."""
    lines = [{**json.loads(line), "seconds": None} for line in content.splitlines()]
    return sorted(map(json.dumps, lines))


def test_changed_rules_are_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    sweep(Kayles, {"n": "2..3"}, results=file)
    monkeypatch.setattr(kept_rows, "_rules_of", lambda *_: "others")
    sweep(Kayles, {"n": "2..3"}, results=file)
    assert len(file.read_text().splitlines()) == 5


def test_other_limits_count_for_what_was_too_large(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    ranges = {"width": "2..3"}
    assert sweep(TicTacToe, ranges, results=file, max_states=500).results == {
        "solved": 1, "too large": 1,
    }  # fmt: skip
    assert sweep(TicTacToe, ranges, results=file, max_states=500).results["too large"] == 1
    assert len(file.read_text().splitlines()) == 3
    assert sweep(TicTacToe, ranges, results=file, max_states=1_000).results == {"solved": 2}
    assert len(file.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"width,height\n3,3\n", "holds something else"),
        (b"no line end", "holds something else"),
        (b"[1]\n", "holds something else"),
        (b'{"format": "perfectplay sweep", "version": 2, "game": "kayles"}\n', "another version"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "nim"}\n', "a sweep of nim, not"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n\xff\n', "line 2"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n{}\n', "line 2"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n7\n', "line 2"),
    ],
)
def test_files_of_something_else_are_left_alone(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(content)
    with pytest.raises(StoreError) as raised:
        sweep(Kayles, {"n": "1..2"}, results=file)
    assert words in str(raised.value)
    assert file.read_bytes() == content


def test_a_folder_is_no_file_of_rows(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        sweep(Kayles, {"n": "1..2"}, results=tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        sweep(Kayles, {"n": "1..2"}, results=tmp_path / "none" / "rows.jsonl")


PROGRAM = """
import sys
from perfectplay import sweep
from perfectplay.games.tic_tac_toe import TicTacToe
sweep(TicTacToe, {"width": "1..3", "height": "1..3", "misere": "no,yes"}, results=sys.argv[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs signals")
def test_a_killed_sweep_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(file)])
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.wait()
    known = file.read_bytes().count(b"\n")
    ranges = {"width": "1..3", "height": "1..3", "misere": "no,yes"}
    found = sweep(TicTacToe, ranges, results=file)
    lines = file.read_bytes()
    assert lines.count(b"\n") == 1 + 18
    assert known >= 4
    fresh = sweep(TicTacToe, ranges)
    assert [_timeless(row) for row in found] == [_timeless(row) for row in fresh]


HANGING = """
import os, sys, time
from perfectplay import Game, sweep
class Hanging(Game):
    def start(self):
        return 1
    def moves(self, state):
        with open(sys.argv[1] + ".new", "w") as file:
            file.write(str(os.getpid()))
        os.replace(sys.argv[1] + ".new", sys.argv[1])
        while True:
            time.sleep(0.1)
    def play(self, state, move):
        return 0
    def outcome(self, state):
        return None
sweep(Hanging, {}, seconds=1000)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_no_copy_outlives_a_killed_sweep(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    process = subprocess.Popen([sys.executable, "-c", HANGING, str(file)])
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.01)
    copy = Path("/proc") / file.read_text() / "stat"
    assert copy.exists()
    process.kill()
    process.wait()
    while _runs(copy):
        time.sleep(0.05)


def _runs(copy: Path) -> bool:
    try:
        return copy.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- tables ---------------------------------------------------------------------------------------


def test_tables_have_all_rows(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    found = sweep(TicTacToe, {"width": "2..3", "height": "1,3"}, max_states=500)
    write_csv(found, tmp_path / "atlas.csv")
    write_parquet(found, tmp_path / "atlas.parquet")
    with open(tmp_path / "atlas.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    records = found.records()
    assert pq.read_table(tmp_path / "atlas.parquet").to_pylist() == records
    assert rows == [
        {name: "" if value is None else str(value) for name, value in record.items()}
        for record in records
    ]
    assert [row["decisive"] is None for row in records] == [
        row["result"] != "solved" for row in records
    ]


@pytest.fixture(scope="module")
def boards() -> Atlas:
    ranges = {"width": "1..3", "height": "2..3", "misere": "no,yes", "length": "2..3"}
    return sweep(TicTacToe, ranges, max_states=500)


def test_a_picture_has_every_start(boards: Atlas) -> None:
    pytest.importorskip("matplotlib")
    figure = atlas_plot(boards)
    texts = {
        (axes.get_title(), text.get_position()): text.get_text().replace("\n", " ")
        for axes in figure.axes for text in axes.texts if text.get_text()
    }  # fmt: skip
    assert len(texts) == len(boards)
    for row in boards:
        width, height, misere, length = row.parameters.values()
        title = f"misere={'yes' if misere else 'no'} length={length}"
        wanted = f"{row.value[0].upper()}{row.remoteness}" if row.value else row.result
        assert texts[title, (width - 0.5, height - 1.5)] == wanted


@pytest.mark.parametrize(
    ("game", "ranges"),
    [
        (Kayles, {"n": "3"}), (Kayles, {"n": "0..5"}), (Chopsticks, {"fingers": "2..3"}),
        (Kalah, {"holes": "2", "scoring": "no,yes"}),
    ],
    ids=["one", "a row", "endless", "points"],
)  # fmt: skip
def test_small_pictures(game: Any, ranges: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = sweep(game, ranges)
    figure = atlas_plot(found)
    assert len(figure.axes) == 1
    assert len(figure.axes[0].texts) == len(found)
    for ending, first in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        WRITERS[ending](found, tmp_path / f"atlas{ending}")
        assert (tmp_path / f"atlas{ending}").read_bytes().startswith(first)


def test_pictures_that_are_too_large_are_refused_before_the_work() -> None:
    pytest.importorskip("matplotlib")
    given = combinations(Kayles, {"n": "0..50"})
    with pytest.raises(PlotError, match="1 panel of 51 cells are more than can be seen"):
        check_file(".svg", given)
    check_file(".csv", given)
    many = {"width": "1..3", "height": "1..3", "length": "1..13", "misere": "no,yes"}
    with pytest.raises(PlotError, match="26 panels of 3 by 3 cells"):
        check_file(".png", combinations(TicTacToe, many))
    check_file(".png", combinations(TicTacToe, {}))


def test_shares_add_up() -> None:
    for row in sweep(TicTacToe, {"width": "1..3", "height": "3"}):
        if row.shares is not None and row.decisive is not None:
            assert sum(row.shares) == pytest.approx(1)
            assert row.decisive == pytest.approx(1 - row.shares[1])


def test_rows_as_json_are_read_again() -> None:
    for row in sweep(Kalah, {"holes": "2", "scoring": "no,yes"}):
        assert SweptRow.of_dict(json.loads(json.dumps(row.as_dict()))) == row


def test_rows_of_a_puzzle() -> None:
    (row,) = sweep(EightPuzzle, {"tiles": ["1,2,3,4,0,5,6,7,8"]}, max_states=1_000)
    assert row.result == "too large"
    assert row.words() == "tiles=1,2,3,4,0,5,6,7,8"


def test_without_copies_the_rows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = {"width": "2..3", "misere": "no,yes"}
    wanted = sweep(TicTacToe, ranges, max_states=500)
    for module in ("atlas", "row_processes"):
        monkeypatch.setattr(f"perfectplay.analysis.atlas.{module}.can_fork", lambda: False)
    found = sweep(TicTacToe, ranges, max_states=500)
    assert [_timeless(row) for row in found] == [_timeless(row) for row in wanted]


def test_kept_rows_of_rules_without_a_fingerprint_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.jsonl"
    monkeypatch.setattr(kept_rows, "_rules_of", lambda *_: None)
    sweep(Kayles, {"n": "2"}, results=file)
    sweep(Kayles, {"n": "2"}, results=file)
    assert len(file.read_text().splitlines()) == 3
    assert KeptRows.row.__doc__


def test_what_this_process_holds_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook with large arrays sweeps as a small one does: copies share what it holds."""
    ballast = np.ones(1 << 26)
    monkeypatch.setattr(process_memory, "available_bytes", lambda: 800 << 20)
    found = sweep(TicTacToe, {"width": "2..3"}, processes=2)
    assert [row.result for row in found] == ["solved", "solved"]
    assert len(ballast) == 1 << 26


# --- what rows share ------------------------------------------------------------------------------


@pytest.fixture
def compiles_early(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of compiled code of sweeps that compile after ten states."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("perfectplay.solver.solve_run.is_large", lambda states, _: states > 10)
    return tmp_path / "cache" / "compiled"


BOARDS = {"width": "3..4", "height": "3", "length": "2,3"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_rows_share_kernels(compiles_early: Path) -> None:
    found = sweep(ConnectFour, BOARDS, processes=1)
    for given, row in zip(combinations(ConnectFour, BOARDS), found, strict=True):
        wanted = _by_reference(ConnectFour(**given), row)
        assert row == replace(wanted, engine="compiled", seconds=row.seconds)
    assert len(list(compiles_early.iterdir())) == 2  # of the first row, and of all others
    assert not SHARED.get()


@pytest.mark.parametrize("limit", [None, SHARED_STATES + 1])
def test_large_rows_share_none(compiles_early: Path, limit: int | None) -> None:
    sweep(ConnectFour(length=3), {"width": "3..4", "height": "3"}, max_states=limit, processes=1)
    assert len(list(compiles_early.iterdir())) == 2
    assert not any("_pp_lifted" in file.read_text() for file in compiles_early.glob("*/rules.py"))


@dataclass(frozen=True)
class Grumpy(Game):
    """Take one or two, with rules that refuse some ``n`` only when they are read."""

    n: int = 20

    @property
    def most(self) -> int:
        if self.n == 22:
            os._exit(1)
        return self.n

    def start(self) -> int:
        return self.n

    def moves(self, state: int) -> Any:
        return range(1, min(state, 2) + 1)

    def play(self, state: int, move: int) -> int:
        return min(state - move, self.most)

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_rules_that_end_the_process_keep_others_from_sharing_only(compiles_early: Path) -> None:
    found = sweep(Grumpy, {"n": "20..22"}, processes=1)
    assert [row.result for row in found] == ["solved", "solved", "failed"]
    assert [row.states for row in found] == [21, 22, None]
    assert [row.engine for row in found if row.solved] == ["compiled"] * 2
