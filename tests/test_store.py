"""The store: what is saved is what is opened, and what is refused is said in one sentence."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.contract.address import load_game
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.index import GAMES
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.results.store import columns, files, writer
from perfectplay.results.store.checking import check_files
from perfectplay.results.store.manifest import (
    GameEntry,
    KeysEntry,
    Manifest,
    RulesEntry,
    TierEntry,
    part_name,
    write_manifest,
)
from perfectplay.results.store.reader import StoredTable, TextTable, stored_table
from perfectplay.results.store.reading import read_manifest
from perfectplay.results.store.saving import save
from perfectplay.results.store.writer import PartWriter, TierWriter, write_part
from perfectplay.results.table import Part, Table
from perfectplay.words.errors import (
    DamagedError,
    FormatVersionError,
    MissingExtraError,
    MissingRulesError,
    NoSolutionError,
    PerfectPlayError,
    RulesDifferError,
    StoreError,
    UnfinishedError,
)
from perfectplay.words.packed import pack
from random_games import AgainStrings, SeatedStrings, TurnedStrings, TurnedTuples

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored solution that no test may change."""
    folder = tmp_path_factory.mktemp("store") / "rocks"
    solve(load_game("three_rocks")).save(folder)
    return folder


@pytest.fixture
def own(small: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(small, tmp_path / "own"))


def agree(solution: Solution, stored: Solution) -> None:
    """Everything that both can be asked."""
    assert stored.counts == solution.counts
    assert stored.representatives == solution.representatives
    assert stored.by_remoteness == solution.by_remoteness
    states = list(solution.states())
    assert len(set(stored.states())) == len(states)
    assert set(stored.states()) <= set(states)
    for state in states:
        assert stored.value(state) == solution.value(state)
        assert stored.remoteness(state) == solution.remoteness(state)
    for state in random.Random(1).sample(states, min(len(states), 50)):
        assert stored.probe(state) == solution.probe(state)
    assert stored.values(states).tolist() == solution.values(states).tolist()
    assert stored.remotenesses(states).tolist() == solution.remotenesses(states).tolist()
    assert stored.line() == solution.line()
    found, expected = stored.longest_win, solution.longest_win
    assert (found is None) == (expected is None)
    if found and expected:
        assert found[1] == expected[1]
        assert stored.value(found[0]) is Value.WIN


@pytest.mark.parametrize("name", [n for n in GAMES if n not in ("connect_four", "eight_puzzle")])
def test_the_library_is_saved_and_opened(name: str, tmp_path: Path) -> None:
    solution = solve(load_game(name))
    if len(solution) > 6000:
        solution = solve(load_game(name, {"rows": "3,4"} if "mouse" in name else {"width": "2"}))
    solution.save(tmp_path / "s")
    agree(solution, Solution.open(tmp_path / "s"))
    assert check_files(tmp_path / "s") == []
    again = tmp_path / "again"
    Solution.open(tmp_path / "s").save(again)  # what is stored can be stored again
    for path in (tmp_path / "s").iterdir():
        assert path.read_bytes() == (again / path.name).read_bytes()


@pytest.mark.parametrize("kind", [AgainStrings, SeatedStrings, TurnedStrings, TurnedTuples])
@pytest.mark.parametrize("seed", range(4))
def test_random_games(kind: Any, seed: int, tmp_path: Path) -> None:
    game = kind(seed)
    solution = solve(game)
    solution.save(tmp_path / "s")
    agree(solution, Solution.open(tmp_path / "s", game))


@dataclass(frozen=True)
class Sets(Game):
    """Take a number or the two highest of a set; states no default can parse."""

    most: int = 6

    def start(self):
        return frozenset(f"s{i}" for i in range(self.most))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        return frozenset(x for x in state if x < move or x > move + "0")

    def outcome(self, state):
        return None if state else Value.LOSS


@dataclass(frozen=True)
class Named(Sets):
    """The same with a text that is parsed."""

    def text(self, state, seat=None):
        return "+".join(sorted(state)) or "nothing"

    def parse(self, text):
        return frozenset() if text == "nothing" else frozenset(text.split("+"))


@dataclass(frozen=True)
class Alike(Sets):
    """The same with a text that says too little."""

    def text(self, state, seat=None):
        return str(len(state))


