"""The keys of states as a manifest describes them."""

from __future__ import annotations

from pathlib import Path

from perfectplay.core.errors import DamagedError
from perfectplay.core.shortened import shortened
from perfectplay.game.packing import IntegerKeys, TupleKeys
from perfectplay.game.state_shape import PLAIN, StateShape
from perfectplay.game.state_words import NO_WORD, Word, word_text
from perfectplay.tablebase.store.manifest import MANIFEST, KeysEntry
from perfectplay.tablebase.store.parts import AGAIN


def keys_entry(keys: object) -> KeysEntry:
    """The entry of a manifest for keys.

    >>> keys_entry(TupleKeys((0, -1), (3, 3)))
    KeysEntry(kind='tuple', low=(0, -1), size=(3, 3), words=None)
    """
    if isinstance(keys, IntegerKeys):
        return KeysEntry("integer")
    if isinstance(keys, TupleKeys):
        words = tuple(map(word_text, keys.shape.words)) if keys.shape.has_words else None
        return KeysEntry("tuple", keys.low, keys.size, words)
    return KeysEntry("text")


def stored_keys(folder: Path, entry: KeysEntry, shape: StateShape | None) -> TupleKeys:
    """The keys of states of a shape (None: integers in a tuple) that the manifest in a folder
    describes.

    Raises DamagedError if it has words that the rules do not have.
    """
    if shape is not None and not _has_all(entry, shape):
        raise DamagedError(
            f"{folder / MANIFEST} describes keys of other states than the rules have; {AGAIN}"
        )
    if shape is not None and entry.words is not None:
        try:
            shape = shape.with_texts(entry.words)
        except (ValueError, SyntaxError) as error:
            words = shortened(repr(", ".join(entry.words)))
            raise DamagedError(
                f"{folder / MANIFEST} lists other words of states than the rules have: {words}; "
                f"{AGAIN}"
            ) from error
    return TupleKeys(entry.low, entry.size, shape or PLAIN)


def _has_all(entry: KeysEntry, shape: StateShape) -> bool:
    """Whether keys have a number for each field, and a word for each number of a word."""
    words = entry.words is not None
    if words is not shape.has_words or not len(entry.low) == len(entry.size) == shape.size:
        return False
    fields = zip(shape.kinds, entry.low, entry.size, strict=True)
    codes = [(low, low + size) for kind, low, size in fields if kind is Word]
    return all(low >= NO_WORD and end <= len(entry.words or ()) for low, end in codes)
