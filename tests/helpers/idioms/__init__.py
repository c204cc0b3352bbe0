"""Tiny games, one for each line of docs/rules-that-compile.md; see test_rules_that_compile.py."""

from __future__ import annotations

from idioms import (
    bytes_in_states,
    control_flow,
    falling_back,
    given_dicts,
    growing_states,
    iteration,
    iterators,
    look_ups,
    methods,
    named_tuples,
    nested_states,
    of_numbers,
    of_tuples,
    older_functions,
    optional_states,
    outcomes_and_moves,
    recursion,
    rows_of_constants,
    rows_that_are_dicts,
    scratch,
    sets_in_states,
    spelled_texts,
    texts_in_states,
    things_in_tables,
    unlike_moves,
    varying_states,
    what_self_has,
    words_in_states,
)
from perfectplay import Game

COMPILES: dict[str, Game] = {}
for section in (  # in the order of the page
    control_flow,
    outcomes_and_moves,
    unlike_moves,
    of_tuples,
    iteration,
    iterators,
    scratch,
    given_dicts,
    of_numbers,
    what_self_has,
    rows_of_constants,
    rows_that_are_dicts,
    things_in_tables,
    methods,
    recursion,
    look_ups,
    named_tuples,
    nested_states,
    words_in_states,
    optional_states,
    texts_in_states,
    spelled_texts,
    bytes_in_states,
    sets_in_states,
    varying_states,
    growing_states,
    older_functions,
):
    assert COMPILES.keys().isdisjoint(section.COMPILES)
    COMPILES |= section.COMPILES

FALLS_BACK = falling_back.FALLS_BACK
