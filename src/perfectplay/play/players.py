"""Players by name: a human, or a program."""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from perfectplay.core.errors import IllegalMoveError, ParameterError, ParseError, PerfectPlayError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.play import automatic
from perfectplay.play.automatic import PlayerSolution
from perfectplay.play.resist import Resist
from perfectplay.play.skilled import Skilled
from perfectplay.play.strategy import STRATEGIES, load_strategy

KINDS = (
    "human, perfect, random, keeping, resist, skill:PLIES, greedy, minimax:DEPTH, a strategy such "
    "as mirror or mine.py:answer, an engine, as in ugi:COMMAND, or a server, as in "
    "http://HOST/PATH; perfect, random, keeping, skill and minimax take a seed, as in random:7"
)

_KINDS = ("human", "perfect", "random", "keeping", "resist", "skill", "greedy", "minimax")


class Player(Protocol):
    """Something that plays from a seat."""

    @property
    def name(self) -> str:
        """Name for people; typed again, it makes the same player."""

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:
        """One of the legal moves; ``last`` is the opponent's last move, None before it."""


class InputEndedError(PerfectPlayError):
    """The input ended while a human was to move."""


class TakeBack(Exception):  # noqa: N818 - a signal, not an error
    """A human takes the last turn back."""


class LeavePlay(Exception):  # noqa: N818 - a signal, not an error
    """A human leaves the play unfinished."""


@dataclass(frozen=True)
class Human:
    """A human. ``ask`` shows a question and returns the line typed, None at the end of input;
    ``tell`` shows a sentence; ``hint`` gives the sentence about a state that the command hint
    shows. The question is repeated until the answer is a legal move."""

    rules: CheckedGame
    ask: Callable[[str], str | None]
    tell: Callable[[str], None]
    hint: Callable[[State], str] | None = None
    name: str = "human"

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:  # noqa: ARG002
        """The move typed; raises TakeBack, LeavePlay or InputEndedError."""
        while True:
            line = self.ask("your move: ")
            if line is None:
                raise InputEndedError("the input ended before the play was over")
            typed = line.strip()
            if not typed:
                continue
            try:
                return find_move(self.rules, state, typed)
            except (IllegalMoveError, ParseError) as error:
                self._other(typed.lower(), str(error), state, legal)

    def _other(self, typed: str, refusal: str, state: State, legal: Sequence[Move]) -> None:
        """Handle a text that is not a move: a command, or an error."""
        commands = "undo, help" if self.hint is None else "hint, undo, help"
        if typed in ("undo", "u"):
            raise TakeBack
        if typed in ("quit", "exit", "q"):
            raise LeavePlay
        if typed in ("help", "h", "?"):
            texts = "  ".join(self.rules.move_text(move) for move in legal)
            self.tell(f"legal moves: {texts}\ncommands: {commands}, quit")
        elif typed == "hint" and self.hint is not None:
            self.tell(self.hint(state))
        else:
            self.tell(f"{refusal} ({commands} and quit are understood too)")


def make_player(
    text: str,
    *,
    rules: CheckedGame,
    human: Callable[[], Player],
    solution: Callable[[], PlayerSolution],
    tell: Callable[[str], None] | None = None,
) -> Player:
    """Player with a name such as ``random:7``, for one play.

    ``human`` and ``solution`` are called only if they are needed: the game need not be solved for
    a random player. ``tell`` gets a sentence if a strategy has no answer. A player that makes
    random choices gets a seed if it has none.

    Raises ParameterError for an unknown player, StrategyError and GameFileError for a strategy that
    cannot be loaded.
    """
    if text == "human":
        return human()
    player = automatic_player(text, rules=rules, solution=solution, tell=tell)
    if isinstance(player, automatic.Random | automatic.Keeping | Skilled) and player.seed is None:
        return replace(player, seed=random.randrange(1_000_000))
    return player


def automatic_player(
    text: str,
    *,
    rules: CheckedGame,
    solution: Callable[[], PlayerSolution],
    tell: Callable[[str], None] | None = None,
) -> automatic.Automatic:
    """As `make_player`, but never a human, and without a seed unless it is given."""
    kind, *rest = text.split(":")
    kind = "perfect" if kind == "best" else kind  # two names for one player
    if kind in ("random", "perfect", "keeping") and len(rest) < 2:
        seed = _number(text, "seed", rest[0]) if rest else None
        if kind == "random":
            return automatic.Random(seed)
        player = automatic.Perfect if kind == "perfect" else automatic.Keeping
        return player(solution(), seed)
    if kind in ("minimax", "skill") and 0 < len(rest) < 3:
        plies = _number(text, "depth" if kind == "minimax" else "skill", rest[0])
        seed = _number(text, "seed", rest[1]) if rest[1:] else None
        if kind == "skill":
            return Skilled(solution(), plies, seed)
        return automatic.Minimax(rules, plies, seed)
    if kind in ("http", "https") and rest:
        from perfectplay.play.remote_player import RemotePlayer

        return RemotePlayer(rules, text)
    if kind == "ugi" and rest:
        from perfectplay.play.ugi.player import ugi_player

        return ugi_player(text, rules)
    if text == "resist":
        return Resist(rules, solution())
    if text == "greedy":
        return automatic.Greedy(rules)
    if text in STRATEGIES or (kind not in _KINDS and re.search(r"[./\\]|^\w+:[A-Za-z_]", text)):
        return automatic.Strategist(load_strategy(text, rules.game), rules, tell)
    near = difflib.get_close_matches(kind, (*_KINDS, *STRATEGIES), n=1)
    guess = f", did you mean {near[0]}? Expected" if near and kind not in _KINDS else "; expected"
    raise ParameterError(f"no player {text!r}{guess} {KINDS}")


def _number(player: str, what: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        example = {"depth": "minimax:4", "skill": "skill:4"}.get(what, "random:7")
        raise ParameterError(
            f"the {what} in {player!r} must be a whole number, as in {example}"
        ) from None