@pytest.mark.parametrize("game", [Sets(), Named()])
def test_states_by_their_texts(game: Game, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "ROW_GROUP", 8)
    monkeypatch.setattr(writer, "_SLAB", 16)
    monkeypatch.setattr(writer, "PART_STATES", 24)
    solution = solve(game)
    solution.save(tmp_path / "s")
    stored = Solution.open(tmp_path / "s", game)
    assert len(list((tmp_path / "s").glob("*.parquet"))) > 1
    agree(solution, stored)
    assert frozenset({"other"}) not in stored
    assert [] not in stored
    assert isinstance(stored.table, TextTable)
    texts = [stored.table.text_of(key) for key in range(len(stored.table))]
    assert texts == sorted(texts)
    assert [stored.table.key_of(text) for text in texts] == list(range(len(texts)))
    assert stored.table.key_of("") == stored.table.key_of("zzz") == -1
    assert stored.by_key(texts[0]) == stored.table.get(0)[:2]  # type: ignore[attr-defined]
    assert stored.by_key("zzz") is None  # type: ignore[attr-defined]
    assert stored.table.get(-1) is None
    assert stored.table.get(len(texts)) is None


def test_texts_that_do_not_differ(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r'have one text, "5"; give the game a method text'):
        solve(Alike()).save(tmp_path / "s")
    assert list(tmp_path.iterdir()) == []


# --- parts ----------------------------------------------------------------------------------------


def random_tier(rng: np.random.Generator, states: int, spread: int) -> Part:
    keys = np.unique(rng.integers(0, spread, states))
    values = rng.integers(1, 4, len(keys)).astype(np.uint8)
    remoteness = rng.integers(0, 30, len(keys)).astype(np.int32)
    remoteness[(values == 2) & (remoteness < 10)] = -1
    return Part(keys, pack(values, remoteness))


def manifest_for(tiers: list[TierEntry], kind: str = "integer") -> Manifest:
    return Manifest(
        False, GameEntry("x", "x.py:X", {}), RulesEntry("0" * 64, {}), KeysEntry(kind), False,
        None, None, None, None, tuple(tiers),
    )  # fmt: skip


def stored_tiers(folder: Path, parts: list[Part]) -> StoredTable:
    entries = []
    for number, part in enumerate(parts):
        with TierWriter(folder, number) as tier:
            tier.add(part.keys, part.packed)
        entries.append(tier.entry)
    write_manifest(folder, manifest_for(entries))
    return stored_table(folder, read_manifest(folder, unfinished=True))


