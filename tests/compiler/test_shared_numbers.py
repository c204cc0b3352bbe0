"""Games whose rules differ in whole numbers share kernels, and are solved as without that."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import idioms
from perfectplay import Game, Value, solve
from perfectplay.compiler import load
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import RulesToCompile, compile_rules, module_text
from perfectplay.compiler.shared_numbers import MOST, SHARED, Places, lifted, places_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dodgem import Dodgem
from perfectplay.games.domineering import Domineering
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")

FAMILIES: dict[str, Sequence[Game]] = {
    "an integer": (ConnectFour(3, 3, 3), ConnectFour(4, 2, 3), ConnectFour(2, 3, 2)),
    "symmetries as data": (TicTacToe(3, 2), TicTacToe(2, 3, 2)),
    "a tuple": (ThreeRocks(4, 4), ThreeRocks(3, 4, 2), ThreeRocks(5, 2, 4)),
    "loops": (Chopsticks(3), Chopsticks(4)),
    "points and further moves": (Kalah(2, 2, scoring=True), Kalah(2, 3, scoring=True)),
    "partisan": (Domineering(2, 3), Domineering(3, 2)),
    "pieces": (Hexapawn(3, 3), Hexapawn(2, 3), Hexapawn(4, 2)),
    "exits": (Dodgem(3), Dodgem(2)),
}


@pytest.fixture
def sharing() -> Iterator[Any]:
    """Sets what is shared, until the end of the test."""
    token = SHARED.set({})
    yield SHARED.set
    SHARED.reset(token)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_solved_as_without_sharing(family: str, sharing: Any) -> None:
    games = FAMILIES[family]
    wanted = [solve(game, method="reference") for game in games]
    sharing(places_of(map(module_text, games)))
    kernels, digests = {}, set()
    for game, right in zip(games, wanted, strict=True):
        compiled = compile_rules(game)
        kernels[compiled.kernels.__name__] = len(compiled.numbers)
        digests.add(compiled.digest)
        found = solve(game, method="compiled")
        assert found.counts == right.counts
        assert found.by_remoteness == right.by_remoteness
        assert RulesToCompile(game, symmetries=True).is_kept()
    assert len(digests) == len(games)
    if family != "symmetries as data":  # whose shapes may differ
        assert len(kernels) == 1
        assert 0 < next(iter(kernels.values())) <= MOST


@pytest.mark.thinned(20)
@pytest.mark.parametrize("line", idioms.COMPILES)
def test_any_number_may_be_lifted(line: str, sharing: Any) -> None:
    """Or it does not compile so, and then the module is compiled with the number in it."""
    game = idioms.COMPILES[line]
    sharing(_some_places(module_text(game), random.Random(line)))
    compiled, rules = compile_rules(game), CheckedGame(game)
    states = reached_states(rules)
    keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
    difference = compare(compiled, rules, keys, states)
    assert difference is None, str(difference)


def _some_places(text: str, rng: random.Random) -> Places:
    """Up to twelve of the numbers of the functions of the rules, as if each differed."""
    tree = ast.parse(text)
    numbers = {
        node.lineno: node
        for part in tree.body if isinstance(part, ast.FunctionDef) and part.name.startswith("_pp")
        for node in ast.walk(part) if isinstance(node, ast.Constant) and type(node.value) is int
    }  # fmt: skip
    chosen = rng.sample(sorted(numbers), min(12, len(numbers)))
    texts = [text]
    for change in range(1, 1 + len(chosen)):
        for i, line in enumerate(chosen):
            numbers[line].value = 1000 * i + change
        texts.append(ast.unparse(tree))
    return places_of(texts)


# --- what is lifted -------------------------------------------------------------------------------

HEAD = """
STUCK, STUCK_SCORE = (0, 0)
_pp_c0 = (1, 4)

@inner(nogil=True)
def helper(state):
    return state + 5

moves = helper

@inner(nogil=True)
def plain(state):
    return state

"""

KERNEL = """
@njit(nogil=True, cache=True)
def expand(keys, layout):
    '''What it does.'''
    for a in _pp_c0:
        b = plain(moves(a))
"""

LIFTED = """
@njit(nogil=True, cache=True)
def expand(keys, layout):
    '''What it does.'''
    _pp_lifted = (layout[2, 0], layout[2, 1],)
    for a in (1, _pp_lifted[0]):
        b = plain(moves(_pp_lifted, a))
