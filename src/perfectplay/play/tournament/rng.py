"""Random numbers of players, a function only of the seed, the play and the ply.

The numbers of a play are a stream of splitmix64 whose start is a number of another such stream, so
any thread or process can play any play with the same result.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


def mixed(x: int) -> int:
    """Finishing steps of splitmix64, on 64 bits."""
    x = ((x ^ (x >> 30)) * _FIRST) & _MASK
    x = ((x ^ (x >> 27)) * _SECOND) & _MASK
    return x ^ (x >> 31)


def number(base: int, place: int) -> int:
    """Number ``place`` (from 0) of the stream that begins with ``base``.

    >>> hex(number(0, 0))  # the first number of splitmix64 with the seed 0
    '0xe220a8397b1dcdaf'
    """
    return mixed((base + (place + 1) * _STEP) & _MASK)


def key(seed: int, player: int, own: int | None) -> int:
    """Key of all numbers of a player, from the seed of the tournament, the player (0 or 1), and the
    player's own seed or None."""
    base = number(seed & _MASK, player)
    return base if own is None else number(base, own & _MASK)


def chosen(number: int, count: int) -> int:
    """Choice of 0 … count - 1 by a number; chances are equal to within count / 2^32."""
    return ((number >> 32) * count) >> 32
