"""Why states have no one shape: said of what they hold."""

from __future__ import annotations

from perfectplay.compiler.source.refusals import refusal_of_states


def test_states_without_sets_are_not_told_of_sets() -> None:
    for start in ((0, (0,)), (0, "ab", (1, 2))):
        assert "later states have another shape than the start" in refusal_of_states(start)[0]
    assert "its sets hold something else" in refusal_of_states((0, (frozenset({1}), 2)))[0]
