"""Grundy values: the figures of the literature, and the definitions on games of all kinds."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from grundy_by_definition import DAWSON, GRUNDY, KAYLES, by_definition, nim_sum
from perfectplay import Game, Value, grundy, misere, solve, sum_of
from perfectplay.analysis.kernels import graph_order
from perfectplay.analysis.kernels import grundy as engine
from perfectplay.analysis.kernels.graph_order import nearest_loop
from perfectplay.analysis.kernels.grundy import mex
from perfectplay.analysis.periods import grundy_sequence
from perfectplay.core.errors import (
    NotImpartialError,
    StateLimitError,
    UnknownStateError,
)
from perfectplay.games.chomp import Chomp
from perfectplay.games.grundys_game import GrundysGame
from perfectplay.games.kayles import DawsonsKayles, Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.notakto import Notakto
from perfectplay.games.octal import Octal
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff
from perfectplay.solver.move_graph import MoveGraph

# --- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "first"), [(Kayles(), KAYLES), (DawsonsKayles(), DAWSON), (GrundysGame(), GRUNDY)]
)
def test_the_first_values_of_heaps(game, first):
    assert list(grundy_sequence(game, "n", 0, len(first) - 1).values) == first


@pytest.mark.parametrize(
    ("game", "length", "start", "exception"),
    [
        # landmarks; R. K. Guy and C. A. B. Smith (1956); Winning Ways, ch. 4
        (Kayles(), 12, 71, 70),
        (DawsonsKayles(), 34, 53, 52),
        (Octal(".137"), 34, 52, 51),  # Dawson's Chess: Dawson's Kayles, one place on
        (Octal(".26"), 4, 1, 0),
        (Octal(".35"), 6, 1, 0),
        (Octal(".53"), 9, 11, 10),
        (Octal(".54"), 7, 3, 2),
    ],
)
def test_periods_of_octal_games_are_found_and_proved(game, length, start, exception):
    found = grundy_sequence(game, "n", 0, 400)
    assert found.period is not None
    assert (found.period.length, found.period.start) == (length, start)
    assert found.last_exception == exception
    assert found.period.proved
    assert found.period.needs == 2 * max(start, 1) + 2 * length + len(game.digits) - 1
    if exception is not None:
        assert found.values[exception] != found.values[exception + length]


def test_a_period_is_proved_only_when_enough_was_seen():
    assert not grundy_sequence(Kayles(), "n", 0, 167).period.proved
    assert grundy_sequence(Kayles(), "n", 0, 168).period.proved
    assert grundy_sequence(Kayles(), "n", 0, 60).period is None
    assert not grundy_sequence(Kayles(), "n", 1, 400).period.proved
    assert grundy_sequence(GrundysGame(), "n", 0, 300).period is None


@pytest.mark.parametrize(
    ("takes", "values", "period"),
    [
        # landmarks; Winning Ways, ch. 4
        ((1, 3, 4), [0, 1, 0, 1, 2, 3, 2, 0, 1], (7, 0)),
        ((2, 4, 7), [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0, 2], (3, 8)),
        ((3, 5), [0, 0, 0, 1, 1, 1, 2, 2, 0, 0, 0], (8, 0)),
        ((2, 4), [0, 0, 1, 1, 2, 2, 0, 0], (6, 0)),
    ],
)
def test_subtraction_games(takes, values, period):
    found = grundy_sequence(Subtraction(1, takes), "stones", 0, 60)
    assert list(found.values[: len(values)]) == values
    assert (found.period.length, found.period.start) == period
    assert found.period.proved
    assert found.period.needs == sum(period) + max(takes) - 1


def test_values_are_shown_in_one_line():
    game = ThreeRocks(left=2, right=1)
    assert repr(grundy(game)) == "<Grundy values of three_rocks: 6 states, 0 to 3>"
    assert repr(grundy(sum_of(game, game))) == (
        "<Grundy values of sum_of(three_rocks,three_rocks): 36 states, 0 to 3>"
    )
    assert repr(grundy(Kayles())) == "<Grundy values of kayles: 12 parts, 1 to 6>"


def test_nim_and_wythoff():
    found = grundy(Nim((3, 5, 6)))  # Bouton 1901
    assert all(value == a ^ b ^ c for (a, b, c), value in found.table())
    found = grundy(Wythoff(18, 18))  # landmarks
    cold = {state for state, value in found.table() if value == 0}
    pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)]
    assert cold == {*pairs, *((b, a) for a, b in pairs)}


# --- the definitions ------------------------------------------------------------------------------

CODES = (".77", ".07", ".137", ".6", ".4", ".26", ".53", "4.007", "0.165", "4.3", ".", ".0001")


@pytest.mark.parametrize("code", CODES)
def test_heaps_have_the_values_of_their_states(code):
    """Sums of heaps solved as ordinary games, without knowing that they are sums."""
    game = Octal(code, 9)
    values = engine.octal_values(game.digits, 10).tolist()
    found = grundy(game)
    for state, value in by_definition(game).items():
        assert value == found.value(state)
        assert value == nim_sum(values[heap] for heap in state)


def test_the_kernels_do_what_their_twins_do(monkeypatch):
    for code in CODES:
        plain = engine.plain_octal_values(Octal(code).digits, 90)
        monkeypatch.setattr(engine, "SMALL", -1)
        assert engine.octal_values(Octal(code).digits, 90).tolist() == plain.tolist()
        monkeypatch.undo()
    rng = random.Random(7)
    for _ in range(200):
        n = rng.randrange(1, 40)
        names = rng.sample(range(n), n)  # a random order, so that children stand anywhere
        loops = rng.random() < 0.2
        children = [
            [names[rng.randrange(n if loops else i)] for _ in range(rng.randrange(5)) if i]
            for i in range(n)
        ]
        lists = [children[names.index(i)] for i in range(n)]
        starts = np.cumsum([0] + [len(some) for some in lists]).astype(np.int64)
        edges = np.array([child for some in lists for child in some], np.int32)
        graph = MoveGraph(starts, edges, None, False, np.zeros(n, np.uint8))
        plain = engine.grundy_values(graph)
        monkeypatch.setattr(engine, "SMALL", -1)
        monkeypatch.setattr(graph_order, "SMALL", -1)
        compiled = engine.grundy_values(graph)
        monkeypatch.undo()
        loop = nearest_loop(starts.tolist(), edges.tolist())[:-1]
        assert (plain is None) == (compiled is None) == bool(loop)
        if plain is not None:
            assert plain.tolist() == compiled.tolist()
            assert all(v == mex(plain[c] for c in lists[i]) for i, v in enumerate(plain))
        else:
            assert all(b in lists[a] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))


GAMES = [
    Nim((2, 3, 4)), Nim((2, 3, 4), multiset=True), Subtraction(40, (2, 5, 6)), ThreeRocks(6, 7),
    Wythoff(6, 5), Kayles(13), DawsonsKayles(15), GrundysGame(14), Octal("4.05", 9),
    misere(Chomp(3, 3)), misere(Notakto()), Nim((0, 0)), Kayles(0),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_lost_is_exactly_grundy_0(game):
    found, solution, plain = grundy(game), solve(game), by_definition(game)
    for state in solution.states():
        assert (solution.value(state) is Value.LOSS) == (found.value(state) == 0)
        assert found.value(state) == plain[state]
    assert found.start == found.value(game.start())
    assert found.counts == dict(sorted(Counter(v for _, v in found.table()).items()))


def test_a_large_game_is_valued_by_the_kernel():
    found = grundy(Nim((31, 31, 63)))
    assert len(found.whole) == 65_536
    assert found.counts == dict.fromkeys(range(64), 1024)


def test_a_game_that_is_not_as_declared_is_refused():
    with pytest.raises(NotImpartialError, match="tic_tac_toe is not declared impartial; if both"):
        grundy(TicTacToe())
    with pytest.raises(NotImpartialError, match=r"nim ends in 0,0 with a win .* misere\(nim\)"):
        grundy(Nim((1, 1), misere=True))
    with pytest.raises(NotImpartialError, match="misère play"):
        grundy(misere(Kayles(4)))


class Walk(Game):
    """A walk on a ring with one way out."""

    impartial = True

    def start(self):
        return 5

    def moves(self, state):
        return ["on", "out"] if state == 3 else ["on"]

    def play(self, state, move):
        return 9 if move == "out" else {5: 1, 1: 2, 2: 3, 3: 1}[state]

    def outcome(self, state):
        return Value.LOSS if state == 9 else None


def test_a_loop_is_shown():
    with pytest.raises(NotImpartialError, match=r"Walk has a loop \(1 -> 2 -> 3 -> 1\)"):
        grundy(Walk())

    class InParts(Walk):
        def parts(self, state):
            return [state]

    with pytest.raises(NotImpartialError, match=r"InParts has a loop through [123]:"):
        grundy(InParts())


def test_draws_and_players_who_move_twice_have_no_grundy_values():
    class Drawn(Walk):
        def outcome(self, state):
            return Value.DRAW if state == 2 else None

    class Twice(Subtraction):
        def player(self, state):
            return state // 3 % 2

    class TwiceInParts(Twice):
        def parts(self, state):
            return [state]

    class Again(Subtraction):
        def moves_again(self, state, move):
            return state == 3

    with pytest.raises(NotImpartialError, match="games without draws"):
        grundy(Drawn())
    for game in (Twice(9), TwiceInParts(9)):
        with pytest.raises(NotImpartialError, match="the same player moves again"):
            grundy(game)
    with pytest.raises(NotImpartialError, match="may move twice in a row"):
        grundy(Again(9))


def test_questions_beyond_a_game():
    with pytest.raises(UnknownStateError, match="no play of nim reaches 9,9"):
        grundy(Nim((1, 2))).value((9, 9))
    with pytest.raises(StateLimitError, match="more than 5 parts"):
        grundy(GrundysGame(20), max_states=5)
    assert grundy(Kayles(3)).value((20, 7, 7)) == KAYLES_20
    with pytest.raises(UnknownStateError, match="a sum of 2 games"):
        grundy(sum_of(Kayles(3), Kayles(2))).value((1, 2, 3))


KAYLES_20 = 1
"""A002186(20)."""
