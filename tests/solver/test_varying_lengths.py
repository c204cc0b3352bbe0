"""Games whose tuples change their length: both ways to solve them, folders, and what reads them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from perfectplay import Game, Solution, Value, check_game, solve, verify
from perfectplay.core.errors import PerfectPlayError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.state_shape import StateShape
from varying_rules import game_of, values_of

WAYS = [
    ("Heaps", False), ("Heaps", True), ("Pegs", False), ("Row", False), ("Row", True),
    ("Words", False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "symmetries"), WAYS)
def test_folders_of_both_ways_are_the_same_and_right(
    tmp_path: Path, name: str, symmetries: bool
) -> None:
    game = game_of(tmp_path, name)
    wanted = values_of(solve(game, method="reference", symmetries=False))
    folders = []
    for method in ("compiled", "interpreted"):
        solution = solve(game, method=method, symmetries=symmetries)
        assert isinstance(solution.keys, TupleKeys)
        found = values_of(solution)
        turned = {state[::-1]: value for state, value in wanted.items() if symmetries} | wanted
        assert found == {state: turned[state] for state in found}
        assert symmetries or len(found) == len(wanted)
        folder = tmp_path / method
        solution.save(folder)
        folders.append(folder)
        again = Solution.open(folder)
        assert values_of(again) == found
        assert {type(s) for s in again.states()} == {type(game.start())}
        for interpreted in (True, False):
            assert verify(folder, interpreted=interpreted).ok
    for file in ("manifest.json", "tier-0-0.parquet"):
        assert (folders[0] / file).read_bytes() == (folders[1] / file).read_bytes()


def test_bytes_that_change_their_length_have_keys_and_run_interpreted(tmp_path: Path) -> None:
    game = game_of(tmp_path, "Numbers")
    wanted = values_of(solve(game, method="reference", symmetries=False))
    with pytest.raises(PerfectPlayError, match="bytes that change their length do not compile"):
        solve(game, method="compiled")
    solution = solve(game)
    assert isinstance(solution.keys, TupleKeys)
    solution.save(tmp_path / "solved")
    assert values_of(Solution.open(tmp_path / "solved")) == wanted == values_of(solution)
    assert verify(tmp_path / "solved").ok


def test_a_text_names_a_state_that_is_one(tmp_path: Path) -> None:
    solution = solve(game_of(tmp_path, "Row"), symmetries=False)
    assert solution["ab"] == solution.probe("ab")
    assert solution.probe("").value is Value.LOSS
    assert [row.value for row in map(solution.probe, ("a", "aa", "ab"))] == [
        Value.WIN, Value.WIN, Value.LOSS,
    ]  # fmt: skip


def test_a_wrong_value_is_found_and_so_are_other_lengths(tmp_path: Path) -> None:
    game = game_of(tmp_path, "Heaps")
    folder = tmp_path / "solved"
    solve(game, symmetries=False).save(folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["keys"]["words"] == ["length 4"]
    for words in (["length 3"], ["length 0"], ["length -4"], ["length 4x"], [], ["length 4"] * 2):
        manifest["keys"]["words"] = words
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        with pytest.raises(PerfectPlayError):
            values_of(Solution.open(folder))
        assert not verify(folder).ok


def test_a_text_names_a_state_of_any_length(tmp_path: Path) -> None:
    solution = solve(game_of(tmp_path, "Heaps"), symmetries=False)
    assert solution["2,2"] == solution.probe((2, 2))
    assert solution["2,2"].value is Value.LOSS
    assert solution["()"].state == ()
    assert len(solution["1, 2, 3, 4"].state) == 4


def test_keys_grow_with_the_tuples_in_the_middle_of_a_solve() -> None:
    class Chosen(Game):
        """Numbers are chosen one by one: the first thousand states hold few."""

        stuck = Value.DRAW

        def start(self) -> Any:
            return ()

        def moves(self, state: Any) -> Any:
            return [x for x in range(13) if x not in state and (not state or x > state[0] - 3)]

        def play(self, state: Any, move: int) -> Any:
            return tuple(sorted((*state, move)))

        def outcome(self, state: Any) -> Any:
            return Value.LOSS if sum(state) % 7 == 6 and len(state) > 4 else None

    compiled, interpreted = (solve(Chosen(), method=m) for m in ("compiled", "interpreted"))
    assert compiled.keys == interpreted.keys
    assert max(map(len, compiled.states())) > 8
    for state in list(interpreted.states())[::11]:
        assert compiled.probe(state) == interpreted.probe(state)


@pytest.mark.parametrize("symmetries", [False, True])
def test_rows_of_an_array_are_states(tmp_path: Path, symmetries: bool) -> None:
    solution = solve(game_of(tmp_path, "Heaps"), symmetries=symmetries)
    wanted = [solution.probe((1, 2, 3)).value, solution.probe((1, 2, 4)).value]
    assert solution.values(np.array([[1, 2, 3], [1, 2, 4]])).tolist() == wanted
    assert solution.values([(1, 2, 3), (1, 2, 4)]).tolist() == wanted


def test_lengths_that_random_plays_never_meet_are_kept_by_an_interpreted_solve() -> None:
    class Long(Game):
        """One of thirty moves makes the long tuple, and only as the third of three."""

        def start(self) -> Any:
            return (0, 0)

        def moves(self, state: Any) -> Any:
            return range(60)

        def play(self, state: Any, move: int) -> Any:
            if state[0] == 2:
                return (3,) * (9 if move == 59 and state[1] == 9 else 3)
            return (state[0] + 1, 9 if move == 0 and state[1] >= 9 * state[0] else 0)

        def outcome(self, state: Any) -> Any:
            return Value.LOSS if state[0] == 3 else None

    solution = solve(Long(), method="interpreted")
    assert solution[(3,) * 9].value is Value.LOSS
    assert (3,) * 9 in list(solution.states())


def test_random_plays_tell_which_tuples_change_their_length() -> None:
    @dataclass(frozen=True)
    class Taken(Game):
        cells: int = 3

        def start(self) -> Any:
            return ((0,) * self.cells, ())

        def moves(self, state: Any) -> Any:
            return [i for i in range(self.cells) if not state[0][i]]

        def play(self, state: Any, move: int) -> Any:
            board, taken = state
            return ((*board[:move], 1, *board[move + 1 :]), (*taken, move))

        def outcome(self, state: Any) -> Any:
            return None if 0 in state[0] else Value.LOSS

    shape = CheckedGame(Taken()).shape
    assert isinstance(shape, StateShape)
    assert shape.lengths == (5,)  # the board keeps its length
    assert not shape.parts[0].varying  # type: ignore[union-attr]
    assert CheckedGame(Taken(5)).shape.lengths == (8,)  # type: ignore[union-attr]


def test_check_compares_such_states_and_ignores_limits() -> None:
    class Limited(Game):
        """Limits are of no use where tuples change their length."""

        limits = ((0, 3),) * 3

        def start(self) -> Any:
            return (1, 2, 3)

        def moves(self, state: Any) -> Any:
            return range(len(state))

        def play(self, state: Any, move: int) -> Any:
            return state[:move] + state[move + 1 :]

        def outcome(self, state: Any) -> Any:
            return None if state else Value.LOSS

    report = check_game(Limited(), max_seconds=90)
    assert report.ok
    assert report.states_compared == report.states_checked == 8
    assert solve(Limited(), method="compiled")[(3,)].value is Value.WIN
