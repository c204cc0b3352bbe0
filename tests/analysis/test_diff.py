"""Two games compared: against dictionaries of the reference solver, in every way of comparing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from changes_by_dictionary import check, size_of_change, truth
from perfectplay import Game, Solution, Value, cap, diff, misere, solve, start_at
from perfectplay.analysis.diff import changed_position, difference, merged_keys
from perfectplay.analysis.diff.alike_states import same_classes
from perfectplay.analysis.diff.changed_position import is_changed
from perfectplay.core.errors import PerfectPlayError, QueryError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff
from perfectplay.tablebase.store.saving import save
from random_games import mixed


@dataclass(frozen=True)
class Boxed(Game):
    """A text of stones for each heap; take one or two from a heap. Whoever takes the last one
    wins, or loses with ``last`` False."""

    heaps: tuple[str, ...] = ("ooo", "oo")
    most: int = 2
    last: bool = True

    def start(self) -> tuple[str, ...]:
        return self.heaps

    def moves(self, state: tuple[str, ...]) -> Any:
        for heap, stones in enumerate(state):
            for taken in range(1, min(self.most, len(stones)) + 1):
                yield heap, taken

    def play(self, state: tuple[str, ...], move: tuple[int, int]) -> tuple[str, ...]:
        heap, taken = move
        return (*state[:heap], state[heap][taken:], *state[heap + 1 :])

    def outcome(self, state: tuple[str, ...]) -> Value | None:
        if any(state):
            return None
        return Value.LOSS if self.last else Value.WIN


@dataclass(frozen=True)
class Web(Game):
    """Nodes of a random graph, with loops; some of them are ends."""

    seed: int = 0
    nodes: int = 60

    stuck = Value.DRAW

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Any:
        return range(mixed(self.seed, state, 1) % 4)

    def play(self, state: int, move: int) -> int:
        return mixed(self.seed, state, 5 + move) % self.nodes

    def outcome(self, state: int) -> Value | None:
        number = mixed(self.seed, state, 2) % 12
        return Value(number + 1) if number < 3 and state else None


PAIRS: list[tuple[Game, Game]] = [
    (TicTacToe(), TicTacToe(misere=True)),
    (TicTacToe(length=2), TicTacToe()),
    (TicTacToe(3, 2, 2), TicTacToe(4, 2, 2)),
    (Nim((3, 4)), Nim((3, 4), misere=True)),
    (Nim((2, 5)), Nim((4, 3))),
    (Nim((1, 2, 3)), misere(Nim((1, 2, 3)))),
    (ThreeRocks(4, 5), ThreeRocks(4, 5, most=2)),
    (ThreeRocks(6, 2), ThreeRocks(2, 9)),
    (Wythoff(5, 6), misere(Wythoff(5, 6))),
    (Kayles(6), misere(Kayles(7))),
    (Chopsticks(4), Chopsticks(4, overflow="roll-over")),
    (Chopsticks(3), Chopsticks(3, splits="none")),
    (Spoons(), start_at(Spoons(), Spoons().start())),
    (MuTorere(), misere(MuTorere())),
    (ThreeMensMorris(), misere(ThreeMensMorris())),
    (Hexapawn(3, 3), misere(Hexapawn(3, 3))),
    (cap(Chopsticks(3), 4), cap(Chopsticks(3), 6)),
    (ConnectFour(3, 3, 3), misere(ConnectFour(3, 3, 3))),
    (Kalah(2, 2, scoring=True), Kalah(2, 2, "never", scoring=True)),
    (Kalah(2, 2), Kalah(2, 3, "never")),
    (DotsAndBoxes(2, 1), DotsAndBoxes(1, 2)),
    (Boxed(), Boxed(last=False)),
    (Boxed(("ooo", "oo")), Boxed(("ooo", "oo"), most=1)),
    (Boxed(("oooo", "o")), Boxed(("oo", "ooo"))),
]

NAMES = [f"{i} {type(one).__name__}" for i, (one, _) in enumerate(PAIRS)]


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_games_are_compared_as_dictionaries(a: Game, b: Game) -> None:
    check(diff(a, b), a, b)
    check(diff(b, a), b, a)


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_solutions_with_symmetries_are_the_same(a: Game, b: Game) -> None:
    one, other = solve(a), solve(b)
    if not all(solution.whole_classes for solution in (one, other) if solution.symmetric):
        with pytest.raises(QueryError, match="a class of states holds some that no play reaches"):
            diff(one, other)
        return
    check(diff(one, other), a, b)
    check(diff(solve(a, symmetries=False), other), a, b)


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_ranges_of_a_few_keys(a: Game, b: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merged_keys, "RANGE", 50)
    monkeypatch.setattr(merged_keys, "CHUNK", 7)
    check(diff(a, b, threads=2), a, b)


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_without_plies(a: Game, b: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference, "PLIES", 0)
    found = diff(a, b)
    check(found, a, b, by=None)
    assert (found.nearest is None) == (not found.changed)
    assert not found.rows


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_the_nearest_change_of_large_games(
    a: Game, b: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is as near, and as near to its end, as where all plies are known."""
    wanted = diff(a, b).nearest
    monkeypatch.setattr(difference, "PLIES", 0)
    found = diff(a, b).nearest
    if wanted is None or found is None:
        assert wanted is found
        return
    size = [size_of_change(tuple(one.before), tuple(one.after)) for one in (wanted, found)]
    assert (found.ply, size[1]) == (wanted.ply, size[0])


