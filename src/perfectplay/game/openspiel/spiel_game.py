"""A game of OpenSpiel as a game of ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay.core.errors import (
    IllegalMoveError,
    ParameterError,
    ParseError,
    PerfectPlayError,
    RulesError,
)
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, Value
from perfectplay.game.game import Game
from perfectplay.game.moves import WrittenMove
from perfectplay.game.openspiel.load_spiel import (
    gives_rewards,
    has_points,
    load_spiel,
    need_solvable,
    pyspiel,
)
from perfectplay.game.openspiel.merging import check_merging
from perfectplay.game.openspiel.spiel_state import TURN, SpielState, check_way, seat_in, text_of
from perfectplay.game.openspiel.walk_states import WalkedStates


@dataclass(frozen=True)
class OpenSpielGame(Game):
    """A game of OpenSpiel, asked through its Python interface; made by `from_openspiel`.

    A state is OpenSpiel's text of the position with a last line for the seat to move
    (`SpielState`), a move the number of an action, written as OpenSpiel writes it.
    """

    name: str
    merged_by: str = "state"

    category = "OpenSpiel"

    @cached_property
    def spiel(self) -> Any:
        """The pyspiel.Game."""
        game = load_spiel(self.name)
        _need_fit(game, self.merged_by)
        if has_points(game) != self.scoring:
            raise ParameterError(f"make {self.name} with from_openspiel, which knows its results")
        return game

    @property
    def title(self) -> str:
        """Its name in OpenSpiel, with the parameters."""
        return f"{self.spiel.get_type().long_name} ({self.name})"

    def __getstate__(self) -> dict[str, Any]:  # what is kept is found again
        return {"name": self.name, "merged_by": self.merged_by}

    def start(self) -> SpielState:
        first = self.spiel.new_initial_state()
        return SpielState(text_of(first, self.merged_by, 1), ())

    def position(self, state: str) -> Any:
        """The pyspiel.State of a state, which must not be changed. Raises ParseError for a text
        that no play leads to."""
        kept, position = self._last[0]
        if kept is state:
            return position
        found = self.spiel.new_initial_state()
        for action in self.way_to(state):
            found.apply_action(action)
        self._last[0] = (state, found)
        return found

    @cached_property
    def _last(self) -> list[tuple[str | None, Any]]:
        """The state that was asked for last, with its position: rules ask several times."""
        return [(None, None)]

    def state_of(self, position: Any) -> SpielState:
        """The state of a pyspiel.State in which the play goes on."""
        return SpielState(text_of(position, self.merged_by, 0), tuple(position.history()))

    def way_to(self, state: str) -> tuple[int, ...]:
        """Actions that lead to a state; a text without them is looked for from the start."""
        known: tuple[int, ...] | None = getattr(state, "actions", None)
        if known is not None:
            return known
        if self.merged_by == "history":
            return self._after(tuple(map(int, state.partition(TURN)[0].split()))).actions or ()
        return self._walked.way_to(state)

    @cached_property
    def _walked(self) -> WalkedStates:
        return WalkedStates(self.start(), lambda state: (child for _, child in self.options(state)))

    def moves(self, state: str) -> Iterator[WrittenMove]:
        here = self.position(state)
        seat = here.current_player()
        for action in here.legal_actions():
            yield WrittenMove(action, here.action_to_string(seat, action))

    def play(self, state: str, move: Move) -> SpielState:
        here = self.position(state)
        if move not in here.legal_actions():
            raise IllegalMoveError(f"{move} is not an action of {shortened(repr(state))}")
        return self._child(state, here, here.current_player(), int(move))

    def options(self, state: str) -> Iterator[tuple[WrittenMove, SpielState]]:
        here = self.position(state)
        if here.is_terminal():
            return
        seat = here.current_player()
        for action in here.legal_actions():
            move = WrittenMove(action, here.action_to_string(seat, action))
            yield move, self._child(state, here, seat, action)

    def _child(self, state: str, here: Any, seat: int, action: int) -> SpielState:
        child = here.child(action)
        return SpielState(text_of(child, self.merged_by, seat), (*self.way_to(state), action))

    def player(self, state: str) -> int:
        return seat_in(state)

    def outcome(self, state: str) -> Any:
        here = self.position(state)
        if not here.is_terminal():
            return None
        return Value(whole(here.returns()[seat_in(state)], state) + 2)

    def board(self, state: str, seat: int | None = None) -> str:  # noqa: ARG002
        return str(self.position(state))

    def text(self, state: str, seat: int | None = None) -> str:  # noqa: ARG002
        return str(state)

    def parse(self, text: str) -> SpielState:
        """A state's text, or the numbers of the actions that lead there."""
        words = text.replace(",", " ").split()
        if words and all(word.isdecimal() for word in words):
            return self._after(tuple(map(int, words)))
        if TURN not in text:
            raise ParseError(
                f"{shortened(text)!r} has no last line such as 'player 0'; expected the text of a "
                "state, or the numbers of the actions that lead there"
            )
        return SpielState(text, self.way_to(text))

    def _after(self, actions: tuple[int, ...]) -> SpielState:
        state = self.start()
        for action in actions:
            here = self.position(state)
            legal = here.legal_actions()
            if action not in legal:
                raise ParseError(
                    f"{action} is no action in {shortened(repr(state))}; legal: {legal}"
                )
            state = self._child(state, here, here.current_player(), action)
        return state

    def move_text(self, move: Move) -> str:
        return move.text if isinstance(move, WrittenMove) else str(move)


