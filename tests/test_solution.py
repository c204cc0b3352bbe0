"""What a solution answers, and what `solve` says of rules that break a promise."""

from __future__ import annotations

import itertools
import json
import random
import time
import warnings
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, put, solve
from perfectplay.assembly import tier_solve
from perfectplay.assembly.memory import Room
from perfectplay.engines import limits, walk
from perfectplay.results.record import MoveRecord
from perfectplay.words.errors import (
    EndlessGameError,
    MethodError,
    ParseError,
    PerfectPlayError,
    PerfectPlayWarning,
    RulesError,
    UnknownStateError,
)
from perfectplay.words.progress import Progress
from random_games import (
    AgainIntegers,
    AgainStrings,
    AgainTuples,
    PuzzleStrings,
    RandomGame,
    SeatedStrings,
    TurnedIntegers,
    TurnedStrings,
    TurnedTuples,
)

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


def force_levels(monkeypatch: pytest.MonkeyPatch, batch: int = 50) -> None:
    """Games are explored by levels however small they are."""
    monkeypatch.setattr(walk, "WIDE_STATES", 1)
    monkeypatch.setattr(walk, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk, "_PIECE", 2)
    room = Room(batch, 40 * batch, 1 << 30, 1 << 30)
    monkeypatch.setattr(tier_solve, "room_for", lambda *_: room)


# --- a planted game -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planted(Game):
    """The start has a drawn end after 2 plies (move 0), one after 5 (move 1), a loop (move 2).

    From the way of 5 plies one may turn off into a state that is lost in one ply.
    """

    EDGES: ClassVar = (
        (1, 3, 8),  # 0: the start
        (2,),  # 1
        (),  # 2: a drawn end after 2 plies
        (4, 10),  # 3: 10 is a gift to the other player, who wins there at once
        (5,),
        (6,),
        (7,),  # 6
        (),  # 7: a drawn end, 5 plies from the start
        (9,),  # 8 and 9: a loop
        (8,),
        (11,),  # 10: won, for the player to move
        (),  # 11: lost
    )

    def start(self):
        return 0

    def moves(self, state):
        return range(len(self.EDGES[state]))

    def play(self, state, move):
        return self.EDGES[state][move]

    def outcome(self, state):
        if state in (2, 7):
            return Value.DRAW
        if state == 11:
            return Value.LOSS
        return None


METHODS = ["interpreted", "compiled", "reference"]


@pytest.mark.parametrize("method", METHODS)
def test_planted(method: str) -> None:
    solution = solve(Planted(), method=method)
    wanted = {
        0: (DRAW, 2), 1: (DRAW, 1), 2: (DRAW, 0), 3: (DRAW, 4), 4: (DRAW, 3), 5: (DRAW, 2),
        6: (DRAW, 1), 7: (DRAW, 0), 8: (DRAW, None), 9: (DRAW, None), 10: (WIN, 1), 11: (LOSS, 0),
    }  # fmt: skip
    for state, (value, remoteness) in wanted.items():
        assert solution.value(state) is value
        assert solution.remoteness(state) == remoteness
    assert solution.best_moves(0) == [0, 1, 2]
    assert solution.perfect_moves(0) == [0]
    assert solution.best_moves(3) == [0]
    record = solution.probe(0)
    assert [m.move for m in record.moves] == [0, 1, 2]
    assert [m.remoteness for m in record.moves] == [1, 4, None]
    assert [m.perfect for m in record.moves] == [True, False, False]
    assert all(m.best and m.value is DRAW for m in record.moves)
    assert solution.counts.as_dict() == {
        "states": 12, "moves": 12, "terminal": 3, "wins": 1, "draws": 10, "losses": 1, "endless": 2,
    }  # fmt: skip
    line = solution.line()
    assert (line.states, line.moves, line.loops) == ((0, 1, 2), (0, 0), False)
    loop = solution.line(8)
    assert (loop.states, loop.moves, loop.loops) == ((8, 9, 8), (0, 0), True)
    assert solution.by_remoteness == {
        0: {"wins": 0, "draws": 2, "losses": 1},
        1: {"wins": 1, "draws": 2, "losses": 0},
        2: {"wins": 0, "draws": 2, "losses": 0},
        3: {"wins": 0, "draws": 1, "losses": 0},
        4: {"wins": 0, "draws": 1, "losses": 0},
        None: {"wins": 0, "draws": 2, "losses": 0},
    }
    assert list(solution.by_remoteness) == [0, 1, 2, 3, 4, None]
    assert solution.longest_win == (10, 1)
    assert solution.values(np.arange(14)).tolist() == [
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 1, 0, 0
    ]  # fmt: skip
    assert solution.remotenesses(range(14)).tolist() == [
        2, 1, 0, 4, 3, 2, 1, 0, -1, -1, 1, 0, -1, -1
    ]  # fmt: skip


# --- order, perfection ----------------------------------------------------------------------------


@cache
def solved(cls: type[RandomGame], seed: int) -> Solution:
    return solve(cls(seed), method="interpreted")


RANDOM = [
    (cls, seed)
    for cls in (AgainStrings, SeatedStrings, PuzzleStrings)
    for seed in (*range(2, 300, 37), *range(82, 88), *range(126, 129))
]


@pytest.mark.parametrize(("cls", "seed"), RANDOM)
def test_following_perfect_moves_realises_the_remoteness(cls: type[RandomGame], seed: int) -> None:
    """Whichever perfect moves are followed, in all that is stated: moves, value, end."""
    solution = solved(cls, seed)
    game = solution.game
    dice = random.Random(seed)
    for state in itertools.islice(solution.states(), 150):
        value, left = solution.value(state), solution.remoteness(state)
        for _ in range(60 if left is None else left):
            record = solution.probe(state)
            assert (record.value, record.remoteness) == (value, left)
            choices = [m for m in record.moves if m.perfect]
            assert choices, "a state that is not over has a perfect move"
            assert [m.move for m in choices] == solution.perfect_moves(state) or len(choices) > 1
            chosen = dice.choice(choices)
            if not game.moves_again(state, chosen.move):
                value = value.negated
            state = game.play(state, chosen.move)
            left = None if left is None else left - 1
        if left is not None:
            assert left == 0
            record = solution.probe(state)
            assert record.terminal
            assert record.moves == ()
            assert record.value is value
            assert game.outcome(state) is value or not list(game.moves(state))


