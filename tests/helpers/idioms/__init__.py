"""Tiny games, one for each line of docs/rules-that-compile.md; see test_rules_that_compile.py."""

from __future__ import annotations

from idioms import (
    bytes_in_states,
    candidates,
    cells_of_texts,
    code_that_falls_back,
    constant_moves,
    control_flow,
    dicts_in_states,
    falling_back,
    flags_in_states,
    given_dicts,
    gives_nothing,
    growing_states,
    heaps_and_stacks,
    iteration,
    iterators,
    lengths,
    letters_in_states,
    listed_moves,
    lists_as_tuples,
    look_ups,
    loops_over_either,
    made_tuples,
    members_in_states,
    methods,
    mixed_members,
    moves_of_any_length,
    named_tuples,
    nested_states,
    objects,
    of_numbers,
    of_tuples,
    older_functions,
    optional_numbers,
    optional_states,
    outcomes_and_moves,
    recursion,
    rows_of_constants,
    rows_that_are_dicts,
    scratch,
    sets_in_states,
    sets_of_moves,
    sets_of_records,
    several_classes,
    spelled_texts,
    tables_of_nones,
    texts_in_loops,
    texts_in_states,
    texts_taken_apart,
    things_in_tables,
    things_that_fall_back,
    unlike_moves,
    varying_states,
    what_self_has,
    words_in_states,
    written_moves,
)
from perfectplay import Game

COMPILES: dict[str, Game] = {}
for section in (  # in the order of the page
    control_flow,
    outcomes_and_moves,
    unlike_moves,
    listed_moves,
    candidates,
    moves_of_any_length,
    of_tuples,
    made_tuples,
    iteration,
    iterators,
    scratch,
    given_dicts,
    of_numbers,
    what_self_has,
    rows_of_constants,
    rows_that_are_dicts,
    tables_of_nones,
    things_in_tables,
    methods,
    recursion,
    look_ups,
    named_tuples,
    nested_states,
    several_classes,
    objects,
    letters_in_states,
    members_in_states,
    mixed_members,
    words_in_states,
    flags_in_states,
    optional_numbers,
    optional_states,
    cells_of_texts,
    texts_in_states,
    texts_in_loops,
    texts_taken_apart,
    spelled_texts,
    written_moves,
    constant_moves,
    sets_of_moves,
    bytes_in_states,
    dicts_in_states,
    sets_in_states,
    sets_of_records,
    heaps_and_stacks,
    varying_states,
    growing_states,
    older_functions,
):
    assert COMPILES.keys().isdisjoint(section.COMPILES)
    COMPILES |= section.COMPILES

FALLS_BACK: dict[str, tuple[Game, str]] = {}
for part in (code_that_falls_back, things_that_fall_back, falling_back):
    assert FALLS_BACK.keys().isdisjoint(part.FALLS_BACK)
    FALLS_BACK |= part.FALLS_BACK

NEAR: dict[str, Game] = {}
"""Rules near those of the page, whose tuples have lengths that must be found."""
for near in (lists_as_tuples, loops_over_either, gives_nothing, lengths):
    assert NEAR.keys().isdisjoint(near.GAMES)
    NEAR |= near.GAMES

NEAR_FALLS_BACK = lengths.FALLS_BACK
