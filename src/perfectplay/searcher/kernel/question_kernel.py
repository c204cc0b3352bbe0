"""What the search asks about a state and its children: a part of the search kernel.

Not imported: ``hinted.py`` puts its text before ``null_window_kernel.py``, which explains questions
and names.
"""
# mypy: ignore-errors
# ruff: noqa: F821


@inner
def result_of(value, final):
    """The result of a state in which the play is over."""
    return final if SCORING else (value - 2) * FAR


@inner
def question_after(ask, again, gain):
    """The question about a child; the mover's result is the child's, negated unless ``again``."""
    if SCORING:
        return ask - gain if again else gain - ask + 1
    if again:
        return ask + 1 if ask > 1 else ask - 1 if ask < 0 else ask
    if ask > 1:
        return -ask
    return 2 - ask if ask < 0 else 1 - ask


@inner
def brought(result, again, gain):
    """The result of a child for the mover, one ply farther away."""
    if SCORING:
        return gain + result if again else gain - result
    nearer = result - 1 if result > 0 else result + 1 if result < 0 else 0
    return nearer if again else -nearer


@inner
def next_question(ctl):
    """The next question about the root, whose result is in LOWEST .. HIGHEST; UNBOUNDED if none.

    First whether the end can be forced within few plies, then within more: that costs far less than
    the question who wins, and usually answers it too.
    """
    low, high = ctl[LOWEST], ctl[HIGHEST]
    if low >= high:
        return UNBOUNDED
    if low > 0 or high < 0:
        if not ctl[DISTANCE]:
            return UNBOUNDED
        if SCORING:  # the last answer is a good guess
            return low + 1 if ctl[RAISED] else high
        return (low + high + 1) // 2
    while not SCORING and ctl[REACH] < FAR:
        if high >= FAR - ctl[REACH]:
            return FAR - ctl[REACH]
        if low <= ctl[REACH] - FAR:
            return ctl[REACH] - FAR + 1
        ctl[REACH] += ctl[REACH] // 2
    return 1 if high > 0 else 0