@dataclass(frozen=True)
class OpenSpielPoints(OpenSpielGame):
    """A game of OpenSpiel whose results are other whole numbers than -1, 0 and 1, or that gives
    rewards before its end: a game of points."""

    scoring = True

    @cached_property
    def _on_the_way(self) -> bool:
        """Whether points are given on the way, and not at the end alone."""
        return gives_rewards(self.spiel)

    def outcome(self, state: str) -> int | None:
        here = self.position(state)
        if not here.is_terminal():
            return None
        return 0 if self._on_the_way else whole(here.returns()[seat_in(state)], state)

    def gain(self, state: str, move: Move) -> int:
        if not self._on_the_way:
            return 0
        here = self.position(state)
        return whole(here.child(int(move)).rewards()[here.current_player()], state)


def whole(number: float, state: str) -> int:
    """A result as a whole number. Raises RulesError."""
    if number != int(number):
        raise RulesError(
            "illegal-score", f"OpenSpiel gave {number} points in {shortened(repr(str(state)))}",
            state=state, remedy="perfectplay counts whole points; scale them in OpenSpiel",
        )  # fmt: skip
    return int(number)


def from_openspiel(game: Any, *, merged_by: str = "state") -> OpenSpielGame:
    """The game of a pyspiel.Game, or of the name of one, as in "connect_four(rows=4,columns=4)".

    OpenSpiel comes with ``pip install 'perfectplay[openspiel]'``. The game must be deterministic,
    sequential, of perfect information, for two players, with a sum of zero.

    ``merged_by``: what a state is known by: "state" is OpenSpiel's ``str(state)``, "observation"
    its observation, "history" the moves so far, which makes the game a tree. Two histories with one
    text must have the same future; this is checked on a sample.

    Raises UnknownGameError, ParameterError for a game of another kind, RulesError for two histories
    with one text and different futures, MissingExtraError.

    >>> from perfectplay import solve
    >>> nim = from_openspiel("nim(pile_sizes=1;2)")
    >>> solution = solve(nim)
    >>> nim, len(solution), str(solution.value(nim.start()))
    (OpenSpielGame(name='nim(pile_sizes=1;2)', merged_by='state'), 8, 'win')
    >>> [nim.move_text(move) for move in solution.best_moves(nim.start())]
    ['pile:2, take:2;']
    """
    if isinstance(game, str):
        game = load_spiel(game.strip())
    elif not isinstance(game, pyspiel().Game):
        raise ParameterError(
            f'from_openspiel expects a name such as "tic_tac_toe", or a pyspiel.Game, got {game!r}'
        )
    _need_fit(game, merged_by)
    kind = OpenSpielPoints if has_points(game) else OpenSpielGame
    made = kind(str(game).removesuffix("()"), merged_by)  # the same, however it was written
    vars(made)["spiel"] = game  # it may be one that is not registered
    return made


def _need_fit(game: Any, merged_by: str) -> None:
    """Raise an error, as `from_openspiel` says, for a pyspiel.Game that is not one to solve."""
    check_way(merged_by)
    need_solvable(game)
    try:
        check_merging(game, merged_by)
    except PerfectPlayError:
        raise
    except (Exception, MemoryError) as error:
        problem = f"{type(error).__name__}: {shortened(str(error).strip())}"
        raise RulesError(
            "rules-raised", f"{game} raised {problem} in a random play",
            remedy="Play it in OpenSpiel to find where",
        ) from error  # fmt: skip
