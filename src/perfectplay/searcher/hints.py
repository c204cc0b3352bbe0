"""The hints of a game, with their answers checked: a wrong one is an error that shows the state."""

from __future__ import annotations

from itertools import islice
from operator import index

from perfectplay.core.errors import RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.checks.rule_calls import RuleCalls
from perfectplay.game.search_hints import hints_of
from perfectplay.game.showing import answer_text, in_state, rule_name, shown_move

BITS = 58
"""The most bits of a hint's number: compiled code calculates with 64."""


class SearchHints(RuleCalls):
    """The hints of a game; the form of every answer is checked, not its truth.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> hints = SearchHints(CheckedGame(ConnectFour(4, 4)))
    >>> hints.plies_left(hints.rules.start())
    16
    """

    def __init__(self, rules: CheckedGame) -> None:
        super().__init__(rules.game, rules.max_moves)
        self.rules = rules
        self.given = hints_of(rules.game)

    def check(self, state: State) -> None:
        """Call all hints for a state that is not over. Raises RulesError."""
        if "order" in self.given:
            for move, _ in self.rules.position(state).options:
                self.order(state, move)
        if "bounds" in self.given:
            self.bounds(state)
        if "forced" in self.given:
            self.forced(state)

    def order(self, state: State, move: Move) -> int:
        """How good a move looks. Raises RulesError."""
        answer = self._call("order", state, move)
        number = _whole(answer)
        if number is None:
            by = f" for the move {shown_move(self.game, move)}"
            raise self.wrong("order", answer, state, f"{by}, expected a whole number")
        return number

    def bounds(self, state: State) -> tuple[int, int]:
        """The worst and the best result of a state. Raises RulesError."""
        answer = self._call("bounds", state)
        expected = ", expected two whole numbers of 58 bits, the lower one first"
        with self._guarded("bounds", state):
            pair = answer if isinstance(answer, tuple | list) else ()
            low, high = (_whole(each) for each in pair) if len(pair) == 2 else (None, None)
        if low is None or high is None or low > high:
            raise self.wrong("bounds", answer, state, expected)
        return low, high

    def forced(self, state: State) -> list[Move]:
        """The moves that are enough to look at; empty: all moves. Raises RulesError."""
        answer = self._call("forced", state)
        moves = [move for move, _ in self.rules.position(state).options]
        if not hasattr(answer, "__iter__"):
            raise self.wrong("forced", answer, state, ", expected moves, as a list or with yield")
        with self._guarded("forced", state):
            forced = list(islice(answer, len(moves) + 1))
            legal = all(any(move == each for each in moves) for move in forced)
        if not legal:
            raise self.wrong("forced", forced, state, ", of which not all are legal")
        if len(forced) > len(moves):
            raise self.wrong("forced", forced, state, ", more than there are")
        return forced

    def plies_left(self, state: State) -> int | None:
        """The plies to the end of the play, if they are fixed. Raises RulesError."""
        answer = self._call("plies_left", state)
        plies = None if answer is None else _whole(answer)
        if answer is not None and (plies is None or plies < 1):
            expected = ", expected a number of plies of at least 1, or None"
            raise self.wrong("plies_left", answer, state, expected)
        return plies

    def wrong(self, hint: str, answer: object, state: State, truth: str) -> RulesError:
        """The error for an answer that is malformed or not true."""
        message = f"{rule_name(self.game, hint)} gave {answer_text(answer)}"
        message += in_state(self.game, state) + truth
        return broken(f"{hint.replace('_', '-')}-wrong", message, state)


def _whole(answer: object) -> int | None:
    """The integer that a hint returned; None if it is no integer or too large."""
    try:
        number = int(index(answer))  # type: ignore[arg-type]
    except TypeError:
        return None
    return number if number.bit_length() <= BITS else None
