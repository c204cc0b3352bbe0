"""The symmetries found, as Python code to paste, pictures, and JSON."""

from __future__ import annotations

import textwrap
from typing import Any

from perfectplay.conformance.symmetry.board_shapes import BoardShape
from perfectplay.conformance.symmetry.permutation import FieldPermutation
from perfectplay.conformance.symmetry.search_result import LARGEST, SymmetrySearchResult
from perfectplay.core.shortened import shortened
from perfectplay.game.showing import number_of
from perfectplay.tablebase.record import jsonable

MOST_IMAGES = 100
"""Maximum number of images of one state for which symmetries are offered."""

_WIDTH = 92


def declaration_text(found: SymmetrySearchResult) -> str:
    """Code that declares the symmetries in the game's class; empty if none is offered.

    >>> from perfectplay.conformance.symmetry.symmetry_search import search_symmetries
    >>> from perfectplay.games.wythoff import Wythoff
    >>> print(declaration_text(search_symmetries(Wythoff(3, 3))))
        cell_symmetries = (  # held on all 16 states (perfectplay symmetries)
            (1, 0),  # fields 0 and 1 exchanged
        )
    """
    if not found.generators or not found.elements(MOST_IMAGES):
        return ""
    lines = [f"cell_symmetries = (  # {held(found)} (perfectplay symmetries)"]
    for one in found.generators:
        lines += [f"    {line}" for line in _written(one)]
    return "\n".join(f"    {line}" for line in [*lines, ")"])


def why_nothing(found: SymmetrySearchResult) -> str:
    """Reason why `declaration_text` is empty; empty if it is not.

    >>> from perfectplay.conformance.symmetry.symmetry_search import search_symmetries
    >>> from perfectplay.games.nim import Nim
    >>> why_nothing(search_symmetries(Nim(rows=(1,) * 6)))
    'a class could have 720 states, too many to give for every state; let start and play keep the
    fields that can be exchanged sorted, with sort() of perfectplay'
    """
    if not found.generators or found.elements(MOST_IMAGES):
        return ""
    count = f"more than {LARGEST:,}" if found.capped else f"{found.order:,}"
    return (
        f"a class could have {count} states, too many to give for every state; let start and play "
        "keep the fields that can be exchanged sorted, with sort() of perfectplay"
    )


def held(found: SymmetrySearchResult) -> str:
    """The states on which the symmetries were tested, in words."""
    if found.complete:
        return f"held on all {number_of(found.checked, 'state')}"
    return f"held on {found.checked:,} sampled states, which is no proof"


def picture(one: FieldPermutation, shape: BoardShape | None) -> str:
    """The field numbers before and after, as a board if there is one."""
    if shape is None:
        cycles = one.cycles()
        if all(len(cycle) == 2 for cycle in cycles):
            return ", ".join(f"{a} <-> {b}" for a, b in cycles)
        return ", ".join(" -> ".join(map(str, (*cycle, cycle[0]))) for cycle in cycles)
    before = shape.picture(tuple(range(shape.fields))).split("\n")
    after = shape.picture(one.places).split("\n")
    width = max(map(len, before))
    middle = next(i for i, row in enumerate(before) if i >= (shape.height - 1) // 2 and row)
    rows = [
        f"{left:<{width}}{'  ->  ' if i == middle else '      '}{right}".rstrip()
        for i, (left, right) in enumerate(zip(before, after, strict=True))
    ]
    if stay := [str(i) for i in range(shape.fields) if not shape.first <= i < shape.last]:
        rows.append(f"field{'s' if len(stay) > 1 else ''} {', '.join(stay)} as before")
    return "\n".join(rows)


def as_dict(found: SymmetrySearchResult, name: str) -> dict[str, Any]:
    """The result as a dictionary for JSON."""
    return {
        "game": name,
        "states_checked": found.checked,
        "complete": found.complete,
        "order": found.order,
        "at_least": found.capped,
        "saving": round(found.saving, 3),
        "declared": found.declared,
        "late": found.late,
        "generators": [_permutation(one) for one in found.generators],
        "refuted": [
            _permutation(one.permutation) | {"state": jsonable(one.state)} for one in found.refuted
        ],
        "declaration": declaration_text(found) or None,
        "reason": found.reason or why_nothing(found) or None,
    }


def _permutation(one: FieldPermutation) -> dict[str, Any]:
    return {"name": one.name, "places": list(one.places)}


def _written(one: FieldPermutation) -> list[str]:
    """``(1, 0),  # fields 0 and 1 exchanged``, on one or more lines."""
    whole = f"{one.places},  # {one.name}"
    if len(whole) + 8 <= _WIDTH:
        return [whole]
    rows = textwrap.wrap(f"{', '.join(map(str, one.places))},", _WIDTH - 12)
    return [f"(  # {shortened(one.name, _WIDTH - 12)}", *(f"    {row}" for row in rows), "),"]
