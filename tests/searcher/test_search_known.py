"""Solutions of parts of a game end the lines of a search, and change no answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, search, search_many, solve
from perfectplay.core.errors import MemoryBudgetError, NoSolutionError, RulesDifferError
from perfectplay.game.operators.misere import misere
from perfectplay.game.operators.start_at import start_at
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from random_points import PointsOnStrings
from searched_states import agrees, sampled


def below(game: Game, moves: list[Any]) -> Any:
    """The state after some moves."""
    state = game.start()
    for move in moves:
        state = game.play(state, move)
    return state


def by_ply(game: Game, ply: int) -> list[Any]:
    """All states that are reached in so many plies and are not over."""
    level = {game.start()}
    for _ in range(ply):
        level = {game.play(s, m) for s in level if game.outcome(s) is None for m in game.moves(s)}
    return [state for state in level if game.outcome(state) is None]


@pytest.fixture(scope="module")
def board_5x4() -> Solution:
    return solve(ConnectFour(5, 4), symmetries=False)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("distance", [True, False])
def test_connect_four_5x4(
    board_5x4: Solution, symmetric: bool, threads: int, distance: bool
) -> None:
    game = board_5x4.game
    known = solve(start_at(game, below(game, [2, 2, 2])), symmetries=symmetric)
    states = sampled(board_5x4, 1_500)
    states = [*states, *sampled(known, 100)]
    found = search_many(game, states, threads=threads, known=known, distance=distance)
    assert found.values.tolist() == [board_5x4.value(state) for state in states]
    if distance:
        assert found.remoteness.tolist() == [board_5x4.remoteness(state) for state in states]


def test_lines_end_where_something_is_known() -> None:
    game = ConnectFour(4, 4)
    parts = [solve(start_at(game, below(game, [c]))) for c in range(4)]
    whole = solve(game)
    for method in ("interpreted", "compiled"):
        found = search(game, known=parts, method=method, threads=1)
        assert agrees(found, whole.probe(game.start()))
        assert found.known >= 4
        assert found.nodes < 30
    for hints in (True, False):
        how: dict[str, Any] = {"method": "compiled", "hints": hints, "threads": 1, "moves": False}
        assert search(game, known=parts[1], **how).nodes < search(game, **how).nodes


def test_without_symmetries() -> None:
    game = ConnectFour(4, 4)
    state = below(game, [1])
    with pytest.raises(RulesDifferError, match="one state of each class"):
        search(game, known=solve(start_at(game, state)), symmetries=False)
    known = solve(start_at(game, state), symmetries=False)
    found = search(game, known=known, symmetries=False, method="compiled", threads=1)
    assert agrees(found, solve(game).probe(game.start()))
    # the mirror image of a known state is known where symmetries are used
    mirrored = below(game, [2])
    assert search(game, mirrored, known=known, moves=False).nodes == 0
    assert search(game, mirrored, known=known, moves=False, symmetries=False).nodes > 0


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    "game",
    [Kalah(3, 2), Kalah(2, 2, scoring=True), DotsAndBoxes(2, 1), TicTacToe(), ThreeRocks(6, 5)],
)
def test_games_of_all_kinds(game: Game, method: str) -> None:
    solution = solve(game)
    starts = by_ply(game, 2)
    known = [solve(start_at(game, state), method="interpreted") for state in starts[::2]]
    for state in [game.start(), *by_ply(game, 1)[:3], *starts[:3]]:
        found = search(game, state, known=known, method=method, threads=1)
        assert agrees(found, solution.probe(state))


def test_states_of_strings() -> None:
    game = PointsOnStrings(3, 40)
    solution = solve(game, method="reference")
    for state in by_ply(game, 1):
        known = solve(start_at(game, state))
        found = search(game, known=known)
        assert agrees(found, solution.probe(game.start()))
        assert found.nodes < search(game).nodes


# --- a game of one's own: a way of doors that leads into rooms one can walk about in -------------


def crossing(room: int) -> tuple[int, ...]:
    """The rooms that have a door to this one's."""
    return ((room * 5 + 3) % 16, (room * 7 + 1) % 16, (room * 3 + 11) % 16)


@dataclass(frozen=True)
class Doors(Game):
    """Two guests walk a porch without a way back; then through rooms for ever, until somebody is
    caught in room 0, or the two agree on room 9. State: steps on the porch left, the room."""

    porch: int = 4

    def start(self) -> tuple[int, int]:
        return (self.porch, 1)

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from crossing(state[1])

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if state[0] > 0:
            return (state[0] - 1, (state[1] * 2 + move) % 16)
        return (0, move)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        if state[0] > 0 or state[1] not in (0, 9):
            return None
        return Value.LOSS if state[1] == 0 else Value.DRAW


ROOMS = [room for room in range(1, 16) if room != 9]


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_loops_inside_what_is_known(method: str) -> None:
    game = Doors()
    solution = solve(game)
    rooms = [solve(start_at(game, (0, room))) for room in ROOMS]
    values = {solution.probe((0, room)).value for room in ROOMS}
    assert len(values) > 1
    for state in [game.start(), *by_ply(game, 1), *by_ply(game, 2), *by_ply(game, 3)]:
        found = search(game, state, known=rooms, method=method, threads=1)
        assert agrees(found, solution.probe(state))
        assert found.engine in (method, "known")


