"""How much memory a verification may take, and how it is divided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.process_memory import bytes_beside, kept_freed, resident_bytes
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.verifier.stored.stored_files import BLOCK

WARM = 64 << 20
"""Bytes of kernels and libraries that are loaded when the first states are checked."""

SMALL = 24 << 20
"""Bytes of small things that no other count has."""

LEAST_PIECE = 24 << 20
"""Bytes for pieces of tiers and for batches that wait for them, at least."""

ROW_BYTES = 48
"""Bytes of a row while it is read from a file."""

MOVE_BYTES, STATE_BYTES = 48, 64
"""Bytes of a move and of a state of a batch that is checked: what its rules give, copies of that
if it waits, and what is looked up."""

IN_FLIGHT = 3
"""Batches that a thread has begun, or that are not yet taken."""

KEPT_STATE, SCORED_MORE = 14, 4
"""Bytes of a state of a tier in memory, and more of these in a game of points."""

WAVE_BYTES = 40
"""Bytes more of a state of a tier in memory, of which not all states are reached when its check
begins: the waves inside it."""

COPY_BYTES = 16 << 20
"""Bytes that a process that runs the interpreter takes while it works."""

LEAST_MOVES = 1 << 17
"""Moves that a batch may have, at least."""

LEAST_ASKED = 5_000
"""States that the interpreter is asked about at a time, at least."""

ANSWER_BYTES, ANSWER_MOVE = 1_500, 300
"""Bytes of an answer of the interpreter, and of each move in it."""


WALK_STATE, WALK_CLASS = 1_000, 3_000
"""Bytes of a state in a plain walk, and of one that is a text or stands for its class."""

WALK_BASE = 80 << 20
"""Bytes of what a plain walk loads."""


@dataclass
class VerifyRoom:
    """The memory of a verification. ``memory``: the budget of the process in bytes; ``given``: it
    was asked for, and not chosen for want of anything better; ``threads``: how many check batches
    of ``batch`` states. ``copies``: the numbers of the processes that run the interpreter;
    ``freed``: bytes of freed arrays that are not returned to the system."""

    memory: int
    given: bool
    threads: int
    batch: int = 0
    degree: float = 0.0
    state_bytes: int = KEPT_STATE
    warm: bool = False
    copies: Sequence[int] = ()
    freed: int = 0

    def prepare(self, manifest: Manifest, batch: int, copies: Sequence[int]) -> None:
        """Before any state of a solution is checked, ``batch`` states at a time. Raises
        MemoryBudgetError if a budget was given and is too small."""
        self.batch, self.copies, self.warm = batch, copies, False
        self.degree = (manifest.moves or 0) / max(1, manifest.states)  # a guess, if it is wrong
        self.state_bytes = KEPT_STATE + SCORED_MORE * manifest.scoring
        spare = self.memory - resident_bytes()
        self.freed = kept_freed(spare, self.threads) if self.given else 0
        if self.given and self.left() < LEAST_PIECE:
            least = self.memory - self.left() + LEAST_PIECE
            more = kept_freed(least - self.memory + spare, self.threads) - self.freed
            least += more * 3 // 2  # which takes a third of this again
            raise MemoryBudgetError(self.memory, least + least // 32, work="verification")

    def most_moves(self, manifest: Manifest, batch: int) -> int | None:
        """How many moves a batch of several states may have; None if no budget was given."""
        degree = (manifest.moves or 0) / max(1, manifest.states)
        return max(LEAST_MOVES, round(1.5 * batch * degree)) if self.given else None

    def walk_bytes(self, manifest: Manifest) -> int:
        """Bytes that this process would hold in a plain walk over a solution, about."""
        heavy = manifest.symmetries or manifest.keys.kind == "text"
        each = WALK_CLASS if heavy else WALK_STATE
        return resident_bytes() + WALK_BASE + manifest.states * each

    def watch_walk(self) -> None:
        """Raise MemoryBudgetError if a budget was given, and a plain walk outgrows it."""
        if self.given and (held := resident_bytes(trimmed=False)) > self.memory - SMALL:
            raise MemoryBudgetError(
                self.memory, max(held, self.memory), at_least=True, work="verification"
            )

    def left(self) -> int:
        """Bytes that tiers, and what waits for them, may take beside what is there now."""
        held = resident_bytes(trimmed=self.given)  # to trim takes time that a budget is worth
        if self.given and self.copies:
            held += bytes_beside(self.copies)
        return self.memory - held - self._buffers() - (0 if self.warm else WARM)

    def _buffers(self) -> int:
        """Bytes of batches, of rows that are being read, and of what is freed and not returned."""
        moves = max(LEAST_MOVES, round(1.5 * self.batch * self.degree))
        batches = IN_FLIGHT * (self.batch * STATE_BYTES + moves * MOVE_BYTES)
        copies = COPY_BYTES * len(self.copies)
        return SMALL + self.freed + copies + self.threads * (ROW_BYTES * BLOCK + batches)

    def asked_at_once(self) -> int:
        """How many states the interpreter is asked about at a time."""
        each = ANSWER_BYTES + ANSWER_MOVE * self.degree
        return max(LEAST_ASKED, int(max(0, self.left()) / 8 / each))
