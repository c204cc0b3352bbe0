"""One check: a walk over states of a game, each of them checked, then all together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.compiler.class_checks import ClassCheck
from perfectplay.conformance import doubtful_rules as doubtful
from perfectplay.conformance.asked_otherwise import check_move_elsewhere, check_other_order
from perfectplay.conformance.class_slips import check_attributes
from perfectplay.conformance.compiled_comparison import NEVER_COMPILED, CompiledComparison
from perfectplay.conformance.hint_check import check_hints
from perfectplay.conformance.one_state import MANY, Options, StateCheck
from perfectplay.conformance.reading import TextCheck
from perfectplay.conformance.report import Report
from perfectplay.conformance.rules_memory import RulesMemory
from perfectplay.conformance.rules_speed import RulesSpeed, interpreted_speed
from perfectplay.conformance.sample import StateSample
from perfectplay.conformance.sample_checks import (
    check_growth,
    check_impartial,
    check_loops,
)
from perfectplay.conformance.turn_note import TurnNote
from perfectplay.conformance.watch import TookTooLong, Watch, WatchedGame
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Reporter
from perfectplay.core.separate_process import SeparateWork
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.checks.promises import raised
from perfectplay.game.naming import own_name
from perfectplay.game.showing import faults_of, in_state, number_of, place

_STATES, _CLOSER = 0.5, 0.7
"""Shares of the time at which the walk and the closer checks end; the rest is for the comparison
with compiled rules."""

_SHAPE = 0.2
"""Share of the time at which the shape of the states must be known."""

_GRACE = 1.0  # seconds after the end in which the walk records its place
_SLOW = 1.0  # seconds at one state that a note mentions

_ALL_CLASSES = 1_000  # states whose images are all checked; later every tenth state


@dataclass
class CheckRun:
    """The state of one check. ``log``: takes the findings."""

    log: FindingLog
    _watch: Watch
    _reporter: Reporter
    _seconds: float
    _max_moves: int
    _compiled: bool
    _measured: float
    _interpreted: float = 0.0
    _sample: StateSample | None = None
    _comparison: CompiledComparison | None = None
    _classes: ClassCheck | None = None
    _moves: int = 0

    def __post_init__(self) -> None:
        self.game = self.log.game
        self._began = time.monotonic()
        self._end = self._began + self._seconds
        self._memory = RulesMemory(self.game)  # before any rule is asked

    def report(self) -> Report:
        """The findings, and how much was checked."""
        sample = self._sample
        return Report(
            own_name(self.game),
            tuple(self.log.findings),
            tuple(self.log.notes),
            len(sample.checked) if sample else 0,
            sample is not None and sample.complete,
            self._moves,
            self._classes.images if self._classes else 0,
            self._comparison.states_compared if self._comparison else 0,
            self._speed(),
        )

    def _speed(self) -> RulesSpeed | None:
        if not self._interpreted or self.log.findings:
            return None
        return RulesSpeed(self._interpreted, self._comparison.speed if self._comparison else None)

    def check(self, samples: int, seed: int) -> None:
        """Check attributes, start and states."""
        try:
            with self._watch.question(self._end):
                rules = WatchedGame(self.game, self._watch, self._alive, max_moves=self._max_moves)
                start = check_attributes(rules, self.log)
                self._rules = rules
                self._states = StateCheck(rules, self.log)
                self._classes = ClassCheck(rules, self.log)
                self._texts = TextCheck(rules, self.log)
        except PerfectPlayError as error:
            self.log.add(error)
            return
        except TookTooLong as late:
            self._never_answers(late, self._began)
            return
        never = isinstance(self.game, NEVER_COMPILED)
        keys = self._has_keys(rules)
        if self._compiled and (never or not keys):
            self._compiled = False
            doubtful.note_not_compiled(self.log, start, slow=keys is None)
        turn = TurnNote(rules, self.log)
        self._sample = StateSample(start, self._look, turn)
        self._walk(self._sample, samples, seed)
        self._look_closer(rules, self._sample, turn)

    def _has_keys(self, rules: CheckedGame) -> bool | None:
        """Whether states have keys; None if the rules take too long to tell. The walk then finds
        the state in which they never answer, or they are merely slow."""
        try:
            with self._watch.question(self._began + self._share(_SHAPE)):
                return rules.has_keys
        except TookTooLong:
            vars(rules)["shape"] = None  # the cached property: it is not looked for again
            return None

    def _walk(self, sample: StateSample, samples: int, seed: int) -> None:
        began = time.monotonic()
        try:
            with self._watch.question(self._end + _GRACE):
                sample.walk(samples, seed)
        except TookTooLong as late:  # outside of a rule, as in a state's __eq__
            if time.monotonic() < self._end:
                self._never_answers(late, began)
        except faults_of(self.game) as error:  # raised by a state's __eq__ or __hash__
            self.log.add(raised(self.game, "play", error))
        if not sample.complete and not self.log.noted("time"):
            count = len(sample.checked)
            self.log.note("all", f"not all states were seen: the sample ended at {count:,}")

    def _look(self, state: State) -> Options | None:
        """Check one state and return its options; None if the time is over."""
        assert self._sample is not None
        assert self._classes is not None
        done = len(self._sample.checked)
        began = time.monotonic()
        if began > self._began + self._share(_STATES):
            self._note_time()
            return None
        self._alive()
        try:
            with self._watch.question(self._end):
                options = self._states.check(state)
                moves = [move for move, _ in options[:MANY]]
                self._texts.check(state, moves)
                if not self.log.noted("repeated moves"):
                    doubtful.note_repeated_move(self._rules, self.log, state, moves)
                if self._classes.needed:
                    self._classes.check(state, every=done < _ALL_CLASSES or done % 10 == 0)
        except TookTooLong as late:
            if time.monotonic() >= self._end:
                self._note_time(state, began, place(self.game, late.__traceback__))
                return None
            self._never_answers(late, began, state)
            return []
        self._moves += len(options)
        return options

    def _look_closer(self, rules: CheckedGame, sample: StateSample, turn: TurnNote) -> None:
        """Run the checks that need all states of the sample."""
        log, checked = self.log, sample.checked

        def measure() -> None:
            plain = CheckedGame(self.game, max_moves=self._max_moves)
            self._interpreted = interpreted_speed(plain, checked, self._measured)
            if not self._interpreted:
                log.note("speed", "no speed was measured: no state that was checked has moves")

        self._closer("whether the order of questions matters", lambda: self._check_order(checked))
        if self._measured:
            self._closer("the speed of the rules", measure)
        self._closer("whether points go round", lambda: check_loops(rules, log, checked))
        if not sample.complete:  # before what asks about each of many states
            self._closer("", lambda: check_growth(rules, log))
        if sample.complete and self._classes is not None and self._classes.needed:
            reached = self._classes.check_reached
            self._closer("whether plays reach whole classes", lambda: reached(checked))
        self._closer("", lambda: turn.note(checked))
        self._closer("", lambda: doubtful.note_endings(rules, log, checked))
        self._closer("what symmetries cost", lambda: doubtful.note_images(rules, log))
        self._closer("whether the game is impartial", lambda: check_impartial(rules, log, sample))
        self._closer("whether the hints are true", lambda: check_hints(rules, log, checked))
        if checked:
            self._closer("", lambda: doubtful.note_start(rules, log, checked[0]))
            self._closer("", lambda: doubtful.note_no_end(rules, log, sample))
        self._closer("", lambda: doubtful.note_one_winner(rules, log, sample))
        self._closer("", lambda: doubtful.note_shape(rules, log))

    def _check_order(self, checked: list[State]) -> None:
        """Whether rules remember what they were asked; if so, in what."""
        check_other_order(self._rules, self.log, self._memory, checked)
        if checked:
            check_move_elsewhere(self._rules, self.log, checked)

    def _closer(self, what: str, look: Callable[[], None]) -> None:
        """Run a check while there is time; ``what`` names it in the note if time runs out."""
        if self.log.findings:
            return
        began, end = time.monotonic(), self._began + self._share(_CLOSER)
        try:
            with self._watch.question(end):
                look()
        except PerfectPlayError as error:
            self.log.add(error)
        except TookTooLong as late:
            if time.monotonic() >= end:
                if what:
                    self.log.note(what, f"{what} was not fully checked: the time was up")
            else:
                self._never_answers(late, began)

    def compare(self, early: SeparateWork | None) -> None:
        """Compare compiled and interpreted rules, if the game can be compiled; ``early``: the
        process that compiles already."""
        if self._sample is None or not self._compiled:
            return
        broken = {f.promise for f in self.log.findings if "text" not in f.promise}
        if self.log.noted("length-changes") or broken:
            return  # not compiled, or to be repaired first
        if time.monotonic() >= self._end:
            self.log.note(
                "time for compiled rules",
                f"compiled rules were not compared: the time of {self._seconds:g} s was up before; "
                "--seconds gives more",
            )
            return
        comparison = self._comparison = CompiledComparison(
            self.game, self._sample.checked, self.log, self._max_moves, self._measured, early
        )
        if not comparison.compare(self._end, self._alive):
            self.log.note(
                "time for compiled rules",
                f"compiled rules were not compared to the end: the time of {self._seconds:g} s was "
                f"up while {comparison.stage}; --seconds gives more",
            )

    # --- time -------------------------------------------------------------------------------------

    def _share(self, part: float) -> float:
        """Seconds of a share of the time; without compiled rules the other parts get more."""
        return self._seconds * (part if self._compiled else part / _CLOSER)

    def _alive(self) -> None:
        checked = len(self._sample.checked) if self._sample else 0
        if self._comparison is None:
            self._reporter.tell("checking", checked, None, checked)
        else:
            self._reporter.tell(self._comparison.stage, self._comparison.states_compared, checked)

    def _note_time(self, state: State = None, began: float = 0.0, line: str = "") -> None:
        assert self._sample is not None
        count = number_of(len(self._sample.checked), "state")
        at = ""
        if state is not None and time.monotonic() - began > min(_SLOW, self._seconds / 2):
            where = f"{' at ' + line if line else ''}"
            at = f"; the rules were still at work{in_state(self.game, state)}{where}"
        limit = self._share(_STATES) if state is None else self._seconds
        self.log.note(
            "time",
            f"not all states were seen: the time for them, {limit:.2g} s, was up after {count}"
            f"{at}; --seconds gives more",
        )

    def _never_answers(self, late: TookTooLong, began: float, state: State = None) -> None:
        line = place(self.game, late.__traceback__)
        where = f"{' at ' + line if line else ''}"
        at = "" if state is None else in_state(self.game, state)
        seconds = f"{time.monotonic() - began:.2g}"
        message = f"the rules gave no answer in {seconds} seconds{at}{where}"
        self.log.fault("never-answers", message, state)
