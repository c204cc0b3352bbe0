"""Stored solutions that are read whole: they answer as they do on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.core.errors import DamagedError
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.store.loaded_solution import STATE_BYTES, loaded
from perfectplay.tablebase.store.stored_solution import StoredSolution, open_solution


class Words(Game[frozenset[Any], str]):
    """States without keys, since 0 lies among the words: they are stored as texts. Whoever takes
    the last word loses."""

    misere = True

    def start(self) -> frozenset[Any]:
        return frozenset((0, "one", "two", "three"))

    def moves(self, state: frozenset[Any]) -> list[str]:
        return sorted(state - {0})

    def play(self, state: frozenset[Any], move: str) -> frozenset[Any]:
        return state - {move}

    def outcome(self, state: frozenset[Any]) -> Value | None:
        return None if state > {0} else Value.WIN


def stored(game: Game, folder: Path) -> StoredSolution:
    solve(game).save(folder)
    return open_solution(folder)


@pytest.mark.parametrize(
    "game", [ThreeRocks(4, 5), TicTacToe(), DotsAndBoxes(1, 2), ThreeMensMorris()], ids=str
)
def test_all_answers_are_those_of_the_disk(game: Game, tmp_path: Path) -> None:
    """Tuples, symmetries, points, endless draws."""
    disk = stored(game, tmp_path / "stored")
    whole = loaded(disk, 1 << 30)
    assert type(whole) is Solution
    assert len(whole) == len(disk)
    states = list(disk.states())
    assert states == list(whole.states())
    for state in states:
        assert whole.probe(state) == disk.probe(state)
    assert whole.counts == disk.counts
    assert whole.summary() == disk.summary()


def test_what_does_not_fit_or_has_no_keys_stays(tmp_path: Path) -> None:
    rocks = stored(ThreeRocks(4, 5), tmp_path / "rocks")
    needed = len(rocks) * STATE_BYTES
    assert loaded(rocks, needed - 1) is rocks
    assert loaded(rocks, needed) is not rocks
    words = stored(Words(), tmp_path / "words")
    assert loaded(words, 1 << 30) is words


def test_damage_is_told(tmp_path: Path) -> None:
    rocks = stored(ThreeRocks(4, 5), tmp_path / "rocks")
    (path,) = (tmp_path / "rocks").rglob("*.parquet")
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 255
    path.write_bytes(content)
    with pytest.raises(DamagedError, match="is damaged"):
        loaded(rocks, 1 << 30)