def test_loops_outside_of_what_is_known() -> None:
    game = Doors()
    whole = solve(game)
    part = {room: solve(start_at(game, (0, room))) for room in ROOMS}
    least = min(part.values(), key=len)
    for room in ROOMS:
        for known in (part[room], least, [part[1], part[5]]):
            found = search(game, (0, room), known=known)
            assert agrees(found, whole.probe((0, room)))


def test_loops_outside_random() -> None:
    """Known states of random graphs: a third of them."""
    from perfectplay.game.checks.checked_game import CheckedGame
    from perfectplay.searcher.kernel.local_retrograde import search_whole
    from perfectplay.tablebase.table import StateEntry
    from random_games import AgainIntegers

    endless = 0
    for seed in range(60):
        game = AgainIntegers(seed)
        solution = solve(game, symmetries=False)

        def ending(state: Any, solution: Solution = solution) -> StateEntry | None:
            if state % 3:
                return None
            return StateEntry(solution.value(state), solution.remoteness(state))

        found = search_whole(CheckedGame(game), game.start(), 5_000, lambda _: True, ending)
        assert found is not None
        for state, one in found.items():
            expected = (solution.value(state), solution.remoteness(state))
            assert (one.value, one.remoteness) == expected
            endless += one.remoteness is None
    assert endless > 20


# --- what is refused ------------------------------------------------------------------------------


def test_other_rules_are_refused() -> None:
    small = solve(ConnectFour(4, 3))
    with pytest.raises(RulesDifferError, match="parameter height"):
        search(ConnectFour(4, 4), known=small)
    with pytest.raises(RulesDifferError, match="operator"):
        search(ThreeRocks(5, 5), known=solve(misere(ThreeRocks(2, 2))))
    with pytest.raises(TypeError, match="known must be a solution"):
        search(ThreeRocks(5, 5), known=7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="known must be a solution"):
        search(ThreeRocks(5, 5), known=[None])  # type: ignore[list-item]


def test_parameters_that_only_set_the_start_are_the_same_rules() -> None:
    found = search(ThreeRocks(6, 6), known=solve(ThreeRocks(5, 6)))
    assert agrees(found, solve(ThreeRocks(6, 6)).probe((6, 6)))
    assert found.known > 0
    with pytest.raises(RulesDifferError, match="parameter takes"):
        search(Subtraction(20, takes=(1, 2)), known=solve(Subtraction(10, takes=(1, 3))))


def test_a_wrong_memory_for_what_is_known() -> None:
    game = ConnectFour(5, 4)
    known = solve(start_at(game, below(game, [2, 2])))
    with pytest.raises(MemoryBudgetError):
        search(game, known=known, memory=100_000, method="compiled")


def test_folders(tmp_path: Path) -> None:
    game = ConnectFour(5, 4)
    state = below(game, [2, 2, 1])
    solution = solve(start_at(game, state))
    solution.save(tmp_path / "part")
    one = search(game, known=solution, method="compiled", threads=1)
    other = search(game, known=tmp_path / "part", method="compiled", threads=1)
    assert (one.nodes, one.known, one.value) == (other.nodes, other.known, other.value)
    with pytest.raises(NoSolutionError):
        search(game, known=tmp_path / "nothing")
    (tmp_path / "part" / "manifest.json").write_text("{")
    with pytest.raises(OSError, match="cut off"):
        search(game, known=tmp_path / "part")


def test_a_folder_whose_rules_are_elsewhere(tmp_path: Path) -> None:
    """`Doors` is of no library, and its module may not be found from where the folder is."""
    game = Doors(3)
    solve(start_at(game, (0, 5))).save(tmp_path / "rooms")
    text = (tmp_path / "rooms" / "manifest.json").read_text(encoding="utf-8")
    assert "start_at(" in text
    found = search(Doors(4), known=str(tmp_path / "rooms"))
    assert agrees(found, solve(Doors(4)).probe((4, 1)))


# --- the kernel's table, beside a dictionary ------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 31, 1_000, 50_000])
def test_the_table_of_what_is_known(size: int) -> None:
    from perfectplay.game.result_scale import UNBOUNDED
    from perfectplay.searcher.kernel.endgame_probe import arrays_of
    from perfectplay.searcher.kernel.endgame_probe_kernel import (
        LEAST_WIN,
        SOME_LOSS,
        SOME_WIN,
        look_up,
    )

    draw = np.random.default_rng(size)
    keys = draw.integers(0, 3 * size, size)
    keys[::3] <<= 40
    worth = draw.choice([SOME_WIN, SOME_LOSS, 0, 7, -900_000], size)
    plain: dict[int, int] = {}
    for key, result in zip(keys.tolist(), worth.tolist(), strict=True):
        plain.setdefault(key, result)
    arrays = arrays_of(keys, worth)
    ranges = {
        SOME_WIN: (LEAST_WIN, UNBOUNDED),
        SOME_LOSS: (-UNBOUNDED, -LEAST_WIN),
        None: (-UNBOUNDED, UNBOUNDED),
    }
    for key in [*range(min(3 * size, 9_000)), *keys[:9_000].tolist()]:
        result = plain.get(key)
        assert look_up(arrays, key) == ranges.get(result, (result, result))
