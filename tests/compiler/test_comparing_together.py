"""Compiled and interpreted rules are compared on many states together, and told apart singly."""

import pytest

from perfectplay import Game, Value
from perfectplay.compiler import compare as compare_module
from perfectplay.compiler.compare import TOGETHER, RulesAnswer, compare, compiled_answers
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt

EDGES = [0, 1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 3 * TOGETHER - 1]


class Countdown(Game):
    """Take one to five; every seventh number is an end. From a million on, Python and 64 bits
    differ; -1 is no state; 999 breaks a promise."""

    def start(self):
        return 40

    def moves(self, state):
        if state == 999:
            raise ValueError("not this one")
        return range(1, 6)

    def play(self, state, move):
        return (state**4) % 1000 if state >= 1_000_000 else max(0, state - move)

    def outcome(self, state):
        return Value.LOSS if state % 7 == 0 else None


WRONG, BREAKS = 1_000_001, 999


@pytest.fixture(scope="module")
def rules() -> tuple:
    game = Countdown()
    return compile_rules(game), CheckedGame(game), IntegerKeys()


def agreed(rules, states) -> tuple:
    count = []
    try:
        return compare(*rules, states, agree=lambda: count.append(1)), len(count)
    except (RulesError, NotCompilable) as error:
        return error, len(count)


@pytest.mark.parametrize("place", EDGES)
def test_the_first_difference_is_found_where_it_is(rules, place):
    states = [n % 50 for n in range(4 * TOGETHER)]
    assert agreed(rules, states) == (None, len(states))
    states[place] = WRONG
    states[-1] = WRONG + 1
    found, count = agreed(rules, states)
    assert found.promise == "compiled-differs"
    assert (found.state, count) == (WRONG, place)


@pytest.mark.parametrize("place", EDGES)
def test_what_stands_first_is_told_first(rules, place):
    states = [n % 50 for n in range(4 * TOGETHER)]
    states[place], states[place + 1] = BREAKS, WRONG
    found, count = agreed(rules, states)
    assert (found.state, count) == (BREAKS, place)
    states[place], states[place + 1] = WRONG, BREAKS
    found, count = agreed(rules, states)
    assert (found.promise, found.state, count) == ("compiled-differs", WRONG, place)


def test_states_without_a_key_are_left_out(rules):
    assert agreed(rules, [-1, 5, -1, 6, 1 << 63]) == (None, 2)
    assert agreed(rules, [-1] * (2 * TOGETHER)) == (None, 0)
    assert agreed(rules, []) == (None, 0)


def test_answers_of_many_states_are_those_of_each(rules):
    compiled, checked, keys = rules
    states = [*range(60), 13, 0]
    each = [compiled_answers(compiled, keys, [state])[0] for state in states]
    assert compiled_answers(compiled, keys, states) == each
    for state, answer in zip(states, each, strict=True):
        position = checked.position(state)
        children = tuple(child for _, child in position.options)
        again = (False,) * len(children)
        wanted = RulesAnswer(int(position.outcome or 0), len(children), children, again)
        assert answer == wanted
    places = [[0, 2, 9]] * len(states)
    some = compiled_answers(compiled, keys, states, places)
    assert [a.children for a in some] == [a.children[:1] + a.children[2:3] for a in each]


def test_the_budget_ends_a_comparison(rules):
    compiled, checked, keys = rules
    count = []
    agree = lambda: count.append(1)  # noqa: E731
    states = [40] * 500  # five moves, five images of 20 each: 105 of the budget
    assert compare(compiled, checked, keys, states, 105 * 10, agree) is None
    assert len(count) == 10


class Short(Countdown):
    """A tuple is shorter than compiled code expects in one state, which is seen when it is made."""

    def start(self):
        return (2, 1)

    def moves(self, state):
        some = []
        for i in range(2):
            if state[i] != 9:
                some.append(i)
        return range(len(tuple(some)))

    def play(self, state, move):
        return (max(0, state[0] - 1), max(0, state[1] - 1))

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


@pytest.mark.parametrize("place", EDGES)
def test_the_state_in_which_compiled_code_fails_is_named(place):
    game = Short()
    compiled = compile_rules(game)
    rules = compiled, CheckedGame(game), learnt([(0, 0), (9, 9)])
    states = [(n % 8, 1) for n in range(4 * TOGETHER)]
    states[place] = (9, 3)
    found, count = agreed(rules, states)
    assert isinstance(found, NotCompilable)
    assert "in state 9,3 " in str(found)
    assert count == place


def test_few_states_are_held_if_they_have_many_images(rules, monkeypatch) -> None:
    sizes = []
    real = compare_module._difference
    monkeypatch.setattr(compare_module, "IMAGES_TOGETHER", 50)
    monkeypatch.setattr(
        compare_module, "_difference", lambda *given: sizes.append(len(given[3])) or real(*given)
    )
    states = [40] * 100  # five moves each
    states[77] = WRONG
    found, count = agreed(rules, states)
    assert (found.state, count) == (WRONG, 77)
    assert max(sizes) == 11
