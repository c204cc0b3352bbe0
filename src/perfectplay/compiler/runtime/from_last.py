"""What translated rules call where the order of a set in a state would matter, so that sets are
looped over from the last element of their table; see `set_directions`."""
# mypy: ignore-errors

from __future__ import annotations

from perfectplay.compiler.runtime.set_directions import backwards, first_by, from_last, popped_by

in_order, in_one_order = from_last, backwards
only_or_first = first_by(from_last)
popped_only = popped_in_turn = popped_by(only_or_first)
