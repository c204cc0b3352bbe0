"""The interpreter asked about states, which are named by their keys.

What the rules say becomes keys by plain code alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.tablebase.verification import Problem
from perfectplay.verifier.alike import compare_class
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.plain import PlainAnswer, ask, images_of

WHOLE_ONE_IN = 16
"""Where there are symmetries, of so many states one has the classes of all its children made, and
the moves of an image compared with its own; the others have the class of one child made."""


@dataclass
class InterpretedState:
    """What the rules say of a state: ``over``, its value where the play is over, else 0; the keys
    of the children (of their representatives; -1 where those were not asked for), and whether who
    moves again; their ``tiers``, where those were asked for. In a game of points ``gains`` of the
    moves, and ``final``, the score where the play is over. ``size``: how many states its class has,
    where that was asked for.

    ``whole``: all of these could be had; ``problems``: what is wrong; ``passed``: images that
    could not be compared with it, since the rules raise on them."""

    key: int
    over: int = 0
    children: list[int] = field(default_factory=list)
    again: list[bool] = field(default_factory=list)
    tiers: list[int] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    final: int | None = None
    size: int = 1
    whole: bool = False
    problems: list[Problem] = field(default_factory=list)
    passed: tuple[str, ...] = ()


class RulesInterpreter:
    """Asks the rules about states, which are named by their keys.

    ``symmetric``: representatives are stored. ``exact``: `ask_whole` compares all images of a
    state with it, not only one image of one state in WHOLE_ONE_IN.
    """

    def __init__(self, teller: ProblemWriter, *, symmetric: bool, exact: bool = False) -> None:
        self.teller, self.symmetric, self.exact = teller, symmetric, exact

    def ask(self, key: int, tier: int) -> InterpretedState:
        """What the rules say of a state that is stored in a tier. Not of all children, where the
        key of each costs many images."""
        told, teller = InterpretedState(key), self.teller
        state = teller.state(key)
        if teller.keys.key(state) != key:
            told.problems.append(Problem("keys", f"{key} is the key of no state", None, key))
            return told
        try:
            if teller.has_tiers and (right := teller.rules.tier(state)) != tier:
                told.problems.append(teller.wrong_tier(key, tier, right))
        except PerfectPlayError as error:
            told.problems.append(Problem("rules", str(error), teller.text(key), key))
        number = _mixed(key)
        everything = not self.symmetric or number % WHOLE_ONE_IN == 0
        self._ask(told, state, None if everything else number // WHOLE_ONE_IN, everything=False)
        return told

    def ask_whole(self, key: int, *, compares: bool = True) -> InterpretedState:
        """All that the rules say of a state: all children, their tiers. ``compares``: also its
        class, compared as ``exact`` says."""
        told = InterpretedState(key)
        self._ask(told, self.teller.state(key), None, everything=True, compares=compares)
        return told

    def ask_some(self, tier: int, keys: Sequence[int]) -> list[InterpretedState]:
        """`ask` for several states of a tier."""
        return [self.ask(key, tier) for key in keys]

    def _ask(
        self,
        told: InterpretedState,
        state: State,
        chosen: int | None,
        *,
        everything: bool,
        compares: bool = True,
    ) -> None:
        try:
            answer = ask(self.teller.rules, state)
            if not self._take(told, answer, chosen):
                told.problems += [p for p in [self.teller.trouble(told.key)] if p is not None]
                return
            if everything and self.teller.has_tiers:
                told.tiers = [self.teller.rules.tier(child) for child, _ in answer.children]
            wrong = None
            if self.symmetric and compares:
                wrong = self._wrong_class(told, state, answer, chosen, everything)
        except PerfectPlayError as error:
            told.problems.append(Problem("rules", str(error), self.teller.text(told.key), told.key))
            return
        if wrong is not None:
            text = self.teller.text(told.key)
            told.problems.append(Problem("symmetry", wrong, text, told.key))
        told.whole = wrong is None or everything

    def _take(self, told: InterpretedState, answer: PlainAnswer, chosen: int | None) -> bool:
        """Enters an answer; gives whether all its states have keys. ``chosen``: the child whose
        representative is found (counted round), None for all."""
        keys, count = self.teller.keys, len(answer.children)
        for n, (child, again) in enumerate(answer.children):
            asked = chosen is None or n == chosen % count
            key = self._smallest(child) if asked else keys.key(child)
            if key is None:
                return False
            told.children.append(key if asked else -1)
            told.again.append(again)
        told.over, told.final = int(answer.outcome or 0), answer.score
        told.gains = list(answer.gains)
        return True

    def _smallest(self, state: State) -> int | None:
        """The key of a state's representative."""
        keys = self.teller.keys
        if not self.symmetric:
            return keys.key(state)
        return keys.smallest(images_of(self.teller.rules, state))

    # --- symmetries -------------------------------------------------------------------------------

    def _wrong_class(
        self,
        told: InterpretedState,
        state: State,
        answer: PlainAnswer,
        chosen: int | None,
        everything: bool,
    ) -> str | None:
        """What is wrong with the class that a state stands for."""
        rules, keys = self.teller.rules, self.teller.keys
        images = images_of(rules, state)
        told.size = len(images)
        if keys.smallest(images) != told.key:
            return f"{self.teller.text(told.key)} does not stand for its class"
        number = _mixed(told.key)
        some = images[1:]
        if not (everything and self.exact):
            if chosen is not None or number % WHOLE_ONE_IN or not some:
                return None
            some = [some[number // WHOLE_ONE_IN % len(some)]]
        found = compare_class(rules, state, answer, images, some, self._home)
        told.passed = found.passed
        return found.wrong

    def _home(self, state: State) -> State | None:
        key = self._smallest(state)
        return None if key is None else self.teller.state(key)


def _mixed(key: int) -> int:
    """A number that looks random, the same for the same key."""
    return (key * 0x9E3779B97F4A7C15 + 0x7F4A7C15) % (1 << 64) >> 24
