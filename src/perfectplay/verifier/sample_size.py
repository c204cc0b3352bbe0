"""The size of the sample of states: it has a budget in moves, since a state may have many."""

from __future__ import annotations

SAMPLE_MOVES = 5_000_000
"""Moves that every sample may have, on average."""

MOVES_PER_STATE = 50
"""Moves that a larger sample may have for each requested state."""


def move_budget(sample: int) -> int:
    """Moves that the interpreter may look at for a sample of ``sample`` states.

    >>> move_budget(100_000), move_budget(1_000_000)
    (5000000, 50000000)
    """
    return max(SAMPLE_MOVES, MOVES_PER_STATE * sample)


def sample_size(sample: int, states: int, moves: int) -> int:
    """States to sample of a solution with so many states and moves: at most ``sample``, and fewer
    if these would have more moves than the budget, on average.

    >>> sample_size(100_000, 8_000_000, 160_000_000)
    100000
    >>> sample_size(100_000, 8_000_000, 1_600_000_000)
    25000
    """
    size = min(sample, states)
    budget = move_budget(sample)
    return size if size * moves <= budget * states else max(1, budget * states // moves)


def size_note(size: int, sample: int, states: int, moves: int) -> list[str]:
    """A note if the sample is smaller than what the caller asked for, else nothing."""
    wanted = min(sample, states)
    if size >= wanted:
        return []
    return [
        f"a state has {moves / states:,.0f} moves on average: so the interpreter was asked about "
        f"{size:,} states, not {wanted:,}; --interpreted asks about every state"
    ]