@pytest.mark.parametrize(("cls", "seed"), RANDOM)
def test_records(cls: type[RandomGame], seed: int) -> None:
    """Value and remoteness of a state follow from its moves, whose order is that of design.md."""
    solution = solved(cls, seed)
    game = solution.game
    for state in itertools.islice(solution.states(), 200):
        record = solution.probe(state)
        assert record == solution.get(state)
        in_order = {m.move: m for m in record.moves}
        legal = [] if game.outcome(state) is not None else list(game.moves(state))
        assert sorted(in_order) == legal
        assert solution.best_moves(state) == [m for m in legal if in_order[m].best]
        assert solution.perfect_moves(state) == [m for m in legal if in_order[m].perfect]
        for m in record.moves:
            assert m.state == game.play(state, m.move)
            after = solution.value(m.state)
            assert m.value is (after if game.moves_again(state, m.move) else after.negated)
            assert m.remoteness == solution.remoteness(m.state)
            assert m.best == (m.value is record.value)
        if not legal:
            assert record.terminal
            assert record.remoteness == 0
            continue

        ordered = sorted(
            ((m, legal.index(m.move)) for m in record.moves),
            key=lambda pair: (*in_design_order(pair[0]), pair[1]),
        )
        assert list(record.moves) == [m for m, _ in ordered]
        best = record.moves[0]
        assert best.best
        assert best.perfect
        assert record.value is max(m.value for m in record.moves)
        assert record.remoteness == (None if best.remoteness is None else best.remoteness + 1)


def in_design_order(m: MoveRecord) -> tuple[int, bool, int]:
    """Value; wins the nearest first, losses the farthest; draws that end, the nearest first."""
    if m.remoteness is None:
        return (-m.value, True, 0)
    return (-m.value, False, -m.remoteness if m.value is LOSS else m.remoteness)


def test_best_moves_first() -> None:
    """All five sorts of move in one state, given by the rules in another order."""

    class Fan(Planted):
        EDGES: ClassVar = (
            (14, 8, 1, 12, 7, 2, 16, 9, 14, 13, 11),
            (2,), (), (4,), (), (), (), (1,),  # 1: draw in 1, 2: drawn end, 7: draw in 2
            (9,), (8,),  # an endless draw
            (11,), (), (17,), (10,), (17,),  # 11 lost in 0, 13 lost in 2; 12, 14 won in 1
            (), (12, 14), (),  # 16 lost in 2, 17 lost in 0
        )  # fmt: skip

        def outcome(self, state):
            return {2: DRAW, 11: LOSS, 17: LOSS}.get(state)

    solution = solve(Fan())
    record = solution.probe(0)
    order = [(m.state, str(m.value), m.remoteness, m.best, m.perfect) for m in record.moves]
    assert order == [
        (11, "win", 0, True, True),
        (16, "win", 2, True, False),
        (13, "win", 2, True, False),
        (2, "draw", 0, False, False),
        (1, "draw", 1, False, False),
        (7, "draw", 2, False, False),
        (8, "draw", None, False, False),
        (9, "draw", None, False, False),
        (14, "loss", 1, False, False),
        (12, "loss", 1, False, False),
        (14, "loss", 1, False, False),
    ]
    assert [m.move for m in record.moves][-3:] == [0, 3, 8]


# --- large numbers --------------------------------------------------------------------------------


LOOP = 1 << 40


@dataclass(frozen=True)
class Chain(Game):
    """One move in each state but the last: remoteness as long as one likes.

    With ``loop`` the last state is lost, and who is winning could choose a loop instead.
    """

    length: int = 17_000
    loop: bool = False

    def start(self):
        return self.length + (LOOP if self.loop else 0)

    def moves(self, state):
        return range(2 if state > LOOP and state % 2 else 1)

    def play(self, state, move):
        if state == 2 * LOOP or move:
            return 2 * LOOP
        return state - 1

    def outcome(self, state):
        if state == LOOP:
            return Value.LOSS
        return Value.DRAW if state == 0 else None


class Steps(Chain):
    """For states of other kinds."""

    def moves(self, state):
        return range(1)