def test_a_table_on_the_disk_answers_as_one_in_memory(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(writer, "ROW_GROUP", 50)
    monkeypatch.setattr(writer, "_SLAB", 150)
    monkeypatch.setattr(writer, "PART_STATES", 400)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        whole = random_tier(rng, int(rng.integers(1, 2000)), int(rng.choice([3000, 1 << 62])))
        where = rng.integers(0, 4, len(whole.keys))
        parts = [Part(whole.keys[where == t], whole.packed[where == t]) for t in range(4)]
        parts = [part for part in parts if len(part.keys)]
        plain, stored = Table(parts), stored_tiers(folder, parts)
        assert len(stored) == len(plain)
        wanted = np.concatenate([whole.keys, rng.integers(0, 1 << 62, 300), whole.keys[:5]])
        rng.shuffle(wanted)
        for tier in (None, 0, 3, 17):
            for one, other in zip(
                plain.look_up(wanted)[:2], stored.look_up(wanted, tier)[:2], strict=True
            ):
                assert one.dtype == other.dtype
                assert one.tolist() == other.tolist()
        for key in wanted[:200].tolist():
            assert stored.get(key) == stored.get(key, int(rng.integers(4))) == plain.get(key)
        assert list(stored.rows()) == list(plain.rows())
        blocks = [block[0] for block in stored.blocks(7)]
        assert max(map(len, blocks)) <= 7
        for value in (Value.WIN, Value.DRAW):
            for plies in (0, 5, 29, 77):
                assert stored.smallest_with(value, plies) == plain.smallest_with(value, plies)
        assert stored.look_up(np.empty(0, np.int64))[0].tolist() == []


def test_parts_as_tiers(tmp_path: Path) -> None:
    """What a solve by levels holds, level by level."""
    solution = solve(load_game("three_rocks"))
    [whole] = solution.table.parts
    cuts = [slice(0, 50), slice(50, 51), slice(51, None)]
    solution.table = Table([Part(whole.keys[cut], whole.packed[cut]) for cut in cuts])
    manifest = save(solution, tmp_path / "s", [5, -2, 0])
    assert [(tier.tier, tier.states) for tier in manifest.tiers] == [(-2, 1), (0, 70), (5, 50)]
    assert read_manifest(tmp_path / "s") == manifest
    agree(solution, Solution.open(tmp_path / "s"))
    save(solution, tmp_path / "one")
    agree(solution, Solution.open(tmp_path / "one"))
    with pytest.raises(ValueError, match="zip"):
        save(solution, tmp_path / "wrong", [1, 2])
    assert not (tmp_path / "wrong").exists()


def test_pieces_leave_no_trace(tmp_path: Path) -> None:
    """The bytes are those of the states, however they come in and whatever is written beside."""
    rng = np.random.default_rng(3)
    part = random_tier(rng, 200_000, 1 << 40)
    whole = write_part(tmp_path / "whole.parquet", part.keys, part.packed)
    for number in range(3):
        with PartWriter(tmp_path / "pieces.parquet") as pieces:
            first = 0
            while first < len(part.keys):
                last = first + int(rng.integers(0, 60_000))
                packed = part.packed[first:last]
                wide = packed if number < 2 else writer.widened(packed, np.dtype(np.uint32))
                pieces.add(part.keys[first:last], wide if first % 2 else packed)
                first = last
        assert pieces.entry == replace(whole, file="pieces.parquet")
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "pieces.parquet").read_bytes()
    made: list[Any] = []
    threads = [
        threading.Thread(
            target=lambda n=n: made.append(
                write_part(tmp_path / f"{n}.parquet", part.keys, part.packed)
            )
        )
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {entry.sha256 for entry in made} == {whole.sha256}
    assert (whole.first, whole.last) == (part.keys[0], part.keys[-1])
    assert files.sha256_of(tmp_path / "whole.parquet") == whole.sha256


def test_remotenesses_that_need_32_bits(tmp_path: Path) -> None:
    keys = np.arange(4)
    plies = np.array([1, -1, 16_383, 1_000_000], np.int32)
    values = np.array([3, 2, 1, 3], np.uint8)
    narrow = pack(values[:2], plies[:2])
    with PartWriter(tmp_path / "tier-0-0.parquet") as part:
        part.add(keys[:2], narrow)
        part.add(keys[2:], pack(values[2:], plies[2:]))
    table = stored_table(tmp_path, manifest_for([TierEntry(0, 4, (part.entry,))]))
    assert list(table.rows()) == [(k, Value(v), r if r >= 0 else None) for k, v, r in zip(keys.tolist(), values.tolist(), plies.tolist(), strict=True)]  # fmt: skip  # noqa: E501


@pytest.mark.parametrize(
    ("keys", "packed"),
    [([1, 1], [5, 5]), ([2, 1], [5, 5]), ([1, 2], [5, 4]), ([1, 2], [5])],
)
def test_what_makes_no_part(keys: list[int], packed: list[int], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="part"):
        write_part(tmp_path / "x.parquet", np.array(keys), np.array(packed, np.uint16))
    assert list(tmp_path.iterdir()) == []


def test_threads_may_share_a_table(small: Path) -> None:
    stored = Solution.open(small)
    expected = {key: (value, plies, None) for key, value, plies in stored.table.rows()}
    wrong = []

    def ask(seed: int) -> None:
        for key in random.Random(seed).choices(range(200), k=300):
            if stored.table.get(key) != expected.get(key):
                wrong.append(key)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# --- writing that is refused ----------------------------------------------------------------------


def test_folders_that_are_something_else(tmp_path: Path, small: Path) -> None:
    solution = solve(load_game("three_rocks"))
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match=r"holds something else \(notes\.txt\)"):
        solution.save(tmp_path)
    with pytest.raises(StoreError, match="is a file"):
        solution.save(tmp_path / "notes.txt")
    with pytest.raises(StoreError, match="holds a solution already"):
        solution.save(small)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(StoreError, match="cannot be written"):
        solution.save(tmp_path / "notes.txt" / "inside")


