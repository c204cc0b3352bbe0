"""A solve whose tiers are explored and resolved by tasks over parts, on any number of processes.

The driver plans from receipts, and reads keys only for checks. It can be killed without loss: when
it is started again, it finds the receipts of the tasks that are done, and goes on with the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.core.errors import ClusterError, DamagedError
from perfectplay.core.progress import Reporter
from perfectplay.core.task_runner import ALONE
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.explored_tiers import ExploredTiers, TierKind
from perfectplay.solver.options import Workers
from perfectplay.solver.parts.audit import Audit
from perfectplay.solver.parts.decided_sets import LATEST
from perfectplay.solver.parts.explore_part import InsideMovesError
from perfectplay.solver.parts.key_places import PLACES
from perfectplay.solver.parts.launcher import Launcher
from perfectplay.solver.parts.loaded_tables import forget_tables
from perfectplay.solver.parts.part_explorer import PartExplorer
from perfectplay.solver.parts.part_resolver import PartResolver, is_swept
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.retrograde.resolve_range import UnreachedError
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.solver.state_limits import StateLimits
from perfectplay.tablebase.store.remote_files import whole_address

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
    launcher = Launcher(workers.executor, reporter.note, Audit(workers.audit), workers.memory)
    try:
        return PartSolve(
            expander, limits, reporter, sink, launcher, compare, kind, workers.memory
        ).run()
    except InsideMovesError:
        reporter.note(ALONE + "a tier of points with moves inside is too large for one worker")
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
        """Explore, or go on, and resolve. Raises what `PartExplorer.run` does, but DamagedError
        only if this solve wrote the file."""
        try:
            explored = self._explored()
        except KeysOutgrownError as outgrown:  # tasks know no class of states
            assert isinstance(self.expander.keys, TupleKeys)
            wider = self.expander.keys.alike(*outgrown.keys.numbers)
            raise KeysOutgrownError(wider) from None
        for part in (part for parts in self._explorer.tiers.values() for part in parts):
            if part.low:
                self.sink.widen(part.low, part.high)
        self._check_room(explored)
        if not self.sink.all_explored:
            self.compare(explored)
        self.sink.begin(self.expander)
        try:
            counts = self._resolver(explored).run()
        except UnreachedError as error:
            raise self._lost(error) from error
        finally:
            forget_tables(str(self._store.folder))
            PLACES.forget()
            LATEST.forget()
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
        """Begin, or go on the first time; `FolderSink.prepare` forgets what there is later. Raises
        DamagedError if something was found to be wrong earlier, by whatever version."""
        self.sink.prepare(self.expander)
        if (earlier := self.sink.parts_begun) is not None:
            PartStore(whole_address(earlier)).check_marks()
        self._rules = RulesSpec.of(self.expander)
        digest = hashlib.sha256(repr(self._rules).encode()).hexdigest()
        one = self.kind is TierKind.ONE
        self._store = PartStore(whole_address(self.sink.begin_parts(digest, one_tier=one)))
        self._finished = {entry.tier: (entry, counts) for entry, counts in self.sink.recalled()}
        self._explorer = PartExplorer(
            self.expander, self.limits, self.reporter, self.launcher, self.kind, self._rules,
            self._store, self._finished, self.sink.all_explored,
        )  # fmt: skip
        return self._explorer

    def _resolver(self, explored: ExploredTiers) -> PartResolver:
        return PartResolver(
            self.expander, self.reporter, self.sink, self.launcher, self.memory, self._rules,
            self._store, self._finished, explored, self._explorer.tiers,
        )  # fmt: skip

    def _check_room(self, explored: ExploredTiers) -> None:
        """Raise InsideMovesError if a process cannot resolve a tier of points with moves inside."""
        if not self.expander.compiled.scoring:
            return
        for number, tier in explored.tiers.items():
            inside = number in tier.into and number not in self._finished
            if inside and is_swept(number, tier, scored=True):
                raise InsideMovesError
