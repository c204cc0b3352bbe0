"""Operators: each against plain definitions of it, on random games and on the library.

The pie rule by itself: test_pie.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from operated_games import RANDOM, entries, solved
from perfectplay import Game, Value, check_game, solve
from perfectplay.compiler.load import compile_rules
from perfectplay.core.errors import ParameterError, ParseError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_again
from perfectplay.game.naming import parameters
from perfectplay.game.operators.cap import cap
from perfectplay.game.operators.misere import misere
from perfectplay.game.operators.pie import pie
from perfectplay.game.operators.start_at import start_at
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.identity.fingerprint import differences, fingerprint

# --- misère ---------------------------------------------------------------------------------------


class Turned(Game):
    """Misère play written out: a game around a game by hand, with nothing shared."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stuck = Value(4 - game.stuck)

    def start(self):
        return self.game.start()

    def moves(self, state):
        return self.game.moves(state)

    def play(self, state, move):
        return self.game.play(state, move)

    def moves_again(self, state, move):
        return self.game.moves_again(state, move)

    def outcome(self, state):
        value = self.game.outcome(state)
        return None if value is None else Value(4 - value)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", RANDOM, ids=repr)
def test_misere_turns_the_ends_round(game):
    assert solved(misere(game)) == entries(Turned(game))
    assert solved(misere(misere(game))) == entries(game)


def test_misere_is_the_librarys_own_misere():
    assert solved(misere(Nim((1, 2, 3)))) == solved(Nim((1, 2, 3), misere=True))
    assert solved(misere(Nim((1, 2, 3), misere=True))) == solved(Nim((1, 2, 3)))
    assert (
        solve(misere(TicTacToe())).counts.as_dict()
        == solve(TicTacToe(misere=True)).counts.as_dict()
    )


# --- another start --------------------------------------------------------------------------------


