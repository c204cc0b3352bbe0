"""A note on states that may lack whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from numbers import Real
from typing import Any

from perfectplay.core.shortened import LONGEST
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.game import has_again
from perfectplay.game.showing import in_state
from perfectplay.game.state_parts import parts_of

_SHOWN = 12  # moves of a play

_COMPARED = 2_000  # moves that are looked at

TURNED = 0.5
"""The share of the moves that must change most of a state for it to be one that moves turn."""

MOST_BITS = 128
"""The bits of a number that are looked at."""

Step = tuple[State, State]
"""A state and one after it."""


class TurnNote:
    """Notes a state that is reached after an even and after an odd number of plies. No fault: a
    game with loops, or with the same moves for both sides, has such states."""

    def __init__(self, rules: CheckedGame, log: FindingLog) -> None:
        self._rules, self._log = rules, log
        self._found: tuple[State, list[Move], list[Move]] | None = None

    def __call__(self, state: State, first: list[Move], second: list[Move]) -> None:
        """Keep such a state and the two plays that reach it."""
        self._found = state, first, second

    def note(self, states: Sequence[State]) -> None:
        """Write the note, unless the game or its moves explain such states. Raises RulesError.
        ``states``: those that were checked."""
        game = self._rules.game
        if self._found is None or game.players == 1 or game.impartial or has_again(game):
            return
        moves = ((s, child) for s in states for _, child in self._rules.position(s).options)
        steps = list(islice(moves, _COMPARED))
        if only_shrinks_or_grows(steps) or is_turned(steps):
            return
        state, *plays = self._found
        even, odd = sorted(plays, key=lambda play: len(play) % 2)
        where = in_state(game, state).removeprefix(" in ")
        where += "" if where.endswith("\n") else " "
        self._log.note(
            "plies",
            f"{where}is reached after an even number of plies ({self._play(even)}) and "
            f"after an odd number ({self._play(odd)}); that is right if both players have the same "
            "moves there (say impartial = True) or if states are turned to the player to move; if "
            "not, put whose turn it is into the state",
        )

    def _play(self, moves: list[Move]) -> str:
        if not moves:
            return "the start"
        texts = [self._rules.move_text(move) for move in moves[:_SHOWN]]
        more = f"; ... {len(moves)} in all" if len(moves) > _SHOWN else ""
        return "; ".join(texts)[:LONGEST] + more


def only_shrinks_or_grows(steps: Sequence[Step]) -> bool:
    """True if every move lowers one measure of the state, or every move raises it.

    The measures: the sum of its numbers, how many parts it has, and how often a letter or another
    part stands in it. So it is in games of heaps and of counts, whose moves are of different sizes.
    Pieces that move about leave all of these as they were, or change them in both directions.

    >>> only_shrinks_or_grows([((3, 2), (3, 1)), ((3, 1), (0, 1))])
    True
    >>> only_shrinks_or_grows([((0, 1), (1, 0))])
    False
    >>> only_shrinks_or_grows([("||||", "|..|"), ("|..|", "|...")])
    True
    >>> only_shrinks_or_grows([(("ab", "c"), ("b", "c")), (frozenset("bc"), frozenset("c"))])
    True
    """
    pairs = [(Counter(_leaves(before)), Counter(_leaves(after))) for before, after in steps]
    kinds = {part for pair in pairs[:1] for counts in pair for part in counts}
    ways = [lambda counts, part=part: counts[part] for part in kinds if not _is_number(part)]
    return any(
        _one_way([measure(after) - measure(before) for before, after in pairs])
        for measure in (_sum, Counter.total, *ways)
    )


def _one_way(changes: Sequence[Any]) -> bool:
    return all(change < 0 for change in changes) or all(change > 0 for change in changes)


def _sum(counts: Counter[Any]) -> Any:
    return sum(part * times for part, times in counts.items() if _is_number(part))


def _is_number(part: object) -> bool:
    return isinstance(part, Real)  # NumPy's too


def _leaves(state: State) -> Iterator[Any]:
    """The parts of a state, and the members of its sets in any order."""
    for part in _parts(state):
        if isinstance(part, frozenset):
            for member in part:
                yield from _leaves(member)
        else:
            yield part


def is_turned(steps: Sequence[Step]) -> bool:
    """True if the moves turn the state: each player sees it from their own side.

    So it is if along every move one half of the state goes over, unchanged, into the other half,
    or if most of what stands in it changes: all pieces, not only the one that moves.

    >>> is_turned([((1, 1, 2, 3), (2, 3, 1, 3)), (("ab", "cd"), ("cd", "ax"))])
    True
    >>> is_turned([((1, 1, 2, 3), (1, 1, 2, 2))])
    False
    >>> is_turned([("x..o.", ".xo.."), (".xo..", ".o.x.")])
    True
    """
    if all(_exchanges(before, after) for before, after in steps) or _exchanges_planes(steps):
        return True
    anew = sum(_changes_most(before, after) for before, after in steps)
    return anew >= TURNED * len(steps)


def _exchanges(before: State, after: State) -> bool:
    if not isinstance(before, tuple | str | bytes) or not isinstance(after, type(before)):
        return False
    half, rest = divmod(len(before), 2)
    if rest or len(after) != len(before):
        return False
    return bool(before[half:] == after[:half] or before[:half] == after[half:])


def _exchanges_planes(steps: Sequence[Step]) -> bool:
    """True if the states are numbers of two halves of some bits, which moves exchange."""
    if not all(isinstance(state, int) for step in steps for state in step):
        return False
    for bits in range(1, MOST_BITS):
        low = (1 << bits) - 1
        if all(before >> bits == after & low for before, after in steps):
            return True
        if all(before & low == after >> bits for before, after in steps):
            return True
    return False


def _changes_most(before: State, after: State) -> bool:
    """True if more than half of what stands in a state, before or after, has changed."""
    old, new = _items(before), _items(after)
    if len(old) != len(new) or not old:
        return False
    empty = Counter(old).most_common(1)[0][0]
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if a != empty or b != empty]
    return 2 * sum(a != b for a, b in pairs) > len(pairs) > 2


def _items(state: State) -> list[object]:
    """What stands in a state, in one row: bits, characters, or items however deep they are."""
    if isinstance(state, int):
        return [state >> bit & 1 for bit in range(MOST_BITS)]
    return list(_parts(state))


def _parts(state: State) -> Iterator[Any]:
    """Numbers, characters and whatever else no tuple, text or dataclass holds, in one row."""
    state = state if (parts := parts_of(state)) is None else parts
    if isinstance(state, tuple | bytes) or (isinstance(state, str) and len(state) != 1):
        for part in state:
            yield from _parts(part)
    else:
        yield state
