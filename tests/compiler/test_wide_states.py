"""States with very many moves, and with very many images: what checks look at has a budget."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import permutations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.class_checks import ClassCheck, check_classes, reaches_whole_classes
from perfectplay.compiler.compare import FULLY_COMPARED, compare
from perfectplay.compiler.load import compile_rules
from perfectplay.core.errors import RulesError, StateLimitError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame, some_places
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.image_cost import ImageCost, image_cost
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.solver.explore.interpreted import enough, explore_interpreted
from perfectplay.solver.explore.interpreted_states import begin_interpreted
from perfectplay.solver.state_limits import StateLimits

ORDERS = tuple(permutations(range(6)))


@dataclass(frozen=True)
class Setup(Game):
    """Three pieces are placed in one move; the play is over after the next."""

    cells: int = 40
    wrong: int = -1
    stuck = Value.LOSS

    def start(self):
        return (-1, -1, -1)

    def moves(self, s):
        if s[0] < 0:
            for a in range(self.cells):
                for b in range(self.cells):
                    for c in range(self.cells):
                        yield (a, b, c)

    def play(self, s, m):
        return m if m[1] != self.wrong else (m[0], m[1], m[2] * 0x7FFFFFFFFFFFFFF1 % 9)

    def outcome(self, s):
        return None


class Counting(CheckedGame):
    """Counts what is asked of the rules."""

    def __init__(self, game):
        super().__init__(game)
        self.plays = self.images = 0

    def play(self, state, move):
        self.plays += 1
        return super().play(state, move)

    def symmetries(self, state):
        images = super().symmetries(state)
        self.images += len(images)
        return images


def test_a_wide_state_is_compared_in_part(cache):
    game = Setup()
    rules, keys = Counting(game), learnt([(-1, -1, -1), (40, 40, 40)])
    compiled = compile_rules(game)
    assert compare(compiled, rules, keys, [game.start()] * 3) is None
    assert rules.plays <= 3 * (FULLY_COMPARED + 2)
    rules.plays = 0
    assert compare(compiled, rules, keys, [game.start()] * 500) is None
    assert rules.plays < 250_000  # the budget of moves ends it


def test_a_difference_in_a_wide_state_is_found(cache):
    game = Setup(wrong=7)
    keys = learnt([(-1, -1, -1), (40, 40, 40)])
    difference = compare(compile_rules(game), CheckedGame(game), keys, [game.start()])
    assert difference is not None
    assert "64,000 moves" in str(difference)


def test_places_of_a_sample():
    for count, most in [(1, 5), (5, 5), (6, 5), (100_000, 1_000)]:
        places = some_places(count, most)
        assert places == sorted(set(places))
        assert places[0] == 0
        assert places[-1] == count - 1
        assert min(most, count) <= len(places) <= most + 2


@dataclass(frozen=True)
class Mirrored(Setup):
    """The last two pieces are alike; ``false``: they are said to be, and are not."""

    false: bool = False

    def start(self):
        return (-1, 0, 1) if self.false else (-1, 0, 0)

    def play(self, s, m):
        return (m[0], m[1], 99) if self.false and s[1] else m

    def symmetries(self, s):
        yield (s[0], s[2], s[1])


@pytest.mark.parametrize("asked", ["check", "reach"])
def test_classes_of_a_wide_state_are_asked_in_part(asked):
    rules = Counting(Mirrored())
    if asked == "check":
        check_classes(rules, [rules.start()])
    else:
        assert reaches_whole_classes(rules, [rules.start()])
    assert rules.images < 10_000


def test_a_false_symmetry_of_a_wide_state_is_found():
    game = Mirrored(false=True)
    with pytest.raises(RulesError, match="their moves lead to different classes"):
        check_classes(CheckedGame(game), [game.start()])


@dataclass(frozen=True)
class Columns(Game):
    """Six equal columns, 720 orders of them; a stone or two are taken from one."""

    height: int = 10
    stuck = Value.LOSS

    def start(self):
        return (self.height,) * 6

    def moves(self, s):
        for i in range(6):
            for n in (1, 2):
                if n <= s[i]:
                    yield (i, n)

    def play(self, s, m):
        return tuple(s[i] - (m[1] if i == m[0] else 0) for i in range(6))

    def outcome(self, s):
        return None

    def symmetries(self, s):
        for order in ORDERS:
            yield tuple(s[i] for i in order)


def test_many_images_are_asked_within_a_budget():
    rules = Counting(Columns())
    check = ClassCheck(rules, FindingLog(rules.game))
    check.check((10, 9, 8, 7, 6, 5), every=False)
    assert rules.images < 50_000  # each image's own class would be 518,400
    rules.images = 0
    found = begin_interpreted(rules, True)
    explore_interpreted(found, StateLimits(None, 1 << 62), Reporter(None), enough(found))
    assert rules.images < 2_000_000


def test_what_images_cost_is_said():
    cost = image_cost(CheckedGame(Columns()))
    assert cost is not None
    assert cost.images == 720
    assert 100 < cost.states <= 720
    assert cost.slower > 10
    assert cost.line().startswith("symmetries: about 720 images of a state")
    assert image_cost(CheckedGame(Mirrored())) is None  # two images are not worth a line
    assert image_cost(CheckedGame(Setup())) is None


class Waiting(Columns):
    """Its images wait, as they do where other programs have the processor."""

    def symmetries(self, s):
        time.sleep(0.02)
        yield from super().symmetries(s)


def test_what_images_cost_does_not_hang_on_a_busy_machine():
    cost = image_cost(CheckedGame(Waiting()))
    assert cost is not None
    assert cost.slower < 1_000  # with a clock on the wall about 3,000


@pytest.mark.parametrize("method", ["auto", "compiled", "interpreted"])
def test_every_method_says_what_images_cost_before_its_long_part(method, monkeypatch):
    monkeypatch.setattr("perfectplay.solver.state_limits.COMPILE_STATES", 50)
    notes = []
    with pytest.raises(StateLimitError):
        solve(Columns(), method=method, max_states=150, progress=lambda p: notes.extend(p.notes))
    assert sum(note.startswith("symmetries: about 720 images") for note in notes) == 1


def test_symmetries_that_do_not_pay_are_said_to():
    saving = ImageCost(720, 300, 200)
    assert saving.pays
    assert saving.line().endswith("as long with them, but only one state in about 300 is explored")
    poor = ImageCost(720, 12, 480)
    assert not poor.pays
    assert poor.line().endswith(
        "so they do not pay: --no-symmetries would explore about 12 times as many states in "
        "about 2 % of the time"
    )
