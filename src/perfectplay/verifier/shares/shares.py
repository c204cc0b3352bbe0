"""Tasks that check shares of a stored solution; any process that reaches the folder can run one.

A share needs its tier and the tiers that its moves lead to, and nothing of other shares: it returns
which states of the tiers above its process has reached.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arguments import available_cores
from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.core.process_memory import default_budget, keep_little_freed
from perfectplay.core.progress import Reporter
from perfectplay.core.thread_pool import thread_pool
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.game_spec import GameSpec
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.verification import ProblemLog
from perfectplay.verifier.expand import BatchExpander, KernelExpander
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain_expand import PlainAnswering, PlainExpander
from perfectplay.verifier.random_sample import RandomSample
from perfectplay.verifier.rule_comparison import CompiledTrust
from perfectplay.verifier.shares.workers import manifest_there
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.verify_room import LEAST_PIECE, VerifyRoom
from perfectplay.verifier.sweep.kept_sweep import SweptTiers
from perfectplay.verifier.sweep.sweep import Sweep

Marks = dict[int, bytes]
"""By tier: a bit for each of its states, whether it is reached, compressed."""


@dataclass(frozen=True)
class VerifyJob:
    """What all tasks of a verification share. ``folder``: its address; ``manifest``: the SHA-256
    of the manifest; ``spec``: the game; ``has_tiers``: the tiers are those of the rules; ``start``:
    its key; ``limit``: how many problems are described; ``counts_classes`` and ``exact`` as in
    `Sweep`; ``memory``: bytes that a process may hold, None: half of what is free there."""

    folder: str
    manifest: str
    spec: GameSpec
    has_tiers: bool
    start: int
    limit: int
    counts_classes: bool
    exact: bool
    memory: int | None


@dataclass
class CheckedShare:
    """``swept``: what was counted; if the share begins with its tier, also ``start``, if it was
    asked for and is there, and ``histogram``, of the whole tier; ``marks``: the reached states of
    the tiers above that moves lead to; ``inside``: whether there are moves inside the tier."""

    findings: ProblemLog
    swept: SweptTiers = field(default_factory=SweptTiers)
    marks: Marks = field(default_factory=dict)
    inside: bool = False


@dataclass(frozen=True)
class CheckShare:
    """A task: check the states of a tier from ``begin`` to ``end``.

    ``sampled``: [S] rising places of those that the interpreter is asked about, too;
    ``asks_start``: whether the start is looked for; ``reached``: the states of the tier that other
    tiers lead to, if the task is the whole tier and follows the moves inside it; None: all states
    of the tier are reached.
    """

    job: VerifyJob
    tier: int
    begin: int
    end: int
    sampled: IntArray
    asks_start: bool
    reached: bytes | None = None

    def run(self) -> CheckedShare:
        """Check them. Raises CompiledFaultError, WrongPartError, MissingRulesError,
        RulesDifferError, StoreError, MemoryBudgetError, and ClusterError if this process sees
        another folder."""
        done = CheckedShare(ProblemLog(self.job.limit))
        # a task for a whole tier is alone
        threads = None if self.reached is None else available_cores()
        with _held(self.job, self.tier, threads) as held, held.checks(done.findings) as check:
            check.sweep.swept = done.swept
            self._check(held.tiers, check, done)
        return done

    def _check(self, tiers: BudgetTiers, check: _Checks, done: CheckedShare) -> None:
        number, sweep = self.tier, check.sweep
        tier = tiers.main(number)
        if self.begin == 0:
            done.swept.histogram.update(tier.histogram())
            if self.asks_start:
                done.swept.start = sweep.start_worth(tier, self.job.start)
        if check.sample is not None:
            check.sample.begin(tier, self.sampled)
        if self.reached is None:
            tier.mark_bits(np.full(-(-tier.states // 8), 255, np.uint8))
            sweep.check_share(tier, self.begin, self.end)
        else:
            tier.mark_bits(bits_of(self.reached))
            sweep.check(tier)
        if check.sample is not None:
            check.sample.end(tier)
            done.swept.sampled = len(self.sampled)
        found_in = {*sweep.children.linked, *sweep.children.strayed}
        done.inside = number in found_in
        for into in found_in:  # a tier below was checked before this one
            if into > number:
                done.marks[into] = marks_of(tiers.reached_in(into))
        parts = tiers.entries[number].parts
        done.swept.first_keys = {part.file: tiers.first_keys[part.file] for part in parts}


@dataclass(frozen=True)
class FindLoop:
    """A task: look for a loop inside a tier of a game of points."""

    job: VerifyJob
    tier: int

    def run(self) -> ProblemLog:
        """The loop, if there is one. Raises as `CheckShare.run`."""
        findings = ProblemLog(self.job.limit)
        job, threads = self.job, available_cores()
        with _held(job, self.tier, threads) as held, held.checks(findings) as check:
            check.sweep.look_for_loop(held.tiers.main(self.tier))
        return findings


def marks_of(bits: ByteArray) -> bytes:
    """Bits [N / 8] uint8, compressed."""
    return zlib.compress(bits.tobytes(), 1)


def bits_of(marks: bytes) -> ByteArray:
    """[N / 8] uint8: a bit for each state of a tier."""
    return np.frombuffer(zlib.decompress(marks), np.uint8)


# --- what a process holds -------------------------------------------------------------------------


READERS = 4
"""Threads that read tiers, at most."""


@dataclass(frozen=True)
class _Checks:
    sweep: Sweep
    sample: RandomSample | None


class _Held:
    """What tasks of one job need in a process: the rules, and the tiers that were read.

    ``active``: how many tasks there are; they take turns, each with a thread for every one of them,
    so that memory holds the tiers and the batches of one.
    """

    def __init__(self, job: VerifyJob) -> None:
        self.job, folder = job, folder_at(job.folder)
        self.manifest = manifest = manifest_there(folder, job.manifest)
        game = job.spec.game()
        self.writer = ProblemWriter(CheckedGame(game), manifest.keys, has_tiers=job.has_tiers)
        self.compiled = job.spec.compiled(game) if job.spec.code else None
        keep_little_freed(job.memory or default_budget(), READERS)
        self.room = room = VerifyRoom(job.memory or default_budget(), job.memory is not None, 1)
        kind = PlainExpander if self.compiled is None else KernelExpander
        room.prepare(manifest, kind.batch, ())
        room.threads = min(READERS, available_cores())
        self.tiers = BudgetTiers(folder, manifest, job.start, room)
        self.active = 0
        self.turn = threading.Lock()

    def begin(self, tier: int, threads: int | None) -> None:
        """Before a task that checks a tier."""
        for other in self.tiers.present():
            if other.number < tier:
                self.tiers.drop(other.number)
        room = self.room
        room.threads = threads or min(self.active, available_cores())
        while room.given and room.threads > 1 and room.left() < LEAST_PIECE:
            room.threads -= 1

    @contextmanager
    def checks(self, findings: ProblemLog) -> Iterator[_Checks]:
        """A sweep and a sample for one task."""
        job, keys, threads = self.job, self.manifest.keys, self.room.threads
        interpreter = RulesInterpreter(
            self.writer, symmetric=self.manifest.symmetries, exact=job.exact
        )
        make: Callable[[], BatchExpander]
        with InterpreterPool(interpreter.ask_some, 0) as answering, thread_pool(threads) as pool:
            if self.compiled is None:
                plain = InterpreterPool(PlainAnswering(interpreter), 0)
                trust, make = None, lambda: PlainExpander(plain)
            else:
                compiled = self.compiled
                most = self.room.most_moves(self.manifest, KernelExpander.batch)
                trust = CompiledTrust(KernelExpander(compiled, keys), interpreter)
                make = lambda: KernelExpander(compiled, keys, most)  # noqa: E731
            sweep = Sweep(
                make, trust, self.tiers, self.writer, findings, pool, Reporter(),
                counts_classes=job.counts_classes, compares_classes=job.exact, threads=threads,
            )  # fmt: skip
            sample = None
            if trust is not None:
                sample = RandomSample(answering, trust, self.tiers, self.writer, findings)
            yield _Checks(sweep, sample)


_LOCK = threading.Lock()
_HELD: dict[VerifyJob, _Held] = {}
"""At most one, so that the tiers of an earlier job are freed."""

IDLE = 60.0
"""Seconds without a task after which a process frees what it holds."""

_WAITING: list[threading.Timer] = []
"""At most one: it waits for the end of these seconds."""


@contextmanager
def _held(job: VerifyJob, tier: int, threads: int | None) -> Iterator[_Held]:
    """What this process holds of a job, for a task that checks a tier, when it is its turn.
    ``threads``: how many it has; None: as many as there are tasks."""
    with _LOCK:
        if job not in _HELD:
            for other in list(_HELD):
                _let_go(other)
            _HELD[job] = _Held(job)
        held = _HELD[job]
        held.active += 1
    try:
        with held.turn:
            held.begin(tier, threads)
            yield held
    finally:
        with _LOCK:
            held.active -= 1
            _stop_waiting()
            if not held.active and _HELD.get(job) is not held:
                held.tiers.close()
            elif not held.active:
                timer = threading.Timer(IDLE, forget_jobs)
                timer.daemon = True
                timer.start()
                _WAITING.append(timer)


def _stop_waiting() -> None:
    while _WAITING:
        _WAITING.pop().cancel()


def forget_jobs() -> None:
    """Free what this process holds, unless a task needs it."""
    with _LOCK:
        _stop_waiting()
        for job in [job for job, held in _HELD.items() if not held.active]:
            _let_go(job)


def _let_go(job: VerifyJob) -> None:
    """Hold a job no more; its last task closes its files if there is one."""
    held = _HELD.pop(job)
    if not held.active:
        held.tiers.close()
