"""Who plays from a seat: a human, or a player that is a program; found by what people type."""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from perfectplay.core.errors import (
    IllegalMoveError,
    ParameterError,
    ParseError,
    PerfectPlayError,
)
from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.play.automatic import (
    Automatic,
    Best,
    Greedy,
    Perfect,
    PlayerSolution,
    Random,
    Strategist,
)
from perfectplay.play.minimax import Minimax
from perfectplay.play.strategy import load_strategy
from perfectplay.registry.strategies import STRATEGIES

KINDS = (
    "human, perfect, random, best, greedy, minimax:DEPTH or a strategy such as mirror or "
    "mine.py:answer; perfect, random, best and minimax take a seed, as in random:7"
)

_KINDS = ("human", "perfect", "random", "best", "greedy", "minimax")


class Player(Protocol):
    """Something that plays from a seat."""

    @property
    def name(self) -> str:
        """What people read; it says all that is needed to play the same again."""

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:
        """One of the legal moves; ``last`` is the opponent's last move, None at first."""


class InputEndedError(PerfectPlayError):
    """A human was asked and the input had ended."""


class TakeBack(Exception):  # noqa: N818 - a signal, not an error
    """The human at the board wants the last turn back."""


class LeavePlay(Exception):  # noqa: N818 - a signal, not an error
    """The human at the board leaves the play unfinished."""


@dataclass(frozen=True)
class Human:
    """Asks somebody. ``ask`` shows a question and gives the line typed, None at the end of input;
    ``tell`` shows a sentence. What is no legal move is asked for again."""

    rules: CheckedGame
    ask: Callable[[str], str | None]
    tell: Callable[[str], None]
    name: str = "human"

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:  # noqa: ARG002
        """The move typed; raises TakeBack, Leave or InputEndedError."""
        while True:
            line = self.ask("your move: ")
            if line is None:
                raise InputEndedError(
                    "the input ended before the play was over; nothing is kept of it"
                )
            typed = line.strip()
            if not typed:
                continue
            try:
                return find_move(self.rules, state, typed)
            except (IllegalMoveError, ParseError) as error:
                self._other(typed.lower(), str(error), legal)

    def _other(self, typed: str, refusal: str, legal: Sequence[Move]) -> None:
        """What is no move may be a command; moves come first, whatever they are called."""
        if typed in ("undo", "u"):
            raise TakeBack
        if typed in ("quit", "exit", "q"):
            raise LeavePlay
        if typed in ("help", "h", "?"):
            texts = "  ".join(self.rules.move_text(move) for move in legal)
            self.tell(f"legal moves: {texts}\ncommands: undo, help, quit")
        else:
            self.tell(f"{refusal} (undo, help and quit are understood too)")


def make_player(
    text: str,
    *,
    rules: CheckedGame,
    human: Callable[[], Player],
    solution: Callable[[], PlayerSolution],
    tell: Callable[[str], None] | None = None,
) -> Player:
    """The player that a text such as ``random:7`` names, for one play.

    The two makers are called only where they are needed: a game need not be solved for a human
    to play against a random player. ``tell`` hears of a strategy that has no answer. A player
    that draws, and is given no seed, gets one.

    Raises ParameterError for what is no player, StrategyError and GameFileError for a strategy
    that cannot be had.
    """
    if text == "human":
        return human()
    player = automatic_player(text, rules=rules, solution=solution, tell=tell)
    if isinstance(player, Random | Best) and player.seed is None:
        return replace(player, seed=random.randrange(1_000_000))
    return player


def automatic_player(
    text: str,
    *,
    rules: CheckedGame,
    solution: Callable[[], PlayerSolution],
    tell: Callable[[str], None] | None = None,
) -> Automatic:
    """`make_player` for all but a human, and without seeds that are not given."""
    kind, *rest = text.split(":")
    if kind in ("random", "perfect", "best") and len(rest) < 2:
        seed = _number(text, "seed", rest[0]) if rest else None
        if kind == "random":
            return Random(seed)
        return Perfect(solution(), seed) if kind == "perfect" else Best(solution(), seed)
    if kind == "minimax" and 0 < len(rest) < 3:
        depth = _number(text, "depth", rest[0])
        return Minimax(rules, depth, _number(text, "seed", rest[1]) if rest[1:] else None)
    if text == "greedy":
        return Greedy(rules)
    if text in STRATEGIES or (kind not in _KINDS and re.search(r"[./\\]|^\w+:[A-Za-z_]", text)):
        return Strategist(load_strategy(text, rules.game), rules, tell)
    near = difflib.get_close_matches(kind, (*_KINDS, *STRATEGIES), n=1)
    guess = f", did you mean {near[0]}? Expected" if near and kind not in _KINDS else "; expected"
    raise ParameterError(f"no player {text!r}{guess} {KINDS}")


def _number(player: str, what: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        example = "minimax:4" if what == "depth" else "random:7"
        raise ParameterError(
            f"the {what} in {player!r} must be a whole number, as in {example}"
        ) from None
