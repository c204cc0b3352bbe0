"""Whether the moves of a game that says it is impartial depend on whose turn it is.

That can be known only where the rules say which two states are the same but for the turn: by
``turned(state)``; or where ``player(state)`` is always what one field of the states says, which is
then the turn. In both the two states must be the roots of the same tree of moves, whatever the
moves are called. States that do not hold the turn, or do not say so, tell nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.moves import listed
from perfectplay.game.showing import one_line

TREE = 300
"""States of a tree of moves that are looked at to tell two trees from each other."""

TOTAL = 20_000
"""States that are looked at in all."""

Twin = Callable[[State], State]
"""Gives the same state with the other player to move; None where that is not known."""


@dataclass(frozen=True)
class TurnDependence:
    """Two states that are the same but for the turn, and what differs, as a sentence."""

    state: State
    twin: State
    message: str


def depends_on_turn(
    rules: CheckedGame,
    states: Sequence[State],
    seats: Sequence[int] | None = None,
) -> TurnDependence | None:
    """Where the moves of one of some states depend on whose turn it is; None where none is found.

    ``seats``: who is to move in each state, where the rules do not say it. States that lie late in
    a play are looked at first, since their trees are small.
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
        except Exception:  # what no play reaches need not be a state to the rules
            continue
        if found is not None:
            return found
    return None


def twin_of(
    rules: CheckedGame, states: Sequence[State], seats: Sequence[int] | None = None
) -> Twin | None:
    """How a state gets the other player to move; None where the rules do not say it.

    >>> from perfectplay.games.nim import Nim
    >>> print(twin_of(Rules(Nim()), [(1, 3)]))
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
    """By the one field of all states that has one value for each seat and no other."""
    forms = [_fields(state) for state in states]
    if set(seats) != {0, 1} or len({len(form) for form in forms}) != 1 or not forms[0]:
        return None
    found = []
    for place in range(len(forms[0])):
        values: tuple[list[Any], list[Any]] = ([], [])
        for form, seat in zip(forms, seats, strict=True):
            held = values[seat]
            if form[place] not in held:
                held.append(form[place])
            if len(held) > 1:
                break
        if all(len(held) == 1 for held in values) and values[0] != values[1]:
            found.append((place, values[0][0], values[1][0]))
    if len(found) != 1:
        return None
    [(place, one, other)] = found

    def twin(state: State) -> State:
        form = _fields(state)
        return _with(state, place, other if form[place] == one else one)

    return twin


def _fields(state: State) -> tuple[Any, ...]:
    """What a state is made of: items, letters or fields; () for anything else."""
    if isinstance(state, tuple | str):
        return tuple(state)
    if is_dataclass(state) and not isinstance(state, type):
        return tuple(getattr(state, field.name) for field in fields(state))
    return ()


def _with(state: State, place: int, value: Any) -> State:
    if isinstance(state, str):
        return f"{state[:place]}{value}{state[place + 1 :]}"
    if isinstance(state, tuple):
        items = (*state[:place], value, *state[place + 1 :])
        return type(state)(*items) if hasattr(state, "_fields") else items
    return replace(state, **{fields(state)[place].name: value})


class _OutOfRoomError(Exception):
    """All states that may be looked at were."""


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
    return TurnDependence(state, other, _message(rules, state, other))


def _message(rules: CheckedGame, state: State, other: State) -> str:
    one, two = (one_line(rules.state_text(which)) for which in (state, other))
    mine, theirs = (_moves(rules, which) for which in (state, other))
    if set(mine) != set(theirs):
        what = f"the moves are {_listed(rules, mine)} in {one}, and {_listed(rules, theirs)} in"
        return f"{what} {two}, which is the same with the other player to move"
    return (
        f"the moves in {one} do not lead on as those in {two}, which is the same with the other "
        "player to move"
    )


def _moves(rules: CheckedGame, state: State) -> list[Move]:
    return [move for move, _ in rules.position(state).options]


def _listed(rules: CheckedGame, moves: list[Move]) -> str:
    return listed(rules, moves) if moves else "none"


class _Trees:
    """Trees of moves: equal numbers for trees that are the same but for the names of moves."""

    def __init__(self, rules: CheckedGame) -> None:
        self._rules = rules
        self._left = TOTAL
        self._numbers: dict[State, int] = {}
        self._forms: dict[Hashable, int] = {}

    def tree(self, state: State) -> int:
        """The number of a state's tree. Raises _TooLargeError, for loops too, _OutOfRoomError, and
        whatever the rules raise."""
        begun: dict[State, tuple[Value | None, list[State]]] = {}
        waiting = [state]
        while waiting:
            now = waiting[-1]
            if now in self._numbers:
                waiting.pop()
            elif now in begun:  # all that it leads to has its number
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
    """Whether the rules say whose turn it is, or what a state is with the other player to move."""
    return callable(getattr(game, "turned", None)) or overrides(game, "player")
