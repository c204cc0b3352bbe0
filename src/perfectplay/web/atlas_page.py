"""The table of a sweep as a page in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.web.packed_modules import one_file_page

MOST_PANELS, MOST_CELLS = 24, 40
"""The most panels of a map, and cells along a side of one; beyond that there is only the table."""


def atlas_page(
    found: Atlas,
    given: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    facts: Sequence[tuple[str, str]],
    lines: Sequence[str],
    exceptions: Sequence[str] = (),
) -> str:
    """A sweep as an HTML page: what the rule says, a map of who wins, the table.

    ``given``: the parameters that are alike in all rows; ``head``, ``rows``: the table as texts;
    ``facts``: about the rule, empty without one; ``lines``: sentences about the sweep, the first
    below the title; ``exceptions``: lines about states for which the rule is wrong. It is one file
    that loads nothing; the same sweep gives the same page.

    >>> from perfectplay import sweep
    >>> from perfectplay.games.nim import Nim
    >>> found = sweep(Nim, {"rows": [(1, 2), (1, 2, 3)]}, processes=1)
    >>> atlas_page(found, "", ["rows"], [["1,2"], ["1,2,3"]], [], ["2 combinations"]).count("<td>")
    4
    """
    several = [name for name, values in found.varied.items() if len(values) > 1]
    across = [parameter_text(value) for value in _values(found, several[:1])]
    content: dict[str, Any] = {
        "name": found.name,
        "given": given,
        "alone": found.players == 1,
        "head": head,
        "rows": rows,
        "facts": facts,
        "lines": lines,
        "exceptions": exceptions,
        "across": across,
        "corner": " \\ ".join(reversed(several[:2])),
        "panels": list(_panels(found, several)) if several and _fits(found, several) else [],
    }
    return one_file_page("atlas.html", "pp/theme", "atlas.css", **content)


def _fits(found: Atlas, several: Sequence[str]) -> bool:
    counts = [len(found.varied[name]) for name in several]
    return prod(counts[2:]) <= MOST_PANELS and max(counts[:2]) <= MOST_CELLS


def _values(found: Atlas, names: Sequence[str]) -> Sequence[Any]:
    return found.varied[names[0]] if names else ("",)


def _panels(found: Atlas, several: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A map for each value of the parameters after the first two: one across, one downwards."""
    known = {tuple(row.parameters[name] for name in several): row for row in found.rows}
    down = _values(found, several[1:2])
    for others in product(*(found.varied[name] for name in several[2:])):
        titles = (f"{n}={parameter_text(v)}" for n, v in zip(several[2:], others, strict=True))
        rows = []
        for other in down:
            place = (other,) if len(several) > 1 else ()
            cells = [
                _cell(known.get((one, *place, *others))) for one in _values(found, several[:1])
            ]
            rows.append((parameter_text(other), cells))
        yield {"title": " ".join(titles), "rows": rows}


def _cell(row: SweptRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    holds = None if row.rule is None else row.rule.holds
    if row.value is None:
        return {"value": "open", "label": "?", "holds": holds}
    return {"value": row.value, "label": row.label, "holds": holds}
