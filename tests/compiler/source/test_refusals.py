"""What users are told of rules that do not compile, and how long a solve of them would take."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path

import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler import compiler_messages
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import refusal_of_states
from perfectplay.compiler.translate import translate
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.registry.address import load_game
from perfectplay.solver.estimate.forecast import forecast


@pytest.mark.parametrize(
    ("problem", "wanted"),
    [
        (
            "Cannot unify int64 and none for 'x.2', defined at",
            "x is an integer in one place and None",
        ),
        ("Unknown attribute 'foo' of type UniTuple(int64 x 3)", "a tuple of 3 integers has no foo"),
        ("Untyped global name 'thing': Cannot determine", "thing does not compile"),
        (
            "No implementation of function Function(<class 'zip'>) found for signature:\n\n"
            " >>> zip(Word, Word)\n",
            "zip of a word and a word does not compile",
        ),
        (
            "No implementation of function Function(<function text_joined at 0x7f>) found for "
            "signature:\n\n >>> text_joined(FooType, UniTuple(int64 x 3), Word, int64)\n",
            "this use of a tuple of 3 integers does not compile",
        ),
        ("something\nnobody knows", "the compiler says: something"),
    ],
)
def test_messages(problem, wanted):
    reason, _ = compiler_messages.explained(Exception(problem))
    assert reason.startswith(wanted)
    assert "\n" not in reason


def test_tuples_too_wide_for_a_key_do_not_wait_for_a_compiler(monkeypatch):
    class Wide(Game):
        """Three counters of 32 bits: more than a key of 64 bits holds."""

        stuck = Value.LOSS

        def start(self):
            return (0,) * 3

        def moves(self, state):
            return [1, 2] if state[0] < 2**32 else []

        def play(self, state, move):
            return tuple(x + move * 2**28 for x in state)

        def outcome(self, state):
            return None

    def never(*_, **__):
        raise AssertionError("compiled")

    monkeypatch.setattr("perfectplay.compiler.load.RulesToCompile.compile", never)
    with pytest.raises(MethodError, match=r"cannot be compiled: .*bits"):
        solve(Wide(), method="compiled")


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ((0, 0, 0, frozenset((b"a",))), "frozenset in field 3"),
        ((0, [1]), "list in field 1"),
        ((1, (True, 0.5)), "0.5 in field 1, item 1"),
        ((2.5,), "2.5 in field 0"),
    ],
)
def test_a_refusal_names_the_field_and_its_value(start, why) -> None:
    assert refusal_of_states(start)[0] == f"its states hold {why}"


class Sorted(Game):
    """Heaps in any order; only their images are made by Python that does not compile."""

    def start(self):
        return (3, 3, 3, 3, 3, 3)

    def moves(self, state):
        return [i for i in range(6) if state[i]]

    def play(self, state, move):
        return (*state[:move], state[move] - 1, *state[move + 1 :])

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None

    def symmetries(self, state):
        yield from permutations(sorted(state))  # which asks, so that it is no data


class SortedMoves(Sorted):
    def moves(self, state):
        return [i for i in range(6) if state[i] and list(permutations(state, 1))]


def test_the_way_out_is_said_where_only_symmetries_do_not_compile() -> None:
    with pytest.raises(NotCompilable, match=r"permutations .*; only symmetries needs it: --no"):
        translate(Sorted())
    assert "symmetries" not in translate(Sorted(), symmetries=False).roles
    with pytest.raises(NotCompilable, match=r"permutations") as refusal:
        translate(SortedMoves())
    assert "--no-symmetries" not in str(refusal.value)


def test_an_estimate_counts_the_time_of_images() -> None:
    """The interpreter makes up to 720 images of a state, which takes 20 to 40 times as long."""
    found = forecast(Sorted(), seconds=0.2)
    plain = forecast(SortedMoves(), symmetries=False, seconds=0.2)
    assert (found.engine, plain.engine) == ("interpreted", "interpreted")
    assert 0 < found.speed < plain.speed / 3


@pytest.mark.parametrize("by_method", [True, False])
def test_moves_that_are_a_set_written_out_are_sorted_once_each(by_method):
    """Equal elements are one move."""

    class Takes(Game):
        def start(self):
            return 6

        def few(self, state):
            return {min(state, 2), 1}

        def play(self, state, move):
            return state - move

        def outcome(self, state):
            return None if state else Value.LOSS

    class ByMethod(Takes):
        def moves(self, state):
            return self.few(state)

    class Here(Takes):
        def moves(self, state):
            return {min(state, 2), 1}

    game = ByMethod() if by_method else Here()
    compiled, rules = compile_rules(game), CheckedGame(game)
    assert compare(compiled, rules, IntegerKeys(), range(7)) is None
    assert rules.moves(1) == [1]
    assert rules.moves(6) == [1, 2]


NEWER = """
from perfectplay.games.three_rocks import ThreeRocks

class Mine(ThreeRocks):
    def play(self, state, move):
        {line}
        return (state[0] - move[0], state[1] - move[1])
"""


@pytest.mark.parametrize(
    ("line", "since", "told"),
    [
        ("type Board = int", (3, 12), r"a type alias inside a rule does not compile .*mine.py:6\)"),
        ('label = t"{move}"', (3, 14), r"a template string does not compile .*mine.py:6\)"),
    ],
    ids=["type alias", "template string"],
)
def test_what_newer_pythons_have(tmp_path, line, since, told):
    if sys.version_info < since:
        pytest.skip("not in this version of Python")
    file = tmp_path / "mine.py"
    file.write_text(NEWER.format(line=line))
    with pytest.raises(NotCompilable, match=told):
        translate(load_game(str(file)))


def test_a_place_is_relative_to_the_working_folder(tmp_path, monkeypatch):
    """As in all other messages that name a line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "below").mkdir()
    mine, theirs = tmp_path / "below" / "mine.py", tmp_path.parent / "theirs.py"
    assert str(NotCompilable("a set", f"{mine}:3", "use a tuple")) == (
        f"a set ({Path('below') / 'mine.py'}:3); use a tuple"
    )
    assert str(NotCompilable("a set", f"{theirs}:3")) == f"a set ({theirs}:3)"
    assert str(NotCompilable("a set", "<string>:3")) == "a set (<string>:3)"


class Indexed:
    def __init__(self, cells):
        self.cells = list(cells)

    def __getitem__(self, i):
        return self.cells[i]

    def __setitem__(self, i, value):
        self.cells[i] = value


class Longer:
    def __init__(self, cells):
        for i, cell in enumerate(cells):
            self.first = cell * i


class Below(Indexed):
    def __init__(self, cells):
        super().__init__(cells)


@pytest.mark.parametrize(
    ("made", "instead"),
    [
        (
            Indexed,
            "methods with names such as get and set in the place of __getitem__, __setitem__",
        ),
        (Longer, "set all its attributes in __init__, outside of branches and loops"),
        (Below, "a class without a base, with all methods of Indexed in it"),
    ],
)
def test_a_class_of_which_rules_make_objects(made: type, instead: str) -> None:
    class Made(Game):
        def start(self):
            return (1, 2)

        def moves(self, state):
            return [i for i in range(2) if made(state).cells[i]]

        def play(self, state, move):
            return (0, 0)

        def outcome(self, state):
            return Value.LOSS if state == (0, 0) else None

    with pytest.raises(NotCompilable) as caught:
        translate(Made())
    assert str(caught.value).endswith(instead)
