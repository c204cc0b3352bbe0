"""Strategies: how they are found, what they are given, and what is said of what goes wrong."""

from __future__ import annotations

import sys
from functools import partial

import numpy as np
import pytest

from perfectplay.core.errors import GameFileError, PerfectPlayError, StrategyError
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.strategies.mirror import mirror, mirror_as_stated
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.play.strategy import Strategy, load_strategy, make_strategy, strategy_of
from perfectplay.registry.address import load_game
from places import TESTS

ROCKS = ThreeRocks()


# --- the mirror strategy as stated --------------------------------------------------------------

MIRROR = [
    # the opponent's last move again, in the opposite row
    ((3, 5, 6, 6, 5, 1), (5, 2), (0, 2)),
    ((3, 5, 2, 6, 5, 3), (2, 4), (3, 4)),
    # one row has more than one: beside an odd number of ones it is taken whole
    ((0, 1, 0, 6, 0, 0), (1, 2), (3, 6)),
    ((1, 1, 1, 6, 0, 0), (5, 1), (3, 6)),
    # beside an even number, or none, one is left
    ((0, 0, 0, 6, 0, 0), (2, 6), (3, 5)),
    ((1, 1, 0, 6, 0, 0), (2, 6), (3, 5)),
    # two rows have more than one: it repeats
    ((0, 0, 2, 6, 0, 0), (2, 4), (3, 4)),
    # only ones: it repeats where it can
    ((1, 0, 0, 1, 0, 0), (2, 1), (3, 1)),
    ((1, 1, 0, 0, 1, 1), (2, 1), None),
    # nothing to repeat
    ((3, 5, 6, 6, 5, 3), None, None),
]


@pytest.mark.parametrize(("state", "last", "answer"), MIRROR)
def test_the_mirror_as_stated(state, last, answer):
    assert mirror_as_stated(state, last) == answer
    assert load_strategy("mirror_as_stated", LastMouseLost()).answer(state, last) == answer


def test_the_mirror_is_mended_where_only_ones_are_left():
    assert mirror(LastMouseLost(), (0, 1, 0, 0, 1, 1), (2, 1)) == (1, 1)
    for state, last, answer in MIRROR:
        if max(state) > 1:
            assert mirror(LastMouseLost(), state, last) == answer
    # where the last one wins, there are no other cases
    assert mirror(Nim((3, 3)), (3, 0), (1, 3)) == (0, 3)


def test_the_library():
    strategy = load_strategy("mirror", LastMouseLost())
    assert strategy.name == "mirror"
    assert strategy.asks_last
    assert load_strategy("mirror", Nim()).function is mirror
    with pytest.raises(StrategyError, match=r"mirror is a strategy for Nim .* is ThreeRocks"):
        load_strategy("mirror", ROCKS)


# --- what a function takes ---------------------------------------------------------------------


class Counter:
    """Something that can be called and is no function."""

    def __call__(self, state):
        return (1, 0)


def named_last(state, last=None):
    return last or (0, 1)


TAKES = [
    (lambda state: (1, 0), False, (1, 0)),
    (lambda state, last: last, True, (2, 0)),
    (lambda position, previous: previous, True, (2, 0)),
    (lambda game, state: (game.most, 0), False, (3, 0)),
    (lambda game, state, last: (last[0], game.most), True, (2, 3)),
    (lambda state, depth=3: (depth, 0), False, (3, 0)),
    (lambda state, *, depth=3: (depth, 0), False, (3, 0)),
    (named_last, True, (2, 0)),
    (partial(lambda depth, state: (depth, 0), 2), False, (2, 0)),
    (Counter(), False, (1, 0)),
    (Counter().__call__, False, (1, 0)),
]


@pytest.mark.parametrize(("function", "asks_last", "answer"), TAKES)
def test_what_a_function_takes(function, asks_last, answer):
    strategy = make_strategy(function, ROCKS)
    assert strategy.asks_last is asks_last
    assert strategy.answer((3, 3), (2, 0)) == answer


TAKES_WRONG = [
    (lambda: (1, 0), r"takes \(\); expected \(state\), \(state, last\)"),
    (lambda game: (1, 0), r"takes \(game\); expected"),
    (lambda a, b, c: (1, 0), r"takes \(a, b, c\); expected"),
    (lambda state, *, depth: (1, 0), "needs depth by name"),
    (7, "a strategy is a function or its name, not 7"),
]


@pytest.mark.parametrize(("function", "said"), TAKES_WRONG)
def test_what_a_function_must_not_take(function, said):
    with pytest.raises(StrategyError, match=said):
        strategy_of(function, ROCKS)


