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

RULES = '''
from dataclasses import dataclass
from perfectplay import Game, Value


@dataclass(frozen=True)
class Heaps(Game):
    """Nim in which empty heaps vanish; heaps may be in any order."""

    n: int = 4

    def start(self):
        return tuple(range(1, self.n + 1))

    def moves(self, state):
        return [(i, k) for i in range(len(state)) for k in range(1, state[i] + 1)]

    def play(self, state, move):
        i, k = move
        return tuple(h for h in state[:i] + (state[i] - k,) + state[i + 1:] if h)

    def outcome(self, state):
        return None if state else Value.LOSS

    def symmetries(self, state):
        yield state
        yield state[::-1]


@dataclass(frozen=True)
class Pegs(Game):
    """Towers of Hanoi, with letters for what was moved."""

    disks: int = 3
    players = 1
    stuck = Value.LOSS

    def start(self):
        return (tuple(range(self.disks, 0, -1)), (), (), ())

    def moves(self, state):
        for a in range(3):
            for b in range(3):
                one, other = self.peg(state, a), self.peg(state, b)
                if one and (not other or other[-1] > one[-1]):
                    yield (a, b)

    def peg(self, state, i):
        return state[0] if i == 0 else state[1] if i == 1 else state[2]

    def play(self, state, move):
        a, b = move
        top = self.peg(state, a)[-1]
        x, y, z, last = state
        x, y, z = self.without(x, a == 0), self.without(y, a == 1), self.without(z, a == 2)
        x = x + (top,) if b == 0 else x
        y = y + (top,) if b == 1 else y
        z = z + (top,) if b == 2 else z
        return (x, y, z, last[:0] + (("a", "b", "c")[a],) if top == 1 else last[:0])

    def without(self, peg, taken):
        return peg[:-1] if taken else peg

    def outcome(self, state):
        return Value.WIN if len(state[2]) == self.disks else None


class Row(Game):
    """Take a letter, or two that are alike, from a row that may be turned round."""

    def start(self):
        return "abbabaa"

    def moves(self, state):
        for i in range(len(state)):
            yield (i, 1)
            if i + 1 < len(state) and state[i] == state[i + 1]:
                yield (i, 2)

    def play(self, state, move):
        i, k = move
        return state[:i] + state[i + k:]

    def outcome(self, state):
        return None if state else Value.LOSS

    def symmetries(self, state):
        yield state
        yield state[::-1]


class Words(Game):
    """Letters are added to a word; who ends one loses."""

    WORDS = ("cab", "bad", "dab", "cads", "dads")

    def start(self):
        return ("", 0)

    def moves(self, state):
        word, _ = state
        for letter in "abcds":
            if any(other.startswith(word + letter) for other in self.WORDS):
                yield letter

    def play(self, state, move):
        return (state[0] + move, 1 - state[1])

    def outcome(self, state):
        return Value.WIN if state[0] in self.WORDS else None


class Numbers(Game):
    """Bytes from which numbers are taken."""

    def start(self):
        return bytes((3, 1, 4, 1, 5))

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        return state[:move] + state[move + 1:]

    def outcome(self, state):
        return None if sum(state) > 3 else Value.LOSS
'''


def game_of(folder: Path, name: str) -> Game:
    from perfectplay.registry.address import load_game

    file = folder / "rules_of_lengths.py"
    if not file.exists():
        file.write_text(RULES, encoding="utf-8")
    return load_game(f"{file}:{name}")


def values_of(solution: Any) -> dict[Any, Any]:
    return {s: (solution[s].value, solution[s].remoteness) for s in solution.states()}


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
