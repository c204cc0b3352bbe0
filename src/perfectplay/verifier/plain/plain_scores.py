"""Games of points in plain Python: the score of a state, and the search for loops.

Scores follow from one another only if no play comes back to a state: along a loop any scores would
be consistent. So the verifier has to show that there is no loop.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from perfectplay.core.value import Value
from perfectplay.tablebase.verification import Worth

K = TypeVar("K", bound=Hashable)


def right_score(
    end: int | None, children: Sequence[tuple[Worth, bool]], gains: Sequence[int]
) -> Worth:
    """The worth of a state: the play ends there with the score ``end``; or (None) the moves have
    these ``gains`` and lead to ``children``, each with whether the mover moves again.

    >>> won = Value.WIN, 4, 3
    >>> right_score(None, [(won, False), (won, True)], [5, -1])
    (<Value.WIN: 3>, 5, 2)
    >>> right_score(-2, [], [])
    (<Value.LOSS: 1>, 0, -2)
    """
    if end is not None:
        return sign(end), 0, end
    best: int | None = None
    nearest = 0
    for (worth, again), gain in zip(children, gains, strict=True):
        _, plies, score = _scored(worth)
        brings = gain + score if again else gain - score
        if best is None or brings > best or (brings == best and plies < nearest):
            best, nearest = brings, plies
    assert best is not None
    return sign(best), nearest + 1, best


def _scored(worth: Worth) -> tuple[Value, int, int]:
    assert len(worth) == 3
    value, plies, score = worth
    assert plies is not None
    return value, plies, score


def sign(score: int) -> Value:
    """The value that a score stands for."""
    return Value.WIN if score > 0 else Value.LOSS if score < 0 else Value.DRAW


def find_loop(children: Mapping[K, Sequence[K]]) -> list[K]:
    """A loop: keys each of which leads to the next, and the last to the first; [] if there is none.

    ``children``: for each key the keys that its moves lead to.

    >>> find_loop({1: [2, 3], 2: [3], 3: []}), find_loop({1: [2], 2: [3, 4], 3: [2], 4: []})
    ([], [3, 2])
    """
    entered = dict.fromkeys(children, 0)
    for some in children.values():
        for child in some:
            entered[child] += 1
    open_ = [key for key, count in entered.items() if not count]
    for key in open_:  # grows during the loop: keys that only removed ones lead to
        for child in children[key]:
            entered[child] -= 1
            if not entered[child]:
                open_.append(child)
    before = {child: key for key, some in children.items() if entered[key] for child in some}
    # each remaining key has a remaining predecessor: walking backwards ends in a loop
    if len(open_) == len(children):
        return []
    return loop_before(next(key for key, count in entered.items() if count), before)


def loop_before(at: K, before: Mapping[K, K]) -> list[K]:
    """The loop that walking backwards from ``at`` ends in, in the order of play."""
    trail: dict[K, None] = {}
    while at not in trail:
        trail[at] = None
        at = before[at]
    back = list(trail)
    return back[back.index(at) :][::-1]
