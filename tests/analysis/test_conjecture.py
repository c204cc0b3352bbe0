"""Conjectures: against plain loops, what they may not do, sums of misère Nim, Three Rocks."""

from __future__ import annotations

import builtins
import keyword
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import pytest

from perfectplay import Game, Solution, Value, conjecture, solve
from perfectplay.analysis.conjecture import conjecture as module
from perfectplay.analysis.conjecture.expression_syntax import Vocabulary, read
from perfectplay.core.errors import ConjectureError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.nim import LastMouseLost, Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff

ROCKS = solve(ThreeRocks())


class Place(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Rook(Game):
    """A rook goes left or down; who comes to the corner wins. States have names and a method."""

    width: int = 5
    height: int = 5

    def start(self) -> Place:
        return Place(self.width, self.height)

    def moves(self, state: Place):
        yield from ((step, 0) for step in range(1, state.x + 1))
        yield from ((0, step) for step in range(1, state.y + 1))

    def play(self, state: Place, move) -> Place:
        return Place(state.x - move[0], state.y - move[1])

    def outcome(self, state: Place):
        return Value.LOSS if state == (0, 0) else None

    def on_diagonal(self, state: Place) -> bool:
        return state.x == state.y


# --- it is right --------------------------------------------------------------------------------


def test_the_rule_of_three_rocks() -> None:
    """Lost exactly when left + right is divisible by 4, on 121 states."""
    found = conjecture(ROCKS, "(value(s) == LOSS) == ((s[0]+s[1]) % 4 == 0)")
    assert (found.holds, found.tried, found.failed, found.counterexamples) == (True, 121, 0, ())


EXPRESSIONS = [
    "value(s) == LOSS",
    "sum(s) % 4 == 0 or value(s) is WIN",
    "remoteness(s) is None or remoteness(s) % 2 == (value(s) == WIN)",
    "all(value(c) == WIN for c in children(s))",
    "implies(terminal(s), value(s) == LOSS)",
    "len(moves(s)) > 3 and max(s) - min(s) < 4",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("game", [ThreeRocks(6, 5), Chopsticks(), Nim((2, 3, 4), misere=True)])
def test_against_a_plain_loop(game: Game, text: str) -> None:
    """The twin: Python's own eval, over the states, sorted in a plain way."""
    solution = solve(game)
    false = []
    for place, state in enumerate(solution.states()):
        position = solution.rules.position(state)
        names = {
            "s": state, "value": solution.value, "remoteness": solution.remoteness,
            "children": lambda x: [c for _, c in solution.rules.position(x).options],
            "moves": lambda x: [m for m, _ in solution.rules.position(x).options],
            "terminal": lambda x, over=not position.options: over,
            "implies": lambda p, q: not p or q,
            **Value.__members__,
        }  # fmt: skip
        if not eval(text, names):
            plies = solution.remoteness(state)
            false.append((10**9 if plies is None else plies, place, state))
    found = conjecture(solution, text, most=4)
    assert found.failed == len(false)
    assert found.tried == len(solution)
    assert [f.states for f in found.counterexamples] == [(s,) for *_, s in sorted(false)[:4]]
    for shown in found.counterexamples:
        assert shown.entries == ((solution.value(shown.states[0]),
                                  solution.remoteness(shown.states[0])),)  # fmt: skip


def test_pairs_against_a_plain_loop() -> None:
    solution = solve(ThreeRocks(4, 3))
    states = list(solution.states())
    lost = [s for s in states if solution.value(s) is Value.LOSS]
    pairs = [(a, b) for a, b in product(lost, states) if a[0] + b[0] <= 4 and a[1] + b[1] <= 3]

    def joined(a, b):
        return (a[0] + b[0], a[1] + b[1])

    false = [p for p in pairs if solution.value(joined(*p)) is not solution.value(p[1])]
    assert not false
    text = "value((a[0] + b[0], a[1] + b[1]))"
    where = "value(a) == LOSS and known([a[0] + b[0], a[1] + b[1]])"
    found = conjecture(solution, f"{text} == value(b)", over=2, where=where)
    assert (found.tried, found.failed) == (len(pairs), 0)
    false = [p for p in pairs if solution.value(joined(*p)) is Value.LOSS]
    found = conjecture(solution, f"{text} != LOSS", over=2, where=where, most=3)
    assert (found.tried, found.failed) == (len(pairs), len(false))

    def order(pair):
        plies = [solution.remoteness(s) for s in pair]
        return (sum(plies), plies[0], pair[0], pair[1])

    assert [f.states for f in found.counterexamples] == sorted(false, key=order)[:3]


def test_functions_are_conjectures_too() -> None:
    assert conjecture(ROCKS, lambda s: (ROCKS.value(s) is Value.LOSS) == (sum(s) % 4 == 0))
    found = conjecture(ROCKS, lambda a, b: a <= b, over=2, where=lambda a, b: sum(a) == 0)
    assert (found.tried, found.holds) == (121, True)


def test_conditions() -> None:
    found = conjecture(ROCKS, "value(state) == LOSS", where="sum(s) % 4 == 0 and state[0] > 2")
    assert (found.tried, found.states, found.holds) == (22, 121, True)
    alone = conjecture(ROCKS, "a != b", over=2, where="s[0] == 1 and a[1] == 2 and b != a")
    assert (alone.tried, alone.holds) == (10, True)
    with pytest.raises(ConjectureError, match="stands for each of the two"):
        conjecture(ROCKS, "a != b", over=2, where="s[0] == a[0]")


def test_the_game_and_its_states_by_name() -> None:
    solution = solve(Rook())
    assert conjecture(solution, "(value(s) == LOSS) == on_diagonal(s)")
    assert conjecture(solution, "(value(s) == LOSS) == (s.x == s.y)")
    assert conjecture(
        solution,
        "s.x <= width and s.y <= game.height and play(start(), moves(start())[0]).x < width",
    )
    # a list or a plain tuple stands for a state of the game's own class
    assert conjecture(solution, "known([s.x, s.y]) and children((s[0], s[1])) == children(s)")
    assert not conjecture(solution, "known((s.x, s.y + 1))")
    assert not conjecture(solution, "known((s.x, s.y, 0))")


def test_symmetries() -> None:
    """Representatives are tried where they are all that is stored, and it is said."""
    found = conjecture(solve(Wythoff(5, 5)), "s[0] <= s[1]")
    assert (found.holds, found.tried, found.of_representatives) == (True, 21, True)
    found = conjecture(solve(Wythoff(5, 5), symmetries=False), "s[0] <= s[1]")
    assert (found.failed, found.tried, found.of_representatives) == (15, 36, False)
    # the values of other states of a class are known all the same
    assert conjecture(solve(Wythoff(5, 5)), "value((s[1], s[0])) == value(s)")


def test_more_states_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.analysis.conjecture import conjecture as trying
    from perfectplay.analysis.conjecture import question_space

    monkeypatch.setattr(trying, "KEPT", 10)
    monkeypatch.setattr(question_space, "KEPT", 10)
    monkeypatch.setattr(trying, "CHUNK", 7)
    assert conjecture(ROCKS, "(value(s) == LOSS) == (sum(s) % 4 == 0)").tried == 121
    assert conjecture(ROCKS, "all(value(c) != value(s) or value(s) == WIN for c in children(s))")


def test_a_stored_solution(tmp_path) -> None:
    ROCKS.save(tmp_path / "rocks")
    stored = Solution.open(tmp_path / "rocks")
    assert repr(conjecture(stored, "value(s) == WIN")) == "<fails on 30 of 121 states>"


# --- the sum hypothesis of misère Nim -----------------------------------------------------------

SUM = "value(sorted(a + b)[6:]) == LOSS"
BOARDS = [LastMouseLost(multiset=True), Nim((6,) * 6, misere=True, multiset=True)]
FITS = "value(s) == LOSS and sorted(a + b)[5] == 0 and known(sorted(a + b)[6:])"


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_the_sum_hypothesis(game: Game) -> None:
    """Hypothesis: the rows of two lost boards put together, at most six, make a lost board.

    It fails, for two boards of one mouse first. It holds where both have a row of two or more,
    and fails wherever exactly one has, as misère Nim's rule foretells.
    """
    solution = solve(game)
    found = conjecture(solution, SUM, over=2, where=FITS)
    assert not found.holds
    one = (0, 0, 0, 0, 0, 1)
    assert found.counterexamples[0].states == (one, one)
    assert solution.value(one) is Value.LOSS
    assert solution.value((0, 0, 0, 0, 1, 1)) is Value.WIN
    assert conjecture(solution, SUM, over=2, where=f"{FITS} and max(s) > 1").holds
    mixed = conjecture(solution, SUM, over=2, where=f"{FITS} and max(a) > 1 and max(b) == 1")
    assert mixed.failed == mixed.tried > 0

    # the twin: all pairs, in plain loops
    lost = [s for s in solution.states() if solution.value(s) is Value.LOSS]
    tried = failed = 0
    for a, b in product(lost, lost):
        rows = sorted(a + b)
        board = tuple(rows[6:])
        if rows[5] == 0 and board in solution:
            tried += 1
            failed += solution.value(board) is not Value.LOSS
    assert (found.tried, found.failed) == (tried, failed)


def test_a_name_alone_reads_nothing_of_python() -> None:
    names = Vocabulary(frozenset({"s"}), frozenset())
    for name in dir(builtins):
        if not keyword.iskeyword(name):
            with pytest.raises(ConjectureError):
                read(f"{name}(s)", names)


def test_objects_and_strings_are_states_too() -> None:
    assert conjecture(solve(TicTacToe()), "implies(terminal(s), remoteness(s) == 0)")
    game = Game.from_functions(
        "5", ("1", "2"),
        lambda m, s: str(int(s) - int(m)) if int(m) <= int(s) else False,
        lambda s: -1 if s == "0" else "undecided",
    )  # fmt: skip
    assert conjecture(solve(game), "(value(s) == LOSS) == (int(s) % 3 == 0)")
    assert conjecture(solve(game), "s.isdigit() and s + '0' > s and moves(s).count('1') <= 1")


def test_progress_is_told() -> None:
    stages: set[str] = set()
    conjecture(ROCKS, "True", progress=lambda p: stages.add(p.stage))
    conjecture(ROCKS, "True", over=2, progress=lambda p: stages.add(p.stage))
    assert stages == {"trying", "choosing states", "trying pairs"}
    assert module.MAX_PAIRS > 10**7
