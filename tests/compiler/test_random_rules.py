"""Random rules from a grammar of what compiles: compiled and interpreted, they answer alike."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from numba.core import types
from numba.core.registry import cpu_target
from tests.fuzz.board_kinds import KINDS
from tests.fuzz.generator_loops import text_with_generators
from tests.fuzz.grammar import RuleWriter, rules_text

from perfectplay.compiler.compare import compare
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.runtime.text_types import TextType
from perfectplay.compiler.runtime.words import WORD
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")


PROGRAMS = 40
"""Programs that `make all` runs; `make landmarks` runs MANY others."""

MANY = 600

NOT_ALL_COMPILE = [KINDS[name] for name in ("optional", "lasting", "cards", "places")]
"""Kinds of states with which some idioms of the grammar are refused: generators of None and
numbers, and some uses of constant sets of numbers beside sets of words in states. The others must
all compile."""


def game_of(text, folder):
    """The game of a file with this text."""
    file = folder / "written_rules.py"
    file.write_text(text, encoding="utf-8")
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    sys.modules[file.stem] = module
    try:
        exec(compile(text, str(file), "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules[file.stem]
    return module.Written()


def check(seed, folder, text=""):
    """Whether the program of a seed compiles, or ``text``; then it must answer alike."""
    game = game_of(text or rules_text(seed), folder)
    rules = CheckedGame(game)
    states = reached_states(rules)
    try:
        compiled = compile_rules(game)
    except NotCompilable:
        assert RuleWriter(seed).kind in NOT_ALL_COMPILE
        return False
    difference = compare(compiled, rules, first_keys(rules, states, compiled.shape), states)
    assert difference is None, f"seed {seed}: {difference}"
    return True


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_compiled_rules_answer_alike(seed, tmp_path):
    check(seed, tmp_path)


@pytest.mark.landmark
@pytest.mark.parametrize("batch", range(MANY // 20))
def test_many_compiled_rules_answer_alike(batch, tmp_path):
    for seed in range(PROGRAMS + 20 * batch, PROGRAMS + 20 * batch + 20):
        check(seed, tmp_path)


@pytest.mark.parametrize("seed", [3, 6, 7, 9, 11, 13])
def test_loops_over_methods_answer_alike(seed, tmp_path):
    text, _ = text_with_generators(seed)
    assert check(seed, tmp_path, text)


def test_most_programs_have_loops_over_methods():
    assert sum(text_with_generators(seed)[1] > 0 for seed in (3, 6, 7, 9, 11, 13)) == 6


@pytest.mark.landmark
@pytest.mark.parametrize("batch", range(10))
def test_many_loops_over_methods_answer_alike(batch, tmp_path):
    for seed in range(20 * batch + 40, 20 * batch + 60):
        text, _ = text_with_generators(seed)
        try:
            check(seed, tmp_path, text)
        except NotCompilable as refusal:  # of a tuple that a method fills
            if "another length than compiled code expects" not in str(refusal):
                raise


@pytest.mark.parametrize("seed", [13])
def test_some_of_the_others_compile(seed, tmp_path):
    assert RuleWriter(seed).kind in NOT_ALL_COMPILE
    assert check(seed, tmp_path)


def test_each_kind_of_state_is_written():
    written = [RuleWriter(seed).kind for seed in range(PROGRAMS)]
    assert all(kind in written for kind in KINDS.values())


def test_a_wrong_number_in_a_move_is_noticed(tmp_path):
    text = rules_text(2)  # whose states are of no class of the file, which is another one below
    compiled = compile_rules(game_of(text, tmp_path))
    other = text.replace("yield (i, ", "yield (i, 1 + ")
    assert other != text
    rules = CheckedGame(game_of(other, tmp_path))
    states = reached_states(rules)
    keys = first_keys(rules, states, compiled.shape)
    assert compare(compiled, rules, keys, states) is not None


def test_a_text_becomes_no_tuple_and_a_tuple_no_text():
    """Or a helper that one game has compiled for texts is called with tuples of the next."""
    context, plain = cpu_target.typing_context, types.UniTuple(WORD, 6)
    assert context.can_convert(TextType(6), plain) is None
    assert context.can_convert(plain, TextType(6)) is None
    assert context.can_convert(TextType(6), TextType(6)) is not None
