"""Pairs of moves: who answers each move by its partner keeps the value, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.analysis.why.known_moves import GivenUpError, KnownMoves
from perfectplay.analysis.why.reason import Fact
from perfectplay.core.value import State, Value
from perfectplay.tablebase.record import MoveRecord, Record

VISITS = 2_000
"""The most moves that are looked at for pairs, all tries together."""

DEEPEST = 100
"""The most pairs of plies that follow each other in a play."""

FEWEST, MOST = 2, 6
"""How many pairs a sentence names."""

Partners = dict[str, str | None]
"""The answer to each move, by their texts; None: whatever is legal."""


class Pairs:
    """The pairs of the positions of a solution; what was found is kept for the next one."""

    def __init__(self, known: KnownMoves) -> None:
        self._known = known
        self._found: dict[State, tuple[tuple[tuple[str, str], ...], bool] | None] = {}

    def now(self, record: Record) -> Iterator[Fact]:
        """In a position that is not won: by which pairs the other player keeps what it has."""
        if record.score is None and record.value is not Value.WIN:
            does = "wins" if record.value is Value.LOSS else "keeps the draw"
            who = f"The other player {does}"
            yield from self._told(record, record.state, record.value, who, ())

    def after(self, record: Record, made: MoveRecord) -> Iterator[Fact]:
        """After a move that does not lose: by which pairs its player goes on."""
        rules = self._known.rules
        if record.score is not None or made.value is Value.LOSS:
            return
        if not rules.moves_again(record.state, made.move, made.state):
            does = "wins" if made.value is Value.WIN else "keeps the draw"
            who = f"After {made.text} the player who made it {does}"
            yield from self._told(record, made.state, made.value.negated, who, (made.text,))

    def _told(
        self, record: Record, state: State, value: Value, who: str, moves: tuple[str, ...]
    ) -> Iterator[Fact]:
        if state not in self._found:  # the value is that of the state
            self._found[state] = self._searched(state, value)
        found = self._found[state]
        if found is None:
            return
        pairs, free = found
        named = "; ".join(f"{one} and {'itself' if one == two else two}" for one, two in pairs)
        rest = "; any move will do where there is no partner" if free else ""
        sentence = f"{who} by answering each move with its partner: {named}{rest}."
        kept = str(value.negated)
        yield Fact("pairs", sentence, record.state, kept, moves=moves, pairs=pairs)

    def _searched(
        self, state: State, value: Value
    ) -> tuple[tuple[tuple[str, str], ...], bool] | None:
        """The pairs by which who is not to move holds the other to a value, and whether some move
        had no partner; None if there are none, too few or too many."""
        if self._known.rules.game.players == 1:
            return None
        search = _PairSearch(self._known, value)
        try:
            found = search.from_state(state, {})
        except GivenUpError:
            return None
        pairs = tuple(
            (one, other)
            for one, other in (found or {}).items()
            if other is not None and one <= other
        )
        return (pairs, search.free) if search.needed and FEWEST <= len(pairs) <= MOST else None


class PairsFailError(Exception):
    """The pairs do not keep the value."""


class NoPartnerError(Exception):
    """A move has no partner yet; ``choices``: those that it may get."""

    def __init__(self, text: str, choices: list[str | None]) -> None:
        super().__init__(text)
        self.text, self.choices = text, choices


class _PairSearch:
    """Looks for pairs by which who is not to move holds the other to a ``value``.

    All plays are walked in which one side plays anything and the other one the partners. The first
    move without a partner gets each that keeps the value, in turn; what comes out has been walked
    whole. ``free``: whether some move had no partner that could be played in it; ``needed``:
    whether some other answer than the partner would have lost the value.
    """

    def __init__(self, known: KnownMoves, value: Value) -> None:
        self.known, self.value = known, value
        self.free = self.needed = False
        self._left = VISITS

    def from_state(self, state: State, partners: Partners) -> Partners | None:
        """The partners with more of them, so that they keep the value; None if there are none."""
        self.free = self.needed = False
        try:
            self._walk(state, partners, {}, 0)
        except PairsFailError:
            return None
        except NoPartnerError as missing:
            for choice in missing.choices:
                more = partners | {missing.text: choice}
                if choice is not None:
                    more[choice] = missing.text
                if (found := self.from_state(state, more)) is not None:
                    return found
            return None
        return partners

    def _walk(self, state: State, partners: Partners, done: dict[State, bool], depth: int) -> None:
        """Every move in a state, and its answers; ``done``: states, and whether all was walked."""
        if state in done:
            if not done[state] and self.value is Value.LOSS:
                raise PairsFailError  # round in a circle, which wins nothing
            return
        options = self.known.options(state)
        self._left -= len(options)
        if self._left < 0 or depth > DEEPEST:
            raise GivenUpError
        done[state] = False
        for text, after in options.items():
            if answers := self.known.options(after):
                for then in self._answers(text, answers, partners):
                    self._walk(then, partners, done, depth + 1)
        done[state] = True

    def _answers(self, text: str, answers: dict[str, State], partners: Partners) -> list[State]:
        """The positions to which a move may be answered, all of which keep the value."""
        if text not in partners:
            keep = [one for one, then in answers.items() if self._keeps(then)]
            choices: list[str | None] = [one for one in keep if one not in partners]
            if len(keep) == len(answers):
                choices.append(None)
            raise NoPartnerError(text, choices)
        partner = partners[text]
        if partner in answers:
            chosen = [answers[partner]]
            self.needed = self.needed or not all(map(self._keeps, answers.values()))
        else:
            chosen, self.free = list(answers.values()), True
        if not all(map(self._keeps, chosen)):
            raise PairsFailError
        return chosen

    def _keeps(self, state: State) -> bool:
        return self.known.value(state) <= self.value
