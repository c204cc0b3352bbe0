"""The keys of states as a manifest describes them."""

from __future__ import annotations

from pathlib import Path

from perfectplay.core.errors import DamagedError
from perfectplay.core.shortened import shortened
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.shape_texts import texts_of, with_texts
from perfectplay.game.shape.shape_tree import Length
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import PLAIN, StateShape
from perfectplay.game.shape.state_words import NO_WORD, Word
from perfectplay.tablebase.store.manifest import MANIFEST, KeysEntry
from perfectplay.tablebase.store.parts import AGAIN


def keys_entry(keys: object) -> KeysEntry:
    """The entry of a manifest for keys.

    >>> keys_entry(TupleKeys((0, -1), (3, 3)))
    KeysEntry(kind='tuple', low=(0, -1), size=(3, 3), words=None, usual=())
    """
    if isinstance(keys, IntegerKeys):
        return KeysEntry("integer")
    if isinstance(keys, TupleKeys):
        words = texts_of(keys.shape) if keys.shape.has_tables else None
        return KeysEntry("tuple", keys.low, keys.size, words, keys.usual)
    return KeysEntry("text")


def stored_keys(folder: Path, entry: KeysEntry, shape: StateShape | None) -> TupleKeys:
    """The keys of states of a shape (None: integers in a tuple) that the manifest in a folder
    describes. Raises DamagedError if it has words that the rules do not have."""
    if shape is not None and not (_has_all(entry, shape) and _fits_bytes(entry, shape)):
        raise DamagedError(
            f"{folder / MANIFEST} describes keys of other states than the rules have; {AGAIN}"
        )
    if shape is not None and entry.words is not None:
        try:
            shape = with_texts(shape, entry.words)
        except (ValueError, SyntaxError) as error:
            raise _other_words(folder, entry) from error
        if len(entry.low) != shape.size or not _is_within(entry, shape):
            raise _other_words(folder, entry)
    return TupleKeys(entry.low, entry.size, shape or PLAIN, entry.usual)


def _has_all(entry: KeysEntry, shape: StateShape) -> bool:
    """Whether keys have a number for each field, as far as the manifest does not tell how many, and
    texts if some fields are words or sets, or tuples change their length."""
    if (entry.words is not None) is not shape.has_tables or len(entry.low) != len(entry.size):
        return False
    return len(entry.low) == shape.size or bool(shape.lengths)


def _fits_bytes(entry: KeysEntry, shape: StateShape) -> bool:
    """Whether the numbers of fields that are in bytes are from 0 to 255."""
    fields = zip(shape.byte_fields, entry.low, entry.size, strict=True)
    return all(low >= 0 and low + size <= 256 for inside, low, size in fields if inside)


def _is_within(entry: KeysEntry, shape: StateShape) -> bool:
    """Whether there is a word for each number of a word, and an element for each bit of a set."""
    ranges = {
        Word: (NO_WORD, len(shape.words)),
        BitSet: (0, 1 << len(shape.elements)),
        Length: (0, max(shape.lengths, default=0) + 1),
    }
    for kind, low, size in zip(shape.kinds, entry.low, entry.size, strict=True):
        first, end = ranges.get(kind, (low, low + size))
        if low < first or low + size > end:
            return False
    return True


def _other_words(folder: Path, entry: KeysEntry) -> DamagedError:
    words = shortened(repr(", ".join(entry.words or ())))
    return DamagedError(
        f"{folder / MANIFEST} lists other words of states than the rules have: {words}; {AGAIN}"
    )
