"""Numbers that compiled code would have otherwise: the answers are Python's, and refusals are
true."""

from __future__ import annotations

import math

import pytest

from perfectplay import Game
from perfectplay.compiler.compare import compiled_answers
from perfectplay.compiler.load import compile_rules
from perfectplay.game.shape.keys import IntegerKeys
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


@refused("a fraction is rounded to some digits")
class Rounded(Taking):
    """1.05 becomes 1.1 in Python, 1.0 by Numba."""

    def taken(self, state, move):
        return int(round((state + move) * 1.05, 1) * 10)


class RoundedNumbers(Taking):
    """Halves of integers go to the even one."""

    def taken(self, state, move):
        tens = round(state * 5, -1) + round(-state * 5, -1) // 2
        return tens + round(state, 2) + round(state, -20 + 19) + round(state > 4, -1)


@refused("pow() of three with a large modulus leaves 63 bits")
class LargeModulus(Taking):
    def taken(self, state, move):
        return pow(state + (1 << 40), 2, (1 << 62) - 57)


class Modulus(Taking):
    def taken(self, state, move):
        return pow(state + 3037000000, 5, 3037000493) + pow(-state, 3, -3037000493)


@refused("comb() leaves 63 bits on the way")
class Chosen(Taking):
    """The answer has 59 bits, the last product has more than 63."""

    def taken(self, state, move):
        return math.comb(62, 31 + state * 0)


@refused("factorial() leaves 63 bits")
class Orders(Taking):
    def taken(self, state, move):
        return math.factorial(21 + move) % 1009


@refused("a number that is turned round leaves 63 bits")
class TurnedRound(Taking):
    def taken(self, state, move):
        return int(str(state + 1999999999999999990)[::-1])


class LargestOfAll(Taking):
    def taken(self, state, move):
        n = math.factorial(18 + move) + math.comb(60, 20 + state)
        return n + int(str(922337203685477580 + move)[::-1])


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_numbers_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)


class Root(Taking):
    """The root of a negative number is an error of the rules."""

    def taken(self, state, move):
        return int(math.sqrt(state - 4))


class Unlike(Taking):
    """So are lists of unlike lengths in a zip that is strict."""

    def taken(self, state, move):
        xs = list(range(state))
        return sum(x * y for x, y in zip(xs, (1, 2, 3, 4), strict=True))


@pytest.mark.parametrize(("cls", "state"), [(Root, 3), (Unlike, 5)], ids=lambda x: str(x))
def test_what_python_refuses_is_no_answer(cls: type[Game], state: int) -> None:
    compiled = compile_rules(cls())
    assert compiled_answers(compiled, IntegerKeys(), [4]) != [None]
    with pytest.raises(ValueError, match=r"root|unlike lengths"):
        compiled_answers(compiled, IntegerKeys(), [state])
