"""The rules of states, run by the interpreter; states are named by their keys.

Plain code alone turns the answers of the rules into keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.tablebase.verification import Problem
from perfectplay.verifier.plain.class_images import compare_class
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain.plain_rules import PlainAnswer, ask, images_of

WHOLE_ONE_IN = 16
"""With symmetries, one state in so many has the classes of all its children generated, and its
moves compared with those of an image; the others have the class of one child generated."""


@dataclass
class InterpretedState:
    """The rules' answers about a state.

    ``over``: its value if the play is over, else 0; ``children``: the keys of their
    representatives, -1 for one that was not computed; ``again``: whether the mover moves again;
    ``tiers`` of the children, if computed. In a game of points ``gains`` of the moves, and
    ``final``, the score if the play is over. ``size``: how many states its class has, if computed.
    ``whole``: the rules answered every question; ``problems``: what is wrong; ``passed``: images
    that could not be compared with the state, since the rules raise on them.
    """

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
    """Runs the rules on states, which are named by their keys.

    ``symmetric``: representatives are stored. ``exact``: `ask_whole` compares all images of a
    state with it, not only one image of one state in WHOLE_ONE_IN.
    """

    def __init__(self, writer: ProblemWriter, *, symmetric: bool, exact: bool = False) -> None:
        self.writer, self.symmetric, self.exact = writer, symmetric, exact

    def ask(self, key: int, tier: int) -> InterpretedState:
        """The rules' answers about a state that is stored in a tier. With symmetries mostly the key
        of one child only, since each costs many images."""
        result, writer = InterpretedState(key), self.writer
        state = writer.state(key)
        if writer.keys.key(state) != key:
            result.problems.append(Problem("keys", f"{key} is the key of no state", None, key))
            return result
        try:
            if writer.has_tiers and (right := writer.rules.tier(state)) != tier:
                result.problems.append(writer.wrong_tier(key, tier, right))
        except PerfectPlayError as error:
            result.problems.append(writer.broken(key, error))
        number = _mixed(key)
        everything = not self.symmetric or number % WHOLE_ONE_IN == 0
        self._ask(result, state, None if everything else number // WHOLE_ONE_IN, everything=False)
        return result

    def ask_whole(self, key: int, *, compares: bool = True) -> InterpretedState:
        """All answers about a state: all children, their tiers. ``compares``: also compare its
        class, as ``exact`` says."""
        result = InterpretedState(key)
        self._ask(result, self.writer.state(key), None, everything=True, compares=compares)
        return result

    def ask_some(self, tier: int, keys: Sequence[int]) -> list[InterpretedState]:
        """`ask` for several states of a tier."""
        return [self.ask(key, tier) for key in keys]

    def _ask(
        self,
        result: InterpretedState,
        state: State,
        chosen: int | None,
        *,
        everything: bool,
        compares: bool = True,
    ) -> None:
        try:
            answer = ask(self.writer.rules, state)
            if not self._take(result, answer, chosen):
                trouble = self.writer.trouble(result.key)
                result.problems += [] if trouble is None else [trouble]
                return
            if everything and self.writer.has_tiers:
                result.tiers = [self.writer.rules.tier(child) for child, _ in answer.children]
            wrong = None
            if self.symmetric and compares:
                wrong = self._wrong_class(result, state, answer, chosen, everything)
        except PerfectPlayError as error:
            result.problems.append(self.writer.broken(result.key, error))
            return
        if wrong is not None:
            result.problems.append(self.writer.unlike(result.key, wrong))
        result.whole = wrong is None or everything

    def _take(self, result: InterpretedState, answer: PlainAnswer, chosen: int | None) -> bool:
        """Enter an answer; return whether all its states have keys. ``chosen``: the child whose
        representative is computed (modulo their number), None for all."""
        keys, count = self.writer.keys, len(answer.children)
        for n, (child, again) in enumerate(answer.children):
            wanted = chosen is None or n == chosen % count
            key = self._smallest(child) if wanted else keys.key(child)
            if key is None:
                return False
            result.children.append(key if wanted else -1)
            result.again.append(again)
        result.over, result.final = int(answer.outcome or 0), answer.score
        result.gains = list(answer.gains)
        return True

    def _smallest(self, state: State) -> int | None:
        """The key of a state's representative."""
        keys = self.writer.keys
        if not self.symmetric:
            return keys.key(state)
        return keys.smallest(images_of(self.writer.rules, state))

    # --- symmetries -------------------------------------------------------------------------------

    def _wrong_class(
        self,
        result: InterpretedState,
        state: State,
        answer: PlainAnswer,
        chosen: int | None,
        everything: bool,
    ) -> str | None:
        """What is wrong with the class of a stored state, or None."""
        rules, keys = self.writer.rules, self.writer.keys
        images = images_of(rules, state)
        result.size = len(images)
        if keys.smallest(images) != result.key:
            return f"{self.writer.text(result.key)} does not stand for its class"
        number = _mixed(result.key)
        some = images[1:]
        if not (everything and self.exact):
            if chosen is not None or number % WHOLE_ONE_IN or not some:
                return None
            some = [some[number // WHOLE_ONE_IN % len(some)]]
        found = compare_class(rules, state, answer, images, some, self._home)
        result.passed = found.passed
        return found.wrong

    def _home(self, state: State) -> State | None:
        key = self._smallest(state)
        return None if key is None else self.writer.state(key)


def _mixed(key: int) -> int:
    """A hash of a key."""
    return (key * 0x9E3779B97F4A7C15 + 0x7F4A7C15) % (1 << 64) >> 24
