"""The lines that add up keys of images from the tables of ``cell_tables.py``."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.compiler.images.cell_tables import CellNumbers

_NUMBERS = "CELL_PLACES, CELL_FIRST, CELL_LAST, CELL_OLD, CELL_NEW"


def smallest_of_cells(cells: CellNumbers) -> Iterator[str]:
    """The body of ``representative(state, key, layout)``."""
    chunks = cells.chunks
    yield "if layout.shape[0] != 3:"
    yield f"    return smallest_by_definition(key, layout, {_NUMBERS})"
    yield "rest = key"
    for c in reversed(range(chunks)):
        size, place, width = c, chunks + c, 2 * chunks + c
        above = f"rest // layout[2, {size}]" if c else "0"
        yield f"above = {above}"
        yield f"digit = rest - above * layout[2, {size}]"
        yield f"at{c} = layout[2, {place}] + digit * layout[2, {width}]"
        yield "rest = above"
    yield f"if {_sum(chunks, str(cells.images))} != 0:"
    yield "    return -1"
    yield "least = 0"
    yield f"for n in range({cells.columns}):"  # what is no image is not negative
    yield f"    least = min(least, {_sum(chunks, 'n')})"
    yield "return key + least"


def image_of_cells(cells: CellNumbers) -> Iterator[str]:
    """The body of ``image_of_cells(n, key, layout)``, the key of one image."""
    chunks = cells.chunks
    yield "if layout.shape[0] != 3:"
    yield f"    return image_by_definition(key, n, layout, {_NUMBERS})"
    yield "rest, image, odd = key, key, 0"
    yield f"for c in range({chunks - 1}, -1, -1):"
    yield "    above = rest // layout[2, c]"
    yield f"    at = layout[2, {chunks} + c]"
    yield f"    at += (rest - above * layout[2, c]) * layout[2, {2 * chunks} + c]"
    yield "    image += layout[2, at + n]"
    yield f"    odd |= layout[2, at + {cells.images}]"
    yield "    rest = above"
    yield "if odd != 0:"
    yield f"    return image_by_definition(key, n, layout, {_NUMBERS})"
    yield "return image"


def _sum(chunks: int, column: str) -> str:
    return " + ".join(f"layout[2, at{c} + {column}]" for c in range(chunks))
