"""The result of a verification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import Value

Worth = tuple[Value, int | None] | tuple[Value, int | None, int]
"""Value and remoteness of a state for the player to move (None: an endless draw), and in a game of
points its score."""

KINDS = {
    "manifest": "what the manifest says is not so",
    "file": "a file is missing, strange or damaged",
    "keys": "keys that do not rise, or are no keys",
    "rules": "the rules break a promise in this state",
    "symmetry": "the states of a class are not alike",
    "missing": "a state that a play reaches is not stored",
    "unreached": "no play reaches this state",
    "twice": "a state is stored twice",
    "tier": "the tier of a state is wrong, or falls along a move",
    "loop": "a play of a game of points can come back to this state",
    "value": "value, score or remoteness do not follow from the moves",
}
"""The kinds of problems, the most general first: problems are shown in this order."""


@dataclass(frozen=True)
class Problem:
    """One problem.

    ``kind`` is one of `KINDS`; ``message`` one sentence. If it is about a state, ``state`` is its
    text and ``key`` its stored key; ``stored`` and ``right`` are (value, remoteness), or in a game
    of points (value, remoteness, score), or None.
    """

    kind: str
    message: str
    state: str | None = None
    key: int | str | None = None
    stored: Worth | None = None
    right: Worth | None = None

    def as_dict(self) -> dict[str, Any]:
        """The problem as JSON."""
        worths = {"stored": _worth_dict(self.stored), "right": _worth_dict(self.right)}
        return {**vars(self), **worths}


@dataclass(frozen=True)
class Verification:
    """``ok``: there are no problems. ``problems``: the first ones; ``found``: their number;
    ``kinds``: their number by kind.

    ``states`` and ``moves`` count what was checked, ``sampled`` the states in which the interpreter
    ran the rules; ``how`` is "compiled" or "interpreted"; ``notes`` say what could not be checked,
    or why the interpreter was used. ``compared``: the number of states all of whose images were
    compared, or None without symmetries. ``earlier``: the states that earlier runs, which were
    stopped, have checked.
    """

    ok: bool
    problems: tuple[Problem, ...]
    found: int
    states: int
    moves: int
    sampled: int
    seconds: float
    how: str
    notes: tuple[str, ...] = ()
    compared: int | None = None
    kinds: Mapping[str, int] = field(default_factory=dict)
    earlier: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay verify --json``."""
        return {
            **json_of(self, "ok states moves sampled compared earlier"),
            "engine": self.how,
            **json_of(self, "found kinds problems notes"),
            "seconds": round(self.seconds, 3),
        }


@dataclass
class VerifiedCounts:
    """Numbers of checked states and moves, of states in which the interpreter ran the rules
    (``sampled``), and of states whose images were all compared. ``of_moves``: problems of counts
    that depend on all moves; ``earlier``: states that earlier runs have checked."""

    states: int = 0
    moves: int = 0
    sampled: int = 0
    compared: int = 0
    of_moves: int = 0
    notes: list[str] = field(default_factory=list)
    earlier: int = 0


@dataclass
class ProblemLog:
    """Problems as they are found, by any thread: of each kind and tier the first ``limit`` stay.

    Which ones stay does not depend on the order in which they are added. A kind of problem is
    recorded once for a key.
    """

    limit: int
    kinds: Counter[str] = field(default_factory=Counter)
    _kept: dict[tuple[str, int], list[tuple[Any, Problem]]] = field(default_factory=dict)
    _recorded: set[tuple[str, int | str]] = field(default_factory=set)

    def add(self, problem: Problem, tier: int = 0, *place: int | str | None) -> None:
        """A problem; ``place`` orders those of one kind and tier."""
        if problem.key is not None:
            if (problem.kind, problem.key) in self._recorded:
                return
            self._recorded.add((problem.kind, problem.key))
        self.kinds[problem.kind] += 1
        kept = self._kept.setdefault((problem.kind, -tier), [])
        kept.append((tuple((isinstance(at, str), at) for at in place), problem))
        if len(kept) > 4 * self.limit:
            kept.sort(key=itemgetter(0))
            del kept[self.limit :]

    def include(self, other: ProblemLog) -> None:
        """Add what another log has recorded; what both have recorded of a key counts once."""
        again = self._recorded & other._recorded
        self.kinds.update(other.kinds)
        self.kinds.subtract(kind for kind, _ in again)
        self.kinds = +self.kinds
        self._recorded |= other._recorded
        for group, kept in other._kept.items():
            mine = self._kept.setdefault(group, [])
            mine += [(at, one) for at, one in kept if (one.kind, one.key) not in again]
            mine.sort(key=itemgetter(0))
            del mine[self.limit :]

    @property
    def found(self) -> int:
        """The number of problems."""
        return self.kinds.total()

    def count(self, kind: str, more: int) -> None:
        """Add so many problems of a kind without description."""
        if more:
            self.kinds[kind] += more

    def sorted(self) -> tuple[Problem, ...]:
        """The first ``limit`` problems: by kind, then by falling tier, since faults begin there.

        If there are many of one kind, some of each other kind are shown too.
        """
        kinds = [kind for kind in KINDS if any(kind == of for of, _ in self._kept)]
        room, found = self.limit, []
        for n, kind in enumerate(kinds):
            share = max(1, room // (len(kinds) - n))
            mine = list(self._of_kind(kind))[:share]
            found += mine
            room -= len(mine)
        return tuple(found[: self.limit])

    def _of_kind(self, kind: str) -> Iterator[Problem]:
        for group in sorted(group for group in self._kept if group[0] == kind):
            yield from (problem for _, problem in sorted(self._kept[group], key=itemgetter(0)))


def passed_note(count: int, first: str) -> list[str]:
    """A list with a note on images that were not compared; ``first``: one of them."""
    if not count:
        return []
    images = "1 image was" if count == 1 else f"{count:,} images were"
    return [f"{images} not compared, since the rules raise an error there: {first}"]


def worth_text(worth: Worth | None) -> str:
    """The worth of a state in a few words.

    >>> worth_text((Value.WIN, 3)), worth_text((Value.DRAW, None)), worth_text(None)
    ('win in 3', 'endless draw', 'nothing')
    >>> worth_text((Value.LOSS, 3, -12)), worth_text((Value.DRAW, 5, 0))
    ('loss by 12 in 3', 'draw in 5')
    """
    if worth is None:
        return "nothing"
    value, plies, *score = worth
    if score and score[0]:
        return f"{value} by {abs(score[0]):,} in {plies}"
    if plies is None:
        return "endless draw" if value is Value.DRAW else f"{value} without a remoteness"
    return f"{value} in {plies}"


def _worth_dict(worth: Worth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    value, plies, *score = worth
    return {"value": str(value), **({"score": score[0]} if score else {}), "remoteness": plies}