def test_strategies_texts_and_functions_are_strategies():
    made = make_strategy(named_last, ROCKS, "mine")
    assert strategy_of(made, ROCKS) is made
    assert isinstance(strategy_of(named_last, ROCKS), Strategy)
    assert strategy_of("mirror", Nim()).name == "mirror"


# --- what it answers ------------------------------------------------------------------------------


def test_numbers_out_of_tables_are_moves():
    table = np.array([3, 1, 2])
    answer = make_strategy(lambda state: table[1], Subtraction()).answer(5, legal=[1, 2])
    assert answer == 1
    assert type(answer) is int


def test_an_answer_need_not_be_legal():
    assert make_strategy(lambda state: (9, 9), ROCKS).answer((1, 1), legal=[(1, 0)]) == (9, 9)


def test_what_the_game_cannot_write_is_no_move():
    strategy = make_strategy(lambda state: (1,), Nim())
    with pytest.raises(StrategyError, match=r"answered \(1,\) in state .* cannot write as a move"):
        strategy.answer((3, 3), legal=[(0, 1)])


def test_what_ends_the_program_is_told():
    with pytest.raises(StrategyError, match="raised SystemExit: 3 in state 1,1"):
        make_strategy(lambda state: sys.exit(3), ROCKS).answer((1, 1))


# --- files -------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file(here):
    (here / "mine.py").write_text(
        "TAKEN = 1\n\ndef _one():\n    return (TAKEN, 0)\n\n\ndef one(state, last):\n"
        "    if last == (3, 0):\n        return table[last]\n    return _one()\n"
    )
    strategy = load_strategy("mine.py:one", ROCKS)
    assert (strategy.name, strategy.asks_last) == ("mine.py:one", True)
    assert strategy.answer((3, 3)) == (1, 0)
    said = r"mine.py:one raised NameError: .* in state 3,3 after the move 3,0 \(mine.py:9\)"
    with pytest.raises(StrategyError, match=said):
        strategy.answer((3, 3), (3, 0))
    assert load_strategy("mine:one", ROCKS).answer((3, 3)) == (1, 0)


def test_the_game_s_own_file_is_not_run_twice(here):
    """So that moves which the strategy makes are of the class of the game's."""
    (here / "mine.py").write_text(
        "from dataclasses import dataclass\nfrom perfectplay import Game, Value\n\n"
        "@dataclass(frozen=True)\nclass Take:\n    stones: int\n\n"
        "class Stones(Game):\n    def start(self): return 3\n"
        "    def moves(self, state): return [Take(1)]\n"
        "    def play(self, state, move): return state - move.stones\n"
        "    def outcome(self, state): return Value.LOSS if state == 0 else None\n\n"
        "def one(state):\n    return Take(1)\n"
    )
    game = load_game("mine.py")
    strategy = load_strategy("mine.py:one", game)
    assert strategy.answer(3) in list(game.moves(3))


NOT_THERE = [
    ("mine.py", "mine.py names no function; say mine.py:first or mine.py:second"),
    ("mine.py:frist", "mine.py has no 'frist'; say mine.py:first"),
    ("mine.py:TABLE", "mine.py:TABLE is not a function; say"),
    ("mine.py:Class", "mine.py:Class is not a function; say"),
    ("gone.py:first", "no file gone.py; a function is named as in mine.py:answer"),
    ("mine", "no strategy 'mine' in the library; for a function of the file beside it say mine.py"),
    ("empty.py", "empty.py names no function; it defines no function; a strategy is one that"),
    ("mirro", "no strategy 'mirro' in the library; did you mean mirror?"),
    ("bouton", "it has mirror and mirror_as_stated; a function of a file is FILE.py:NAME"),
    ("broken.py:x", "broken.py is not Python"),
    ("no.such.module:x", "no module 'no'"),
    ("", "no strategy ''"),
]


@pytest.mark.parametrize(("text", "said"), NOT_THERE)
def test_what_is_no_strategy(here, text, said):
    (here / "mine.py").write_text(
        "TABLE = {}\nclass Class: pass\ndef first(state): pass\ndef second(state): pass\n"
    )
    (here / "empty.py").write_text("")
    (here / "broken.py").write_text("def x(:")
    with pytest.raises((StrategyError, GameFileError)) as raised:
        load_strategy(text, ROCKS)
    assert said in str(raised.value)
    assert isinstance(raised.value, PerfectPlayError)


def test_the_sessions_of_the_docs_are_those_of_the_program():
    here = TESTS
    told = "".join((here / "golden" / f"{name}.txt").read_text() for name in ("prove", "advise"))
    blocks = (here.parent / "docs" / "strategies.md").read_text().split("```\n$ ")[1:]
    assert len(blocks) == 3
    for block in blocks:
        assert "$ " + block.split("\n```")[0] in told
