"""Tasks that check shares of a stored solution; any process that reaches the folder can run one.

A share needs its tier and the tiers that its moves lead to, and nothing of other shares: it returns
which states of the tiers above its process has reached.
"""

from __future__ import annotations

import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arguments import available_cores
from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.game_spec import GameSpec
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.verification import ProblemLog, Worth
from perfectplay.verifier.expand import BatchExpander, KernelExpander
from perfectplay.verifier.plain.crew import InterpreterCrew, thread_crew
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain_expand import PlainAnswering, PlainExpander
from perfectplay.verifier.random_sample import RandomSample
from perfectplay.verifier.shares.workers import manifest_there
from perfectplay.verifier.stored.stored_tiers import LoadedTier, LoadedTiers, counted
from perfectplay.verifier.sweep.sweep import Sweep
from perfectplay.verifier.trust import CompiledTrust

Marks = dict[int, bytes]
"""By tier: a bit for each of its states, whether it is reached, compressed."""


@dataclass(frozen=True)
class VerifyJob:
    """What all tasks of a verification share. ``folder``: its address; ``manifest``: the SHA-256
    of the manifest; ``spec``: the game; ``has_tiers``: the tiers are those of the rules; ``start``:
    its key; ``limit``: how many problems are described; ``counts_classes`` and ``exact`` as in
    `Sweep`."""

    folder: str
    manifest: str
    spec: GameSpec
    has_tiers: bool
    start: int
    limit: int
    counts_classes: bool
    exact: bool