"""


def test_the_text_that_is_shared(sharing: Any) -> None:
    text = HEAD + KERNEL
    sharing(places_of([text, text.replace("4", "7").replace("5", "9")]))
    found = lifted(text)
    assert found is not None
    assert found.numbers == (4, 5)
    wanted = HEAD.replace("_pp_c0 = (1, 4)\n", "").replace("state + 5", "state + _pp_lifted[1]")
    wanted = wanted.replace("helper(state)", "helper(_pp_lifted, state)") + LIFTED
    assert found.text == ast.unparse(ast.parse(wanted)) + "\n"
    other = lifted(text.replace("4", "8"))
    assert other is not None
    assert (other.text, other.numbers) == (found.text, (8, 5))


def test_places_that_always_have_one_number_are_one(sharing: Any) -> None:
    text = "@njit(cache=True)\ndef f(layout):\n    return 4 + 4 * 5 + 4 % 1"
    sharing(places_of([text, text.replace("4", "7").replace("5", "9")]))
    found = lifted(text)
    assert found is not None
    assert found.numbers == (4, 5)
    assert lifted(text.replace("4 %", "3 %")) is None  # not in this one


@pytest.mark.parametrize(
    "odd",
    [
        "@inner(nogil=True)\ndef f(state, n=4):\n    return n",
        "@inner(size=4)\ndef f(state):\n    return state",
        "a, b = (1, 4)",
        "class A:\n    size = 4",
        "@inner()\ndef g(state):\n    return 4\n@inner()\ndef f(x):\n    return each(g)",
    ],
    ids=["a default", "a decorator", "two names", "a class", "a function as an argument"],
)  # fmt: skip
def test_numbers_that_cannot_be_lifted(odd: str, sharing: Any) -> None:
    sharing(places_of([odd, odd.replace("4", "5")]))
    assert SHARED.get()
    assert lifted(odd) is None


def test_nothing_is_shared_by_modules_that_differ_otherwise_or_in_very_much() -> None:
    assert not places_of(["a = 1", "b = 2"])
    assert not places_of(["a = 1", "a = True"])
    assert not places_of(["a = 1", "a = 1"])
    assert not places_of(["a = 1"])
    many = f"a = ({', '.join(map(str, range(MOST + 1)))})"
    assert not places_of([many, "a = (" + ", ".join(map(str, range(9, MOST + 10))) + ")"])


def test_a_local_name_is_not_a_function_of_the_module(sharing: Any) -> None:
    text = (
        "@inner()\ndef play(s):\n    return s + 4\n"
        "@inner()\ndef f(s):\n    play = s\n    return play"
    )
    sharing(places_of([text, text.replace("4", "5")]))
    found = lifted(text)
    assert found is not None
    assert found.text.endswith("def f(s):\n    play = s\n    return play\n")


@dataclass(frozen=True)
class Purse(Game):
    """Take one or two coins out of both purses; whoever empties the one ``at`` a place wins."""

    at: int = 1

    def start(self) -> tuple[tuple[int, int], int, int]:
        return ((1, 2), 7, 8)

    def moves(self, state: Any) -> Iterator[int]:
        yield from range(1, min(2, state[self.at]) + 1)

    def play(self, state: Any, move: int) -> tuple[tuple[int, int], int, int]:
        return (state[0], state[1] - move, state[2] - move)

    def outcome(self, state: Any) -> Value | None:
        return Value.LOSS if state[self.at] < 1 else None


@dataclass(frozen=True)
class Floor(Game):
    """Take one or two of some coins; whoever leaves fewer than ``least`` wins."""

    least: int = 1

    def start(self) -> tuple[int, int, int]:
        return (9, 1, 2)

    def moves(self, state: Any) -> Iterator[int]:
        yield from (1, 2)

    def play(self, state: Any, move: int) -> tuple[int, int, int]:
        return (state[0] - move, state[1], state[2])

    def outcome(self, state: Any) -> Value | None:
        return Value.LOSS if state[0] < len(state[: self.least]) else None


def test_a_number_that_the_compiler_needs_stays(sharing: Any) -> None:
    games = (Floor(2), Floor(3))
    sharing(places_of(map(module_text, games)))
    assert SHARED.get()
    for game in games:
        assert compile_rules(game).numbers == ()  # how long a tuple is decides its type
        assert solve(game, method="compiled").counts == solve(game, method="reference").counts


def test_an_index_of_unlike_items_is_shared_where_several_are_alike(sharing: Any) -> None:
    games = (Purse(1), Purse(2))
    sharing(places_of(map(module_text, games)))
    assert SHARED.get()
    for game in games:
        assert compile_rules(game).numbers == (game.at,)
        assert solve(game, method="compiled").counts == solve(game, method="reference").counts


def test_shared_kernels_that_answer_otherwise_are_not_used(
    sharing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = ConnectFour(3, 3, 3), ConnectFour(4, 2, 3)
    sharing(places_of(map(module_text, (game, other))))
    wrong = lifted(module_text(other))
    assert wrong is not None
    monkeypatch.setattr(load, "lifted", lambda _: wrong if SHARED.get() else None)
    found = solve(game, method="compiled")
    assert found.counts == solve(game, method="reference").counts
    assert not SHARED.get()
