"""Check whether the moves of an impartial game depend on whose turn it is.

This is possible only if two states that differ in nothing but the turn are known: from
``turned(state)``, or because one field of the states always determines ``player(state)``. The
trees of moves of two such states must be equal, up to the names of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.moves import legal_moves, listed
from perfectplay.game.showing import faults_of, one_line
from perfectplay.game.state_parts import parts_of

TREE = 300
"""Maximum number of states of a tree of moves; larger trees are not compared."""

TOTAL = 20_000
"""Maximum number of states expanded in all."""

Twin = Callable[[State], State]
"""Function from a state to the same state with the other player to move, or None."""


@dataclass(frozen=True)
class TurnDependence:
    """A state that has other moves if the other player is to move, and a sentence that says so."""

    state: State
    message: str


def depends_on_turn(
    rules: CheckedGame, states: Sequence[State], seats: Sequence[int] | None = None
) -> TurnDependence | None:
    """A state whose moves depend on whose turn it is; None if none is found.

    ``seats``: the seat to move in each state, for rules that do not give it. Later states come
    first, because their trees are small.
    """
    twin = twin_of(rules, states, seats)
    if twin is None:
        return None
    trees = _Trees(rules)
    for state in reversed(states):
        try:
            found = _compare(rules, trees, twin, state)
        except _OutOfRoomError:
            return None
        except faults_of(rules.game):  # rules need not accept a state that no play reaches
            continue
        if found is not None:
            return found
    return None


def twin_of(
    rules: CheckedGame, states: Sequence[State], seats: Sequence[int] | None = None
) -> Twin | None:
    """The function that passes the turn in a state; None if the rules do not determine it.

    >>> from perfectplay.games.nim import Nim
    >>> print(twin_of(CheckedGame(Nim()), [(1, 3)]))
    None
    """
    game: Any = rules.game
    if callable(getattr(game, "turned", None)):
        turned: Twin = game.turned
        return turned
    if overrides(game, "player"):
        seats = [rules.player(state) or 0 for state in states]
    return None if seats is None else _by_field(states, seats)


def _by_field(states: Sequence[State], seats: Sequence[int]) -> Twin | None:
    """The function that changes the only field which has one value for each seat."""
    forms = [_fields(state) for state in states]
    if set(seats) != {0, 1} or len({len(form) for form in forms}) != 1 or not forms[0]:
        return None
    found = []
    first = [forms[list(seats).index(seat)] for seat in (0, 1)]
    for place, (one, other) in enumerate(zip(*first, strict=True)):
        values = (other if seat else one for seat in seats)
        same = all(form[place] == value for form, value in zip(forms, values, strict=True))
        if same and one != other:
            found.append((place, one, other))
    if len(found) != 1:
        return None
    [(place, one, other)] = found

    def twin(state: State) -> State:
        form = _fields(state)
        return _with(state, place, other if form[place] == one else one)

    return twin


def _fields(state: State) -> tuple[Any, ...]:
    """The items, letters or fields of a state; () for any other type."""
    return tuple(state) if isinstance(state, str) else parts_of(state) or ()


def _with(state: State, place: int, value: Any) -> State:
    if isinstance(state, str):
        return f"{state[:place]}{value}{state[place + 1 :]}"
    if isinstance(state, tuple):
        items = (*state[:place], value, *state[place + 1 :])
        return type(state)(*items) if hasattr(state, "_fields") else items
    return replace(state, **{fields(state)[place].name: value})


class _OutOfRoomError(Exception):
    """The maximum number of states was expanded."""


class _TooLargeError(Exception):
    """A tree has too many states."""


def _compare(rules: CheckedGame, trees: _Trees, twin: Twin, state: State) -> TurnDependence | None:
    other = twin(state)
    if other is None or other == state or twin(other) != state:
        return None
    if overrides(rules.game, "player") and rules.player(other) == rules.player(state):
        return None
    try:
        if trees.tree(state) == trees.tree(other):
            return None
    except _TooLargeError:
        return None
    return TurnDependence(state, _message(rules, state, other))


def _message(rules: CheckedGame, state: State, other: State) -> str:
    one, two = (one_line(rules.state_text(which)) for which in (state, other))
    mine, theirs = (legal_moves(rules, which) for which in (state, other))
    if set(mine) != set(theirs):
        what = f"the moves are {_listed(rules, mine)} in {one}, and {_listed(rules, theirs)} in"
        return f"{what} {two}, which is the same with the other player to move"
    return (
        f"the moves in {one} do not lead on as those in {two}, which is the same with the other "
        "player to move"
    )


def _listed(rules: CheckedGame, moves: list[Move]) -> str:
    return listed(rules, moves) if moves else "none"


class _Trees:
    """Numbers trees of moves; equal trees, up to the names of moves, have equal numbers."""

    def __init__(self, rules: CheckedGame) -> None:
        self._rules = rules
        self._left = TOTAL
        self._numbers: dict[State, int] = {}
        self._forms: dict[Hashable, int] = {}

    def tree(self, state: State) -> int:
        """Number of a state's tree. Raises _TooLargeError, also for a loop, _OutOfRoomError, and
        whatever the rules raise."""
        begun: dict[State, tuple[Value | None, list[State]]] = {}
        waiting = [state]
        while waiting:
            now = waiting[-1]
            if now in self._numbers:
                waiting.pop()
            elif now in begun:  # all its children have numbers
                outcome, children = begun[now]
                form = (outcome, frozenset(self._numbers[child] for child in children))
                self._numbers[now] = self._forms.setdefault(form, len(self._forms))
            else:
                if len(begun) == TREE:
                    raise _TooLargeError
                begun[now] = self._expanded(now)
                new = [child for child in begun[now][1] if child not in self._numbers]
                if any(child in begun for child in new):  # a loop
                    raise _TooLargeError
                waiting += new
        return self._numbers[state]

    def _expanded(self, state: State) -> tuple[Value | None, list[State]]:
        if not self._left:
            raise _OutOfRoomError
        self._left -= 1
        position = self._rules.position(state)
        return position.outcome, [child for _, child in position.options]


def says_turn(game: Game) -> bool:
    """True if the rules define ``turned`` or ``player``."""
    return callable(getattr(game, "turned", None)) or overrides(game, "player")
