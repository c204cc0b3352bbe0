"""A solve whose tiers are explored and resolved by tasks over parts, on any number of processes.

The driver plans from receipts, and reads keys only for checks. It can be killed without loss: when
it is started again, it finds the receipts of the tasks that are done, and goes on with the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.core.errors import ClusterError, DamagedError
from perfectplay.core.progress import Reporter
from perfectplay.core.task_runner import ALONE
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.explored_tiers import ExploredTiers, Tier, TierKind
from perfectplay.solver.options import Workers
from perfectplay.solver.parts.audit import Audit
from perfectplay.solver.parts.explore_part import INSIDE_BYTES, InsideMovesError
from perfectplay.solver.parts.launcher import Launcher
from perfectplay.solver.parts.loaded_tables import forget_tables
from perfectplay.solver.parts.part_explorer import FEW_KEYS, PartExplorer, shares
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ResolvedPart, ResolvedPiece
from perfectplay.solver.parts.resolve_part import ResolveInside, ResolvePart
from perfectplay.solver.parts.resolve_piece import ResolvePiece, WritePart
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.resolve_range import UnreachedError
from perfectplay.solver.retrograde.resolve_tiers import asked_last
from perfectplay.solver.retrograde.tier_graph import inner_bytes
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.solver.state_limits import StateLimits
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.remote_files import is_remote, whole_address
from perfectplay.tablebase.store.writer import part_ranges

if TYPE_CHECKING:
    from perfectplay.solver.checkpoint.sink import FolderSink


def solve_by_parts(
    expander: Expander,
    limits: StateLimits,
    reporter: Reporter,
    sink: TierSink,
    workers: Workers,
    compare: Callable[[ExploredTiers], None],
    kind: TierKind,
) -> SolvedTable | None:
    """The solution by a `PartSolve`, into a folder; None if this process is to find it alone."""
    from perfectplay.solver.checkpoint.sink import FolderSink

    assert isinstance(sink, FolderSink)
    if sink.resumes and not sink.in_parts:
        reporter.note(ALONE + "the folder was begun without workers")
        return None
    launcher = Launcher(workers.executor, reporter.note, Audit(workers.audit))
    try:
        return PartSolve(
            expander, limits, reporter, sink, launcher, compare, kind, workers.memory
        ).run()
    except InsideMovesError:
        reporter.note(ALONE + "a tier with moves inside is too large for one worker")
        sink.abandon()
        return None


@dataclass
class PartSolve:
    """``sink``: where finished tiers go; ``launcher`` runs the tasks; ``compare`` compares some of
    a tier's states with the interpreter; ``kind``: what the tiers are; ``memory``: bytes that a
    worker may hold when it has loaded tables (None: half of what is free there).

    Every state is expanded once to explore the tiers and once to resolve them; in a tier with moves
    inside, the first ones once more.
    """

    expander: Expander
    limits: StateLimits
    reporter: Reporter
    sink: FolderSink
    launcher: Launcher
    compare: Callable[[ExploredTiers], None]
    kind: TierKind
    memory: int | None

    def run(self) -> SolvedTable:
        """Explore, or go on, and resolve.

        Raises what `PartExplorer.run` does, but DamagedError only if this solve wrote the file.
        """
        try:
            explored = self._explored()
        except KeysOutgrownError as outgrown:  # tasks know no class of states
            assert isinstance(self.expander.keys, TupleKeys)
            raise KeysOutgrownError(
                replace(outgrown.keys, shape=self.expander.keys.shape)
            ) from None
        for part in (part for parts in self._explorer.tiers.values() for part in parts):
            if part.low:
                self.sink.widen(part.low, part.high)
        self._check_room(explored)
        if not self.sink.all_explored:
            self.compare(explored)
        self.sink.begin(self.expander)
        try:
            counts = self._resolve(explored)
        except UnreachedError as error:
            raise self._lost(error) from error
        finally:
            forget_tables(str(self._store.folder))
        self._tell_workers()
        table, keys = self.sink.table(), self.expander.keys
        return SolvedTable(table, keys, counts, "compiled", explored.how)

    def _lost(self, error: UnreachedError) -> ClusterError:
        """The error for a child that is in no file of its tier. The store is marked."""
        rules, state = self.expander.rules, error.state
        name = "a state" if state is None else f"state {rules.state_text(state)}"
        problem = f"{name}, to which a move leads, is not among the states that were explored"
        self._store.mark_wrong(problem)
        return ClusterError(
            f"{problem}; a worker or a disk may be faulty, or the rules count beyond 63 bits; the "
            "same command begins anew: add --audit 1/1 to find the worker, or leave --cluster out"
        )

    def _tell_workers(self) -> None:
        """A line about the workers, and one about the audit."""
        counts, audit = self.launcher.counts, self.launcher.audit
        if counts.workers:
            self.reporter.note(counts.words())
        if audit.repeated:
            self.reporter.note(
                f"audit: this process computed {audit.repeated:,} of these tasks again, with the "
                "same results"
            )
        elif audit.share:
            self.reporter.note("audit: no task was computed again, since workers have done none")

    def _explored(self) -> ExploredTiers:
        """Explore; begin anew if what an earlier solve has left is damaged."""
        resumed = self.sink.in_parts
        try:
            return self._begun().run()
        except DamagedError as error:
            if not resumed:
                raise
            problem = str(error).partition("; a disk")[0]
            self.reporter.note(f"begins anew, since files were damaged: {problem}")
            return self._begun().run()

    def _begun(self) -> PartExplorer:
        """Begin, or go on the first time; `FolderSink.prepare` forgets what there is later.

        Raises DamagedError if something was found to be wrong earlier, by whatever version.
        """
        self.sink.prepare(self.expander)
        earlier = self.sink.parts_begun
        if earlier is not None:
            PartStore(whole_address(earlier)).check_marks()
        self._rules = RulesSpec.of(self.expander)
        digest = hashlib.sha256(repr(self._rules).encode()).hexdigest()
        self._store = PartStore(whole_address(self.sink.begin_parts(digest)))
        self._finished = {entry.tier: (entry, counts) for entry, counts in self.sink.recalled()}
        self._explorer = PartExplorer(
            self.expander, self.limits, self.reporter, self.launcher, self.kind, self._rules,
            self._store, self._finished, self.sink.all_explored,
        )  # fmt: skip
        return self._explorer

    def _check_room(self, explored: ExploredTiers) -> None:
        """Raise InsideMovesError if a process cannot resolve a tier with moves inside."""
        scored = self.expander.compiled.scoring
        for number, tier in explored.tiers.items():
            inside = number in tier.into and number not in self._finished
            if inside and inner_bytes(number, tier, scored=scored) > INSIDE_BYTES:
                raise InsideMovesError

    # --- resolving --------------------------------------------------------------------------------

    def _resolve(self, explored: ExploredTiers) -> StateCounts:
        whole = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        last = asked_last(explored)
        entries, longest = dict[int, TierEntry](), dict[int, int]()
        self._resolved = 0
        for number in sorted(explored.tiers, reverse=True):
            tier = explored.tiers[number]
            if number in self._finished:
                entry, counts = self._finished[number]
                self._resolved += entry.states
            else:
                kept = tuple(into for into in entries if last.get(into, number + 1) <= number)
                above = tuple(entries[into] for into in tier.into if into != number)
                most = max((longest[entry.tier] for entry in above), default=-1) + 1
                entry, counts = self._resolved_tier(number, tier, above, kept, most)
            entries[number] = entry
            longest[number] = max((plies for _, plies in counts.tally.counts), default=0)
            whole.include(counts)
        return whole

    def _resolved_tier(
        self,
        number: int,
        tier: Tier,
        above: tuple[TierEntry, ...],
        kept: tuple[int, ...],
        longest: int,
    ) -> tuple[TierEntry, StateCounts]:
        states = len(tier.keys)
        parts = self._explorer.tiers[number]
        files = tuple((part.file, part.states) for part in parts)
        folders = str(self._store.folder), str(whole_address(self.sink.shared))

        def task(part: int, begin: int, end: int) -> ResolvePart:
            return ResolvePart(
                self._rules, *folders, number, part, files, begin, end, self.sink.manifest.keys,
                above, kept, longest, memory=self.memory,
            )  # fmt: skip

        tasks = [task(part, *r) for part, r in enumerate(part_ranges(states))]
        if number in tier.into:
            tasks = [ResolveInside(**vars(task(0, 0, states)), moves=tier.moves)]
        known = [task.found() for task in tasks]
        pieces = dict[int, list[ResolvedPiece]]()
        if number not in tier.into and shares(states) > len(tasks):
            pieces = self._resolved_pieces(tasks, known)
            tasks = [
                WritePart(**vars(task), pieces=tuple(pieces[part])) if part in pieces else task
                for part, task in enumerate(tasks)
            ]

        written = sum(
            sum(part.states for part in done.parts) - done.states for done in known if done
        )
        self._resolved += written  # by an earlier solve, from pieces

        def told(done: ResolvedPart) -> None:
            self._tell(number, done.states)

        found = self.launcher.receipts(tasks, known, told, here=states <= FEW_KEYS)
        counts = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        for done in found:
            counts.include(done.counts)
        counted = counts.tally.counts.total()
        if counted != states:
            problem = f"the files of tier {number} do not fit together ({counted:,} values of "
            problem += f"{states:,} states)"
            raise self._store.damaged(problem)
        entry = TierEntry(number, states, tuple(part for done in found for part in done.parts))
        start = next((done.start for done in found if done.start is not None), None)
        self.sink.record(entry, counts, start)
        if not is_remote(self._store.folder):  # another machine that goes on needs them
            for file, _ in files:
                self._store.drop(file)
            for piece in (piece for some in pieces.values() for piece in some):
                self._store.drop(piece.file)
        return entry, counts

    def _resolved_pieces(
        self, tasks: Sequence[ResolvePart], known: Sequence[ResolvedPart | None]
    ) -> dict[int, list[ResolvedPiece]]:
        """The pieces of the parts of a tier that are not known, by part."""
        states, wanted, pieces = tasks[-1].end, shares(tasks[-1].end), []
        for task in (task for task, done in zip(tasks, known, strict=True) if done is None):
            length = task.end - task.begin
            n = max(1, round(wanted * length / states))
            within = [task.begin + length * i // n for i in range(n + 1)]
            pieces += [
                ResolvePiece(**{**vars(task), "begin": a, "end": b}) for a, b in pairwise(within)
            ]
        found = self.launcher.receipts(
            pieces, [piece.found() for piece in pieces],
            lambda done: self._tell(tasks[0].tier, done.states), here=False,
        )  # fmt: skip
        by_part = dict[int, list[ResolvedPiece]]()
        for piece, done in zip(pieces, found, strict=True):
            by_part.setdefault(piece.part, []).append(done)
        return by_part

    def _tell(self, tier: int, states: int) -> None:
        """Report states that were resolved."""
        self._resolved += states
        total = self._explorer.states
        workers = self.launcher.progress
        self.reporter.tell("resolving", self._resolved, total, total, tier, workers)
