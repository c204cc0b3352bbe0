"""Rules as compiled code: their integers, and what users see of them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from kept_code import children
from perfectplay import Game, Value, solve
from perfectplay.compiler.compare import compare, compiled_answers
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.core.errors import MethodError, RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt


@dataclass(frozen=True)
class Heap(Game):
    most: int = 2

    def start(self):
        return 9

    def moves(self, state):
        return range(1, self.most + 1)

    def play(self, state, move):
        return max(0, state - move)

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


# --- integers -------------------------------------------------------------------------------------


class Numbers(Game):
    """What a state becomes is given by a class of its own."""

    def start(self):
        return 40

    def moves(self, state):
        return range(1, 5)

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Wraps(Numbers):
    def play(self, state, move):
        return (state * 0x7FFFFFFFFFFFFFF1) % 1000 + move


class ShiftsFar(Numbers):
    def play(self, state, move):
        return (1 << (state + 31)) % 1000


class ShiftsFarRight(Numbers):
    def play(self, state, move):
        return (1000 + move) >> (state + 30)


class Divides(Numbers):
    def play(self, state, move):
        n = 1000 - 50 * state * move
        return 100_000 + n // 7 + n % 7 + n // -7 + n % -7 + (n >> 2) + divmod(n, -3)[1]


class Powers(Numbers):
    def play(self, state, move):
        return state**move + pow(state, 3, 7) + pow(move, 2)


class Masks(Numbers):
    def play(self, state, move):
        return ((~state & 0xFF) << move | (state ^ -1) & 0x7FFFFFFFFFFFFFFF) & 0xFFFF


def difference(game, states):
    return compare(compile_rules(game), CheckedGame(game), IntegerKeys(), states)


@pytest.mark.parametrize("cls", [Divides, Powers, Masks, ShiftsFarRight])
def test_integers_are_those_of_python(cls, cache):
    assert difference(cls(), range(1, 60)) is None


@pytest.mark.parametrize("cls", [Wraps, ShiftsFar])
def test_integers_that_leave_their_word_are_found(cls, cache):
    found = difference(cls(), [40])
    assert found is not None
    assert found.promise == "compiled-differs"


@pytest.mark.parametrize(
    ("number", "fits"), [(2**63 - 1, True), (-(2**63), True), (2**63, False), (2**64 - 1, False)]
)
def test_constants_are_signed_words(number, fits, cache):
    class Constant(Numbers):
        mask = number

        def play(self, state, move):
            return (state & self.mask) + move

    if fits:
        assert difference(Constant(), [40]) is None
    else:
        with pytest.raises(NotCompilable, match=rf"self\.mask is {number}, which leaves 63 bits"):
            compile_rules(Constant())


class Unsigned(Numbers):
    table = np.array([1, 2**62], np.uint64)

    def play(self, state, move):
        return (self.table[move & 1] + state - 1) & 0xFFFF


class Rounded(Game):
    """Compiled code must not cut a fraction off and go on."""

    def start(self):
        return (8, 3)

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return (state[0] / 2, state[1])

    def outcome(self, state):
        return Value.LOSS if state[0] < 2 else None


def test_unsigned_tables_are_signed_once_compiled(cache):
    assert difference(Unsigned(), range(1, 50)) is None


def test_fractions_are_no_states(cache):
    with pytest.raises(NotCompilable, match="its states hold a fraction"):
        compile_rules(Rounded())


# --- what users see -------------------------------------------------------------------------------


class LargeTable(Numbers):
    table = np.arange(300_000)

    def play(self, state, move):
        return int(self.table[state]) - move


class Reflected(Numbers):
    def play(self, state, move):
        some = [[state]]
        some.append([move])
        return some[0][0] - some[-1][0]


@pytest.mark.parametrize("cls", [LargeTable, Reflected])
def test_no_warning_of_the_compiler_is_seen(cls, cache):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        rules = compile_rules(cls())
        assert children(rules, 40) == [39, 38, 37, 36]
    assert [str(w.message) for w in seen] == []


def test_names_of_the_rules_do_not_meet_names_of_the_module(cache):
    class Shadows(Game):
        def start(self):
            return (1, 2)

        def moves(self, state):
            row, put, sort, expand, decode, np, math = 1, 2, 3, 4, 5, 6, 7
            for count in state:
                if all(index >= 0 for index in ROWS[count]) and any(_pp_c0 for _pp_c0 in state):
                    yield row + put + sort + expand + decode + np + math - 28

        def play(self, state, move):
            state_, _state, key = state, 0, 1
            return tuple(max(0, cell - key) + _state for cell in state_)

        def outcome(self, state):
            return expand(state)

    compiled = compile_rules(Shadows())
    assert compiled.kernels.expand.signatures


ROWS = ((0,), (1, 2), ())


def expand(state):
    return Value.LOSS if sum(state) == 0 else None


class Guessed(Game):
    """A tuple that is not as long as the state, which only shows when it is made."""

    def start(self):
        return (2, 1)

    def moves(self, state):
        some = []
        for i in range(2):
            if state[i]:
                some.append(i)
        return range(len(tuple(some)))  # HERE

    def play(self, state, move):
        return (max(0, state[0] - 1), max(0, state[1] - 1))

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


def test_a_tuple_of_another_length_than_it_looked(cache):
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.endswith("# HERE"))
    why = f"another length than compiled code expects in state 1,0 .*test_translate.py:{line}"
    with pytest.raises(NotCompilable, match=why):
        compare(
            compile_rules(Guessed()), CheckedGame(Guessed()), learnt([(0, 0), (2, 2)]), [(1, 0)]
        )
    with pytest.raises(MethodError, match=why):
        solve(Guessed(), method="compiled")


def low(number):
    if number > 1:
        raise ValueError("too high")
    return number


class Raises(Guessed):
    """What is raised in and after comprehensions must be seen, also in loops."""

    def moves(self, state):
        total = 0
        for turn in range(2):
            some = [low(i) for i in range(2) if state[i] > turn]
            total += low(state[0]) + len(some)
        return range(total % 2 + 1)


def test_what_is_raised_after_a_comprehension_is_seen(cache):
    compiled, keys = compile_rules(Raises()), learnt([(0, 0), (2, 2)])
    assert compare(compiled, CheckedGame(Raises()), keys, [(1, 1), (1, 0), (0, 1)]) is None
    with pytest.raises(RulesError, match="ValueError: too high in state 2,1"):
        compare(compiled, CheckedGame(Raises()), keys, [(2, 1)])
    with pytest.raises(ValueError, match="raised by the rules"):  # compiled code by itself
        compiled_answers(compiled, keys, [(2, 1)])


class Filtered(Guessed):
    """A tuple has more items in some states than there is room for."""

    most = 2

    def moves(self, state):
        most = 10**2 if state[0] == self.most else 2
        return range(len(tuple(i for i in range(most) if i > 90 - most or state[i])) % 2 + 1)


def test_a_tuple_whose_length_is_seen_to_vary(cache):
    compiled, keys = compile_rules(Filtered()), learnt([(0, 0), (2, 2)])
    assert compare(compiled, CheckedGame(Filtered()), keys, [(1, 1), (1, 0), (0, 1)]) is None
    with pytest.raises(NotCompilable, match=r"a tuple has more items .* a list may have any"):
        compare(compiled, CheckedGame(Filtered()), keys, [(2, 0)])


class Scoped(Numbers):
    """One name for different things in different scopes."""

    def play(self, state, move):
        def half(number):
            step = 2
            return number // step

        step = 1 + half(move)
        move = max(move for move in (move, 1))
        cells = [0, 0]
        cells[0] = step
        cells[-1] += move
        return sum([step for step in cells]) + step  # noqa: C416


def test_names_keep_their_scopes(cache):
    assert difference(Scoped(), range(1, 10)) is None


def test_a_property_that_raises():
    class Raises(Heap):
        @property
        def size(self):
            return 1 // 0

        def moves(self, state):
            return range(self.size)

    with pytest.raises(NotCompilable, match=r"self\.size raises ZeroDivisionError.*test_translate"):
        translate(Raises())


def test_the_lines_are_the_users():
    places = translate(Heap()).places
    text = Path(__file__).read_text().splitlines()
    said = {text[line - 1].strip() for file, line in places.values() if file == __file__}
    assert "return max(0, state - move)" in said
