"""A game that grows without end: how that is found, proved, and said."""

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
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.showing import answer_text, shown, shown_move

PROVING = 50_000
"""Moves that are played at least, if need be, to prove what was found on lines."""

SEEN = 1_000
"""Rounds in which nothing but a counter changed are worth a word, though they prove nothing."""

PUMPED = 2_000_000
"""Moves that are played along one line to find that it alone is too much."""

PUMPED_BYTES = 8_000_000_000
"""Bytes of states that are made along one line to find that."""

LONG, MOST_BEGINS = 50, 20
"""Rounds after which further lines begin where they have led; so often at most."""

UNLIMITED = 1 << 62
"""More states, and bytes, than any machine holds."""


@dataclass(frozen=True)
class Growth:
    """A line on which a state comes again but for fields that grow.

    ``lead``: the moves from the start to ``before``; ``moves`` lead from there to ``after``, and
    were played ``rounds`` times. ``endless``: it is proved that they can be played again and again
    without end. ``states``: so many states the line has at least; ``size``: so many bytes those
    take at least, 0 where no field gets longer.
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
        """The fields that grow, as they were before and after the moves."""
        return changes(self.before, self.after) or ()

    def line(self) -> str:
        """The line, as people write its moves and states."""
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
        """What is known of the line, in one sentence.

        Of a line that is not proved to be endless, only what was seen.
        """
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
    """Moves in a row; the middle is left out of many."""
    if len(moves) <= most:
        return ", ".join(moves)
    half = most // 2
    return ", ".join([*moves[:half], f"... ({len(moves) - most:,} more)", *moves[-half:]])


def _change_words(state: State, change: FieldChange) -> str:
    """``field 1, from 4 to 6``."""
    where = path_words(state, change.path)
    if change.kind == "length":
        return f"the length of {where}, from {len(change.before):,} to {len(change.after):,}"
    if change.kind == "digits":
        where = "the number in the text" if not change.path else f"the number in {where}"
    return f"{where}, from {answer_text(change.before)} to {answer_text(change.after)}"


def find_growth(
    rules: CheckedGame, looked: int, *, most: int | None = None, size: int | None = None
) -> Growth | None:
    """A line on which a state comes again but for fields that grow; None where none is found.

    The first line that is proved to be endless, that has more than ``most`` states, or whose states
    take more than ``size`` bytes; else the first on which that was seen for SEEN rounds. Looks at
    about ``looked`` moves along lines from the start, and plays a few more to prove what it finds.
    The same for the same arguments. Rules that raise end the line on which they do.

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
        return None  # the game says how large each field can become
    if overrides(rules.game, "symmetries"):
        most = size = None  # the states of one line may stand for each other
    return _GrowthSearch(rules, max(PROVING, looked), most, size).run(WorkLimit(looked))


class _GrowthSearch:
    """Tries what is found on lines.

    ``seen``: the first that is not proved, and long; ``begins``: where lines begin, each with the
    moves to it: the start, and where the same moves did something else after many rounds.
    """

    def __init__(
        self, rules: CheckedGame, proving: int, most: int | None, size: int | None
    ) -> None:
        self.game, self.proving = rules.game, proving
        self.most = UNLIMITED if most is None else most
        self.size = UNLIMITED if size is None else size
        self.work = WorkLimit(proving)
        self.seen: Growth | None = None
        self.begins: list[tuple[State, tuple[Move, ...]]] = [(rules.start(), ())]
        self._spent: Counter[tuple[Any, ...]] = Counter()

    def run(self, work: WorkLimit) -> Growth | None:
        """Goes along lines until all work is done, or something is proved."""
        for choose in choosers():
            for state, lead in self.begins:  # grows while it is read
                try:
                    growth = self._on_line(state, lead, choose, work)
                except SpentError:
                    return self.seen
                except Exception:  # a solve meets it, too, and says more of it
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
                return growth  # a line goes on from where this one has led
        return None

    def growth(self, found: GrowingLine) -> Growth | None:
        """What is proved of a line; None where that is nothing."""
        fields, left = found.ways, self.work.left
        if self._spent[fields] > self.proving // 4:
            return None  # they have come to an end, or nothing can be proved of them
        pump = RoundRepeater(found.round, found.head, found.tail, self.work)
        try:
            growth = self._tried(found, pump)
            if growth is None and pump.played > LONG and len(self.begins) < MOST_BEGINS:
                self._begin_from(found, pump)
            return growth
        except Exception:  # all work is done, or the rules raise
            return None
        finally:
            self._spent[fields] += left - self.work.left

    def _begin_from(self, found: GrowingLine, pump: RoundRepeater) -> None:
        """Further lines begin where the rounds have led."""
        moves = found.round.times(pump.played - 1).moves(found.head)
        self.begins.append((pump.head, (*found.moves(), *moves)))

    def _tried(self, found: GrowingLine, pump: RoundRepeater) -> Growth | None:
        if not pump.again(2):
            return None
        proof = proof_of(pump, self.most)
        if proof is not None:
            if proof.times is None:
                return self._growth(found, pump, endless=True)
            if proof.times > self.most:
                return self._growth(found, pump, states=proof.times)
        if self.seen is None and pump.again(SEEN):
            return self._pumped(found, pump)
        return None

    def _pumped(self, found: GrowingLine, pump: RoundRepeater) -> Growth | None:
        """Plays on while that may show that the line alone is too much."""
        pump.work, size = WorkLimit(PUMPED), 0
        self.seen = self._growth(found, pump, states=pump.played)
        lengths = any(change.kind == "length" for change in pump.changed)
        while (lengths or self.most < PUMPED) and pump.again(1):
            size += sum(getsizeof(c.after) for c in pump.changed if c.kind == "length")
            if pump.played > self.most or size > self.size:
                return self._growth(found, pump, states=pump.played, size=size)
            if size > PUMPED_BYTES:
                break
        self.seen = self._growth(found, pump, states=pump.played) if pump.goes_on else None
        return None

    def _growth(
        self,
        found: GrowingLine,
        pump: RoundRepeater,
        *,
        endless: bool = False,
        states: int = 0,
        size: int = 0,
    ) -> Growth:
        moves = tuple(found.round.moves(found.head))
        return Growth(
            self.game, found.moves(), found.head, moves, found.tail, pump.played, endless, states,
            size,
        )  # fmt: skip
