"""docs/rules-that-compile.md, a test a line: each idiom's game, compiled and interpreted."""

from __future__ import annotations

import re
import warnings

import pytest

import idioms
from perfectplay import solve
from perfectplay.compiler.compare import compare, refusal_of
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from places import ROOT
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")


DOC = ROOT / "docs" / "rules-that-compile.md"


def compared(game):
    """The compiled rules, and where they differ from the interpreted ones in some state."""
    given, rules = RulesToCompile(game, symmetries=True), CheckedGame(game)
    compiled, states = given.compile(), reached_states(rules)
    keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
    try:
        difference = compare(compiled, rules, keys, states)
    except NotCompilable as fault:  # here and below as in a solve
        if not given.takes_another_way(fault):
            raise
        return compared(game)
    if difference is not None and compiled.sets_from:
        raise refusal_of(difference, compiled, rules)
    return compiled, difference


COMPILES = idioms.COMPILES | idioms.NEAR
FALLS_BACK = idioms.FALLS_BACK | idioms.NEAR_FALLS_BACK


@pytest.mark.parametrize("line", COMPILES)
def test_translates(line):
    assert translate(COMPILES[line]).text


@pytest.mark.thinned(3)
@pytest.mark.parametrize("line", COMPILES)
def test_compiles(line):
    game = COMPILES[line]
    states = reached_states(CheckedGame(game))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled, difference = compared(game)
    assert difference is None, str(difference)
    assert compiled.kernels.expand.signatures  # it was machine code that answered
    assert len(states) > 2


@pytest.mark.parametrize("line", FALLS_BACK)
def test_falls_back(line):
    game, sentence = FALLS_BACK[line]
    with pytest.raises(NotCompilable) as refusal:
        compared(game)
    said = str(refusal.value)
    assert sentence in said
    assert "\n" not in said
    assert len(solve(game)) > 1  # and it is solved none the less


def lines_of(heading):
    """The lines of a list of the page, without their marks."""
    text = DOC.read_text(encoding="utf-8")
    _, _, after = text.partition(f"## {heading}\n")
    section = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    return [m[1] for m in re.finditer(r"^\| `(.+?)` \|", section, re.MULTILINE)]


def test_the_page_and_the_tests_have_the_same_lines():
    assert lines_of("What compiles") == list(idioms.COMPILES)
    assert lines_of("What falls back to the interpreter") == list(idioms.FALLS_BACK)
