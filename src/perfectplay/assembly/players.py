"""Who plays from a seat: a human, the perfect player, a random one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from perfectplay.assembly.moves import find_move
from perfectplay.contract.rules import Rules
from perfectplay.words.errors import (
    IllegalMoveError,
    ParameterError,
    ParseError,
    PerfectPlayError,
)
from perfectplay.words.value import Move, State

KINDS = "human, perfect, random, perfect:SEED (any perfect move) or random:SEED"


class Player(Protocol):
    """Something that plays from a seat."""

    @property
    def name(self) -> str:
        """What people read; it says all that is needed to play the same again."""

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:
        """One of the legal moves; ``last`` is the opponent's last move, None at first."""


class PerfectMoves(Protocol):
    """The part of a solution that the perfect player needs."""

    def perfect_moves(self, state: State) -> list[Move]:
        """The moves that keep the value and realise the remoteness, in the rules' order."""


class InputEndedError(PerfectPlayError):
    """A human was asked and the input had ended."""


class TakeBack(Exception):  # noqa: N818 - a signal, not an error
    """The human at the board wants the last turn back."""


class Leave(Exception):  # noqa: N818 - a signal, not an error
    """The human at the board leaves the play unfinished."""


@dataclass(frozen=True)
class Perfect:
    """Plays perfect moves: the first of them, or any of them where there is a seed."""

    solution: PerfectMoves
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_random", random.Random(self.seed))

    @property
    def name(self) -> str:
        return "perfect" if self.seed is None else f"perfect:{self.seed}"

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:  # noqa: ARG002
        moves = self.solution.perfect_moves(state)
        return moves[0] if self.seed is None else self._random.choice(moves)


@dataclass(frozen=True)
class Random:
    """Plays any legal move, all equally likely; the same seed plays the same again."""

    seed: int
    _random: random.Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_random", random.Random(self.seed))

    @property
    def name(self) -> str:
        return f"random:{self.seed}"

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:  # noqa: ARG002
        return self._random.choice(legal)


@dataclass(frozen=True)
class Human:
    """Asks somebody. ``ask`` shows a question and gives the line typed, None at the end of input;
    ``tell`` shows a sentence. What is no legal move is asked for again."""

    rules: Rules
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
            raise Leave
        if typed in ("help", "h", "?"):
            texts = "  ".join(self.rules.move_text(move) for move in legal)
            self.tell(f"legal moves: {texts}\ncommands: undo, help, quit")
        else:
            self.tell(f"{refusal} (undo, help and quit are understood too)")


def make_player(
    text: str, *, human: Callable[[], Player], solution: Callable[[], PerfectMoves]
) -> Player:
    """The player that a text such as ``random:7`` names.

    The two makers are called only where they are needed: a game need not be solved for a human
    to play against a random player.
    """
    kind, colon, seed_text = text.partition(":")
    seed = _seed(text, seed_text) if colon else None
    if kind == "human" and not colon:
        return human()
    if kind == "perfect":
        return Perfect(solution(), seed)
    if kind == "random":
        return Random(random.randrange(1_000_000) if seed is None else seed)
    raise ParameterError(f"no player {text!r}; expected {KINDS}")


def _seed(player: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ParameterError(
            f"the seed in {player!r} must be a whole number, as in random:7"
        ) from None
