"""The proof of a card: every move that it allows, against every reply, by the rules of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from perfectplay.core.errors import StrategyError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import same_move
from perfectplay.game.showing import in_state
from perfectplay.game.sides import sides_of

Moves = Callable[[State], list[Move]]
"""The moves that a card allows in a state."""


@dataclass(frozen=True)
class ChoiceProof:
    """``positions``: with the side to move and more than one move; ``states``: all that come up;
    ``choices``: moves that the card allows in them; ``replies``: moves of the opponent."""

    positions: int
    states: int
    choices: int
    replies: int


@dataclass
class _Plays:
    """All plays by a card. nodes: a state, and whether the side is to move."""

    rules: CheckedGame
    moves: Moves
    seat: int
    nodes: list[tuple[State, bool]] = field(default_factory=list)
    index: dict[tuple[State, bool], int] = field(default_factory=dict)
    after: list[list[int]] = field(default_factory=list)
    ends: dict[int, Value] = field(default_factory=dict)
    positions: int = 0
    choices: int = 0
    replies: int = 0

    def explore(self) -> None:
        """Make all plays. Raises StrategyError if the card allows no move, or one that is not
        legal."""
        start = self.rules.start()
        self._number((start, (self.rules.player(start) or 0) == self.seat))
        for at, (state, mine) in enumerate(self.nodes):  # which grows
            position = self.rules.position(state)
            if position.outcome is not None:
                self.ends[at] = position.outcome if mine else position.outcome.negated
                self.after.append([])
                continue
            options = position.options
            if mine:
                options = self._allowed(state, options)
            else:
                self.replies += len(options)
            self.after.append(
                [
                    self._number((child, mine == self.rules.moves_again(state, move, child)))
                    for move, child in options
                ]
            )

    def _number(self, node: tuple[State, bool]) -> int:
        number = self.index.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _allowed(self, state: State, options: list[tuple[Move, State]]) -> list[tuple[Move, State]]:
        allowed = self.moves(state)
        found = [one for one in options if any(same_move(one[0], move) for move in allowed)]
        if not found or len(found) < len(allowed):
            what = "a move that is not legal" if allowed else "no move"
            raise _failed(f"it allows {what}{in_state(self.rules.game, state)}")
        if len(options) > 1:
            self.positions += 1
            self.choices += len(found)
        return found

    def surely_won(self) -> list[bool]:
        """For each node, whether every play from there ends, and is won."""
        before: list[list[int]] = [[] for _ in self.nodes]
        for at, after in enumerate(self.after):
            for child in set(after):
                before[child].append(at)
        left = Counter({at: len(set(after)) for at, after in enumerate(self.after)})
        won = [False] * len(self.nodes)
        waiting = [at for at, value in self.ends.items() if value is Value.WIN]
        while waiting:
            at = waiting.pop()
            won[at] = True
            for parent in before[at]:
                left[parent] -= 1
                if left[parent] == 0:
                    waiting.append(parent)
        return won


def prove_choices(
    rules: CheckedGame, moves: Moves, seat: int, claim: str, is_won: Callable[[State], bool]
) -> ChoiceProof:
    """Prove that no move that a card allows loses what it claims.

    ``claim``: "win", every play ends and is won; "draw", none is lost; "keep", none is lost, and
    from each state that ``is_won`` for the side to move, every play ends and is
    won. Raises StrategyError, which shows the state.
    """
    plays = _Plays(rules, moves, seat)
    plays.explore()
    name = sides_of(rules).names[seat]
    for at, value in plays.ends.items():
        if value is Value.LOSS:
            raise _failed(f"{name} loses{in_state(rules.game, plays.nodes[at][0])}")
    won = plays.surely_won() if claim != "draw" else []
    if claim == "win" and not won[0]:
        raise _failed(f"{name} does not always win")
    if claim == "keep":
        for at, (state, mine) in enumerate(plays.nodes):
            if mine and at not in plays.ends and is_won(state) and not won[at]:
                raise _failed(f"{name} gives a win away{in_state(rules.game, state)}")
    states = len({state for state, _ in plays.nodes})
    return ChoiceProof(plays.positions, states, plays.choices, plays.replies)


def _failed(why: str) -> StrategyError:
    return StrategyError(
        f"the card fails its proof: {why}; do the rules, or the features, always answer the same?"
    )
