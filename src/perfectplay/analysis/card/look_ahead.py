"""A few plies ahead, by the rules of a game alone: who can win at once, and who surely next."""

from __future__ import annotations

from typing import NamedTuple

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game

MOST_KEPT = 300_000
"""States that are kept; beyond, all are forgotten."""


class Step(NamedTuple):
    """A move with the next state. ``again``: the mover also moves next; ``result``: for the mover,
    if the move ends the play, else None."""

    move: Move
    child: State
    again: bool
    result: Value | None


class LookAhead:
    """What a game allows in the next plies. Answers are kept, so that a question is cheap."""

    def __init__(self, game: Game) -> None:
        self.rules = CheckedGame(game)
        self._steps: dict[State, list[Step]] = {}
        self._over: dict[State, Value | None] = {}
        self._wins: dict[State, bool] = {}
        self._sure: dict[State, bool] = {}

    def steps(self, state: State) -> list[Step]:
        """The legal moves, in the order of the rules; none if the play is over."""
        found = self._steps.get(state)
        if found is None:
            self._forget_if_full()
            position = self.rules.position(state)
            self._over[state] = position.outcome
            found = self._steps[state] = [
                self._step(state, move, child) for move, child in position.options
            ]
        return found

    def _step(self, state: State, move: Move, child: State) -> Step:
        again, value = self.rules.moves_again(state, move, child), self._value_if_over(child)
        return Step(move, child, again, value if value is None or again else value.negated)

    def _value_if_over(self, state: State) -> Value | None:
        """The value, for the player to move, of a state in which the play is over."""
        if state not in self._over:
            value = self.rules.outcome(state)
            if value is None and not self.rules.moves(state):
                value = self.rules.position(state).outcome
            self._over[state] = value
        return self._over[state]

    def can_win(self, state: State) -> bool:
        """True if the player to move has a move that wins at once."""
        found = self._wins.get(state)
        if found is None:
            wins = any(step.result is Value.WIN for step in self.steps(state))
            found = self._wins[state] = wins
        return found

    def is_safe(self, step: Step) -> bool:
        """True if the opponent cannot win with the next move."""
        if step.result is not None:
            return step.result is not Value.LOSS
        return step.again or not self.can_win(step.child)

    def wins_next(self, step: Step) -> bool:
        """True if the mover can win at once after every reply, or with the move that follows."""
        if step.result is not None:
            return False
        if step.again:
            return self.can_win(step.child)
        replies = self.steps(step.child)
        return bool(replies) and all(
            reply.result is Value.LOSS
            if reply.result is not None
            else not reply.again and self.can_win(reply.child)
            for reply in replies
        )

    def can_win_soon(self, state: State) -> bool:
        """True if the player to move wins at once, or has a move after which no reply helps."""
        found = self._sure.get(state)
        if found is None:
            sure = self.can_win(state) or any(map(self.wins_next, self.steps(state)))
            found = self._sure[state] = sure
        return found

    def threatens(self, step: Step) -> bool:
        """True if there is a reply after which the mover can win at once."""
        if step.result is not None or step.again:
            return False
        return any(
            reply.result is None and not reply.again and self.can_win(reply.child)
            for reply in self.steps(step.child)
        )

    def keeps_quiet(self, step: Step) -> bool:
        """True if the opponent can neither win at once nor make a move after which no reply
        helps."""
        if not self.is_safe(step):
            return False
        return step.result is not None or step.again or not self.can_win_soon(step.child)

    def _forget_if_full(self) -> None:
        if len(self._steps) + len(self._over) > MOST_KEPT:
            for kept in (self._steps, self._over, self._wins, self._sure):
                kept.clear()


_KEPT: dict[int, LookAhead] = {}
_MOST_GAMES = 4


def look_ahead(game: Game) -> LookAhead:
    """The one for a game, which is kept for the next questions."""
    found = _KEPT.get(id(game))
    if found is None or found.rules.game is not game:
        if len(_KEPT) >= _MOST_GAMES:
            _KEPT.clear()
        _KEPT[id(game)] = found = LookAhead(game)
    return found


def forget(game: Game) -> None:
    """Give back the memory of what is kept for a game."""
    _KEPT.pop(id(game), None)
