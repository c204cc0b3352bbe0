"""A stored solution with its rules, on the command line, and read by other programs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    MissingExtraError,
    MissingRulesError,
    NoSolutionError,
    PerfectPlayError,
    QueryError,
    RulesDifferError,
    StoreError,
    UnfinishedError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest import GameEntry, part_name, write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from places import ROOT
from random_games import TurnedStrings
from stored_pieces import Named, agree

# --- rules ----------------------------------------------------------------------------------------


MINE = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Mine(Game):
    stones: int = 9
    takes: tuple[int, ...] = (1, 2)
    name: str = "12"

    def start(self):
        return self.stones

    def moves(self, state):
        return [move for move in self.takes if move <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""


def test_the_rules_are_found_beside_the_folder(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    game = load_game(f"{tmp_path / 'mine.py'}", {"stones": "12", "takes": "1,3"})
    solve(game).save(tmp_path / "s")
    assert read_manifest(tmp_path / "s").game.address == "mine.py:Mine"
    assert Solution.open(tmp_path / "s").start == 12
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    shutil.move(tmp_path / "s", tmp_path / "in")
    assert Solution.open("in/s").start == 12
    assert Solution.open("in/s").game.name == "12"  # type: ignore[attr-defined]


def test_other_rules_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    solve(load_game(str(tmp_path / "mine.py"))).save(tmp_path / "s")
    (tmp_path / "mine.py").write_text(MINE.replace("state - move", "max(0, state - move)"))
    with pytest.raises(RulesDifferError, match=r"what differs: Mine\.play; solve"):
        Solution.open(tmp_path / "s")
    (tmp_path / "mine.py").write_text(MINE.replace("return self.stones", "return (self.stones)"))
    assert Solution.open(tmp_path / "s").value(9) is Value.LOSS
    with pytest.raises(RulesDifferError, match="parameter stones"):
        Solution.open(tmp_path / "s", load_game(str(tmp_path / "mine.py"), {"stones": "8"}))


OLDER = """
start = "5"
possible_moves = ["1", "2"]

def do_move(move, state):
    return str(int(state) - int(move)) if int(state) >= int(move) else False

def evaluate(state):
    return -1 if state == "0" else "undecided"
