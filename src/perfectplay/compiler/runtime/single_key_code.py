"""Keys of one word in arrays: the names that kernels use; ``double_key_code.py`` has the same."""
# mypy: ignore-errors

from __future__ import annotations

from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.compiler.runtime.key_fields import fields_of, key_of

__all__ = [
    "ABSENT_KEY", "KEY_WORDS", "fields_of", "key_at", "key_of", "missing", "put_key", "smaller",
]  # fmt: skip

KEY_WORDS = 1
ABSENT_KEY = -1


@inner
def key_at(keys, i):
    """The key at a place of an array."""
    return keys[i]


@inner
def put_key(keys, i, key):
    """Write a key at a place of an array."""
    keys[i] = key


@inner
def missing(key):
    """Whether a state has no key."""
    return key < 0


@inner
def smaller(key, other):
    """The smaller one of two keys; one that is missing is smaller than all others."""
    return min(key, other)