@pytest.mark.parametrize(
    ("way", "length"),
    [
        *itertools.product(["interpreted", "compiled"], [16_382, 16_383, 17_000]),
        ("levels", 16_384),
    ],
)
def test_remoteness_past_14_bits(way: str, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(Chain(length), method="interpreted" if way == "interpreted" else "compiled")
    if way == "levels":
        assert solution.made.how == "levels, one pass"
    assert solution.remoteness(length) == length
    assert solution.remotenesses(np.arange(length + 1)).tolist() == list(range(length + 1))
    assert (solution.values(np.arange(length + 1)) == DRAW).all()
    assert solution.counts.endless == 0
    assert solution.counts.draws == len(solution) == length + 1
    assert solution.by_remoteness[length] == {"wins": 0, "draws": 1, "losses": 0}


def test_an_endless_draw_beside_a_remoteness_past_14_bits() -> None:
    """The mark of an endless draw widens with the rest."""

    for method in ("interpreted", "compiled"):
        solution = solve(Chain(16_999, loop=True), method=method)
        assert solution.remoteness(LOOP + 16_999) == 16_999
        assert solution.value(LOOP + 16_999) is WIN
        assert solution.best_moves(LOOP + 16_999) == [0]
        assert solution.value(LOOP + 16_998) is LOSS
        assert solution.value(2 * LOOP) is DRAW
        assert solution.remoteness(2 * LOOP) is None
        assert solution.counts.endless == 1
        assert solution.longest_win == (LOOP + 16_999, 16_999)


@dataclass(frozen=True)
class ManyMoves(Game):
    """So many moves in the start; all (but one, where it wins) lead to one of 100 won states."""

    count: int = 70_000
    wins: bool = True

    def start(self):
        return 2 * self.count + self.wins

    def moves(self, state):
        if state > 500:
            return range(state // 2)
        return range(1)

    def play(self, state, move):
        if state > 500 and not (state % 2 and move == state // 2 - 2):
            return 1 + move % 100
        return 500

    def outcome(self, state):
        return Value.LOSS if state == 500 else None


@pytest.mark.parametrize("way", ["interpreted", "compiled", "levels"])
@pytest.mark.parametrize("count", [258, 70_000])
def test_many_moves(way: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(ManyMoves(count), method="interpreted" if way == "interpreted" else "compiled")
    assert solution.counts.moves == count + 100
    assert len(solution) == 102
    start = solution.start
    assert solution.value(start) is WIN
    assert solution.remoteness(start) == 1
    assert solution.best_moves(start) == [count - 2]
    record = solution.probe(start)
    assert len(record.moves) == count
    assert record.moves[0].move == count - 2
    assert [m.move for m in record.moves[1:4]] == [0, 1, 2]


@pytest.mark.parametrize("method", METHODS)
def test_a_loss_of_many_moves(method: str) -> None:
    """It is known when the last of the 70,000 moves, parallel ones each, is known to be bad."""
    solution = solve(ManyMoves(wins=False), method=method)
    assert (solution.value(140_000), solution.remoteness(140_000)) == (LOSS, 2)
    assert len(solution.best_moves(140_000)) == 70_000


# --- three kinds of state -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2, 13, 84, 95, 166, 247])
def test_three_kinds_of_state_give_one_solution(seed: int) -> None:
    """Records, lines and counts, not only values."""
    games: list[RandomGame] = [AgainIntegers(seed), AgainTuples(seed), AgainStrings(seed)]
    solutions = [solve(g, method=m) for g in games for m in ("interpreted", "compiled", "auto")
                 if m != "compiled" or not isinstance(g, AgainStrings)]  # fmt: skip

    def told(solution: Solution) -> Any:
        game: Any = solution.game
        records = {}
        for state in solution.states():
            record = solution.probe(state)
            records[game.plain(state)] = (
                record.value,
                record.remoteness,
                record.seat,
                [(m.move, m.value, m.remoteness, m.best, m.perfect, game.plain(m.state))
                 for m in record.moves],
            )  # fmt: skip
        line = solution.line()
        return (
            records, [game.plain(s) for s in line.states], line.moves, line.loops,
            solution.counts, solution.by_remoteness, len(solution), game.plain(solution.start),
        )  # fmt: skip

    wanted = told(solutions[-1])
    for solution in solutions[:-1]:
        assert told(solution) == wanted


Place = namedtuple("Place", "x y")


@dataclass(frozen=True)
class Walking(Game):
    """NamedTuples, negative fields, one seat to move again after the move "left"."""

    size: int = 4

    def start(self):
        return Place(0, -self.size)

    def moves(self, state):
        if state.x > -self.size:
            yield -1
        if state.y < self.size:
            yield 1
            yield 2

    def play(self, state, move):
        if move < 0:
            return Place(state.x - 1, state.y)
        return Place(state.x, state.y + move)

    def outcome(self, state):
        if state.y > self.size:
            return Value.WIN
        if state.y == self.size and state.x == -self.size:
            return Value.LOSS
        return None

    def moves_again(self, state, move):
        return move < 0


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_named_tuples(method: str) -> None:
    solution, reference = solve(Walking(), method=method), solve(Walking(), method="reference")
    assert solution.counts == reference.counts
    for state in reference.states():
        assert type(state) is Place
        assert solution.probe(state) == reference.probe(state)
        assert solution.value(tuple(state)) is solution.value(state)
    assert all(type(state) is Place for state in solution.states())
    assert solution.find("0,-4") == Place(0, -4)
    rows = np.array([tuple(s) for s in reference.states()])
    assert solution.values(rows).tolist() == [reference.value(Place(*r)) for r in rows.tolist()]


# --- puzzles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_puzzle(method: str) -> None:
    """WIN is solved, the remoteness the fewest moves; dead ends are lost, loops endless."""

    class Puzzle(Planted):
        players: ClassVar[int] = 1
        stuck: ClassVar[Value] = Value.LOSS
        EDGES: ClassVar = (
            (1, 4, 6),  # 0
            (2,), (3,), (),  # 1, 2, 3: three steps to a solved state
            (0, 5), (3,),  # 4, 5: as many; and back
            (7, 8), (6,),  # 6, 7: a loop with a dead end beside it
            (9,), (),  # 8, 9: the dead end
        )  # fmt: skip

        def outcome(self, state):
            return Value.WIN if state == 3 else None

    solution = solve(Puzzle(), method=method)
    assert [solution.value(i) for i in range(10)] == [
        WIN, WIN, WIN, WIN, WIN, WIN, DRAW, DRAW, LOSS, LOSS
    ]  # fmt: skip
    assert [solution.remoteness(i) for i in range(10)] == [3, 2, 1, 0, 2, 1, None, None, 1, 0]
    assert solution.perfect_moves(0) == [0, 1]
    assert solution.best_moves(6) == [0]
    assert solution.counts.terminal == 2
    assert solution.longest_win == (0, 3)


# --- symmetries -----------------------------------------------------------------------------------


def unreachable_images(game: Any, plain: Solution) -> int:
    """How many images of reachable states no play reaches."""
    return sum(image not in plain for s in plain.states() for image in game.symmetries(s))


WAYS = ["interpreted", "compiled", "levels"]
SYMMETRIC = [*itertools.product((TurnedIntegers, TurnedTuples), WAYS)]
SYMMETRIC += [(TurnedStrings, "interpreted")]


@pytest.mark.parametrize(("cls", "way"), SYMMETRIC)
def test_symmetries(cls: type[RandomGame], way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution over representatives answers all reachable states, and counts no others."""
    if way == "levels":
        force_levels(monkeypatch, 7)
    method = "interpreted" if way == "interpreted" else "compiled"
    lost = whole = 0
    for seed in (0, 1, 2, 5, 12, 13, 32, 43, 82, 96, 241, 243, 247, 252, 263, 273, 482, 487):
        game = cls(seed)
        plain = solve(game, method="interpreted", symmetries=False)
        solution = solve(game, method=method)
        assert plain.representatives is None
        assert solution.counts == plain.counts
        assert len(solution) == len(plain)
        assert solution.by_remoteness == plain.by_remoteness
        states = list(plain.states())
        degrees = {game.plain(s)[:2]: len(plain.probe(s).moves) for s in states}
        classes = {game.plain(s)[:2]: (plain.value(s), plain.remoteness(s)) for s in states}
        given = solution.representatives
        assert given is not None
        assert given.states == len(classes) == len(list(solution.states()))
        assert given.wins == sum(v is WIN for v, _ in classes.values())
        assert given.endless == sum(r is None for _, r in classes.values())
        assert given.terminal == sum(r == 0 for _, r in classes.values())
        assert given.moves == sum(degrees.values())
        for state in states:
            assert solution.probe(state) == plain.probe(state)
            assert state in solution
        assert solution.values(states).tolist() == plain.values(states).tolist()
        assert solution.remotenesses(states).tolist() == plain.remotenesses(states).tolist()
        missing = unreachable_images(game, plain)
        lost += missing > 0
        whole += missing == 0 and len(states) > given.states
    assert lost >= 2, "games some images of whose states no play reaches"
    assert whole >= 2, "games all images of whose states are reached"


@dataclass(frozen=True)
class Piles(Game):
    """Nim with piles in any order, as a tuple that gets shorter (or as what ``kind`` says)."""

    piles: tuple[int, ...] = (1, 2, 3)
    kind: str = "shorter"

    def start(self) -> Any:
        return self._as(self.piles)

    def _as(self, piles: tuple[int, ...]) -> Any:
        if self.kind == "shorter":
            return tuple(p for p in piles if p)
        if self.kind == "large":  # four numbers of 20 bits need more than 63
            return tuple(p * 2**20 // 4 for p in piles)
        if self.kind == "nested":
            return tuple((p,) for p in piles)
        return piles

    def _of(self, state: Any) -> tuple[int, ...]:
        if self.kind == "large":
            return tuple(p * 4 // 2**20 for p in state)
        return tuple(p[0] for p in state) if self.kind == "nested" else state

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        for i, pile in enumerate(self._of(state)):
            for take in range(1, pile + 1):
                yield i, take

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        piles = list(self._of(state))
        piles[move[0]] -= move[1]
        return self._as(tuple(piles))

    def outcome(self, state: Any) -> Value | None:
        return None if any(self._of(state)) else Value.LOSS

    def symmetries(self, state: Any) -> Iterator[Any]:
        for piles in itertools.permutations(self._of(state)):
            yield self._as(piles)


@pytest.mark.parametrize(
    ("kind", "piles"),
    [("plain", (0, 2, 3)), ("plain", (3, 1, 0)), ("shorter", (3, 1, 2)), ("large", (1, 2, 3, 3)),
     ("nested", (3, 1, 2)), ("nested", (0, 1, 2))],
)  # fmt: skip
def test_symmetries_of_tuples_of_all_sorts(kind: str, piles: tuple[int, ...]) -> None:
    """States that are no representatives are found where keys are tight, or numbers."""
    game = Piles(piles, kind)
    plain = solve(game, symmetries=False)
    for method in ("auto", "interpreted"):
        solution = solve(game, method=method)
        assert solution.counts == plain.counts
        states = list(plain.states())
        assert len(states) > solution.representatives.states > 2  # type: ignore[union-attr]
        for state in states:
            assert solution.probe(state) == plain.probe(state)
        assert solution.values(states).tolist() == plain.values(states).tolist()
        line = solution.line()
        assert len(line.moves) == plain.remoteness(plain.start)
        for wrong in ["x", None, -4, (9, 9, 9), ((9,),), [1], {}, 2.5]:
            assert wrong not in solution, wrong
            assert solution.get(wrong) is None


# --- dictionaries and wholes ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2, 13, 26, 84, 96])
def test_scores_and_best_moves_of_all(seed: int) -> None:
    """S1's two dictionaries, in its order."""
    solution = solved(AgainStrings, seed)
    scores = solution.scores()
    assert set(scores) == {s for s in solution.states() if solution.value(s) is not DRAW}
    assert all(score == int(solution.value(s)) - 2 for s, score in scores.items())
    order = [(solution.remoteness(s), score) for s, score in scores.items()]
    assert order == sorted(order)
    moves = solution.best_moves_of_all()
    assert moves == {
        s: solution.best_moves(s) for s in solution.states() if not solution.probe(s).terminal
    }
    assert all(moves.values())


def test_scores_are_wins_and_losses_only() -> None:
    assert solve(Planted()).scores() == {11: -1, 10: 1}


def test_nothing_won() -> None:
    solution = solve(Chain(5))
    assert solution.longest_win is None
    assert solution.scores() == {}
    assert solution.summary()["longest_win"] is None


def test_longest_win_is_the_first_of_its_remoteness() -> None:
    several = 0
    for seed in (5, 23, 43, 44, 53, 64, 73, 85, 163):
        for cls in (AgainIntegers, AgainTuples):
            solution = solve(cls(seed))
            won = [
                (solution.remoteness(s), s) for s in solution.states() if solution.value(s) is WIN
            ]
            longest = max((r for r, _ in won if r is not None), default=None)
            first = [s for r, s in won if r == longest]
            several += len(first) > 1
            wanted = None if longest is None else (min(first), longest)
            assert solution.longest_win == wanted
    assert several >= 4


SUMMARY = [
    "game",
    "parameters",
    "states",
    "moves",
    "terminal",
    "wins",
    "draws",
    "losses",
    "endless",
]
AFTER = ["start", "longest_win", "engine", "seconds"]
COUNTS = ["states", "moves", "terminal", "wins", "draws", "losses", "endless"]


def test_summary() -> None:
    summary = solve(Planted()).summary()
    assert list(summary) == [*SUMMARY, *AFTER]
    assert summary["game"] == "Planted"
    assert summary["parameters"] == {}
    assert summary["start"] == {"state": 0, "value": "draw", "remoteness": 2}
    assert summary["longest_win"] == {"state": 10, "remoteness": 1}
    assert summary["engine"] == "interpreted"
    assert 0 <= summary["seconds"] < 5
    assert [summary[name] for name in COUNTS] == [12, 12, 3, 1, 10, 1, 2]
    symmetric = solve(Piles((0, 2, 3), "plain"), method="interpreted").summary()
    assert list(symmetric) == [*SUMMARY, "representatives", *AFTER]
    assert list(symmetric["representatives"]) == COUNTS
    assert symmetric["parameters"] == {"piles": [0, 2, 3], "kind": "plain"}
    assert symmetric["start"]["state"] == [0, 2, 3]
    for whole in (summary, symmetric):
        assert json.loads(json.dumps(whole)) == whole
    assert json.loads(json.dumps(solve(Planted()).probe(0).as_dict()))["moves"][2] == {
        "move": 2, "text": "2", "value": "draw", "remoteness": None, "best": True,
        "perfect": False, "state": 8,
    }  # fmt: skip
    start = solve(Chain(2), method="compiled")
    assert start.summary()["engine"] == start.engine == "compiled"


class Stuck(Planted):
    """One state, without moves."""

    def moves(self, state):
        return range(0)

    def outcome(self, state):
        return None


class Alone(Stuck):
    """One state, in which the play is over."""

    def outcome(self, state):
        return Value.WIN


@pytest.mark.parametrize("method", METHODS)
def test_one_state(method: str) -> None:
    for stuck in (WIN, DRAW, LOSS)[: 1 if method == "compiled" else 3]:
        game = type("Stays", (Stuck,), {"stuck": stuck})()
        solution = solve(game, method=method)
        assert (solution.value(0), solution.remoteness(0)) == (stuck, 0)
    solution = solve(Alone(), method=method)
    assert len(solution) == 1
    assert solution.value(0) is WIN
    assert solution.longest_win == (0, 0)
    assert solution.counts.as_dict() == {
        "states": 1, "moves": 0, "terminal": 1, "wins": 1, "draws": 0, "losses": 0, "endless": 0,
    }  # fmt: skip
    assert solution.line().states == (0,)
    assert solution.probe(0).terminal
    assert solution.best_moves(0) == solution.perfect_moves(0) == []
    with pytest.raises(RulesError) as problem:
        solve(Stuck(), method=method)
    assert problem.value.promise == "stuck-state"
    assert problem.value.state == 0


# --- states that are none -------------------------------------------------------------------------


class Hopeless:
    """Neither hashed nor compared nor shown."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __repr__(self) -> str:
        raise RuntimeError("not to be shown")


WRONG: list[Any] = [
    -1,
    99,
    2**63,
    2**70,
    "0",
    "",
    None,
    1.5,
    (),
    (0,),
    [0],
    {},
    {0},
    True,
    Hopeless(),
]
WRONG += [(0, "x"), ("x",) * 4, (0, 1, 2, 3, 4), (2**70,) * 4, "0:0", "0:9:9:9"]


CLASSES = [Planted, AgainTuples, TurnedIntegers, TurnedTuples]
BOTH = itertools.product(CLASSES, ["interpreted", "compiled"])


@pytest.mark.parametrize(("cls", "method"), [*BOTH, (AgainStrings, "interpreted")])
def test_what_is_no_state(cls: type[Game], method: str) -> None:
    """Unreachable, malformed, unhashable: unknown, said in a sentence."""
    solution = solve(cls(), method=method)
    for wrong in WRONG:
        shown = "Hopeless" if isinstance(wrong, Hopeless) else repr(wrong)
        assert wrong not in solution, shown
        assert solution.get(wrong) is None, shown
        asks = [solution.value, solution.remoteness, solution.probe, solution.best_moves]
        asks += [solution.perfect_moves, solution.line] if wrong is not None else []
        for ask in asks:
            with pytest.raises(UnknownStateError, match="no play from the start reaches"):
                ask(wrong)
    assert solution.values(WRONG).tolist() == [0] * len(WRONG)
    assert solution.remotenesses(WRONG).tolist() == [-1] * len(WRONG)
    with pytest.raises(KeyError):
        solution.value(WRONG[1])


def test_find() -> None:
    integers = solve(Planted())
    assert integers.find("8") == 8
    for text in ("", "x", "1,2", "1.5"):
        with pytest.raises(ParseError):
            integers.find(text)
    with pytest.raises(UnknownStateError):
        integers.find("12")
    tuples = solve(Piles((1, 2), "plain"), symmetries=False)
    assert tuples.find("1,0") == tuples.find("(1, 0)") == (1, 0)
    with pytest.raises(ParseError, match="2 whole numbers"):
        tuples.find("1")
    with pytest.raises(UnknownStateError):
        tuples.find("3,3")
    strings = solved(AgainStrings, 2)
    assert strings.find("2:0:0") == "2:0:0"
    with pytest.raises(UnknownStateError):
        strings.find("2:0:7")
    # a game that cannot parse: texts are compared
    nested = solve(Piles((1, 2), "nested"), symmetries=False)
    assert nested.find("((0,), (1,))") == ((0,), (1,))
    with pytest.raises(ParseError):
        nested.find("((7,), (7,))")

    class Raises(Planted):
        def parse(self, text: str) -> int:
            return [0, 1][int(text)]

    with pytest.raises(ParseError) as problem:
        solve(Raises()).find("5")
    assert '"5"' in str(problem.value)


@pytest.mark.parametrize("cls", [AgainIntegers, AgainTuples, AgainStrings])
def test_batches(cls: type[RandomGame]) -> None:
    """Arrays, lists and generators of states, known and unknown ones mixed."""
    solution = solve(cls(84), method="interpreted")
    game: Any = solution.game
    known = list(solution.states())
    unknown = [game.state_of(84, 2_000, 1), game.state_of(85, 0, 0)]
    mixed = [*known, *unknown, known[0]]
    random.Random(1).shuffle(mixed)
    values = [int(solution.value(s)) if s in solution else 0 for s in mixed]
    plies = [solution.remoteness(s) if s in solution else None for s in mixed]
    assert 0 in values
    forms: list[Any] = [mixed, tuple(mixed), iter(mixed)]
    forms += [] if cls is AgainStrings else [np.array(mixed)]
    for states in forms:
        given = solution.values(states)
        assert given.dtype == np.uint8
        assert given.tolist() == values
    for states in [mixed, iter(mixed)]:
        given = solution.remotenesses(states)
        assert given.dtype == np.int32
        assert given.tolist() == [-1 if r is None else r for r in plies]
    assert solution.values([]).tolist() == []


def test_by_remoteness_adds_up() -> None:
    for cls, seed in RANDOM[::5]:
        solution = solved(cls, seed)
        rows = solution.by_remoteness
        counts = solution.counts
        for name in ("wins", "draws", "losses"):
            assert sum(row[name] for row in rows.values()) == getattr(counts, name)
        assert sum(rows.get(0, {}).values()) == counts.terminal
        assert sum(rows.get(None, {}).values()) == rows.get(None, {}).get("draws", 0)
        assert rows.get(None, {}).get("draws", 0) == counts.endless
        plies = [r for r in rows if r is not None]
        assert plies == sorted(plies)


def test_seats() -> None:
    solution = solved(SeatedStrings, 84)
    for state in itertools.islice(solution.states(), 20):
        assert solution.probe(state).seat == solution.game.player(state)
        assert solution.probe(state, 1).seat == solution.game.player(state)
    alternating = solve(Planted())
    assert alternating.probe(0).seat is None
    assert alternating.probe(0, 1).seat == 1


def test_functions_of_the_older_style() -> None:
    """Unchanged functions; states that are False-like are legal; the warning shows a state."""

    def do_move(move: int, state: int) -> Any:
        return state - move if state >= move else False

    game = Game.from_functions(4, [1, 3], do_move, lambda s: -1 if s == 0 else "undecided")
    solution = solve(game)
    assert [solution.value(i) for i in range(5)] == [LOSS, WIN, LOSS, WIN, LOSS]
    late = Game.from_functions(4, [3], do_move, lambda s: "undecided")
    for method in ("auto", "interpreted", "reference"):
        with pytest.warns(PerfectPlayWarning, match="1"):
            assert solve(late, method=method).value(4) is DRAW
    decided = Game.from_functions(4, [3], do_move, lambda s: "undecided", stuck=WIN)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(decided).value(4) is LOSS


# --- arguments and ways ---------------------------------------------------------------------------


def test_bad_arguments() -> None:
    game = Planted()
    for bad in (0, -1):
        with pytest.raises(ValueError, match="threads"):
            solve(game, threads=bad)
        with pytest.raises(ValueError, match="max_states"):
            solve(game, max_states=bad)
    for bad in ("2", 1.5, True):
        with pytest.raises(TypeError, match="threads"):
            solve(game, threads=bad)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="max_states"):
            solve(game, max_states=bad)  # type: ignore[arg-type]
    with pytest.raises(MethodError, match="auto, compiled, interpreted, reference"):
        solve(game, method="fast")
    with pytest.raises(TypeError, match=r"Planted\(\)"):
        solve(Planted)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a game"):
        solve(None)  # type: ignore[arg-type]


def test_max_states_is_the_most_that_may_be() -> None:
    for method in METHODS:
        assert len(solve(Planted(), method=method, max_states=12)) == 12
        with pytest.raises(EndlessGameError) as problem:
            solve(Planted(), method=method, max_states=11)
        assert problem.value.states >= 11
        assert "max_states" in str(problem.value)


def test_what_does_not_compile_says_why() -> None:
    with pytest.raises(MethodError, match="str"):
        solve(AgainStrings(3), method="compiled")
    with pytest.raises(MethodError, match="tuples"):
        solve(Piles((1, 2), "nested"), method="compiled")

    class Large(Steps):
        def start(self):
            return (self.length, 2**40, 2**40)

        def play(self, state, move):
            return (state[0] - 1, state[2] - 2**40, state[1])

        def outcome(self, state):
            return Value.LOSS if state[0] == 0 else None

    with pytest.raises(MethodError, match="63 bits"):
        solve(Large(5), method="compiled")
    assert solve(Large(5)).remoteness((5, 2**40, 2**40)) == 5
    functions = Game.from_functions(
        2, [1], lambda m, s: s - m if s else False, lambda s: 0 if not s else "undecided"
    )
    with pytest.raises(MethodError, match="functions"):
        solve(functions, method="compiled")


def test_small_games_never_wait_for_a_compiler() -> None:
    for game in (Planted(), AgainIntegers(9), AgainTuples(9)):
        solution = solve(game)
        assert (solution.engine, solution.why) == ("interpreted", None)


def test_large_games_are_compiled_or_say_why_not() -> None:
    large = solve(Chain(60_000))
    assert (large.engine, large.why) == ("compiled", None)

    class Grows(Steps):
        """Tuples that change their length late."""

        def start(self):
            return (self.length,)

        def play(self, state, move):
            return (state[0] - 1,) if state[0] > 10 else (state[0] - 1, 0)

        def outcome(self, state):
            return Value.LOSS if state[0] == 0 else None

    solution = solve(Grows(60_000))
    assert solution.engine == "interpreted"
    assert solution.why
    assert solution.remoteness((60_000,)) == 60_000
    assert len(solution) == 60_001

    class Words(Steps):
        def start(self):
            return str(self.length)

        def play(self, state, move):
            return str(int(state) - 1)

        def outcome(self, state):
            return Value.LOSS if state == "0" else None

    words = solve(Words(60_000))
    assert words.engine == "interpreted"
    assert "str" in str(words.why)
    assert words.remoteness("60000") == 60_000


def test_progress() -> None:
    told: list[Progress] = []
    solve(Chain(200_000), progress=told.append)
    stages = [p.stage for p in told]
    for stage in ("exploring", "compiling", "resolving"):
        assert stage in stages
    assert all(p.done <= (p.total or p.done) and p.seconds >= 0 for p in told)
    assert [p.seconds for p in told] == sorted(p.seconds for p in told)


# --- rules that break a promise -------------------------------------------------------------------


NO_FAULT, IN_MOVES, IN_PLAY, IN_OUTCOME, STICKS, NEGATIVE, TOO_LARGE, NO_VALUE = range(8)
IN_AGAIN = 8
FAULT = 10**6


@dataclass(frozen=True)
class Bad(Game):
    """Counts down from ``length``; in state ``at`` the rules go wrong as ``fault`` says.

    The fault lies in the state: one compilation serves them all.
    """

    length: int = 20_000
    at: int = 500
    fault: int = NO_FAULT

    TABLE: ClassVar = tuple(range(20_001))

    def start(self) -> Any:
        return self.fault * FAULT + self.length

    def wrong(self, state):
        return state // FAULT if state % FAULT == self.at else NO_FAULT

    def moves(self, state):
        if self.wrong(state) == IN_MOVES:
            raise ValueError("no such thing")
        return range(0 if self.wrong(state) == STICKS else 2)

    def play(self, state, move):
        fault = self.wrong(state)
        if fault == IN_PLAY and move:
            raise ZeroDivisionError("no such thing")
        if fault == NEGATIVE:
            return 5 - state
        if fault == TOO_LARGE:
            return state + 2**62 + 2**62
        return state - min(1 + move, state % FAULT)

    def outcome(self, state):
        fault = self.wrong(state)
        if fault == NO_VALUE:
            return 7
        # beyond the table in one state
        left = self.TABLE[state % FAULT + (50_000 if fault == IN_OUTCOME else 0)]
        return Value.LOSS if left == 0 else None

    def moves_again(self, state, move):
        if self.wrong(state) == IN_AGAIN and move:
            raise ValueError("no such thing")
        return False


BAD = [
    (IN_MOVES, "no such thing", None),
    (IN_PLAY, "no such thing", 1),
    (IN_OUTCOME, "range", None),
    (STICKS, "no legal move", None),
    (NEGATIVE, "-50", 0),
    (TOO_LARGE, "9223372036860", 0),
    (NO_VALUE, "7", None),
    (IN_AGAIN, "no such thing", 1),
]


@pytest.mark.parametrize("at", [500, 19_990])
@pytest.mark.parametrize("method", ["auto", "compiled", "interpreted", "reference"])
@pytest.mark.parametrize(("fault", "text", "move"), BAD)
def test_rules_that_go_wrong(fault: int, text: str, move: Any, method: str, at: int) -> None:
    """The state and the move are shown and kept, the rules' own exception is the cause."""
    with pytest.raises(RulesError) as problem:
        solve(Bad(at=at, fault=fault), method=method)
    error = problem.value
    assert text in str(error)
    assert error.state == fault * FAULT + at
    assert error.move == move
    assert str(error.state) in str(error)
    assert error.promise
    assert error.remedy
    if fault in (IN_MOVES, IN_PLAY, IN_OUTCOME, IN_AGAIN):
        assert isinstance(error.__cause__, ValueError | ZeroDivisionError | IndexError)


@pytest.mark.parametrize(("fault", "text", "move"), BAD)
def test_levels_never_hide_broken_rules(
    fault: int, text: str, move: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exploring by levels shows the same state as exploring in one go."""
    force_levels(monkeypatch)
    with pytest.raises(RulesError) as problem:
        solve(Bad(8_000, fault=fault), method="compiled")
    assert (problem.value.state, problem.value.move) == (fault * FAULT + 500, move)
    assert text in str(problem.value)


def test_wrong_stuck() -> None:
    class WrongStuck(Bad):
        stuck: ClassVar[Any] = 9

    with pytest.raises(RulesError, match="stuck"):
        solve(WrongStuck(fault=STICKS))


class Wraps(Chain):
    """Compiled code computes 2^64 times something as nothing."""

    length: int = 20_000

    def play(self, state, move):
        if state <= 9_000:
            return max(0, state - 1 - (state * 2**40 * 2**24 // 2**62) % 8 // 4)
        return max(0, state - 1 - move)

    def moves(self, state):
        return range(2) if state > 9_000 else range(1)


@pytest.mark.parametrize("wide", [False, True])
def test_integers_that_wrap_in_compiled_code(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of compiled and interpreted rules finds them, and says what to do."""
    if wide:
        force_levels(monkeypatch)
    with pytest.raises(RulesError) as problem:
        solve(Wraps(), method="compiled")
    assert problem.value.promise == "compiled-differs"
    assert problem.value.state <= 9_000
    assert "interpreted" in str(problem.value)
    assert solve(Wraps(), method="interpreted").value(0) is DRAW


class Mutable(Steps):
    def start(self):
        return ("x", 0)

    def moves(self, state):
        return range(1)

    def play(self, state, move):
        return ("x", state[1] + 1) if state[1] < 10 else ["x", 11]

    def outcome(self, state):
        return None


class OtherKind(Steps):
    def play(self, state, move):
        return str(state) if state == 500 else state - 1


class GivesNone(Mutable):
    def play(self, state, move):
        return ("x", state[1] + 1) if state[1] < 10 else None


@pytest.mark.parametrize("method", ["auto", "interpreted", "reference"])
def test_states_that_are_none(method: str) -> None:
    for cls, state, promise in (
        (Mutable, ("x", 10), "unhashable-state"),
        (GivesNone, ("x", 10), "no-state"),
        (OtherKind, 500, "kind-changes"),
    ):
        with pytest.raises(RulesError) as problem:
            solve(cls(), method=method)
        assert problem.value.state == state
        assert problem.value.promise == promise
        assert problem.value.move == 0


@pytest.mark.parametrize("start", [-1, 2**63, [1], {}, None])
@pytest.mark.parametrize("method", METHODS)
def test_starts_that_are_no_states(start: Any, method: str) -> None:
    class Starts(Chain):
        def start(self) -> Any:
            return start

    with pytest.raises(PerfectPlayError) as problem:
        solve(Starts(), method=method)
    assert "start" in str(problem.value)


def test_tuples_that_change_their_length_are_interpreted() -> None:
    game = Piles((3, 2), "shorter")
    assert solve(game).value((2, 2)) is LOSS
    assert solve(game).value((2,)) is WIN


# --- games without end ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Endless(Game):
    """States without end: ``width`` new ones for each, or one."""

    width: int = 1

    def start(self) -> Any:
        return 1

    def moves(self, state):
        return range(self.width)

    def play(self, state, move):
        return state * self.width % 2**55 + move + 1 - (self.width > 1)

    def outcome(self, state):
        return None


class EndlessWords(Endless):
    def start(self) -> Any:
        return "1"

    def play(self, state: Any, move: int) -> Any:
        return str(int(state) + 1)


class EndlessTuples(Endless):
    """One field grows until no key holds it."""

    def start(self) -> Any:
        return (1, 0)

    def play(self, state, move):
        return put(state, 0, state[0] * 3)


@pytest.mark.parametrize("game", [Endless(), Endless(3), EndlessWords()], ids=repr)
@pytest.mark.parametrize("method", METHODS)
def test_games_without_end(game: Endless, method: str) -> None:
    if method == "compiled" and isinstance(game, EndlessWords):
        method = "auto"
    with pytest.raises(EndlessGameError) as problem:
        solve(game, method=method, max_states=60_000)
    assert problem.value.states >= 60_000
    assert f"{problem.value.states:,}" in str(problem.value)
    assert "max_states" in str(problem.value)


def test_a_wide_game_without_end_explored_by_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    force_levels(monkeypatch)
    with pytest.raises(EndlessGameError) as problem:
        solve(Endless(3), method="compiled", max_states=60_000)
    # a level is given up before it is whole
    assert 60_000 <= problem.value.states < 62_000


def test_thin_games_without_end_are_reported_by_themselves() -> None:
    """By default, within half a minute: ten million states of which never many wait."""
    began = time.perf_counter()
    with pytest.raises(EndlessGameError) as problem:
        solve(Endless())
    assert 10_000_000 <= problem.value.states < 12_000_000
    assert time.perf_counter() - began < 30


@pytest.mark.parametrize(
    ("rates", "limit", "ends"),
    [
        ([3.0] * 20, 10**12, False),  # a tree without end
        ([1 + 2 / 2 ** (k / 3) for k in range(20)], 10**7, False),  # a grid of three fields
        ([1.0] * 10, 10**12, True),  # nobody can say: the default limit will
        ([3 - 0.2 * k for k in range(11)], 10**12, True),
        ([3 - 0.02 * k for k in range(20)], 10**12, False),  # it would end far beyond the limit
        ([0.9] * 20, 10**12, True),
    ],
)
def test_games_that_only_grow_are_given_up_in_time(
    rates: list[float], limit: int, ends: bool
) -> None:
    """``rates``: new states for each one expanded, whenever twice as many have been expanded."""

    def explored(found: limits.Limits) -> None:
        states, done = 1_000.0, 1
        for rate in rates:
            for _ in range(14):
                more = max(1, done // 20)
                states, done = states + rate * more, done + more
                found.check(int(states), int(states) - done, lambda: 1, Endless())

    long_ago = time.perf_counter() - limits.PATIENCE - 1
    if ends:
        explored(limits.Limits(None, limit, began=long_ago))
    else:
        with pytest.raises(EndlessGameError, match="growth that hardly slackens"):
            explored(limits.Limits(None, limit, began=long_ago))
    explored(limits.Limits(None, limit))  # not before its time
    explored(limits.Limits(10**12, 10, began=long_ago))  # not where the caller says more


class ToTheLast(Chain):
    """The largest state there can be, with a loop."""

    def start(self):
        return 2**63 - 4

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        if move or state == 2**63 - 1:
            return 2**63 - 4
        return state + 1

    def outcome(self, state):
        return Value.LOSS if state == 5 else None


@pytest.mark.parametrize("way", ["interpreted", "compiled", "levels"])
def test_the_largest_state(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(ToTheLast(), method="interpreted" if way == "interpreted" else "compiled")
    assert len(solution) == 4
    assert solution.counts.moves == 8
    assert 2**63 - 1 in solution


def test_tuples_that_grow_without_end() -> None:
    with pytest.raises(EndlessGameError):
        solve(EndlessTuples(), max_states=3_000)


@dataclass(frozen=True)
class Pruned(Game):
    """Two piles; where they are equal, only the first is offered: the other move is the same."""

    n: int = 5
    stuck: ClassVar[Value] = Value.LOSS

    def start(self):
        return (self.n, self.n)

    def moves(self, state):
        for i in range(1 if state[0] == state[1] else 2):
            for k in range(1, state[i] + 1):
                yield (i, k)

    def play(self, state, move):
        if move[0] == 0:
            return (state[0] - move[1], state[1])
        return (state[0], state[1] - move[1])

    def symmetries(self, state):
        yield (state[1], state[0])

    def outcome(self, state):
        return None


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_classes_that_plays_reach_in_part_only_are_counted_as_reached(method: str) -> None:
    """The start is alone in its class, and yet class sizes count too many."""
    solution = solve(Pruned(), method=method)
    plain = solve(Pruned(), method=method, symmetries=False)
    assert len(plain) == 31
    assert solution.counts == plain.counts
    assert solution.representatives.states == 21