@dataclass
class CheckedShare:
    """``marks``: the reached states of the tiers above that moves lead to; ``inside``: whether
    there are moves inside the tier; ``start``: the worth of the start, if it was asked for and is
    among these states; ``histogram``: states by entry; ``first_keys``: as in `LoadedTiers`; the
    others as in `Sweep`."""

    findings: ProblemLog
    states: int = 0
    moves: int = 0
    sampled: int = 0
    passed: int = 0
    first_passed: str = ""
    covered_moves: int = 0
    covered: Counter[int] = field(default_factory=Counter)
    histogram: Counter[int] = field(default_factory=Counter)
    marks: Marks = field(default_factory=dict)
    inside: bool = False
    start: Worth | None = None
    first_keys: dict[str, IntArray] = field(default_factory=dict)


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
        RulesDifferError, StoreError, and ClusterError if this process sees another folder."""
        done = CheckedShare(ProblemLog(self.job.limit))
        threads = 1 if self.reached is None else available_cores()  # no other task is there then
        with _held(self.job, self.tier) as held, held.checks(done.findings, threads) as check:
            self._check(held.tiers, check, done)
            sweep = check.sweep
        done.states, done.moves = sweep.states, sweep.moves
        done.covered, done.covered_moves = sweep.covered, sweep.covered_moves
        done.passed, done.first_passed = sweep.passed, sweep.first_passed
        done.sampled = check.sample.states if check.sample else 0
        return done

    def _check(self, tiers: LoadedTiers, check: _Checks, done: CheckedShare) -> None:
        number, sweep = self.tier, check.sweep
        tier = _copied(tiers.get(number, alone=True))
        done.histogram.update(counted(tier.entries[self.begin : self.end]))
        place = tier.place(self.job.start)
        if self.asks_start and self.begin <= place < self.end:
            done.start = sweep.start_worth(tier, self.job.start)
        if check.sample is not None:
            check.sample.begin(tier, self.sampled)
        if self.reached is None:
            sweep.check_share(tier, self.begin, self.end)
        else:
            tier.entries |= np.unpackbits(bits_of(self.reached))[: len(tier.keys)]
            sweep.check(tier)
        if check.sample is not None:
            check.sample.end(tier)
        found_in = {*sweep.children.linked, *sweep.children.strayed}
        done.inside = number in found_in
        for into in found_in:  # a tier below was checked before this one
            if into > number:
                done.marks[into] = marks_of(marked(tiers.get(into, alone=True)))
        parts = tiers.entries[number].parts
        done.first_keys = {part.file: tiers.first_keys[part.file] for part in parts}


@dataclass(frozen=True)
class FindLoop:
    """A task: look for a loop inside a tier of a game of points."""

    job: VerifyJob
    tier: int

    def run(self) -> ProblemLog:
        """The loop, if there is one. Raises as `CheckShare.run`."""
        findings = ProblemLog(self.job.limit)
        threads = available_cores()
        with _held(self.job, self.tier) as held, held.checks(findings, threads) as check:
            check.sweep.look_for_loop(held.tiers.get(self.tier, alone=True))
        return findings


def _copied(tier: LoadedTier) -> LoadedTier:
    """A tier with marks of its own: those of moves inside it are no sign that a play from the start
    comes there, and the other tasks of this process do not need them."""
    return LoadedTier(tier.number, tier.keys, tier.entries.copy(), tier.shift, tier.table)


def marked(tier: LoadedTier) -> ByteArray:
    """[N / 8] uint8: a bit for each state of a tier, whether it is marked as reached."""
    return np.packbits((tier.entries & np.uint32(1)).astype(bool))


def marks_of(bits: ByteArray) -> bytes:
    """Bits [N / 8] uint8, compressed."""
    return zlib.compress(bits.tobytes(), 1)


def bits_of(marks: bytes) -> ByteArray:
    """[N / 8] uint8: a bit for each state of a tier."""
    return np.frombuffer(zlib.decompress(marks), np.uint8)


# --- what a process holds -------------------------------------------------------------------------


@dataclass(frozen=True)
class _Checks:
    sweep: Sweep
    sample: RandomSample | None


class _Held:
    """What tasks of one job need in a process: the rules, and the tiers that were read."""

    def __init__(self, job: VerifyJob) -> None:
        self.job, folder = job, folder_at(job.folder)
        manifest = manifest_there(folder, job.manifest)
        game = job.spec.game()
        self.manifest = manifest
        self.writer = ProblemWriter(CheckedGame(game), manifest.keys, has_tiers=job.has_tiers)
        self.compiled = job.spec.compiled(game) if job.spec.code else None
        self.tiers = LoadedTiers(folder, manifest, job.start)
        self.active: Counter[int] = Counter()

    @contextmanager
    def checks(self, findings: ProblemLog, threads: int) -> Iterator[_Checks]:
        """A sweep and a sample for one task."""
        job, keys = self.job, self.manifest.keys
        interpreter = RulesInterpreter(
            self.writer, symmetric=self.manifest.symmetries, exact=job.exact
        )
        make: Callable[[], BatchExpander]
        with InterpreterCrew(interpreter.ask_some, 0) as answering, thread_crew(threads) as crew:
            if self.compiled is None:
                plain = InterpreterCrew(PlainAnswering(interpreter), 0)
                trust, make = None, lambda: PlainExpander(plain)
            else:
                compiled = self.compiled
                trust = CompiledTrust(KernelExpander(compiled, keys), interpreter)
                make = lambda: KernelExpander(compiled, keys)  # noqa: E731
            sweep = Sweep(
                make, trust, self.tiers, self.writer, findings, crew, Reporter(),
                counts_classes=job.counts_classes, compares_classes=job.exact,
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
def _held(job: VerifyJob, tier: int) -> Iterator[_Held]:
    """What this process holds of a job; tiers below those that are being checked are freed."""
    with _LOCK:
        if job not in _HELD:
            _HELD.clear()
            _HELD[job] = _Held(job)
        held = _HELD[job]
        held.active[tier] += 1
    try:
        yield held
    finally:
        with _LOCK:
            held.active[tier] -= 1
            held.active = +held.active
            lowest = min(held.active, default=tier)
            for loaded in held.tiers.loaded():
                if loaded.number < lowest:
                    held.tiers.drop(loaded.number)
            _stop_waiting()
            if not held.active:
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
            del _HELD[job]
