"""Found rules: the known ones are found, the search against a plain one, nothing too bold."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from expression_names import names
from games_to_plot import ByteHeaps
from perfectplay import Game, Value, conjecture, explain, solve
from perfectplay.analysis.explain.coordinates import coordinates_of
from perfectplay.cli.main import run
from perfectplay.core.errors import ExplainError
from perfectplay.core.value import State
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff

# --- the rules that are known -------------------------------------------------------------------

MISERE = "nim_sum(s) != 0 if max(s) <= 1 else nim_sum(s) == 0"

KNOWN = [
    (ThreeRocks(), "sum(s) % 4 == 0", 441),
    (ThreeRocks(12, 9, most=5), "sum(s) % 6 == 0", 475),
    (Nim(), "nim_sum(s) == 0", 3465),  # C. L. Bouton (1901)
    (Nim(misere=True), MISERE, 3465),
    (LastMouseLost(multiset=True), MISERE, 15_414),
    (Subtraction(), "s % 4 == 0", 43),
    (Subtraction(100, misere=True), "s % 4 == 1", 201),
    (Subtraction(100, (1, 3, 4)), "s % 7 in {0, 2}", 201),  # Winning Ways, ch. 4: period 7
    (Subtraction(100, (3, 5)), "s % 8 <= 2", 197),  # period 8: tests/games/test_games_theory.py
    # Grundy values 0,0,1,1,2,2,0,3 and then the period 1,0,2
    (Subtraction(100, (2, 4, 7)), "s <= 1 if s <= 3 else s % 3 == 0", 198),
    (
        Subtraction(300, (1, 8, 11)),
        "s in {0, 2, 4, 6, 9} if s <= 11 else s % 19 in {2, 4, 6, 9, 11, 16, 18}",
        601,
    ),
]


@pytest.mark.parametrize(("game", "expression", "larger"), KNOWN, ids=str)
def test_known_rules_are_found(game: Game, expression: str, larger: int) -> None:
    solution = solve(game)
    found = explain(solution)
    assert (found.expression, found.exact, found.complete) == (expression, True, True)
    assert (found.tried.tried, found.count) == (len(solution), solution.counts.losses)
    for state in solution.states():  # the twin: Python's own eval
        assert eval(expression, names(state)) is (solution.value(state) is Value.LOSS)
    assert found.larger is not None
    assert (found.larger.tried.tried, found.larger.tried.holds) == (larger, True)
    assert conjecture(solution, f"(value(s) == LOSS) == ({found.expression})").holds
    assert found.as_dict() == json.loads(json.dumps(found.as_dict()))


def test_misere_nim_with_rows_kept() -> None:
    """Bouton's rule (1901) says which 3,536 are lost; it holds on 160,000 more states."""
    found = explain(solve(LastMouseLost()))
    assert (found.expression, found.exact, found.count) == (MISERE, True, 3536)
    assert found.tried.tried == 28_224
    assert found.larger is not None
    assert (found.larger.tried.tried, found.larger.tried.holds) == (160_000, True)


def test_other_values() -> None:
    solution = solve(ThreeRocks())
    found = explain(solution, Value.WIN)
    assert (found.expression, found.exact, found.count) == ("sum(s) % 4 != 0", True, 91)
    found = explain(solution, Value.DRAW)
    assert (found.expression, found.words, found.exact, found.count) == ("False", "never", True, 0)
    single = solve(ThreeRocks(0, 0))
    assert (explain(single).expression, explain(single).exact) == ("True", True)


class Place(NamedTuple):
    column: int
    row: int


@dataclass(frozen=True)
class King(Game):
    """A king goes one square left, down or both; the last to move wins. States have names."""

    width: int = 8
    height: int = 6

    def start(self) -> State:
        return Place(self.width, self.height)

    def moves(self, state):
        return [(x, y) for x in (0, 1) for y in (0, 1)
                if x + y and x <= state[0] and y <= state[1]]  # fmt: skip

    def play(self, state, move):
        return Place(state[0] - move[0], state[1] - move[1])

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None


class Wrapped(King):
    """The same with states that hold more than integers, in tuples in tuples."""

    def start(self) -> State:
        return ("king", (self.width, self.height))

    def moves(self, state):
        return super().moves(state[1])

    def play(self, state, move):
        return (state[0], tuple(super().play(state[1], move)))

    def outcome(self, state):
        return super().outcome(state[1])


class Named(King):
    """The same on texts."""

    def start(self) -> State:
        return f"{self.width} {self.height}"

    def moves(self, state):
        return super().moves(tuple(map(int, state.split())))

    def play(self, state, move):
        return "{} {}".format(*super().play(tuple(map(int, state.split())), move))

    def outcome(self, state):
        return Value.LOSS if state == "0 0" else None


def test_bytes_are_integers_in_fixed_places() -> None:
    assert explain(solve(ByteHeaps())).expression == "s[0] - s[1] == 0"


def test_a_game_of_ones_own() -> None:
    """Lost exactly where both coordinates are even; with other states the same rule is found."""
    found = explain(solve(King()))
    assert (found.expression, found.exact) == ("gcd(s) % 2 == 0", True)
    assert found.larger is not None
    assert found.larger.game == King(16, 12)
    found = explain(solve(Wrapped()))
    assert (found.expression, found.exact) == ("gcd((s[1][0],s[1][1])) % 2 == 0", True)
    assert found.notes == ()
    with pytest.raises(ExplainError, match="'8 6' has none that differ between states: keep"):
        explain(solve(Named()))


