"""Sums of games: by the values of their components, and by enumeration where that is needed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

import pytest

from grundy_by_definition import by_definition, nim_sum
from perfectplay import Game, Value, grundy, misere, solve, sum_of
from perfectplay.core.errors import NotImpartialError, ParameterError, RulesError
from perfectplay.games.chomp import Chomp
from perfectplay.games.grundys_game import GrundysGame
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff

SUMS = [
    (Nim((1, 2)), Subtraction(6, (1, 3, 4))),
    (Kayles(6), GrundysGame(7)),
    (ThreeRocks(2, 3), Subtraction(5), Kayles(3)),
    (misere(Chomp(2, 2)), Wythoff(2, 3)),
]


@pytest.mark.parametrize("games", SUMS, ids=repr)
def test_a_sum_has_the_nim_sum_of_its_components(games):
    game = sum_of(*games)
    found, solution, plain = grundy(game), solve(game), by_definition(game)
    alone = [grundy(one) for one in games]
    for state in solution.states():
        value = nim_sum(g.value(s) for g, s in zip(alone, state, strict=True))
        assert found.value(state) == plain[state] == value
        assert (solution.value(state) is Value.LOSS) == (value == 0)
    if all(one.of == "states" for one in alone):
        assert found.counts == dict(sorted(Counter(plain.values()).items()))


def test_a_sum_too_large_to_enumerate():
    large = sum_of(Nim((63, 63, 63)), Kayles(60), Subtraction(10**5, (1, 3, 4)))
    heap = [0, 1, 0, 1, 2, 3, 2][10**5 % 7]  # landmarks
    assert grundy(large).start == 63 ^ KAYLES_60 ^ heap


KAYLES_60 = 4
"""A002186(60)."""


def test_misere_sums_are_not_those_of_grundy_values():
    """Two heaps of one are won in misère play, although each alone is lost and 1 xor 1 is 0."""
    normal = solve(sum_of(Subtraction(1), Subtraction(1)))
    assert normal.value((1, 1)) is Value.LOSS
    for game in (
        misere(sum_of(Subtraction(1), Subtraction(1))),
        sum_of(Subtraction(1, misere=True), Subtraction(1, misere=True)),
    ):
        other = solve(game)
        assert other.value((1, 1)) is Value.WIN
        assert other.value((0, 1)) is Value.LOSS
    with pytest.raises(NotImpartialError, match="misère"):
        grundy(sum_of(Subtraction(2), Subtraction(2, misere=True)))
    with pytest.raises(RulesError, match="end as loss, win for the player to move"):
        solve(sum_of(Subtraction(2), Subtraction(2, misere=True)))


@dataclass(frozen=True)
class Stalk(Game):
    """Hackenbush: a stalk of blue (1) and red (2) edges; the mover cuts one of his, and what is
    above falls. State: (who moves, edges from the ground). Its value is a number."""

    edges: tuple[int, ...] = (1, 2)
    stuck = Value.LOSS

    def start(self):
        return (1, self.edges)

    def moves(self, state):
        return [i for i, colour in enumerate(state[1]) if colour == state[0]]

    def play(self, state, move):
        return (3 - state[0], state[1][:move])

    def outcome(self, state):
        return None

    def turned(self, state):
        return (3 - state[0], state[1])


def number(edges) -> float:
    """E. Berlekamp's rule, by its plain form: a sign of its own until the first change, halves
    from there on."""
    value, size, changed = 0.0, 1.0, False
    for i, colour in enumerate(edges):
        changed = changed or (i > 0 and colour != edges[i - 1])
        size = size / 2 if changed else size
        value += size if colour == 1 else -size
    return value


def test_partizan_sums_are_solved_by_enumeration():
    """Winning Ways, ch. 1: the sum's number says who wins; 0 is lost for the player to move."""
    stalks = [edges for n in (1, 2, 3) for edges in product((1, 2), repeat=n)]
    zeros = 0
    for a, b in product(stalks, stalks[:6]):
        total = number(a) + number(b)
        zeros += total == 0
        game = sum_of(Stalk(a), Stalk(b))
        assert (solve(game).value(game.start()) is Value.WIN) == (total > 0)
    assert zeros > 3
    half = sum_of(Stalk((1, 2)), Stalk((1, 2)), Stalk((2,)))  # 1/2 + 1/2 - 1
    assert solve(half).value(half.start()) is Value.LOSS
    with pytest.raises(NotImpartialError, match="not declared impartial"):
        grundy(half)


def test_what_is_no_sum_is_refused():
    with pytest.raises(ParameterError, match=r"tic_tac_toe is not impartial, .* turned\(state\)"):
        sum_of(Nim(), TicTacToe())
    with pytest.raises(ParameterError, match="at least one game"):
        sum_of()


def test_what_people_read_of_a_sum():
    game = sum_of(Nim((1, 2)), Kayles(4))
    assert game.text(game.start()) == "1,2 + 4"
    assert game.parse("1,0 + 2+1") == ((1, 0), (1, 2))
    for move in game.moves(game.start()):
        assert game.parse_move(game.move_text(move)) == move
    assert game.name == "sum_of(nim,kayles)"
