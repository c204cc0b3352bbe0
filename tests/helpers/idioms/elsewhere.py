"""Functions of another module that give candidates; it has names of its own, and other values."""

from __future__ import annotations

TWO = 2
NAMES = ("one", "all")


def is_some(state, i):
    return state[i] > 0


def candidates(state):
    """A pass, and piles of one or of two stones or more."""
    if not any(state):
        return
    yield "pass"
    for i in range(len(state)):
        if not is_some(state, i):
            continue
        if state[i] >= TWO:
            yield (NAMES[1], i, state[i])
        else:
            yield (NAMES[0], i)


def in_order(state):
    """The same, after each other; nothing after the first empty pile."""
    i = 0
    while i < len(state):
        if not is_some(state, i):
            break
        if state[i] >= TWO:
            yield (NAMES[1], i, state[i])
        else:
            yield (NAMES[0], i)
        i += 1
    else:
        yield "pass"
