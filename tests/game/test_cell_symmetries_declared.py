"""What `cell_symmetries` may be, and what is said of anything else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from games_of_cells import DIAGONAL, MIRROR, Flat, Letters, Plain, PlainMethod, Text
from perfectplay import Game, Value, check_game, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.declared_cells import declared_cells
from perfectplay.game.shape.cell_symmetries import MOST_IMAGES, CellImage
from perfectplay.identity.fingerprint import differences, fingerprint
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.plain_solve import solve_plain

SAME = tuple(range(10))


def of(given: Any, cls: type[Game] = Plain) -> Game:
    return type("Changed", (cls,), {"cell_symmetries": given})()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((2, 1, 0), r"cell_symmetries\[0\], 2, is not a sequence of the numbers of fields"),
        (5, "cell_symmetries is 5"),
        ("mirror", "cell_symmetries is 'mirror'"),
        (((0, 1, 2),), r"cell_symmetries\[0\], .*, has 3 fields, and states have 10"),
        (((0, 0, *range(2, 10)),), "names field 0 twice, and not field 1"),
        ((SAME, (*range(9), 10)), r"cell_symmetries\[1\], .* names field 10, and not field 9"),
        (((-1, *range(9)),), "names field -1, and not field 9"),
        (((0.5, *range(1, 10)),), "is not a sequence of the numbers of fields"),
        ((None,), "is not a sequence of the numbers of fields"),
        (((SAME, {1: 2}),), "changes values without exchanging them"),
        (((SAME, {1: 2, 2: 1}, 3),), "is not a permutation, and not one with values"),
        (((SAME, [{}] * 9),), "needs a dict of values, or one or None for each field"),
        (((SAME, (*(None,) * 9, 5)),), "has no dict of values for field 9"),
        (((SAME, {1: "x", "x": 1}),), "names the value 'x', which field 0 cannot have"),
    ],
)
def test_what_is_no_declaration(given, said):
    with pytest.raises(RulesError, match=said) as raised:
        CheckedGame(of(given))
    assert raised.value.promise == "illegal-cell-symmetries"
    assert "set cell_symmetries to a tuple of permutations" in str(raised.value)


@pytest.mark.parametrize(
    ("given", "cls", "said"),
    [
        (((*range(8), 9, 8),), Letters, None),  # a cell and the turn are both letters
        (((MIRROR, {"X": "OO", "OO": "X"}),), Text, "names the value 'OO', which field 0 cannot"),
    ],
)
def test_fields_of_other_kinds(given, cls, said):
    if said is None:
        assert declared_cells(of(given, cls)) is not None
        return
    with pytest.raises(RulesError, match=said):
        CheckedGame(of(given, cls))


class Mixed(Game):
    cell_symmetries = ((1, 0),)

    def start(self):
        return (3, "a")

    def moves(self, state):
        return range(1, state[0] + 1)

    def play(self, state, move):
        return (state[0] - move, "b" if state[1] == "a" else "a")

    def outcome(self, state):
        return None if state[0] else Value.LOSS


class Number(Game):
    cell_symmetries = ((0,),)

    def start(self):
        return 3

    def moves(self, state):
        return range(1, state + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else Value.LOSS


class Both(PlainMethod):
    cell_symmetries = (SAME,)


class Shrinking(Mixed):
    def start(self):
        return (2, 1)

    def play(self, state, move):
        return (state[0] - move,)


@dataclass(frozen=True)
class Raising(Number):
    @property
    def cell_symmetries(self):
        return 1 // 0


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        (Mixed, "puts field 1 in the place of field 0, which are of two kinds"),
        (Number, "is for states with fields, and these are integers"),
        (Both, "stands beside symmetries"),
        (Shrinking, "are for states with fields|is for states with fields|has another shape"),
        (Raising, "cell_symmetries raised ZeroDivisionError"),
    ],
)
def test_games_that_cannot_have_them(cls, said, capsys):
    with pytest.raises(RulesError, match=said):
        solve(cls())
    assert run(["check", f"{__name__}:{cls.__name__}"]) in (1, 2)
    output = capsys.readouterr()
    assert "Traceback" not in output.out + output.err


def test_more_images_than_may_be():
    swap, turn = (1, 0, *range(2, 10)), (*range(1, 10), 0)
    with pytest.raises(RulesError, match=f"generates more than {MOST_IMAGES:,} images"):
        CheckedGame(of((swap, turn)))


def test_a_permutation_that_does_not_keep_the_rules_is_named_with_state_and_move():
    game = of(((*MIRROR, 9), (1, 0, *range(2, 10))))
    with pytest.raises(RulesError) as raised:
        solve(game)
    said = str(raised.value)
    assert "cell_symmetries[1] gives " in said or "cell_symmetries, one permutation" in said
    assert " in state " in said
    report = check_game(game, samples=300, compiled=False)
    assert not report.ok
    assert any("cell_symmetries[1]" in str(finding) for finding in report.findings)


class Slanted(Game):
    """Two piles, of which the left one gives up to two, the right one up to three."""

    stuck = Value.LOSS
    cell_symmetries = ((1, 0),)

    def start(self):
        return (4, 4)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in range(1, min(2 + i, state[i]) + 1)]

    def play(self, state, move):
        return tuple(pile - move[1] * (i == move[0]) for i, pile in enumerate(state))

    def outcome(self, state):
        return None


def test_the_move_is_named():
    with pytest.raises(RulesError) as raised:
        solve(Slanted())
    assert "cell_symmetries[0] gives " in str(raised.value)
    assert "none of the other is like the move 1,3 in state " in str(raised.value)


def test_what_is_declared_generates_a_group():
    cells = declared_cells(Flat())
    assert len(cells.images) == 15
    assert len(cells.declared) == 3
    same = CellImage(SAME, ((),) * 10)
    everything = {same, *cells.images}
    assert {one.after(other) for one in everything for other in everything} == everything


def test_nothing_declared_is_as_if_it_were_left_out():
    for given in (None, ()):
        game = of(given)
        assert CheckedGame(game).symmetries(game.start()) == [game.start()]
        assert solve(game).representatives is None


class Fewer(Plain):
    cell_symmetries = ((*MIRROR, 9),)


def test_a_change_of_it_changes_the_fingerprint(monkeypatch):
    before = fingerprint(Fewer())
    monkeypatch.setattr(Fewer, "cell_symmetries", ((*DIAGONAL, 9),))
    assert fingerprint(Fewer()).whole != before.whole
    assert differences(before.parts, Fewer()) == "Fewer.cell_symmetries"


def test_plain_python_solves_with_it():
    solution, _ = solve_plain(Letters(), SolveOptions())
    assert solution.representatives.states == 765


def test_what_is_offered_can_be_pasted(tmp_path, capsys, monkeypatch):
    source = "from games_of_cells import Plain\n\n\nclass Found(Plain):\n"
    (tmp_path / "found.py").write_text(f"{source}    cell_symmetries = None\n")
    assert run(["symmetries", str(tmp_path / "found.py"), "--samples", "500", "--json"]) == 0
    text = json.loads(capsys.readouterr().out)["declaration"]
    assert "cell_symmetries = (" in text
    (tmp_path / "pasted.py").write_text(source + text + "\n")
    assert run(["symmetries", str(tmp_path / "pasted.py"), "--samples", "500"]) == 0
    assert "the game's own symmetries give all of these" in capsys.readouterr().out