@pytest.mark.thinned(2)
@pytest.mark.parametrize("game", RANDOM[::3], ids=repr)
def test_another_start_has_a_part_of_the_solution(game):
    whole = entries(game)
    for state in list(whole)[:: max(1, len(whole) // 6)]:
        part = solved(start_at(game, state))
        assert part.items() <= whole.items()
        assert state in part


def test_another_start_need_not_be_reached():
    assert len(solve(start_at(Nim((1, 1)), (3, 2)))) == 12
    with pytest.raises(ParameterError, match=r"start_at needs a state such as 1,1, got 5$"):
        start_at(Nim((1, 1)), 5)
    with pytest.raises(ParameterError, match=r"got '1,1'; the game's parse\(TEXT\) reads a text"):
        start_at(Nim((1, 1)), "1,1")
    assert solve(start_at(Nim((1, 1)), (3,))).value((3,)) is Value.WIN


# --- a cap ----------------------------------------------------------------------------------------


def capped(game: Game, plies: int) -> dict[tuple[Any, int], Value]:
    """The values by the definition: what can be had within the plies that are left."""
    rules, known = CheckedGame(game), {}

    def value(state, left):
        if (state, left) not in known:
            position = rules.position(state)
            result = position.outcome
            if result is None and left == 0:
                result = Value.DRAW
            elif result is None:
                result = Value.LOSS
                for move, child in position.options:
                    after = value(child, left - 1)
                    again = rules.moves_again(state, move, child)
                    result = max(result, after if again else after.negated)
            known[state, left] = result
        return known[state, left]

    value(game.start(), plies)
    return known


@pytest.mark.thinned(5)
@pytest.mark.parametrize("plies", [0, 1, 4, 9])
@pytest.mark.parametrize("game", [g for g in RANDOM if g.seed % 10 in (1, 2, 3, 5)], ids=repr)
def test_a_cap_leaves_what_can_be_had_in_time(game, plies):
    operator = cap(game, plies)
    solution = solve(operator)
    wanted = {operator.with_number(s, plies - n): v for (s, n), v in capped(game, plies).items()}
    assert {s: solution.value(s) for s in solution.states()} == wanted


@pytest.mark.parametrize("game", [ThreeRocks(4, 3), TicTacToe(), Hexapawn(), Kalah(2, 2)], ids=repr)
def test_a_cap_that_is_never_reached_changes_nothing(game):
    plain, capped = solve(game), solve(cap(game, 60))
    for state in capped.states():
        inner = capped.game.inner(state)
        assert capped.value(state) is plain.value(inner)
        assert capped.remoteness(state) == plain.remoteness(inner)


def test_a_cap_makes_an_endless_draw_end():
    assert solve(Chopsticks()).remoteness(Chopsticks().start()) is None
    solution = solve(cap(Chopsticks(), 12))
    assert (solution.value(solution.start), solution.remoteness(solution.start)) == (Value.DRAW, 12)


# --- all of them ----------------------------------------------------------------------------------

LIBRARY = [TicTacToe(), Chopsticks(), Hexapawn(), Kalah(3, 2), ThreeRocks(4, 4), Nim((2, 3))]


def wrapped(game: Game) -> list[Game]:
    return [misere(game), cap(game, 5), pie(game), start_at(game, game.start()), cap(pie(game), 4)]


@pytest.mark.parametrize("game", LIBRARY, ids=repr)
def test_operators_keep_the_promises_of_the_contract(game):
    for operator in wrapped(game):
        report = check_game(operator, compiled=game == ThreeRocks(4, 4))
        assert report.ok, report.text()
        assert has_again(operator) == has_again(game)
        assert operator.start() == operator.parse(operator.text(operator.start()))


@pytest.mark.parametrize(
    "operator",
    [misere(Chopsticks()), cap(Hexapawn(), 5), pie(Kalah(3, 2)), cap(pie(misere(TicTacToe())), 5)],
    ids=lambda operator: operator.name,
)
def test_operators_solve_alike_compiled_and_interpreted(operator):
    one = solve(operator, method="interpreted")
    other = solve(operator, method="compiled")
    assert set(one.states()) == set(other.states())
    assert all(one.get(s) == other.get(s) for s in one.states())


class Named(NamedTuple):
    left: int
    right: int


class NamedRocks(ThreeRocks):
    """Three Rocks on NamedTuples, which its rules read by name."""

    def start(self):
        return Named(self.left, self.right)

    def play(self, state, move):
        return Named(state.left - move[0], state.right - move[1])

    def outcome(self, state):
        return Value.LOSS if state.left + state.right == 0 else None


def test_named_tuples_stay_named_within_and_compile():
    game = NamedRocks(4, 4)
    for operator in wrapped(game):
        compile_rules(operator)
        assert solved(operator) == entries(operator)


@dataclass(frozen=True)
class NeverOver(Game):
    """Its ends are for want of moves alone."""

    stones: int = 9
    stuck = Value.LOSS

    def start(self):
        return self.stones

    def moves(self, state):
        return range(1, min(state, 3) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None


def test_a_game_without_outcomes_compiles_too():
    game = NeverOver()
    for operator in wrapped(game):
        compile_rules(operator)
        assert solved(operator) == entries(operator)
    assert solve(misere(game)).value(1) is Value.LOSS


def test_every_fingerprint_is_another():
    game = Nim((2, 3))
    games = [game, *wrapped(game), cap(game, 6), misere(misere(game)), pie(misere(game)),
             misere(pie(game)), start_at(game, (1, 1)), misere(Nim((2, 4)))]  # fmt: skip
    assert len({fingerprint(g).whole for g in games}) == len(games)
    assert fingerprint(misere(Nim((2, 3)))).whole == fingerprint(misere(game)).whole
    assert differences(fingerprint(misere(game)).parts, misere(Nim((2, 4)))) == "parameter rows"


def test_parameters_and_names_are_those_of_the_game():
    game = cap(misere(Nim((2, 3))), 7)
    assert parameters(game) == parameters(Nim((2, 3)))
    assert game.name == "cap(misere(nim),7)"
    assert repr(game) == f"cap(misere({Nim((2, 3))!r}), 7)"
    assert game == cap(misere(Nim((2, 3))), 7) != cap(misere(Nim((2, 3))), 8)
    assert len({game, cap(misere(Nim((2, 3))), 7)}) == 1


def test_what_cannot_be_is_refused_in_a_sentence():
    from perfectplay.games.eight_puzzle import EightPuzzle

    for operator in (misere, pie, lambda g: cap(g, 3)):
        with pytest.raises(ParameterError, match=r"is for games of two; eight_puzzle is a puzzle"):
            operator(EightPuzzle())
    for operator in (misere, pie, lambda g: cap(g, 3), lambda g: start_at(g, (1,))):
        with pytest.raises(TypeError, match=r"expects a game, got <class .*; write Nim\(\)"):
            operator(Nim)
        with pytest.raises(
            TypeError, match=r"write TicTacToe\(\), after from perfectplay.games.tic_"
        ):
            operator("tic_tac_toe")
        with pytest.raises(TypeError, match=r"is a class: from perfectplay.games.nim import Nim$"):
            operator("rocks.py")
    with pytest.raises(ParameterError, match="not negative, got -1"):
        cap(Nim(), -1)
    with pytest.raises(ParseError, match="expected a state and the plies made, at most 5"):
        cap(Nim(), 5).parse("1,3,5,7 after 6 plies")
