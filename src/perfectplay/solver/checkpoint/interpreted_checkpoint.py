"""How far the interpreter has explored a game, kept in the work folder from time to time.

``states`` is a file of segments: new states as texts (state_texts.py), and the moves of the states
that were expanded meanwhile.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from perfectplay.core.arrays import Array, IntArray
from perfectplay.core.errors import StoreError
from perfectplay.solver.checkpoint.segments import append_segment, read_array
from perfectplay.solver.checkpoint.state_texts import NoTextError, StateTexts
from perfectplay.solver.checkpoint.work import INTERPRETED, CheckpointFolder
from perfectplay.solver.explore.interpreted_states import InterpretedStates

EVERY = 2.0
"""Seconds from one segment to the next, at least."""

BLOCK = 1 << 14
"""States in one text."""

COMPARED = 1_000
"""States of a segment that are read again and compared before they are written."""


class InterpretedCheckpoint:
    """``notes``: the segments that an earlier solve has left."""

    def __init__(self, work: CheckpointFolder, notes: list[dict[str, Any]]) -> None:
        self._work = work
        self._path = work.folder / INTERPRETED
        self._notes = notes
        self._texts: StateTexts | None = None
        self._states = self._expanded = self._moves = 0
        self._keeps = True

    # --- writing ----------------------------------------------------------------------------------

    def attach(self, found: InterpretedStates, tell: Callable[[str], None]) -> None:
        """Go on from what was kept, if that is more than ``found``; keep what it finds from now on.
        ``tell`` is called once if states cannot be kept."""
        self._tell = tell
        if self._notes and self._notes[-1]["expanded"] > len(found.over):
            tell("goes on from what an earlier solve has kept here")
            self._restore(found)
        elif self._notes:  # an exploration that has come as far need not be the same
            self._work.begin_anew()
            self._notes = []
        if self._texts is None:
            self._texts = StateTexts(found.rules.game)
        self._spent, self._began = found.seconds, time.perf_counter()
        self._saved = time.monotonic()
        found.save = self.save

    def save(self, found: InterpretedStates) -> None:
        """Append what is new, unless that was done just before. Raises OSError."""
        if not self._keeps or time.monotonic() - self._saved < EVERY:
            return
        if len(found.over) == self._expanded:
            return
        try:
            texts = self._new_texts(found)
        except NoTextError as error:
            self._keeps = False
            self._tell(
                "what is explored is not kept, and a solve that is stopped begins again: states "
                f"hold {error}, which has no text of its own"
            )
            return
        head, moves = len(found.over), len(found.edges)
        stuck = -1 if found.stuck_state is None else found.index[found.stuck_state]
        note = {
            "states": len(found.states), "expanded": head, "moves": moves, "texts": len(texts),
            "classes": self._classes, "stuck": stuck,
            "seconds": round(self._spent + time.perf_counter() - self._began, 1),
        }  # fmt: skip
        note |= append_segment(self._path, self._arrays(found, texts))
        self._work.note(INTERPRETED, note)
        self._states, self._expanded, self._moves = len(found.states), head, moves
        self._saved = time.monotonic()

    def _new_texts(self, found: InterpretedStates) -> list[str]:
        """The texts of the new states. Raises NoTextError."""
        assert self._texts is not None
        new = found.states[self._states :]
        firsts = range(0, len(new), BLOCK)
        texts = [self._texts.text(new[first : first + BLOCK]) for first in firsts]
        self._classes = list(self._texts.classes)
        some = new[:COMPARED]
        if self._texts.states(self._texts.text(some)) != some:
            raise NoTextError("something")
        return texts

    def _arrays(self, found: InterpretedStates, texts: list[str]) -> Iterator[Array]:
        for text in texts:
            yield np.frombuffer(text.encode("ascii"), np.uint8)
        first, e = self._expanded, self._moves
        yield np.diff(np.array(found.starts[first:], np.int64))
        yield np.array(found.edges[e:], np.int32)
        yield np.frombuffer(bytes(found.over[first:]), np.uint8)
        yield np.frombuffer(bytes(found.again[e:]), np.uint8)
        yield np.array(found.gains[e:], np.int32)
        yield np.array(found.finals[first:], np.int32)

    # --- reading ----------------------------------------------------------------------------------

    def _restore(self, found: InterpretedStates) -> None:
        """Put what was kept in the place of what is found. Raises StoreError."""
        last, states, starts = self._notes[-1], [], [np.zeros(1, np.int64)]
        kept: list[list[IntArray]] = []
        try:
            self._texts = StateTexts(found.rules.game, last["classes"])
            with open(self._path, "rb") as file:
                for note in self._notes:
                    for _ in range(note["texts"]):
                        states += self._texts.states(read_array(file).tobytes().decode("ascii"))
                    kept.append([read_array(file) for _ in range(6)])
        except (NoTextError, ValueError, KeyError, TypeError, IndexError) as error:
            raise StoreError(
                "what an earlier solve has kept here cannot be read: another version of "
                'perfectplay has made it; remove the folder "work" in it and begin again'
            ) from error
        degrees, edges, over, again, gains, finals = map(np.concatenate, zip(*kept, strict=True))
        starts.append(np.cumsum(degrees))
        found.states, found.index = states, {state: k for k, state in enumerate(states)}
        found.starts = array("q", np.concatenate(starts).tobytes())
        found.edges = array("i", edges.tobytes())
        found.over, found.again = bytearray(over.tobytes()), bytearray(again.tobytes())
        found.gains = array("i", gains.tobytes())
        found.finals = array("i", finals.tobytes())
        found.seconds, found.checked = last["seconds"], 0
        found.stuck_state = None if last["stuck"] < 0 else states[last["stuck"]]
        self._states, self._expanded, self._moves = len(states), len(over), len(edges)
