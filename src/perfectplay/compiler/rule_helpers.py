"""The modules whose functions translated rules call, and the lines that import them."""

from __future__ import annotations

import builtins
import re
from importlib import import_module

from perfectplay.compiler.source.own_names import own

_NAMES = """
    support integer_functions items tuple_helpers table_rows hash_slots bit_counts words
    text_types text_helpers changed_texts text_searches text_splitting spelled_helpers
    bytes_helpers set_types set_bits set_operators set_helpers varying_types varying_values
    varying_helpers cut_slices cell_images dict_helpers state_texts state_text_helpers
    loose_text_helpers perhaps_none optional_parts listed_columns word_order ranked_words
    combined_items word_parts word_lengths word_letters identities empty_items filled_loops
    tuple_loops unlike_items record_operators written_values lasting_values words_or_texts
    text_ends grown_tuples lists_in_memory rows_in_memory slices_in_memory ranked_items
    counted_lists heaps_and_places python_sets python_set_operators set_unions
    taken_elements
"""

_INSTEAD = {"set": ("perfectplay.compiler.runtime.python_sets", "python_set")}
"""Builtins that compiled rules have one of our own for."""

_OF_ORDER = {
    "first": import_module("perfectplay.compiler.runtime.from_first"),
    "second": import_module("perfectplay.compiler.runtime.from_second"),
    "last": import_module("perfectplay.compiler.runtime.from_last"),
}
"""Modules with functions in the place of those of others, by where loops over sets begin."""

HELPERS = tuple(import_module(f"perfectplay.compiler.runtime.{name}") for name in _NAMES.split())
"""The modules whose functions translated rules call."""


def helper_lines(text: str, sets_from: str = "") -> list[str]:
    """The lines that give helpers and builtins the names that the rules call them by.
    ``sets_from``: see `Translation`."""
    lines = []
    homes = (*((_OF_ORDER[sets_from],) if sets_from else ()), *HELPERS)
    for name in sorted(set(re.findall(rf"\b{own('')}([A-Za-z_]+)\b", text))):
        if (home := next((home for home in homes if hasattr(home, name)), None)) is not None:
            lines.append(f"from {home.__name__} import {name} as {own(name)}")
        elif name in _INSTEAD:
            lines.append("from {} import {} as {}".format(*_INSTEAD[name], own(name)))
        elif hasattr(builtins, name):
            lines.append(f"{own(name)} = {name}")
    return lines