def test_the_nearest_change_is_not_looked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a, b = cap(Chopsticks(3), 5), cap(Chopsticks(3), 6)
    wanted = diff(a, b).nearest
    assert wanted is not None
    monkeypatch.setattr(difference, "PLIES", 0)
    monkeypatch.setattr(changed_position, "WALKED", 2)
    assert wanted.ply
    assert diff(a, b).nearest is None


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=NAMES)
def test_stored_solutions(
    a: Game, b: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(merged_keys, "RANGE", 300)
    for name, game in (("a", a), ("b", b)):
        save(solve(game, symmetries=False), tmp_path / name)
    one, other = (Solution.open(tmp_path / n, g) for n, g in (("a", a), ("b", b)))
    check(diff(one, other), a, b)
    check(diff(one, b), a, b)


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs(seed: int) -> None:
    one, other = Web(seed, 20 + 10 * seed), Web(seed + 100, 40)
    check(diff(one, other), one, other)


SYMMETRIC = [0, 1, 13, 14, 15, 17]
"""Pairs with the same symmetries."""


@pytest.mark.parametrize(
    ("a", "b"), [PAIRS[n] for n in SYMMETRIC], ids=[NAMES[n] for n in SYMMETRIC]
)
def test_large_solutions_with_the_same_symmetries_are_merged(
    a: Game, b: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difference, "PLIES", 0)
    monkeypatch.setattr(merged_keys, "RANGE", 100)
    one, other = solve(a), solve(b)
    assert one.symmetric
    assert same_classes(one, other)
    found = diff(one, other)
    assert found.classes
    first, second = truth(a), truth(b)
    ours = {one.representative(state) for state in first.worth}
    theirs = {other.representative(state) for state in second.worth}
    assert found.states == (len(ours), len(theirs))
    assert found.common == len(ours & theirs)
    pairs = Counter((one.value(s), other.value(s)) for s in ours & theirs)
    assert dict(found.changes) == dict(pairs)
    assert found.changed == sum(n for (v, w), n in pairs.items() if v is not w)


def test_other_symmetries_are_not_merged() -> None:
    for a, b in ((TicTacToe(), TicTacToe(4)), (MuTorere(), cap(MuTorere(), 9))):
        assert not same_classes(solve(a), solve(b))


def test_the_same_game_has_no_change() -> None:
    found = diff(TicTacToe(), TicTacToe())
    assert (found.changed, found.later, found.alone) == (0, 0, (0, 0))
    assert (found.first, found.smallest, found.nearest, found.note) == (None, None, None, None)


def test_other_texts_are_noted() -> None:
    note = diff(TicTacToe(3, 2, 2), TicTacToe(2, 3, 2)).note
    assert note is not None
    assert "is written" in note
    assert diff(TicTacToe(), TicTacToe(misere=True)).note is None
    assert diff(ThreeRocks(1, 1), start_at(ThreeRocks(5, 5), (0, 0))).note is None


@dataclass(frozen=True)
class Tagged(Game):
    """Take one stone after the other; every state has the tag of its game."""

    tag: int = 0

    def start(self) -> tuple[int, int]:
        return (3, self.tag)

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1] * (state[0] > 0)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, state[1])

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return None if state[0] else Value.LOSS


def test_nothing_in_common_is_noted() -> None:
    found = diff(Tagged(0), Tagged(1))
    assert found.common == 0
    assert found.note == "the two games have no state in common"


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (TicTacToe(), ThreeRocks(), "differ in shape: int and tuple; the first begins with"),
        (ThreeRocks(), Boxed(), "differ in shape"),
        (ThreeRocks(), Spoons(), "differ in shape: 2 fields and 4 fields"),
        (TicTacToe(), EightPuzzle(), "a game for one player and one for two"),
        (Kalah(2, 2), Kalah(2, 2, scoring=True), "one of the two is a game of points"),
    ],
    ids=["kinds", "types", "sizes", "players", "points"],
)
def test_games_that_cannot_be_compared(
    a: Game, b: Game, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difference, "solution_of", None)  # before the work
    for one, other in ((a, b), (b, a)):
        with pytest.raises(QueryError) as raised:
            diff(one, other)
        if one is a:
            assert words in str(raised.value)


def test_what_is_no_game() -> None:
    for thing in (TicTacToe, "tic_tac_toe", None):
        with pytest.raises(QueryError, match="diff expects a game or a solution"):
            diff(TicTacToe(), thing)  # type: ignore[arg-type]


def test_limits_of_the_solve_are_kept() -> None:
    with pytest.raises(PerfectPlayError, match="100 states"):
        diff(TicTacToe(), TicTacToe(misere=True), max_states=100)


def test_as_json() -> None:
    found = diff(TicTacToe(), TicTacToe(misere=True))
    answer = json.loads(json.dumps(found.as_dict()))
    assert answer["changed"] == sum(
        change["states"] for change in answer["changes"] if change["from"] != change["to"]
    )
    assert answer["common"] == sum(row["common"] for row in answer["rows"])
    assert answer["first"]["moves"] == ["1"]


def test_a_change_is_one_of_value_or_score() -> None:
    solution = solve(Kalah(2, 2, scoring=True))
    records = [solution.look_up([state]).at(0) for state in solution.states()]
    for one in records[:20]:
        for other in records[:20]:
            assert is_changed(one, other) == (one[0] is not other[0] or one[2] != other[2])
