"""Books: what searches prove is kept in a folder, and answers the next ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from test_search_known import Doors, agrees, by_ply

from perfectplay import Game, Value, search, solve
from perfectplay.core.errors import (
    BookError,
)
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.operators.start_at import start_at
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher.book import book as books
from perfectplay.searcher.book.book_folder import read_book
from perfectplay.tablebase.store.atomic_files import refused
from random_points import PointsOnStrings


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


ANSWERED: list[Game] = [
    ConnectFour(4, 3), Kalah(3, 2), DotsAndBoxes(2, 1), ThreeRocks(6, 5), Doors(3)
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "method"),
    [
        *((game, "interpreted") for game in ANSWERED),
        *((game, "compiled") for game in ANSWERED[:2]),
        # a minute of compiling
        *(pytest.param(game, "compiled", marks=pytest.mark.landmark) for game in ANSWERED[2:]),
    ],
)
def test_the_same_answers(game: Game, method: str, tmp_path: Path) -> None:
    solution = solve(game)
    states = [*by_ply(game, 2)[:4], *by_ply(game, 1)[:3], game.start()]
    for again in (False, True):
        for state in states:
            found = search(game, state, book=tmp_path / "book", method=method, threads=1)
            assert agrees(found, solution.probe(state))
            if again and game.outcome(state) is None:
                assert found.known > 0
    assert found.engine in ("known", "compiled", "retrograde")


def test_states_of_strings(tmp_path: Path) -> None:
    game = PointsOnStrings(3, 40)
    solution = solve(game, method="reference")
    for state in [game.start(), *by_ply(game, 1), game.start()]:
        assert agrees(search(game, state, book=tmp_path), solution.probe(state))
    assert search(game, book=tmp_path).engine == "known"


def test_what_is_in_the_book_is_answered_at_once(tmp_path: Path) -> None:
    game = ConnectFour(4, 4)
    first = search(game, book=tmp_path, method="compiled", threads=1)
    assert (first.known, first.engine) == (0, "compiled")
    second = search(game, book=tmp_path)
    assert (second.nodes, second.engine) == (1, "known")
    assert second.record == first.record
    child = search(game, game.play(game.start(), 1), book=tmp_path, moves=False)
    assert (child.nodes, child.remoteness) == (0, first.moves[0].remoteness)
    mirrored = search(
        game, game.play(game.start(), 3), book=tmp_path, moves=False, symmetries=False
    )
    assert mirrored.nodes == 0  # the child itself was valued too


def test_values_alone_become_exact(tmp_path: Path) -> None:
    game = ConnectFour(4, 4)
    state = by_ply(game, 5)[3]
    record = solve(game).probe(state)
    search(game, state, distance=False, book=tmp_path)
    values = json.loads((tmp_path / "manifest.json").read_text())
    assert list(values["parts"]) == ["values"]
    again = search(game, state, distance=False, book=tmp_path)
    assert (again.engine, again.value) == ("known", record.value)
    exact = search(game, state, book=tmp_path)
    assert agrees(exact, record)
    assert list(json.loads((tmp_path / "manifest.json").read_text())["parts"]) == ["exact"]
    assert search(game, state, distance=False, book=tmp_path).engine == "known"


def test_values_alone_help_and_harm_nothing(tmp_path: Path) -> None:
    game = ConnectFour(4, 3)
    solution = solve(game)
    for state in by_ply(game, 3)[:20]:
        search(game, state, distance=False, book=tmp_path, method="compiled", threads=1)
    for state in [*by_ply(game, 1)[:2], *by_ply(game, 2)[:2], *by_ply(game, 3)[:3]]:
        for how in ("compiled", "interpreted"):
            found = search(game, state, known=tmp_path, method=how, threads=1)
            assert agrees(found, solution.probe(state))
            value = search(game, state, known=tmp_path, method=how, threads=1, distance=False)
            assert value.value == solution.value(state)
            assert {m.move: m.value for m in value.moves} == {
                m.move: m.value for m in solution.probe(state).moves
            }


def test_the_same_content_is_the_same_bytes(tmp_path: Path) -> None:
    game = Kalah(3, 2)
    states = [game.start(), *by_ply(game, 1)]
    for state in states:
        search(game, state, book=tmp_path / "one")
    for state in reversed(states):
        search(game, state, book=tmp_path / "other", method="compiled")
    assert files(tmp_path / "one") == files(tmp_path / "other")
    assert len(files(tmp_path / "one")) == 2
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "one").iterdir()}
    search(game, book=tmp_path / "one")
    assert before == {p: p.stat().st_mtime_ns for p in (tmp_path / "one").iterdir()}


def test_duckdb_reads_it(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    search(ConnectFour(4, 4), book=tmp_path)
    rows = duckdb.sql(f"SELECT value, remoteness FROM '{tmp_path}/exact-*.parquet'").fetchall()
    assert sorted(rows) == [("draw", 15)] * 4 + [("draw", 16)]


def test_a_book_of_a_part_serves_the_game(tmp_path: Path) -> None:
    game = ConnectFour(4, 3)
    search(start_at(game, by_ply(game, 1)[0]), book=tmp_path)
    assert search(game, book=tmp_path).known > 0


def test_what_cannot_be_kept_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    before = files(tmp_path)

    def full(folder: Path, content: Any) -> None:
        raise refused(OSError(28, "No space left on device"), folder / "manifest.json")

    monkeypatch.setattr(books, "write_book", full)
    with pytest.raises(BookError, match="no space left") as lost:
        search(ThreeRocks(3, 3), (1, 1), book=tmp_path)
    assert lost.value.result.value is solve(ThreeRocks(3, 3)).value((1, 1))
    assert files(tmp_path) == before


# --- other processes ------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from perfectplay import search
from perfectplay.games.three_rocks import ThreeRocks
folder, first = Path(sys.argv[1]), int(sys.argv[2])
game = ThreeRocks(40, 40)
for left in range(first, 40, 2):
    search(game, (left, left), book=folder)
    print(left, flush=True)
"""


