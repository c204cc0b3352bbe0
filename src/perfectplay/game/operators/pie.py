"""The pie rule: the second player may exchange sides after the first move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from perfectplay.core.value import Move, State
from perfectplay.game.game import Game, overrides
from perfectplay.game.operators.beside import Beside, noted
from perfectplay.game.operators.operator import PASSED, made, of_two

FIRST, OFFERED, KEPT, SWAPPED = 0, 1, 2, 3
FAR = -1_000_000
"""The swap if -1 may be a move of the game; large enough to be no move."""

NOTES = ("", "swap offered", "sides kept", "sides swapped")


def pie(game: Game) -> Pie:
    """The game with the pie rule: at the first turn, the second player may exchange sides.

    The swap is a move that leaves the board as it is and passes the turn to the first player, who
    continues with the second player's side. It is possible only when the turn passes for the first
    time, unless the play is over. States contain a number: 0 before the swap is offered, 1 while it
    is offered, 2 afterwards (3 if sides were exchanged and the game's ``player`` or ``text``
    distinguishes the sides). Raises ParameterError for a puzzle or a game of points.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game = pie(ThreeRocks(1, 0))
    >>> game.text(game.play(game.start(), (1, 0)))
    '0,0 swap offered'
    >>> game = pie(ThreeRocks(5, 0))
    >>> str(solve(ThreeRocks(5, 0)).value((5, 0))), str(solve(game).value((5, 0, 0)))
    ('win', 'loss')
    """
    return made(Pie, of_two(game, "pie"))


class Pie(Beside):
    """The game of `pie`."""

    verb: ClassVar[str] = "pie"
    highest = SWAPPED

    @cached_property
    def swap(self) -> Any:
        """The move that swaps, of the type of the game's moves, so that rules compile."""
        start = self.game.start()
        early = self._moves(start)
        early += [later for m in early for later in self._moves(self.game.play(start, m))]
        first = early[0] if early else -1
        if type(first) is int:
            return FAR if any(type(m) is int and m < 0 for m in early) else -1
        if type(first) is tuple and all(type(field) is int for field in first):
            return (FAR if (-1,) * len(first) in early else -1,) * len(first)
        return "swap"

    def _moves(self, state: State) -> list[Move]:
        return [] if self.game.outcome(state) is not None else list(self.game.moves(state))

    @cached_property
    def _past(self) -> int:
        """The number after a swap: KEPT if the game does not distinguish the sides."""
        seen = overrides(self.game, "player") or overrides(self.game, "text")
        return SWAPPED if seen else KEPT

    def moves(self, state: State) -> Iterator[Move]:
        some = False
        for move in self.game.moves(self.inner(state)):
            if move == self.swap:
                raise ValueError("a move of the game is the one that stands for the swap")
            some = True
            yield move
        if some and state[-1] == OFFERED:
            yield self.swap

    def play(self, state: State, move: Move) -> State:
        inner = self.inner(state)
        if state[-1] == OFFERED:
            if move == self.swap:
                return self.with_number(inner, self._past)
            return self.with_number(self.game.play(inner, move), KEPT)
        child = self.game.play(inner, move)
        if state[-1] == FIRST and not self._again(inner, move, child):
            return self.with_number(child, OFFERED)
        return self.with_number(child, state[-1])

    def _again(self, inner: State, move: Move, child: State) -> bool:
        """True if the player who makes this move of the game also moves next."""
        if self._again_given:
            return bool(self.game.moves_again(inner, move))
        if self._player_given:
            return self.game.player(inner) == self.game.player(child)
        return False

    @cached_property
    def _again_given(self) -> bool:
        return overrides(self.game, "moves_again")

    @cached_property
    def _player_given(self) -> bool:
        return overrides(self.game, "player")

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        if seat is not None and state[-1] == SWAPPED:
            seat = 1 - seat  # the game knows sides, not players
        text = super().text(state, seat)
        return noted(text, NOTES[state[-1]]) if state[-1] else text

    def parse(self, text: str) -> State:
        found = re.fullmatch(rf"(.*\S)\s+({'|'.join(NOTES[1:])})\s*", text, re.DOTALL)
        if found is None:
            return self.with_number(self.game.parse(text), FIRST)
        return self.with_number(self.game.parse(found[1]), NOTES.index(found[2]))

    def move_text(self, move: Move) -> str:
        return "swap" if move == self.swap else super().move_text(move)

    def parse_move(self, text: str) -> Move:
        return self.swap if text.strip().lower() == "swap" else super().parse_move(text)


class _Player(Pie):
    def player(self, state: State) -> int | None:
        side = self.game.player(self.inner(state))
        if state[-1] == SWAPPED and side is not None:
            return 1 - side
        return side


class _Again(Pie):
    def moves_again(self, state: State, move: Move) -> bool:
        if move == self.swap:
            return False
        return self.game.moves_again(self.inner(state), move)


Pie.GIVEN = {**PASSED, "player": _Player, "moves_again": _Again}
