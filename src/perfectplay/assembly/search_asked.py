"""One question to a search: which engine answers it, and the result that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perfectplay.assembly.known import Knowledge
from perfectplay.assembly.searching import Clock, Proof, StoppedError, sampled
from perfectplay.contract.exact import CycleError, Known, search_plain
from perfectplay.contract.game import Game, StateKind
from perfectplay.contract.operators.start_at import start_at
from perfectplay.contract.rules import Rules
from perfectplay.contract.scale import FAR, UNBOUNDED
from perfectplay.contract.scores import value_of_score
from perfectplay.contract.showing import shown
from perfectplay.engines.search.whole import TooManyError, search_whole
from perfectplay.results.known import Found
from perfectplay.results.moves import move_records
from perfectplay.results.record import MoveRecord, Record, rank
from perfectplay.results.searched import SearchResult, bound_of
from perfectplay.results.table import Entry
from perfectplay.words.errors import (
    EndlessGameError,
    MemoryBudgetError,
    MethodError,
    SearchCycleError,
)
from perfectplay.words.value import State, Value

if TYPE_CHECKING:
    from perfectplay.engines.search.crew import Crew
    from perfectplay.engines.search.known import Blocks

SMALL = 20_000
"""Fewer states than this are looked at one by one before a compiler is loaded."""

PLAIN_BYTES = 700
"""Rough bytes that the interpreted search takes for a state."""

PLAIN_MEMORY = 2 << 30
"""Bytes for the interpreted search where nobody says how many."""

CYCLIC_STATES = 1_000_000
"""A position of a game with cycles that reaches no more states is solved as a whole."""


@dataclass
class Asked:
    """One question to a search, and how it is to be answered."""

    rules: Rules
    state: State
    seat: int | None
    distance: bool
    moves: bool
    method: str
    hints: bool
    symmetries: bool
    threads: int
    table: int
    memory: int | None
    clock: Clock
    known: Knowledge
    why: str | None = None
    crew: Crew | None = None
    proved: dict[State, Found] = field(default_factory=dict)
    """What is proved of the state and of those that its moves lead to: see `_keep`."""

    def result(self) -> SearchResult:
        """What is proved. Raises SearchCycleError, RulesError, MethodError."""
        try:
            if self.method != "compiled":
                found = self._plain(SMALL if self.method == "auto" else self._most_plain())
                if found is not None:
                    return found
            try:
                return self._compiled()
            except NotCompiledError as refusal:
                if self.method == "compiled":
                    raise MethodError(f"this game cannot be compiled: {refusal}") from None
                self.why = str(refusal)
            found = self._plain(self._most_plain())
            return self._stopped("memory", 0, "interpreted") if found is None else found
        except CycleError as cycle:
            return self._retrograde(cycle)

    # --- the engines ------------------------------------------------------------------------------

    def _most_plain(self) -> int:
        return max(SMALL, (self.memory or PLAIN_MEMORY) // PLAIN_BYTES)

    def _plain(self, most: int) -> SearchResult | None:
        """By the interpreter; None where there are more states than ``most`` and more to try."""
        rules = self.rules
        looked = 0

        def go_on(states: int) -> bool:
            nonlocal looked
            looked = states
            return self.clock.go_on(states)

        if self.known and not self.moves:
            found = self.known.get(self.state, whole=self.distance)
            if found is not None:
                return self._whole(found.entry, {}, *_scale(found.entry), 0, 0, "known")
        try:
            known = search_plain(rules, self.state, most, go_on, self._ending())
        except KeyboardInterrupt:
            return self._stopped("interrupted", looked, "interpreted")
        if self.state in known:
            entries = {state: _entry(one, self.distance) for state, one in known.items()}
            entry = entries[self.state]
            nodes = len(known) - self.known.ended
            engine = "interpreted" if nodes > 1 or not self.known.ended else "known"
            return self._whole(entry, entries, *_scale(entry), nodes, 0, engine)
        if self.clock.over:
            return self._stopped("time", len(known), "interpreted")
        if self.method == "interpreted":
            return self._stopped("memory", len(known), "interpreted")
        return None

    def _ending(self, *, whole: bool | None = None) -> Callable[[State], Known | None] | None:
        """What the interpreted search asks of states before it looks below them."""
        if not self.known:
            return None
        self.known.ended = 0

        def known(state: State) -> Known | None:
            found = self.known.get(state, whole=self.distance if whole is None else whole)
            return None if found is None else Known(*found.entry)

        return known

    def _compiled(self) -> SearchResult:
        self.known.ended = 0
        crew = self._crew()
        proof = Proof(self.rules, self.state, crew, self.clock, self.known)
        stopped = None
        self.crew = crew
        try:
            proof.run(distance=self.distance, moves=self.moves)
        except StoppedError:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupted"
        except Exception as problem:
            raise refused(problem) from problem
        if stopped:
            return self._part(proof, stopped)
        assert proof.entry is not None
        return self._whole(
            proof.entry, proof.after, proof.low, proof.high, crew.nodes, crew.hits, "compiled"
        )

    def _crew(self) -> Crew:
        self.clock.reporter.tell("compiling")
        return made_crew(
            self.rules, sampled(self.rules, self.state, self.known), hints=self.hints,
            symmetries=self.symmetries, table=self.table, threads=self.threads,
            known=self._checked(),
        )  # fmt: skip

    def _checked(self) -> Blocks | None:
        """What is known, for the kernel. Raises MemoryBudgetError."""
        if not self.known:
            return None
        self.known.check_memory(self.memory)
        return self.known.blocks

    def _retrograde(self, cycle: CycleError) -> SearchResult:
        """By solving all that the position reaches, where that is not too much."""
        from perfectplay.assembly.solve import solve

        if self.known and not self.rules.scoring:
            return self._retrograde_to_known(cycle)
        try:
            solution = solve(
                start_at(self.rules.game, self.state), threads=self.threads, memory=self.memory,
                max_states=CYCLIC_STATES, symmetries=self.symmetries,
            )  # fmt: skip
        except (EndlessGameError, MemoryBudgetError):
            raise cycle_error(self.rules.game, cycle) from None
        record = solution.probe(self.state, self.seat)
        entries = {m.state: Entry(m.value, m.remoteness, m.score) for m in record.moves}
        for move, child in self.rules.position(self.state).options:
            known = solution.get(child)
            assert known is not None, move
            entries[child] = Entry(known.value, known.remoteness, known.score)
        entry = Entry(record.value, record.remoteness, record.score)
        return self._whole(entry, entries, *_scale(entry), len(solution), 0, "retrograde")

    def _retrograde_to_known(self, cycle: CycleError) -> SearchResult:
        """By solving all that is reached before something is known."""
        ending, looked = self._ending(whole=True), 0

        def go_on(states: int) -> bool:
            nonlocal looked
            looked = states
            return self.clock.go_on(states)

        assert ending is not None
        try:
            known = search_whole(self.rules, self.state, CYCLIC_STATES, go_on, ending)
        except TooManyError:
            raise cycle_error(self.rules.game, cycle) from None
        except KeyboardInterrupt:
            return self._stopped("interrupted", looked, "retrograde")
        if known is None:
            return self._stopped("time", looked, "retrograde")
        entries = {state: _entry(one, True) for state, one in known.items()}
        entry, nodes = entries[self.state], len(known) - self.known.ended
        return self._whole(entry, entries, *_scale(entry), nodes, 0, "retrograde")

    # --- the results ------------------------------------------------------------------------------

    def _whole(
        self, entry: Entry, after: dict[State, Entry], low: int, high: int, nodes: int, hits: int,
        engine: str,
    ) -> SearchResult:  # fmt: skip
        """The result where all is known that was asked for."""
        self._keep(self.state, entry, self.distance)
        terminal = not self.rules.position(self.state).options
        moves = self._moves(entry, after) if self.moves else ()
        self._keep_moves(after)
        said = None if entry.score is None else self.rules.score_text(entry.score)
        text, record = self.rules.text(self.state, self.seat), None
        if self.moves or terminal:
            record = Record(
                self.state, text, entry.value, entry.remoteness, self.seat, terminal, moves,
                entry.score, said, self.rules,
            )  # fmt: skip
        return self._made(text, low, high, entry, moves, record, None, nodes, hits, engine)

    def _part(self, proof: Proof, stopped: str) -> SearchResult:
        """What is proved by a search that was stopped."""
        low, high, known = proof.low, proof.high, proof.entry
        if known is None and self.rules.scoring and low == high:
            known = Entry(value_of_score(low), None, low)
        elif known is None and not self.rules.scoring and (low == high or low > 0 or high < 0):
            far = low == high and low != 0
            known = Entry(value_of_score(low), FAR - abs(low) if far else None)
            if high < 0 or low > 0:
                known = known._replace(value=value_of_score(high if high < 0 else low))
        moves = self._moves(known, proof.after) if known else ()
        if known is not None:
            self._keep(self.state, known, proof.entry is not None and self.distance)
        self._keep_moves(proof.after)
        text, crew = self.rules.text(self.state, self.seat), proof.crew
        return self._made(
            text, low, high, known, moves, None, stopped, crew.nodes, crew.hits, "compiled"
        )

    def _stopped(self, stopped: str, nodes: int, engine: str) -> SearchResult:
        """The result of a search that was stopped before anything was proved."""
        text, edge = self.rules.text(self.state, self.seat), UNBOUNDED
        return self._made(text, -edge, edge, None, (), None, stopped, nodes, 0, engine)

    def _made(
        self, text: str, low: int, high: int, known: Entry | None, moves: tuple[MoveRecord, ...],
        record: Record | None, stopped: str | None, nodes: int, hits: int, engine: str,
    ) -> SearchResult:  # fmt: skip
        least, most = (bound_of(each, scoring=self.rules.scoring) for each in (low, high))
        value, remoteness, score = known or (None, None, None)
        return SearchResult(
            self.state, text, self.seat, least, most, value, remoteness, score, moves, record,
            stopped, nodes, hits, self.clock.passed, engine, self.why, self._ended,
        )  # fmt: skip

    @property
    def _ended(self) -> int:
        """How often something that was known beforehand ended a line."""
        return self.known.ended + (self.crew.ended if self.crew else 0)

    def _keep(self, state: State, entry: Entry, whole: bool) -> None:
        """Notes what a book keeps: nothing of a state in which the play is over."""
        if self.rules.position(state).options:
            self.proved[state] = Found(entry, whole)

    def _keep_moves(self, after: dict[State, Entry]) -> None:
        for _, child in self.rules.position(self.state).options if self.moves else ():
            if child in after:
                self._keep(child, after[child], self.distance)

    def _moves(self, entry: Entry, after: dict[State, Entry]) -> tuple[MoveRecord, ...]:
        """The moves whose states are known, best first."""
        records = move_records(self.rules, self.state, entry, after.get)
        if self.distance:
            records.sort(key=rank)
        else:
            records.sort(key=lambda move: -(move.value if move.score is None else move.score))
        return tuple(records)


class NotCompiledError(Exception):
    """The rules do not compile; the message says why."""


def made_crew(
    rules: Rules, sample: list[State], *, hints: bool, symmetries: bool, table: int, threads: int,
    known: Blocks | None = None,
) -> Crew:  # fmt: skip
    """The compiled search of a game. Raises NotCompiledError, RulesError."""
    if rules.kind is StateKind.OBJECT:
        from perfectplay.contract.compiled.refusals import refusal_of_states

        raise NotCompiledError(refusal_of_states(sample[0])[0])
    from perfectplay.engines.search.crew import Crew

    try:
        return Crew(
            rules.game, sample, hints=hints, symmetries=symmetries, table=table, threads=threads,
            known=known,
        )  # fmt: skip
    except Exception as problem:
        raise refused(problem) from problem


def refused(problem: Exception) -> Exception:
    """The problem, or that rules do not compile where it says so."""
    from perfectplay.contract.compiled.constants import NotCompilable

    return NotCompiledError(str(problem)) if isinstance(problem, NotCompilable) else problem


def _entry(one: Known, distance: bool) -> Entry:
    return Entry(one.value, one.remoteness if distance else None, one.score)


def _scale(entry: Entry) -> tuple[int, int]:
    """The bounds of what is known, on the scale of results."""
    if entry.score is not None:
        return entry.score, entry.score
    if entry.value is Value.DRAW:
        return 0, 0
    near = FAR if entry.remoteness is None else FAR - entry.remoteness
    far = 1 if entry.remoteness is None else near
    return (far, near) if entry.value is Value.WIN else (-near, -far)


def cycle_error(game: Game, cycle: CycleError) -> SearchCycleError:
    """The error that shows how a play comes back to a state."""
    return SearchCycleError(
        "a play can come back to a state, so that no search is sure to end: "
        f"{_way(game, cycle.states)}; solve the whole game instead, or count the plies in its "
        "states: cap(GAME,PLIES)",
        states=cycle.states,
    )


def _way(game: Game, states: list[State]) -> str:
    """A way back to a state, in words."""
    texts = [" / ".join(shown(game, state).splitlines()) for state in states[:4]]
    more = f", and after {len(states) - 4} more" if len(states) > 5 else ""
    back = "" if len(states) <= 4 else f"{more} back to the first"
    return " to ".join(texts) + back
