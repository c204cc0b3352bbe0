"""Find and prove that the states of a game grow without end, and say so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from sys import getsizeof
from typing import Any

from perfectplay.compiler.growth.changes import FieldChange, changes, path_words
from perfectplay.compiler.growth.growing_lines import Chooser, GrowingLine, choosers, found_on
from perfectplay.compiler.growth.rounds import RoundRepeater, SpentError, WorkLimit, proof_of
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, has_symmetries
from perfectplay.game.showing import answer_text, faults_of, shown, shown_move

PROVING = 50_000
"""Minimum number of moves that proofs may take."""

SEEN = 1_000
"""Number of rounds without other changes that are reported although nothing is proved."""

PUMPED = 2_000_000
"""Maximum number of moves played along one line to see whether it alone has too many states."""

PUMPED_BYTES = 8_000_000_000
"""Maximum budget of bytes that is compared with the states made along one line."""

LONG, MOST_BEGINS = 50, 20
"""Number of rounds after which further lines begin at their end, and maximum number of these."""

UNLIMITED = 1 << 62
"""More states, and bytes, than any machine holds."""


@dataclass(frozen=True)
class Growth:
    """A line on which a state recurs with nothing changed but fields that grow.

    ``lead``: the moves from the start to ``before``; ``moves``: those from there to ``after``,
    which were played ``rounds`` times. ``endless``: True if it is proved that they can be repeated
    without end. ``states``: minimum number of states of the line; ``size``: minimum number of bytes
    of these, 0 if no field becomes longer.
    """

    game: Game
    lead: tuple[Move, ...]
    before: State
    moves: tuple[Move, ...]
    after: State
    rounds: int
    endless: bool
    states: int
    size: int = 0

    @cached_property
    def changes(self) -> tuple[FieldChange, ...]:
        """The fields that grow, with their values before and after the moves."""
        return changes(self.before, self.after) or ()

    @property
    def becomes_longer(self) -> bool:
        """Whether a field becomes longer."""
        return any(change.kind == "length" for change in self.changes)

    @property
    def keeps_record(self) -> bool:
        """Whether a field becomes longer, or is put into a new one, as a record of moves is."""
        return self.becomes_longer or any(change.kind == "depth" for change in self.changes)

    @property
    def open_ended(self) -> bool:
        """Whether nothing that is seen bounds the growth: a field keeps a record, or a number in a
        text rises."""
        rises = any(c.kind == "digits" and c.after > c.before for c in self.changes)
        return rises or self.keeps_record

    def line(self) -> str:
        """The line in words, with the texts of its moves and states."""
        texts = [shown_move(self.game, move) for move in self.moves]
        lead = [shown_move(self.game, move) for move in self.lead]
        grown = " and ".join(_change_words(self.before, change) for change in self.changes)
        reached = f" (reached by {_listed(lead)})" if lead else ""
        what = "the move" if len(texts) == 1 else "the moves"
        leads = "leads" if len(texts) == 1 else "lead"
        return (
            f"{what} {_listed(texts)} {leads} from state {shown(self.game, self.before)}{reached} "
            f"to state {shown(self.game, self.after)}, where nothing has changed but {grown}"
        )

    def sentence(self) -> str:
        """The line and how often it can be repeated, in one sentence. If it is not proved to be
        endless, only what was seen."""
        again = "it" if len(self.moves) == 1 else "they"
        if self.endless:
            return (
                f"{self.line()}; {again} can be played again and again without end, because the "
                "rules do the same whatever the new value is"
            )
        return (
            f"{self.line()}; {again} can be played again and again, {self.states:,} times at "
            "least, and each time the state is a new one"
        )


def _listed(moves: list[str], most: int = 8) -> str:
    """Moves separated by commas; of many, the middle is left out."""
    if len(moves) <= most:
        return ", ".join(moves)
    half = most // 2
    return ", ".join([*moves[:half], f"... ({len(moves) - most:,} more)", *moves[-half:]])


def _change_words(state: State, change: FieldChange) -> str:
    """A change in words: ``field 1, from 4 to 6``."""
    where = path_words(state, change.path)
    if change.kind == "length":
        return f"the length of {where}, from {len(change.before):,} to {len(change.after):,}"
    if change.kind == "depth":
        return f"{where}, which now holds what it was before"
    if change.kind == "digits":
        where = "the number in the text" if not change.path else f"the number in {where}"
    return f"{where}, from {answer_text(change.before)} to {answer_text(change.after)}"


def find_growth(
    rules: CheckedGame, looked: int, *, most: int | None = None, size: int | None = None
) -> Growth | None:
    """A line on which a state recurs with nothing changed but fields that grow; None if none is
    found.

    The first line that is proved to be endless, that has more than ``most`` states, or whose states
    take more than ``size`` bytes; otherwise the first that was seen to grow for `SEEN` rounds.
    Examines about ``looked`` moves along lines from the start, and plays some more for proofs. The
    result depends on the arguments only, but for rules so slow that the time ends first
    (`rounds.SECONDS`). If the rules raise, the line ends.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Counted(ThreeRocks):
    ...     def start(self):
    ...         return 3, 0
    ...     def moves(self, state):
    ...         return ["add"]
    ...     def play(self, state, move):
    ...         return state[0], state[1] + 1
    >>> growth = find_growth(CheckedGame(Counted()), 100)
    >>> growth.endless, growth.before, growth.moves, growth.after
    (True, (3, 0), ('add',), (3, 1))
    >>> find_growth(CheckedGame(ThreeRocks()), 100)
    """
    if rules.kind is StateKind.TUPLE and rules.limits is not None:
        return None  # the game declares how large each field can become
    if has_symmetries(rules.game):
        most = size = None  # the states of one line may stand for each other
    return _GrowthSearch(rules, max(PROVING, looked), most, size).run(WorkLimit(looked))


class _GrowthSearch:
    """Searches along lines and tries to prove what it finds.

    ``seen``: the first long line that is not proved; ``begins``: the states in which lines begin,
    each with the moves to it: the start, and states in which a round, after many repetitions, had
    another effect.
    """

    def __init__(self, rules: CheckedGame, proving: int, most: int | None, size: int | None):
        self.game, self.proving = rules.game, proving
        self.most = UNLIMITED if most is None else most
        self.size = UNLIMITED if size is None else size
        self.work = WorkLimit(proving)
        self.seen: Growth | None = None
        self.begins: list[tuple[State, tuple[Move, ...]]] = [(rules.start(), ())]
        self._spent: Counter[tuple[Any, ...]] = Counter()

    def run(self, work: WorkLimit) -> Growth | None:
        """Follow lines until something is proved or the limit of the work is reached."""
        for choose in choosers():
            for state, lead in self.begins:  # grows during the loop
                try:
                    growth = self._on_line(state, lead, choose, work)
                except SpentError:
                    return self.seen
                except faults_of():  # the solve will raise it too, with a better message
                    growth = None
                if growth is not None:
                    return growth
                if self.work.left <= 0:
                    return self.seen
        return None

    def _on_line(
        self, state: State, lead: tuple[Move, ...], choose: Chooser, work: WorkLimit
    ) -> Growth | None:
        for found in found_on(self.game, state, lead, choose, work):
            begins = len(self.begins)
            growth = self.growth(found)
            if growth is not None or len(self.begins) > begins or self.work.left <= 0:
                return growth  # another line begins at the end of this one
        return None

    def growth(self, found: GrowingLine) -> Growth | None:
        """The growth that is proved for a line; None if none is."""
        fields, left = found.ways, self.work.left
        if self._spent[fields] > self.proving // 4:
            return None  # these fields stop growing, or there is no proof
        pump = RoundRepeater(found.round, found.head, found.tail, self.work)
        try:
            growth = self._tried(found, pump)
            deep = any(change.kind == "depth" for change in pump.changed)  # too deep to be printed
            many = pump.played > LONG and len(self.begins) < MOST_BEGINS
            if growth is None and many and not deep:
                self._begin_from(found, pump)
            return growth
        except faults_of():  # the limit of the work is reached, or the rules raise
            return None
        finally:
            self._spent[fields] += left - self.work.left

    def _begin_from(self, found: GrowingLine, pump: RoundRepeater) -> None:
        """Let further lines begin at the end of the rounds."""
        moves = found.round.times(pump.played - 1).moves(found.head)
        self.begins.append((pump.head, (*found.moves(), *moves)))

    def _tried(self, found: GrowingLine, pump: RoundRepeater) -> Growth | None:
        if not pump.again(2):
            return None
        if (proof := proof_of(pump, self.most)) is not None:
            if proof.times is None:
                return self._growth(found, pump, endless=True)
            if proof.times > self.most:
                return self._growth(found, pump, states=proof.times)
        if self.seen is None and pump.again(SEEN):
            return self._pumped(found, pump)
        return None

    def _pumped(self, found: GrowingLine, pump: RoundRepeater) -> Growth | None:
        """Play on as long as that may show that the line alone has too many states or bytes."""
        pump.work, size = WorkLimit(PUMPED), 0
        self.seen = self._growth(found, pump, states=pump.played)
        # bytes are counted only where a budget of theirs can be reached
        lengths = self.size <= PUMPED_BYTES and self.seen.becomes_longer
        while (lengths or self.most < PUMPED) and pump.again(1):
            size += sum(getsizeof(c.after) for c in pump.changed if c.kind == "length")
            if pump.played > self.most or size > self.size:
                return self._growth(found, pump, states=pump.played, size=size)
        self.seen = self._growth(found, pump, states=pump.played) if pump.goes_on else None
        return None

    def _growth(
        self, found: GrowingLine, pump: RoundRepeater, *, endless: bool = False, states: int = 0,
        size: int = 0,
    ) -> Growth:  # fmt: skip
        moves, played = tuple(found.round.moves(found.head)), pump.played
        line = (self.game, found.moves(), found.head, moves, found.tail, played)
        return Growth(*line, endless, states, size)
