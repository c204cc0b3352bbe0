"""Images of a state compared without a generator, against the generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.glue import representative
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable

PLAIN = """
def _f_symmetries(state):
    for turn in range(4):
        state = state * 7 % 101
        if state == 13:
            return
        yield state
        if turn % 2:
            yield abs(50 - state)

symmetries = _f_symmetries
"""


def function_of(text: str, name: str) -> Callable[..., Any]:
    names: dict[str, Any] = {
        "_pp_encode": lambda image, layout: -1 if image == 97 else image,
        "_pp_smaller": min,
    }
    exec(text, names)
    found: Callable[..., Any] = names[name]
    return found


def test_the_copy_gives_the_smallest_key() -> None:
    copied = representative(PLAIN)
    assert copied is not None
    text, line = copied
    assert PLAIN.splitlines()[line - 1] == "def _f_symmetries(state):"
    # line by line the same, but for the last one
    assert len(text.splitlines()) == 9
    smallest, symmetries = function_of(text, "representative"), function_of(PLAIN, "symmetries")
    outgrown = 0
    for state in range(101):
        images = [-1 if image == 97 else image for image in symmetries(state)]
        assert smallest(state, state, None) == min([state, *images])
        outgrown += -1 in images
    assert 0 < outgrown < 101


@pytest.mark.parametrize(
    "body",
    [
        "    return (state, -state)",  # no generator
        "    x = yield state",
        "    yield from (state, 3)",
        "    yield",
    ],
)
def test_what_is_no_plain_generator_is_left_alone(body: str) -> None:
    assert representative(f"def f(state):\n{body}\nsymmetries = f") is None


class TextInside(Game):
    """Gives a text for a state in the second image."""

    def start(self):
        return 0

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        return state * 2 + move + 1

    def outcome(self, state):
        return Value.LOSS if state > 1000 else None

    def symmetries(self, state):
        yield state
        yield (state, 1)  # here


def test_what_does_not_compile_is_shown_in_the_users_file() -> None:
    with pytest.raises(NotCompilable) as refused:
        compile_rules(TextInside())
    with open(__file__, encoding="utf-8") as lines:
        [line] = [i for i, text in enumerate(lines, 1) if text.endswith("# here\n")]
    assert refused.value.place == f"{__file__}:{line}"
