"""What translated rules call where the order of a set in a state would matter, so that sets are
looped over from the second element of their table; see `set_directions`."""
# mypy: ignore-errors

from __future__ import annotations

from perfectplay.compiler.runtime.set_directions import first_by, from_second, popped_by, rotated

in_order, in_one_order = from_second, rotated
only_or_first = first_by(from_second)
popped_only = popped_in_turn = popped_by(only_or_first)
