"""Images of states whose symmetries are data, in compiled code: by definition, digit by digit.

The tables of ``cell_tables.py`` give the same, many times as fast. A key is as in
``game/shape/packing.py``; ``layout``: [2 or more, F] int64, the lowest value and the size of each
field.
``places``: [N, F] int64, for each image and each of its fields, the field of the state whose
content it gets; ``first``, ``last``: [N, F] int64, where ``old`` and ``new``: [P] int64 have the
values that it changes.
"""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.compiler.runtime.sparse_keys import PLAIN_ROWS, sparse_key, write_fields


@inner(nogil=True)
def fields_of_key(key, layout, count):
    """[F] int64: the fields of the state of a key."""
    fields = np.empty(count, np.int64)
    if len(layout) > PLAIN_ROWS:
        write_fields(fields, key, layout)
        return fields
    rest = key
    for i in range(count - 1, 0, -1):
        above = rest // layout[1, i]
        fields[i] = rest - above * layout[1, i] + layout[0, i]
        rest = above
    fields[0] = rest + layout[0, 0]
    return fields


@inner(nogil=True)
def key_of_image_of(fields, n, layout, places, first, last, old, new):
    """The key of image ``n`` of the state with these fields; -1 if the layout cannot hold it."""
    key, image = 0, np.empty_like(fields)
    for i in range(len(fields)):
        value = fields[places[n, i]]
        for k in range(first[n, i], last[n, i]):
            if old[k] == value:
                value = new[k]
                break
        image[i] = value
    if len(layout) > PLAIN_ROWS:
        return sparse_key(image, layout)
    for i, value in enumerate(image):
        digit = value - layout[0, i]
        if digit < 0 or digit >= layout[1, i]:
            return -1
        key = key * layout[1, i] + digit
    return key


@inner(nogil=True)
def image_by_definition(key, n, layout, places, first, last, old, new):
    """The key of image ``n`` of the state of a key; -1 if the layout cannot hold it."""
    fields = fields_of_key(key, layout, places.shape[1])
    return key_of_image_of(fields, n, layout, places, first, last, old, new)


@inner(nogil=True)
def smallest_by_definition(key, layout, places, first, last, old, new):
    """The smallest key of a state and all its images; -1 if the layout cannot hold one of them."""
    fields = fields_of_key(key, layout, places.shape[1])
    for n in range(len(places)):
        key = min(key, key_of_image_of(fields, n, layout, places, first, last, old, new))
    return key