"""


def test_a_file_with_the_name_of_a_library_game(tmp_path: Path) -> None:
    """Of the older style, at that: its states are texts."""
    (tmp_path / "nim.py").write_text(OLDER)
    solution = solve(load_game(str(tmp_path / "nim.py")))
    solution.save(tmp_path / "s")
    assert read_manifest(tmp_path / "s").game == GameEntry("nim", "nim.py", {})
    stored = Solution.open(tmp_path / "s")
    agree(solution, stored)
    assert stored.by_key("3") == (Value.LOSS, 2)


class Level(Enum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Typed(Game):
    """Parameters of every type."""

    name: int = 3
    level: Level = Level.LOW
    rows: tuple[tuple[int, int], ...] = ((1, 2), (3, 4))
    some: frozenset[int] = frozenset({1, 5})
    word: str = "a,b"
    maybe: int | None = None
    yes: bool = True
    share: float = 0.5

    def start(self):
        return 3

    def moves(self, state):
        return (1, 2)[:state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


@pytest.mark.parametrize(
    "game",
    [
        Typed(),
        Typed(4, Level.HIGH, (), frozenset(), "", 7, False, 1.0),
        Typed(rows=((1, 2),), word="1", share=float("inf"), maybe=0),
    ],
)
def test_parameters_come_back_with_their_types(game: Game, tmp_path: Path) -> None:
    solve(game).save(tmp_path / "s")
    assert Solution.open(tmp_path / "s").game == game


def test_damage_is_not_taken_for_an_unknown_state(tmp_path: Path) -> None:
    """With symmetries, where what is no state has no representative."""
    game = TurnedStrings(0)
    solution = solve(game)
    solution.save(tmp_path / "s")
    path = tmp_path / "s" / part_name(0, 0)
    path.write_bytes(path.read_bytes()[:-3])
    stored = Solution.open(tmp_path / "s", game)
    with pytest.raises(DamagedError):
        stored.value(solution.start)


def test_without_rules_keys_are_looked_up(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    solution = solve(load_game(str(tmp_path / "mine.py")))
    solution.save(tmp_path / "s")
    (tmp_path / "mine.py").unlink()
    stored = Solution.open(tmp_path / "s")
    assert not stored.has_rules
    assert stored.by_key(9) == (solution.value(9), solution.remoteness(9))
    assert stored.by_key(10) is None
    assert stored.by_key(10**30) is None
    for wrong in (None, 9.0, (9,), b"9", [9, 10]):
        with pytest.raises(QueryError, match="a key is a whole number or a text, got"):
            stored.by_key(wrong)
    assert stored.value(8) is solution.value(8)  # an integer is its own key
    assert stored.counts == solution.counts
    assert repr(stored) == "<Stored solution of 12: 10 states, loss, 6 plies>"
    questions: list[Callable[[], object]] = [
        lambda: stored.start, lambda: stored.keeping_moves(8), lambda: stored.probe(8),
        lambda: stored.line(), lambda: stored.find("8"), lambda: stored.summary(),
    ]  # fmt: skip
    for question in questions:
        with pytest.raises(MissingRulesError, match=r"say where they are with --game ADDRESS"):
            question()
    (tmp_path / "mine.py").write_text("raise SystemExit(3)")
    assert not Solution.open(tmp_path / "s").has_rules


def test_without_rules_texts_are_looked_up(tmp_path: Path, monkeypatch: Any) -> None:
    solution = solve(Named())
    solution.save(tmp_path / "s")
    manifest = read_manifest(tmp_path / "s")
    gone = replace(manifest, game=replace(manifest.game, address="no_such_module:Named"))
    write_manifest(tmp_path / "s", gone)
    stored = Solution.open(tmp_path / "s")
    key = solution.keys.key(frozenset({0, "s0", "s1"}))
    assert stored.by_key("s0+s1") == solution.table.get(key)[:2]
    assert stored.by_key("none") is None
    with pytest.raises(MissingRulesError):
        stored.value(frozenset())


QUICK = """
import sys, time
sys.path.insert(0, "tests/helpers")
from perfectplay import Solution
stored = Solution.open(sys.argv[1])
print(stored.probe(stored.start).remoteness)
print(*sorted({"numba", "pyarrow.dataset"} & {*sys.modules}))
"""


def test_opening_needs_no_compiler(small: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", QUICK, str(small)], env={"PYTHONPATH": str(ROOT / "src")},
        check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert told.stdout == "10\n\n", "remoteness, and modules that it should not import"


def test_other_processes_write_the_same_bytes(tmp_path: Path) -> None:
    code = "import sys\nfrom perfectplay import solve\nfrom stored_pieces import Sets, Named\n"
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", code + f"solve(Sets()).save(r'{tmp_path}/{seed}')"],
            env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests/helpers'}", "PYTHONHASHSEED": seed},
            check=True,
        )
    files = [path for path in (tmp_path / "1").rglob("*") if path.is_file()]
    assert tmp_path / "1/rules/stored_pieces.py" in files
    for path in files:
        assert path.read_bytes() == (tmp_path / "2" / path.relative_to(tmp_path / "1")).read_bytes()


# --- other programs -------------------------------------------------------------------------------


def test_sql(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    solution = solve(ConnectFour(width=4))
    solution.save(tmp_path / "s")
    counts = dict(
        duckdb.sql(f"SELECT value, count(*) FROM '{tmp_path}/s/tier-*.parquet' GROUP BY value")
        .fetchall()
    )  # fmt: skip
    known = solution.representatives  # a row for each class of equal states
    assert known is not None
    assert counts == {"win": known.wins, "draw": known.draws, "loss": known.losses}
    longest = duckdb.sql(
        f"SELECT state, remoteness FROM '{tmp_path}/s/tier-*.parquet' WHERE value = 'win' "
        "ORDER BY remoteness DESC, state LIMIT 1"
    ).fetchall()
    assert longest == [solution.longest_win]
    size = sum(path.stat().st_size for path in (tmp_path / "s").glob("*.parquet"))
    assert size / known.states < 3


def test_every_tool_reads_the_same_columns(small: Path) -> None:
    from pyarrow import parquet

    file = parquet.ParquetFile(small / part_name(0, 0))
    kinds = {c.name: c.physical_type for c in (file.schema.column(i) for i in range(3))}
    assert kinds == {"state": "INT64", "value": "BYTE_ARRAY", "remoteness": "INT32"}
    group = file.metadata.row_group(0)
    assert "DELTA_BINARY_PACKED" in group.column(0).encodings
    assert {group.column(i).compression for i in range(3)} == {"ZSTD"}
    assert "RLE_DICTIONARY" in group.column(1).encodings
    assert file.metadata.metadata is None  # no schema of Arrow, nothing of pandas
    assert group.column(0).statistics.min == 0


def test_errors_are_the_builtins_that_callers_expect() -> None:
    assert issubclass(StoreError, OSError)
    assert issubclass(RulesDifferError, ValueError)
    assert issubclass(MissingRulesError, LookupError)
    assert issubclass(MissingExtraError, ImportError)
    assert all(
        issubclass(kind, StoreError) and issubclass(kind, PerfectPlayError)
        for kind in (DamagedError, NoSolutionError, FormatVersionError, UnfinishedError)
    )
    assert TicTacToe().start() is not None
