"""The rules of a game with every answer checked: what engines and solutions ask."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn, TypeVar

from perfectplay.contract.game import Game, StateKind, kind_of, overrides
from perfectplay.contract.packing import KEYS_END
from perfectplay.words.errors import PerfectPlayError, RulesError
from perfectplay.words.value import Move, State, Value

MAX_MOVES = 10_000_000
"""More moves than this in one state are taken for moves without end."""

LONGEST_TEXT = 200

_ENDINGS = (Value.LOSS, Value.DRAW, Value.WIN)

T = TypeVar("T")


@dataclass(frozen=True)
class Position:
    """A state's value where the play is over (``stuck``: for want of moves), else its moves with
    what they lead to."""

    outcome: Value | None
    options: list[tuple[Move, State]]
    stuck: bool = False


class Rules:
    """A game as engines and solutions ask it.

    Whatever a user's method raises or answers wrongly becomes a `RulesError` that names the broken
    promise, the state, the move and the remedy.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> Rules(ThreeRocks()).position((1, 0)).options
    [((1, 0), (0, 0))]
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kind = kind_of(self.start())
        self._player_given = overrides(game, "player")
        self._again_given = overrides(game, "moves_again")
        self._text_takes_seat = _takes_seat(game)

    # --- the four methods ---------------------------------------------------------------------

    def start(self) -> State:
        """The start, which must be hashable and, if an integer, a key."""
        state = self._asked("start", self.game.start)
        if state is None:
            raise RulesError(
                "no-state", f"{self._name}.start gave None", remedy="It must return a state"
            )
        self.check_state(state, None, None)
        return state

    def outcome(self, state: State) -> Value | None:
        """A Value where the play is over, else None."""
        value = self._asked("outcome", lambda: self.game.outcome(state), state)
        if value is None or (type(value) is Value and value in _ENDINGS):
            return value
        raise RulesError(
            "illegal-outcome",
            f"{self._name}.outcome gave {value!r} in state {self.state_text(state)}",
            state=state,
            remedy="It must give Value.LOSS, Value.DRAW or Value.WIN for the player to move, "
            "or None while the play goes on",
        )

    def options(self, state: State) -> list[tuple[Move, State]]:
        """Each move with the state that it leads to, in the rules' order."""
        if type(self.game).options is not Game.options:
            pairs = self._listed("moves", lambda: self.game.options(state), state)
        else:
            moves = self._listed("moves", lambda: self.game.moves(state), state)
            pairs = [(move, self.play(state, move)) for move in moves]
        for move, child in pairs:
            self.check_state(child, state, move)
        return pairs

    def play(self, state: State, move: Move) -> State:
        """What a move leads to."""
        return self._asked("play", lambda: self.game.play(state, move), state, move)

    def position(self, state: State) -> Position:
        """Whether the play is over in a state, and if not its moves.

        Raises RulesError where there are no moves and the game gives no value for that.
        """
        value = self.outcome(state)
        if value is not None:
            return Position(value, [])
        options = self.options(state)
        if options:
            return Position(None, options)
        return Position(self.stuck_value(state), [], True)

    def stuck_value(self, state: State) -> Value:
        """The value of a state without moves that ``outcome`` does not call over."""
        stuck = self._asked("stuck", lambda: self.game.stuck, state)
        if stuck is None:
            raise RulesError(
                "stuck-state",
                f"state {self.state_text(state)} has no moves, "
                f"and {self._name}.outcome does not call it over",
                state=state,
                remedy="Let outcome give its value, or set stuck = Value.LOSS (who cannot move "
                "loses), Value.WIN or Value.DRAW",
            )
        if type(stuck) is Value and stuck in _ENDINGS:
            return stuck
        raise RulesError(
            "illegal-stuck",
            f"{self._name}.stuck is {stuck!r}",
            remedy="It must be Value.LOSS, Value.DRAW or Value.WIN",
        )

    # --- the optional ones ----------------------------------------------------------------------

    def moves_again(self, state: State, move: Move, child: State) -> bool:
        """Whether the mover also moves in ``child``, to which the move leads."""
        if self._again_given:
            again = self._asked(
                "moves_again", lambda: self.game.moves_again(state, move), state, move
            )
            if again not in (True, False):
                raise RulesError(
                    "illegal-moves-again",
                    f"{self._name}.moves_again gave {again!r} for move {self.move_text(move)} "
                    f"in state {self.state_text(state)}",
                    state=state,
                    move=move,
                    remedy="It must give True or False",
                )
            return bool(again)
        if self.game.players == 1:
            return True
        return self._player_given and self.player(state) == self.player(child)

    def player(self, state: State) -> int | None:
        """The seat to move, 0 or 1; None where the game does not say."""
        if not self._player_given:
            return None
        seat = self._asked("player", lambda: self.game.player(state), state)
        if seat in (0, 1):
            return int(seat)
        raise RulesError(
            "illegal-player",
            f"{self._name}.player gave {seat!r} in state {self.state_text(state)}",
            state=state,
            remedy="It must give the seat to move, 0 or 1",
        )

    def symmetries(self, state: State) -> list[State]:
        """The distinct states of a state's class, the state itself first."""
        images = self._listed("symmetries", lambda: self.game.symmetries(state), state)
        for image in images:
            self.check_state(image, state, None)
        return list(dict.fromkeys([state, *images]))

    def check_state(self, state: State, before: State, move: Move) -> None:
        """Raises RulesError where a state made by a move is none: None, unhashable, no key."""
        if type(state) is int and 0 <= state < KEYS_END:
            return
        came = "is the start" if before is None else f"came from {self._said(before, move)}"
        if state is None:
            raise RulesError(
                "no-state", f"None {came}", state=before, move=move, remedy="Return the next state"
            )
        try:
            hash(state)
        except TypeError:
            kind = type(state).__name__
            raise RulesError(
                "unhashable-state",
                f"a {kind}, {_cut(repr(state))}, {came}; states must be hashable and immutable",
                state=before,
                move=move,
                remedy="Make it a tuple, a frozenset, a string or a frozen dataclass",
            ) from None
        if getattr(self, "kind", kind_of(state)) is StateKind.INTEGER:
            raise RulesError(
                "out-of-63-bits",
                f"{state!r} {came}; states that are integers go from 0 to 2^63 - 1",
                state=before,
                move=move,
                remedy="Add an offset, or use a tuple of smaller integers",
            )

    # --- what people read -------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        """The state for people, by the game's own ``text``."""
        if self._text_takes_seat:
            return str(self._asked("text", lambda: self.game.text(state, seat), state))
        return str(self._asked("text", lambda: self.game.text(state), state))

    def move_text(self, move: Move) -> str:
        """The move for people; its repr where ``move_text`` goes wrong."""
        try:
            return _cut(str(self.game.move_text(move)))
        except Exception:  # errors are shown while others are told
            return _cut(repr(move))

    def state_text(self, state: State) -> str:
        """The state for a message: one line as a rule, its repr where ``text`` goes wrong."""
        try:
            text = self.text(state)
        except Exception:  # errors are shown while others are told
            return _cut(repr(state))
        return _cut(f"\n{text}\n" if "\n" in text else text)

    # --- asking -----------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return type(self.game).__name__

    def _said(self, state: State, move: Move) -> str:
        where = f"state {self.state_text(state)}"
        return where if move is None else f"move {self.move_text(move)} in {where}"

    def _listed(self, method: str, ask: Callable[[], Iterable[Any]], state: State) -> list[Any]:
        """What a method yields, as a list; it must be iterable and end."""

        def all_of_it() -> list[Any]:
            answer = ask()
            if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
                raise RulesError(
                    "illegal-moves" if method == "moves" else f"illegal-{method}",
                    f"{self._name}.{method} gave {_cut(repr(answer))} "
                    f"in state {self.state_text(state)}",
                    state=state,
                    remedy="It must yield them one by one, or return a list of them",
                )
            return list(islice(answer, MAX_MOVES + 1))

        items: list[Any] = self._asked(method, all_of_it, state)
        if len(items) > MAX_MOVES:
            raise RulesError(
                f"endless-{method}",
                f"{self._name}.{method} has given more than {MAX_MOVES:,} "
                f"in state {self.state_text(state)}",
                state=state,
                remedy="Does its loop end?",
            )
        return items

    def _asked(
        self, method: str, ask: Callable[[], T], state: State = None, move: Move = None
    ) -> T:
        """The user's answer; what it raises is shown as the cause, with state and move."""
        try:
            return ask()
        except PerfectPlayError:
            raise
        except Exception as cause:
            self._raised(method, cause, state, move)

    def _raised(self, method: str, cause: Exception, state: State, move: Move) -> NoReturn:
        where = "" if state is None else f" in state {self.state_text(state)}"
        what = "" if move is None else f" for move {self.move_text(move)}"
        message = f"{self._name}.{method} raised {type(cause).__name__}: {cause}{what}{where}"
        frames = traceback.extract_tb(cause.__traceback__)
        own = [f for f in frames if f.filename != __file__]
        line = f" ({own[-1].filename}:{own[-1].lineno})" if own else ""
        raise RulesError("rules-raised", message + line, state=state, move=move) from cause


def diagnose(game: Game, state: State) -> None:
    """Asks everything about one state again, and raises the RulesError that fits.

    Engines run an unguarded loop and call this on trouble; nothing is raised where all is well.
    """
    rules = Rules(game)
    position = rules.position(state)
    for move, child in position.options:
        rules.moves_again(state, move, child)
        rules.symmetries(child)


def _takes_seat(game: Game) -> bool:
    try:
        return len(inspect.signature(game.text).parameters) > 1
    except (TypeError, ValueError):
        return True


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