class Dots(Game):
    """Turn a dot into an X, for two players; who turns the last one wins."""

    def start(self) -> State:
        return ("left", "......", frozenset())

    def moves(self, state):
        return [place for place, one in enumerate(state[1]) if one == "."]

    def play(self, state, move):
        other = "left" if state[0] == "right" else "right"
        return (other, state[1][:move] + "X" + state[1][move + 1 :], frozenset())

    def outcome(self, state):
        return None if "." in state[1] else Value.LOSS


class Whole(Dots):
    """The same without a turn."""

    def start(self) -> State:
        return "......"

    def moves(self, state):
        return super().moves(("", state))

    def play(self, state, move):
        return super().play(("", state), move)[1]

    def outcome(self, state):
        return super().outcome(("", state))


def test_rules_count_characters_of_boards_and_compare_words() -> None:
    found = explain(solve(Dots()))
    assert (found.expression, found.exact) == ("s[0] == 'left'", True)
    assert found.words == "s[0] is 'left'"
    assert found.notes[0] == "ignored, as rules do not speak of them: s[2]"
    found = explain(solve(Whole()))
    assert (found.expression, found.exact) == ("s.count('.') % 2 == 0", True)


# --- what is not found --------------------------------------------------------------------------


def test_wythoff_is_beyond_the_family() -> None:
    """W. A. Wythoff (1907): lost are (0,0) (1,2) (3,5) …; no short rule of residues says so."""
    found = explain(solve(Wythoff(), symmetries=False))
    assert (found.exact, found.expression, found.count) == (False, None, 15)
    told = found.as_dict()
    assert (told["rule"], told["exact"], told["errors"]) == (None, False, None)


@pytest.mark.parametrize("game", [TicTacToe(), Kalah()], ids=repr)
def test_none_is_found_quickly(game: Game) -> None:
    began = time.process_time()
    found = explain(solve(game), seconds=20)
    assert not found.exact
    assert time.process_time() - began < 40


def test_a_rule_that_fails_on_a_larger_game_says_so() -> None:
    found = explain(solve(Wythoff(5, 5), symmetries=False))
    assert found.exact
    assert found.larger is not None
    assert not found.larger.tried.holds
    assert found.larger.tried.counterexamples
    assert "weak evidence" in found.notes[-1]


def test_the_time_bounds_the_search() -> None:
    found = explain(solve(Nim(misere=True)), seconds=1e-9)
    assert not found.complete
    assert any("time" in note for note in found.notes)


def test_it_never_calls_exact_what_is_not() -> None:
    """Random values on a grid: whatever is found, the errors that are told are those there are."""
    random = np.random.default_rng(5)
    for _ in range(6):
        table = random.random((7, 6)) < random.choice([0.05, 0.3, 0.5])
        game = Grid(tuple(map(tuple, table.tolist())))
        solution = solve(game)
        found = explain(solution, check_larger=False)
        lost = {s: solution.value(s) is Value.LOSS for s in solution.states()}
        if found.expression is None:
            assert not found.exact
            continue
        errors = sum(bool(eval(found.expression, names(s))) != lost[s] for s in lost)
        assert (found.tried.failed, found.exact) == (errors, errors == 0)


@dataclass(frozen=True)
class Grid(Game):
    """One move to any square, which ends the play: lost where the table says so."""

    table: tuple[tuple[bool, ...], ...]

    def start(self) -> State:
        return (-1, -1)

    def moves(self, state):
        return [(i, k) for i, row in enumerate(self.table) for k in range(len(row))]

    def play(self, state, move):
        return move

    def outcome(self, state):
        if state == (-1, -1):
            return None
        return Value.LOSS if self.table[state[0]][state[1]] else Value.WIN


def test_more_states_than_allowed() -> None:
    with pytest.raises(ExplainError, match="384 states are more than 300; take smaller"):
        explain(solve(Nim()), max_states=300)


def test_without_scikit_learn_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.tree", None)
    found = explain(solve(Wythoff(), symmetries=False))
    assert not found.exact
    assert "no decision trees were tried: pip install 'perfectplay[explain]'" in found.notes
    assert explain(solve(Nim())).exact  # what needs none is found


def test_coordinates_by_name() -> None:
    solution = solve(King(2, 1))
    found = coordinates_of(solution, solution.keys.array([(2, 1), (0, 1)]))
    assert found.rows.tolist() == [[2, 1], [0, 1]]
    assert (found.names, found.whole) == (("s.column", "s.row"), "s")


# --- the command --------------------------------------------------------------------------------


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "three_rocks", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["expression"], told["exact"], told["checked_on"]) == ("sum(s) % 4 == 0", True, 121)
    assert (told["errors"], told["exceptions"], told["of_value"]) == (0, [], 30)
    assert told["larger"]["parameters"] == {"left": 20, "right": 20, "most": 3}
    assert (told["larger"]["states"], told["larger"]["holds"]) == (441, True)
    assert run(["explain", "wythoff"]) == 0
    assert "no rule found that says which states are lost" in capsys.readouterr().out


WRONG = {
    ("nothing",): "no game 'nothing'",
    ("three_rocks", "lef=3"): "did you mean 'left'",
    ("connect_four", "--max-states", "1000"): "more than 1,000 states",
    ("three_rocks", "--value", "best"): "--value",
}


@pytest.mark.parametrize("arguments", WRONG, ids=str)
def test_bad_input(arguments, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", *arguments]) == 2
    out, err = capsys.readouterr()
    assert WRONG[arguments] in err
    assert not out
    assert err.count("\n") == 1
