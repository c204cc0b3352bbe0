"""``verify`` for a book: its entries compared with those of their children.

A book holds only a few of the states of its searches: so an entry can be compared only with those
children that are in the book or are ends of the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from perfectplay.core.errors import DamagedError, FormatVersionError, PerfectPlayError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame, Position
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.game import Game
from perfectplay.searcher.book.book_folder import read_book
from perfectplay.searcher.book.book_manifest import read_book_manifest
from perfectplay.searcher.book.content import BookContent
from perfectplay.searcher.book.content import worth as words
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.tablebase.state_queries import brought
from perfectplay.tablebase.store.find_rules import find
from perfectplay.tablebase.table import StateEntry, worth_text
from perfectplay.tablebase.verification import Problem, ProblemLog, Verification, Worth

SHOWN = 20
"""The number of problems that are described."""

NOTE = "a book of searches, which is no strong solution"


def verify_book(
    folder: Path, game: Game | str | None = None, progress: ProgressCallback | None = None
) -> Verification:
    """Check that the files of a book are undamaged and no entry contradicts another.

    Raises MissingRulesError, RulesDifferError, BookError; all other problems are in the result.
    """
    run = _BookCheck(ProblemLog(SHOWN), Reporter(progress))
    try:
        manifest = read_book_manifest(folder)
        if not isinstance(game, Game):
            game = find(manifest.game, folder, manifest.rules.fingerprint, given=game)
        content = read_book(folder, CheckedGame(game))
    except (DamagedError, FormatVersionError) as error:
        run.findings.add(Problem("file", str(error)))
    else:
        run.check(content)
    return run.result()


class _MoveResult(NamedTuple):
    """The result of a move for the mover. ``order``: larger is better; ``plies``: to the end of the
    play, None if endless."""

    order: int
    plies: int | None
    whole: bool


class _BookCheck:
    def __init__(self, findings: ProblemLog, reporter: Reporter) -> None:
        self.findings = findings
        self.reporter = reporter
        self.states = self.moves = self.whole = self.unread = 0

    def check(self, content: BookContent) -> None:
        """Compare every entry with its children."""
        for state, form, found in content.states():
            self.states += 1
            self.reporter.tell("comparing", states=self.states)
            if state is None:
                self.unread += 1
                continue
            try:
                position = content.rules.position(state)
            except PerfectPlayError as broken:
                self._problem("rules", str(broken), content, form, found)
                continue
            self._compare(content, state, position, found)

    def _compare(
        self, content: BookContent, state: State, position: Position, found: EndgameEntry
    ) -> None:
        right = _end(position)
        if right is not None:
            if found.entry._replace(remoteness=found.entry.remoteness or 0) != right.entry:
                self._wrong(content, state, found, f"the play is over there, {words(right)}")
            return
        brought = list(_brought(content, state, position))
        every = len(brought) == len(position.options)
        self.moves += len(brought)
        self.whole += every
        wrong = _contradiction(found, brought, every, content.rules.scoring)
        if wrong:
            self._wrong(content, state, found, wrong)

    def _wrong(self, content: BookContent, state: State, found: EndgameEntry, why: str) -> None:
        text = content.rules.state_text(state)
        message = f"{text} is stored as {words(found)}, and {why}"
        self._problem("value", message, content, state, found)

    def _problem(
        self, kind: str, message: str, content: BookContent, state: State, found: EndgameEntry
    ) -> None:
        text = content.rules.state_text(state)
        self.findings.add(Problem(kind, message, text, None, _stored(found)))

    def result(self) -> Verification:
        """The result of the verification."""
        notes = [NOTE]
        rest = self.states - self.whole
        if rest:
            notes.append(
                f"{self.whole:,} of {self.states:,} entries are checked by all of their moves, the "
                "others by those that are known"
            )
        if self.unread:
            notes.append(f"{self.unread:,} texts cannot be read back as states")
        found = self.findings
        return Verification(
            not found.found, found.sorted(), found.found, self.states, self.moves, self.states,
            self.reporter.seconds, "interpreted", tuple(notes),
            kinds=dict(found.kinds),
        )  # fmt: skip


def _stored(found: EndgameEntry) -> Worth:
    value, plies, score = found.entry
    return (value, plies) if score is None else (value, plies, score)


def _brought(content: BookContent, state: State, position: Position) -> Iterator[_MoveResult]:
    """The results of those moves of a state that are known."""
    rules = content.rules
    for move, child in position.options:
        after = content.get(child) or _end(rules.position(child))
        if after is None:
            continue
        value, plies, score = brought(rules, state, move, child, after.entry)
        order = int(value) if score is None else score
        yield _MoveResult(order, None if plies is None else plies + 1, after.whole)


def _end(position: Position) -> EndgameEntry | None:
    if position.outcome is None:
        return None
    return EndgameEntry(StateEntry(position.outcome, 0, position.score))


def _contradiction(
    found: EndgameEntry, brought: list[_MoveResult], every: bool, scoring: bool
) -> str:
    """How an entry contradicts the results of its moves; "" if it does not."""
    value, plies, score = found.entry
    order = int(value) if score is None else score
    most = max((one.order for one in brought), default=None)
    if most is not None and most > order:
        return f"one of its moves brings {_worth(most, scoring)}"
    if every and most is not None and most < order:
        return f"its moves bring at most {_worth(most, scoring)}"
    best = [one for one in brought if one.order == order]
    if not found.whole or not best or not all(one.whole for one in best):
        return ""
    ends = [one.plies for one in best if one.plies is not None]
    lost = value is Value.LOSS and not scoring
    right = (max(ends) if lost else min(ends)) if ends else None
    if right == plies or (right is None and not every):
        return ""
    nearer = right is not None and (plies is None or (right > plies if lost else right < plies))
    if every or nearer:
        return f"its moves say {'endless' if right is None else f'{right} plies'}"
    return ""


def _worth(order: int, scoring: bool) -> str:
    return f"a {worth_text(value_of_score(order), order) if scoring else Value(order)}"