def writer(folder: Path, first: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(first)],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": "src"},
    )  # fmt: skip


def test_two_processes_write_one_book(tmp_path: Path) -> None:
    both = [writer(tmp_path, 10), writer(tmp_path, 11)]
    for one in both:
        one.communicate()
    assert [one.returncode for one in both] == [0, 0]
    content = read_book(tmp_path, CheckedGame(ThreeRocks(40, 40)))
    assert all((left, left) in content.entries for left in range(10, 40))
    assert len(files(tmp_path)) == 2


@pytest.mark.parametrize("after", [0, 3, 7])
def test_a_killed_writer_leaves_the_book_whole(tmp_path: Path, after: int) -> None:
    game = ThreeRocks(40, 40)
    process = writer(tmp_path, 10)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(after + 1)]
    time.sleep(0.003 * after)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    content = read_book(tmp_path, CheckedGame(game))
    assert all((int(left), int(left)) in content.entries for left in said)
    found = search(game, (9, 9), book=tmp_path)
    assert agrees(found, solve(start_at(game, (9, 9))).probe((9, 9)))
    assert len(files(tmp_path)) == 2  # what was unfinished is gone, the lock too


@dataclass(frozen=True)
class Letters(Game):
    """A word loses a run of one letter at a time, on either side; who takes the last has won."""

    word: str = "abracadabra"

    def start(self) -> str:
        return self.word

    def moves(self, state: str) -> Iterator[tuple[str, int]]:
        for count in range(1, len(state) + 1):
            if len(set(state[:count])) == 1:
                yield ("front", count)
            if len(set(state[-count:])) == 1:
                yield ("back", count)

    def play(self, state: str, move: tuple[str, int]) -> str:
        return state[move[1] :] if move[0] == "front" else state[: -move[1]]

    def outcome(self, state: str) -> Value | None:
        return None if state else Value.LOSS


def test_a_book_of_words(tmp_path: Path) -> None:
    word = "aabbabbaab"
    whole = solve(Letters(word))
    for state in (word, "abba", "bab", word[1:]):
        assert agrees(search(Letters(word), state, book=tmp_path), whole.probe(state))
    rows = read_book(tmp_path, CheckedGame(Letters(word)))
    assert rows.texts
    assert rows.entries["abba"].entry.value == whole.value("abba")
    # a longer word has these as its states: a solution of one is known to the other
    longer = Letters("b" + word + "a")
    found = search(longer, known=[whole, solve(Letters("bab"))])
    assert agrees(found, solve(longer).probe(longer.word))
    assert found.known > 0
