"""The numbers that players draw: a function of the seed, the play and the ply, and nothing else.

A play's numbers are a stream of splitmix64 whose start is itself a number of such a stream; so
any play can be played by anybody at any time, and comes out the same.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


def mixed(x: int) -> int:
    """The finishing steps of splitmix64, on 64 bits."""
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
    """What all numbers of a player hang on: the tournament's seed, 0 or 1 for the player, and the
    player's own seed."""
    whole = number(seed & _MASK, player)
    return whole if own is None else number(whole, own & _MASK)


def chosen(number: int, count: int) -> int:
    """One of 0 … count - 1; each as likely as the others to within count / 2^32."""
    return ((number >> 32) * count) >> 32
