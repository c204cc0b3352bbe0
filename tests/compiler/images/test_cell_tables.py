"""Tables of the keys of images against what they stand for: fields put elsewhere, one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from perfectplay.compiler.images.cell_lines import image_of_cells, smallest_of_cells
from perfectplay.compiler.images.cell_tables import CellNumbers, cut_in_chunks
from perfectplay.compiler.runtime.cell_images import image_by_definition, smallest_by_definition
from perfectplay.core.kernels import njit
from perfectplay.game.shape.packing import TupleKeys


def plain_images(cells: CellNumbers, keys: TupleKeys, key: int) -> list[int]:
    """The slow twin: the key of each image, -1 if it has none."""
    state, found = keys.state(key), []
    for places, values in zip(cells.places, cells.values, strict=True):
        image = [state[place] for place in places]
        image = [dict(pairs).get(x, x) for x, pairs in zip(image, values, strict=True)]
        found.append(keys.key(tuple(image)))
    return found


def plain_smallest(cells: CellNumbers, keys: TupleKeys, key: int) -> int:
    return min([key, *plain_images(cells, keys, key)])


def from_tables(cells: CellNumbers) -> tuple[Any, Any]:
    """The lines that read tables, run by Python."""
    space: dict[str, Any] = {**cells.arrays, "min": lambda a, b: a if a < b else b}
    space["image_by_definition"] = lambda *_: -2
    for head, lines in (
        ("smallest(key, layout)", smallest_of_cells(cells)),
        ("image(n, key, layout)", image_of_cells(cells)),
    ):
        exec("\n    ".join([f"def {head}:", *lines]), space)
    return space["smallest"], space["image"]


@njit
def by_definition(keys, layout, places, first, last, old, new, smallest, images):
    """Both functions of `cell_images.py`, for many keys."""
    for i in range(len(keys)):
        smallest[i] = smallest_by_definition(keys[i], layout, places, first, last, old, new)
        for n in range(len(places)):
            images[i, n] = image_by_definition(keys[i], n, layout, places, first, last, old, new)


def cells_of(rng: random.Random, fields: int, images: int, values: int) -> CellNumbers:
    """Random images: permutations of all or some fields, some of them with values exchanged."""
    some = sorted(rng.sample(range(fields), rng.randint(1, fields)))
    places, changed = [], []
    for _ in range(images):
        mixed = rng.sample(some, len(some))
        places.append(tuple(mixed[some.index(i)] if i in some else i for i in range(fields)))
        a, b = rng.sample(range(-1, values), 2)
        swap = ((a, b), (b, a))
        changed.append(tuple(swap if rng.random() < 0.3 else () for _ in range(fields)))
    return CellNumbers(tuple(places), tuple(changed))


def keys_of(rng: random.Random, fields: int) -> TupleKeys:
    """Random layouts, of one range for all fields, or of another for each, of one value too."""
    if rng.random() < 0.5:
        low, size = rng.randint(-2, 1), rng.randint(1, max(2, int(2 ** (62 / fields))))
        size = min(size, 6)
        return TupleKeys((low,) * fields, (size,) * fields)
    sizes = [rng.choice((1, 2, 3, 5)) for _ in range(fields)]
    return TupleKeys(tuple(rng.randint(-2, 1) for _ in range(fields)), tuple(sizes))


@pytest.mark.parametrize("seed", range(60))
def test_tables_and_definition_give_the_images_of_the_twin(seed):
    rng = random.Random(seed)
    fields = rng.choice((1, 2, 3, 5, 8, 9, 12, 20))
    cells, keys = cells_of(rng, fields, rng.choice((1, 2, 3, 4, 7, 8, 15)), 4), keys_of(rng, fields)
    end = int(np.prod(keys.size, dtype=object))
    assert end < 1 << 63
    wanted = [0, end - 1, *(rng.randrange(end) for _ in range(12))]
    layout = cells.layout(keys)
    assert layout.shape[0] == 3
    smallest, image = from_tables(cells)
    array = np.array(wanted, np.int64)
    found = np.zeros(len(array), np.int64), np.zeros((len(array), cells.images), np.int64)
    by_definition(array, keys.layout(), *cells.arrays.values(), *found)
    for i, key in enumerate(wanted):
        images = plain_images(cells, keys, key)
        assert found[1][i].tolist() == images
        assert found[0][i] == plain_smallest(cells, keys, key)
        assert smallest(key, layout) == (-1 if -1 in images else min(key, *images))
        for n in range(cells.images):
            assert image(n, key, layout) == (-2 if -1 in images else images[n])


def test_keys_of_63_bits():
    """The largest keys, whose parts in tables leave 63 bits on the way."""
    cells = CellNumbers((tuple(reversed(range(21))),), (((),) * 21,))
    keys = TupleKeys((0,) * 21, (8,) * 21)
    smallest, image = from_tables(cells)
    layout = cells.layout(keys)
    for key in (0, 1, (1 << 63) - 1, (1 << 63) - 2, 1 << 62, 0o123456701234567012345):
        with np.errstate(over="ignore"):
            assert smallest(np.int64(key), layout) == plain_smallest(cells, keys, key)
            assert image(0, np.int64(key), layout) == plain_images(cells, keys, key)[0]


def test_fields_that_stay_take_no_rows_however_large():
    cells = CellNumbers(((1, 0, 2, 4, 3),), (((),) * 5,))
    keys = TupleKeys((0, 0, -5, 0, 0), (3, 3, 10**9, 3, 3))
    layout = cells.layout(keys)
    assert layout.size < 500
    smallest, _ = from_tables(cells)
    rng = random.Random(1)
    for key in [0, 81 * 10**9 - 1, *(rng.randrange(81 * 10**9) for _ in range(50))]:
        assert smallest(key, layout) == plain_smallest(cells, keys, key)


def test_tables_that_would_be_too_large_are_left_out():
    cells = CellNumbers(((1, 0),), (((), ()),))
    assert cells.layout(TupleKeys((0, 0), (1000, 1000))).shape[0] == 3
    keys = TupleKeys((0, 0), (10**6, 10**6))
    assert np.array_equal(cells.layout(keys), keys.layout())


def test_chunks_hold_all_fields_in_order():
    rng = random.Random(3)
    for _ in range(100):
        fields, chunks = rng.randint(1, 12), rng.randint(1, 8)
        size = [rng.randint(1, 4) for _ in range(fields)]
        moved = [rng.random() < 0.7 for _ in range(fields)]
        cuts = cut_in_chunks(size, moved, chunks, 1 << 30)
        assert cuts is not None
        assert len(cuts) <= chunks
        assert [i for begin, end in cuts for i in range(begin, end)] == list(range(fields))
