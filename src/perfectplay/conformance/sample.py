"""The states to check: breadth first and along random plays, in turns."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.conformance.one_state import Options
from perfectplay.core.value import Move, State

Look = Callable[[State], Options | None]
"""Checks a state and gives its options; None: the time is up."""

OnBoth = Callable[[State, list[Move], list[Move]], None]
"""Told of the first state that is reached after an even and after an odd number of plies."""

_TURN = 1_000  # states of the first turn
_DEEP = 1_000  # plies of one random play
_FRUITLESS = 200  # random plays in a row without a new state end the search


@dataclass(frozen=True)
class FirstVisit:
    """How a state was first reached: from which, by which move, after how many plies."""

    parent: State
    move: Move
    ply: int


class StateSample:
    """The states of a game that a check sees, each once.

    ``checked`` are those that were looked at, in order; ``complete`` says that they are all
    there are.
    """

    def __init__(self, start: State, look: Look, on_both: OnBoth) -> None:
        self.checked: list[State] = []
        self.complete = False
        self._reached: dict[State, FirstVisit] = {start: FirstVisit(None, None, 0)}
        self._waiting = deque([start])
        self._look = look
        self._on_both: OnBoth | None = on_both

    def walk(self, samples: int, seed: int) -> None:
        """Looks at up to ``samples`` states; the same seed gives the same states.

        Takes turns: as many states breadth first, then as many along random plays, each time
        twice as many, so that a walk that is cut short has seen ends of plays too.
        """
        choice = random.Random(seed)
        while self._waiting and len(self.checked) < max(1, samples):
            done = len(self.checked)
            turn = min(max(1, samples), max(_TURN, 2 * done))
            if not self._breadth_first((done + turn + 1) // 2):
                return
            if self._waiting and not self._random_plays(turn, choice):
                return
            # random plays that meet nothing new leave room
            if not self._breadth_first(turn):
                return
        self.complete = not self._waiting

    def met(self, state: State) -> bool:
        """Whether a state was met: looked at, or seen as the child of one that was."""
        return state in self._reached

    def ply(self, state: State) -> int:
        """After how many plies a state was first reached."""
        return self._reached[state].ply

    def play_to(self, state: State) -> list[Move]:
        """The moves by which a state was first reached."""
        moves = []
        while (reached := self._reached[state]).ply:
            moves.append(reached.move)
            state = reached.parent
        return moves[::-1]

    def _breadth_first(self, samples: int) -> bool:
        """False where the time is up."""
        while self._waiting and len(self.checked) < samples:
            state = self._waiting[0]
            if self._visit(state) is None:
                return False
            self._waiting.popleft()
        return True

    def _random_plays(self, samples: int, choice: random.Random) -> bool:
        """Plays from the edge of what is known; False where the time is up."""
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
        ply = self._reached[state].ply + 1
        for move, child in options:
            known = self._reached.get(child)
            if known is None:
                self._reached[child] = FirstVisit(state, move, ply)
                self._waiting.append(child)
            elif self._on_both is not None and (known.ply - ply) % 2:
                told, self._on_both = self._on_both, None
                told(child, self.play_to(child), [*self.play_to(state), move])
        return options
