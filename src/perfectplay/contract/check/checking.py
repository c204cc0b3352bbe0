"""`check_game`: one walk over states of a game, and all that is checked on the way."""

from __future__ import annotations

import time

from perfectplay.contract.asking import MAX_MOVES
from perfectplay.contract.check.attributes import check_attributes
from perfectplay.contract.check.classes import ClassCheck
from perfectplay.contract.check.hints import check_hints
from perfectplay.contract.check.loops import check_loops
from perfectplay.contract.check.one_state import MANY, Options, StateCheck
from perfectplay.contract.check.plies import PlyNote
from perfectplay.contract.check.reading import TextCheck
from perfectplay.contract.check.report import Book, Report
from perfectplay.contract.check.sample import Sample
from perfectplay.contract.check.watch import TookTooLong, Watch
from perfectplay.contract.game import Game, StateKind
from perfectplay.contract.image_cost import image_cost
from perfectplay.contract.promises import raised
from perfectplay.contract.rules import Rules
from perfectplay.contract.showing import in_state, place
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import State

SECONDS = 60.0
"""How long a check takes at most, unless asked otherwise."""

PATIENCE = 20.0
"""Seconds in which the rules must have answered all questions about one state."""

_ALL_CLASSES = 1_000  # states compared with each of their images, children too; later every tenth


def check_game(
    game: Game,
    *,
    samples: int = 100_000,
    seed: int = 0,
    max_seconds: float | None = None,
    max_moves: int = MAX_MOVES,
    compiled: bool = True,
) -> Report:
    """Checks whether a game keeps the promises of the contract.

    All states are checked where there are at most ``samples``; else the nearest to the start and
    those along random plays, the same for the same ``seed``. Ends after ``max_seconds`` (60) at
    the latest, a little more for the comparison of compiled and interpreted rules, which
    ``compiled=False`` leaves out. A state with more than ``max_moves`` moves is a fault. Rules
    that raise, or do not answer, are findings like any other.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> report = check_game(ThreeRocks(left=2, right=2), compiled=False)
    >>> report.ok, report.states_checked, report.complete
    (True, 9, True)
    """
    seconds = SECONDS if max_seconds is None else max_seconds
    book = Book(game)
    with Watch(min(PATIENCE, max(seconds, 0.1))) as watch:
        run = _Run(book, watch, time.monotonic() + seconds, seconds, max_moves)
        run.check(samples, seed)
        if compiled and run.rules is not None:
            run.compare()
    checked = run.sample.checked if run.sample else []
    complete = run.sample is not None and run.sample.complete
    name = getattr(game, "name", None) or type(game).__name__
    return Report(str(name), tuple(book.findings), tuple(book.notes), len(checked), complete)


class _Run:
    """One check: the walk, and what is asked of each state."""

    def __init__(
        self, book: Book, watch: Watch, deadline: float, seconds: float, max_moves: int
    ) -> None:
        self.book = book
        self.game = book.game
        self.rules: Rules | None = None
        self.sample: Sample | None = None
        self._watch = watch
        self._deadline = deadline
        self._seconds = seconds
        self._max_moves = max_moves

    def check(self, samples: int, seed: int) -> None:
        """Checks attributes, start and states, as far as they can be had."""
        try:
            with self._watch.question():
                rules = Rules(self.game, max_moves=self._max_moves)
                start = check_attributes(rules, self.book)
                self._states = StateCheck(rules, self.book)
                self._classes = ClassCheck(rules, self.book)
                self._texts = TextCheck(rules, self.book)
        except PerfectPlayError as error:
            self.book.add(error)
            return
        except TookTooLong as late:
            self._late(late, None)
            return
        self.rules = rules
        self.sample = Sample(start, self._look, PlyNote(rules, self.book))
        try:
            self.sample.walk(samples, seed)
        except Exception as error:  # what a state's __eq__ or __hash__ raises while it is kept
            self.book.add(raised(self.game, "play", error))
        if self.sample.complete and self._classes.needed and not self.book.findings:
            self._classes.check_reached(self.sample.checked, self._deadline)
        if not self.book.findings:
            self._note_images(rules)
        if not self.book.findings:
            check_loops(rules, self.book, self.sample.checked, self._deadline)
        if not self.book.findings:
            check_hints(rules, self.book, self.sample.checked, self._deadline)
        if not self.sample.complete and not self.book.noted("time"):
            count = len(self.sample.checked)
            self.book.note("all", f"not all states were seen: the sample ended at {count:,}")

    def _note_images(self, rules: Rules) -> None:
        """Notes what symmetries cost where states have many images."""
        try:
            with self._watch.question():
                cost = image_cost(rules)
        except (PerfectPlayError, TookTooLong):  # the walk meets what the rules break
            return
        if cost is not None:
            self.book.note("symmetry-cost", cost.line())

    def _look(self, state: State) -> Options | None:
        """Checks one state; None where the time is up."""
        assert self.sample is not None
        done = len(self.sample.checked)
        if time.monotonic() > self._deadline:
            self._note_time(state)
            return None
        try:
            with self._watch.question():
                options = self._states.check(state)
                self._texts.check(state, [move for move, _ in options[:MANY]])
                if self._classes.needed:
                    self._classes.check(state, every=done < _ALL_CLASSES or done % 10 == 0)
        except TookTooLong as late:
            if self._seconds < PATIENCE:  # it was the check's own time that was over
                self._note_time(state)
                return None
            self._late(late, state)
            return []
        return options

    def _note_time(self, state: State) -> None:
        assert self.sample is not None
        self.book.note(
            "time",
            f"not all states were seen: the {self._seconds:g} seconds were over after "
            f"{len(self.sample.checked):,} states{in_state(self.game, state)}",
        )

    def _late(self, late: TookTooLong, state: State) -> None:
        line = place(self.game, late.__traceback__)
        where = f"{' at ' + line if line else ''}"
        at = "" if state is None else in_state(self.game, state)
        message = f"the rules gave no answer in {self._watch.patience:g} seconds{at}{where}"
        self.book.fault("never-answers", message, state)

    def compare(self) -> None:
        """Compares compiled and interpreted rules, where the game can be compiled at all."""
        assert self.rules is not None
        assert self.sample is not None
        broken = {f.promise for f in self.book.findings if "text" not in f.promise}
        if self.rules.kind is StateKind.OBJECT or self.book.noted("length-changes") or broken:
            return  # interpreted in any case, or in need of repair first
        from perfectplay.contract.check.twins import compare_compiled

        compare_compiled(self.rules, self.sample.checked, self.book)
