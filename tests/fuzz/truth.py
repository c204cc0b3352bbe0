"""The truth about a small game, by a slow and plain solver that shares nothing with perfectplay.

It asks the methods that the author wrote and no wrapper of them, keeps the game as lists, and
follows the definitions of docs/design.md, section 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from perfectplay.game.game import Game

LOSS, DRAW, WIN = 1, 2, 3


class TooLargeError(Exception):
    """The game has more states than the plain solver may look at."""


class LoopError(Exception):
    """A game of points has a loop, so that it has no scores."""


@dataclass
class Truth:
    """All states in the order in which they are found, the start first.

    ``children[i]``: (number of the child, whether the mover moves again, gain) for each move in
    ``moves[i]``; ``over[i]``: the value, or in a game of points the score, of a state that is
    over; ``value``: 1, 2 or 3; ``remoteness``: None for an endless draw.
    """

    game: Game
    states: list[Any] = field(default_factory=list)
    number: dict[Hashable, int] = field(default_factory=dict)
    moves: list[list[Any]] = field(default_factory=list)
    children: list[list[tuple[int, bool, int]]] = field(default_factory=list)
    over: list[int | None] = field(default_factory=list)
    value: list[int] = field(default_factory=list)
    remoteness: list[int | None] = field(default_factory=list)
    score: list[int] | None = None

    def counts(self) -> dict[str, int]:
        """The counts that a solution gives, under the same names."""
        return {
            "states": len(self.states),
            "moves": sum(map(len, self.children)),
            "terminal": sum(end is not None for end in self.over),
            "wins": self.value.count(WIN),
            "draws": self.value.count(DRAW),
            "losses": self.value.count(LOSS),
            "endless": self.remoteness.count(None),
        }

    def histogram(self) -> dict[tuple[int, int], int]:
        """(value, remoteness; -1 for endless) to the number of states."""
        pairs = zip(self.value, self.remoteness, strict=True)
        return dict(Counter((v, -1 if r is None else r) for v, r in pairs))

    def classes(self) -> int:
        """How many classes the game's symmetries make of the states, each counted once."""
        seen: set[Hashable] = set()
        count = 0
        for state in self.states:
            if state not in seen:
                count += 1
                seen.add(state)
                seen.update(self.game.symmetries(state))
        return count

    def best_moves(self, i: int) -> list[Any]:
        """The moves that keep the value or score and realise the remoteness."""
        kept = self.keeping_moves(i)
        if self.remoteness[i] is None:
            return kept
        wanted = (self.remoteness[i] or 0) - 1
        places = {move: c for move, (c, _, _) in zip(self.moves[i], self.children[i], strict=True)}
        return [move for move in kept if self.remoteness[places[move]] == wanted]

    def keeping_moves(self, i: int) -> list[Any]:
        """The moves that keep the value, or in a game of points the score."""
        kept = []
        for move, (child, again, gain) in zip(self.moves[i], self.children[i], strict=True):
            if self.score is not None:
                brings = gain + (self.score[child] if again else -self.score[child])
                good = brings == self.score[i]
            else:
                good = (self.value[child] if again else 4 - self.value[child]) == self.value[i]
            if good:
                kept.append(move)
        return kept


def truth_of(game: Game, most: int = 50_000) -> Truth:
    """The truth about a game; of a game of points with a state where nothing is said of its score,
    only the states. Raises TooLargeError, LoopError, and what the rules raise."""
    found = explored(game, most)
    if game.scoring and not all(
        end is not None or row for end, row in zip(found.over, found.children, strict=True)
    ):
        return found
    if game.scoring:
        solve_scores(found)
    else:
        solve_decided(found)
        solve_draws(found)
    return found


def explored(game: Game, most: int) -> Truth:
    """All states and moves of a game, not solved. Raises TooLargeError."""
    start = game.start()
    found = Truth(game, [start], {start: 0})
    again = again_of(game)
    for state in found.states:  # grows while it is read
        end = game.outcome(state)
        moves = [] if end is not None else list(game.moves(state))
        children = []
        for move in moves:
            child = game.play(state, move)
            if child not in found.number:
                if len(found.states) >= most:
                    raise TooLargeError(f"more than {most:,} states")
                found.number[child] = len(found.states)
                found.states.append(child)
            gain = game.gain(state, move) if game.scoring else 0
            children.append((found.number[child], again(state, move, child), gain))
        if end is None and not moves:
            end = game.stuck
        found.moves.append(moves)
        found.children.append(children)
        found.over.append(None if end is None else int(end))
    return found


def again_of(game: Game) -> Any:
    """A function of a state, a move and the child: whether the mover moves again."""
    own = type(game)
    if game.players == 1:
        return lambda *_: True
    if own.moves_again is not Game.moves_again:
        return lambda state, move, _: bool(game.moves_again(state, move))
    if own.player is not Game.player:
        return lambda state, _, child: game.player(state) == game.player(child)
    return lambda *_: False


def solve_decided(found: Truth) -> None:
    """Wins and losses, ply by ply. A state is looked at again when a child of it is decided."""
    n = len(found.states)
    found.value = [0 if end is None else end for end in found.over]
    found.remoteness = [None if end is None else 0 for end in found.over]
    parents: list[list[int]] = [[] for _ in range(n)]
    for i, children in enumerate(found.children):
        for child, _, _ in children:
            parents[child].append(i)
    new = [i for i in range(n) if found.value[i]]
    plies = 0
    while new:
        plies += 1
        decided = {}
        for i in {parent for child in new for parent in parents[child]}:
            if found.value[i]:
                continue
            after = [
                found.value[c] if again else -found.value[c] for c, again, _ in found.children[i]
            ]
            # a child is worth its value to a mover who moves again, and the opposite otherwise
            if WIN in after or -LOSS in after:
                decided[i] = WIN
            elif all(worth in (LOSS, -WIN) for worth in after):
                decided[i] = LOSS
        for i, value in decided.items():
            found.value[i], found.remoteness[i] = value, plies
        new = list(decided)


def solve_draws(found: Truth) -> None:
    """What is left is drawn. Its remoteness is the way to the nearest drawn end, through draws."""
    for i, value in enumerate(found.value):
        found.value[i] = value or DRAW
    draws = [i for i, value in enumerate(found.value) if value == DRAW]
    near = {i for i in draws if found.over[i] is not None}
    plies = 0
    while near:
        plies += 1
        new = {
            i
            for i in draws
            if found.remoteness[i] is None and any(c in near for c, _, _ in found.children[i])
        }
        for i in new:
            found.remoteness[i] = plies
        near = new


def solve_scores(found: Truth) -> None:
    """Scores from the ends upwards. Raises LoopError where that comes to no end."""
    scores: list[int | None] = list(found.over)
    found.remoteness = [None if end is None else 0 for end in found.over]
    waiting = [i for i in range(len(scores)) if scores[i] is None]
    while waiting:
        left = []
        for i in reversed(waiting):
            brings = []
            for child, again, gain in found.children[i]:
                below, plies = scores[child], found.remoteness[child]
                if below is None or plies is None:
                    break
                brings.append((gain + (below if again else -below), plies + 1))
            else:
                best = max(score for score, _ in brings)
                scores[i] = best
                found.remoteness[i] = min(plies for score, plies in brings if score == best)
                continue
            left.append(i)
        if len(left) == len(waiting):
            raise LoopError(f"state {found.states[left[0]]!r} is in a loop or leads to one")
        waiting = left[::-1]
    found.score = [score or 0 for score in scores]
    found.value = [DRAW if score == 0 else WIN if score > 0 else LOSS for score in found.score]