FULL = """
import resource, signal, sys
from perfectplay import solve
from perfectplay.contract.address import load_game
from perfectplay.words.errors import StoreError
solution = solve(load_game("tic_tac_toe"), symmetries=False)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    solution.save(sys.argv[1])
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("room", [0, 1_000, 6_000])
def test_a_disk_that_is_full(tmp_path: Path, room: int) -> None:
    """Nothing half-done stays."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "s"), str(room)],
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "cannot be written: the disk takes no file that large" in done.stdout
    assert done.stdout.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_room_is_said_in_words() -> None:
    said = str(files.refused(OSError(28, "No space left on device"), Path("a/b")))
    assert said.startswith("a/b cannot be written: there is no space left on the disk")
    said = str(files.refused(PermissionError(13, "Permission denied"), Path("a")))
    assert "may not be written there" in said


def test_without_pyarrow(small: Path, monkeypatch: Any) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(columns, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[store\]'"):
        Solution.open(small).value((1, 1))


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
    assert stored.value(8) is solution.value(8)  # an integer is its own key
    assert stored.counts == solution.counts
    assert repr(stored) == "<Stored solution of 12: 10 states, loss, 6 plies>"
    questions: list[Callable[[], object]] = [
        lambda: stored.start, lambda: stored.best_moves(8), lambda: stored.probe(8),
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
    key = solution.keys.key(frozenset({"s0", "s1"}))
    assert stored.by_key("s0+s1") == solution.table.get(key)[:2]
    assert stored.by_key("none") is None
    with pytest.raises(MissingRulesError):
        stored.value(frozenset())


QUICK = """
import sys, time
sys.path.insert(0, "tests")
from perfectplay import Solution
stored = Solution.open(sys.argv[1])
stored.probe(stored.start)
assert "numba" not in sys.modules
assert "pyarrow.dataset" not in sys.modules
"""


def test_opening_needs_no_compiler(small: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", QUICK, str(small)],
        env={"PYTHONPATH": str(ROOT / "src")}, check=True, cwd=ROOT,
    )  # fmt: skip


def test_other_processes_write_the_same_bytes(tmp_path: Path) -> None:
    code = "import sys\nfrom perfectplay import solve\nfrom test_store import Sets, Named\n"
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", code + f"solve(Sets()).save(r'{tmp_path}/{seed}')"],
            env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}", "PYTHONHASHSEED": seed},
            check=True,
        )
    for path in (tmp_path / "1").iterdir():
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()


# --- the command line -----------------------------------------------------------------------------


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    from perfectplay.cli.main import run as cli

    status = cli(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_commands_take_a_folder(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    solve(load_game("three_rocks")).save("rocks")
    for command in (["show"], ["line"], ["play", "--first", "perfect"]):
        told = run(capsys, command[0], "rocks", *command[1:])
        assert told == run(capsys, command[0], "three_rocks", *command[1:])
        assert told[0] == 0
    assert run(capsys, "show", "rocks", "1,0") == run(capsys, "show", "three_rocks", "1,0")
    for form in ("json", "jsonl", "csv"):
        told = run(capsys, "export", "rocks", "--format", form)
        assert told == run(capsys, "export", "three_rocks", "--format", form)
    told = run(capsys, "show", "rocks", "--game", "three_rocks")
    assert told == run(capsys, "show", "three_rocks")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "rocks", "left=4"], "has its parameters already; leave out left=4"),
        (["export", "rocks", "left=4"], "has its parameters already; leave out left=4"),
        (["show", "rocks", "--game", "nim"], "has no parameter 'left'"),
        (["show", "three_rocks", "--game", "nim"], "is not the folder of one; leave it out"),
        (["show", "rocks", "11,11"], "no play from the start reaches"),
        (["show", "changed"], "its sum does not fit"),
        (["show", "cut"], "has 100 bytes, not"),
        (["show", "gone"], "say where they are with --game ADDRESS"),
        (["export", "gone"], "say where they are with --game ADDRESS"),
        (["line", "open"], "is not finished"),
    ],
)
def test_commands_say_what_is_wrong(
    arguments: list[str], said: str, small: Path, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    for name in ("rocks", "changed", "cut", "gone", "open"):
        shutil.copytree(small, tmp_path / name)
    (tmp_path / "changed/manifest.json").write_text(
        (small / "manifest.json").read_text().replace("true", "false", 1)
    )
    (tmp_path / "cut" / part_name(0, 0)).write_bytes(b"x" * 100)
    known = read_manifest(small)
    gone = replace(known, game=replace(known.game, address="no_such.py:Game"))
    write_manifest(tmp_path / "gone", gone)
    write_manifest(tmp_path / "open", manifest_for([]))
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("perfectplay: ")
    assert err.count("\n") == 1
    assert said in err


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
