"""The states to check: breadth first and along random plays, alternately."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.conformance.one_state import Options
from perfectplay.core.value import Move, State

Look = Callable[[State], Options | None]
"""Checks a state and returns its options; None if the time is over."""

OnBoth = Callable[[State, list[Move], list[Move]], None]
"""Called once, for a state that two plays reach after an even and an odd number of plies."""

_TURN = 1_000  # states of the first round
_DEEP = 1_000  # maximum plies of one random play
_FRUITLESS = 200  # random plays in a row without a new state, after which to stop


@dataclass(frozen=True)
class FirstVisit:
    """How a state was first reached: parent, move, and number of plies."""

    parent: State
    move: Move
    ply: int


class StateSample:
    """A sample of the states of a game. ``checked``: the states that were checked, each once, in
    order; ``complete``: True if they are all reachable states."""

    def __init__(self, start: State, look: Look, on_both: OnBoth) -> None:
        self.checked: list[State] = []
        self.complete = False
        self._reached: dict[State, FirstVisit] = {start: FirstVisit(None, None, 0)}
        self._waiting = deque([start])
        self._look = look
        self._on_both: OnBoth | None = on_both

    def walk(self, samples: int, seed: int) -> None:
        """Check up to ``samples`` states; the same seed gives the same states.

        Each round takes states breadth first and then as many along random plays, twice as many
        as the round before, so that a walk that is cut short has seen ends of plays too.
        """
        choice = random.Random(seed)
        while self._waiting and len(self.checked) < max(1, samples):
            done = len(self.checked)
            turn = min(max(1, samples), max(_TURN, 2 * done))
            if not self._breadth_first((done + turn + 1) // 2):
                return
            if self._waiting and not self._random_plays(turn, choice):
                return
            # if random plays find nothing new, there is room left
            if not self._breadth_first(turn):
                return
        self.complete = not self._waiting

    def reached(self, state: State) -> bool:
        """True if a state was reached: checked, or the child of a checked state."""
        return state in self._reached

    def ply(self, state: State) -> int:
        """Number of plies after which a state was first reached."""
        return self._reached[state].ply

    def play_to(self, state: State) -> list[Move]:
        """Moves by which a state was first reached."""
        moves = []
        while (reached := self._reached[state]).ply:
            moves.append(reached.move)
            state = reached.parent
        return moves[::-1]

    def _breadth_first(self, samples: int) -> bool:
        """False if the time is over."""
        while self._waiting and len(self.checked) < samples:
            state = self._waiting[0]
            if self._visit(state) is None:
                return False
            self._waiting.popleft()
        return True

    def _random_plays(self, samples: int, choice: random.Random) -> bool:
        """Random plays from states that wait to be checked; False if the time is over."""
        edge = list(self._waiting)
        seen = set(self.checked)
        fruitless = 0
        while len(self.checked) < samples and fruitless < _FRUITLESS:
            before = len(self.checked)
            state = choice.choice(edge)
            for _ in range(_DEEP):
                if len(self.checked) >= samples or state in seen:
                    break
                options = self._visit(state)
                if options is None:
                    return False
                seen.add(state)
                if not options:
                    break
                state = choice.choice(options)[1]
            fruitless = 0 if len(self.checked) > before else fruitless + 1
        self._waiting = deque(state for state in self._waiting if state not in seen)
        return True

    def _visit(self, state: State) -> Options | None:
        options = self._look(state)
        if options is None:
            return None
        self.checked.append(state)
        if state not in self._reached:  # a rule has changed it, which `_look` has reported
            return []
        ply = self._reached[state].ply + 1
        for move, child in options:
            known = self._reached.get(child)
            if known is None:
                self._reached[child] = FirstVisit(state, move, ply)
                self._waiting.append(child)
            elif self._on_both is not None and (known.ply - ply) % 2:
                call, self._on_both = self._on_both, None
                call(child, self.play_to(child), [*self.play_to(state), move])
        return options
