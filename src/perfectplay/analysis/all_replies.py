"""Search of all plays against a strategy, breadth first, for one that breaks its claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from perfectplay.analysis.kernels.graph_order import nearest_loop
from perfectplay.core.errors import StrategyError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position, same_move
from perfectplay.game.showing import shown_move
from perfectplay.game.texts.lasting_repr import lasting_repr
from perfectplay.play.strategy import Strategy
from perfectplay.solver.state_limits import StateLimits

Claim: TypeAlias = Literal["win", "draw"]

_CHECK_EVERY = 4096


class BreakKind(StrEnum):
    """Reason why a play breaks a claim."""

    ILLEGAL = "illegal-move"
    NO_ANSWER = "no-answer"
    LOST = "lost-end"
    DRAWN = "drawn-end"
    ENDLESS = "endless-play"
    LATE = "late-end"


@dataclass(frozen=True)
class BrokenClaim:
    """The shortest play that breaks a claim; an endless play only if no other breaks it.

    ``positions`` are one more than ``moves``; the claim breaks in the last one. ``answer`` is the
    illegal move. ``loop_from`` is the index of the position to which an endless play comes back:
    the same state and, if the strategy asks for it, the same last move. A play is late that is not
    over after the plies that a proof file claims; any such play, with so many plies.
    """

    kind: BreakKind
    positions: tuple[PlayPosition, ...]
    moves: tuple[Move, ...]
    answer: Move | None = None
    loop_from: int | None = None


@dataclass(frozen=True, slots=True)
class ReplyNode:
    """A position as the strategy sees it.

    ``last`` is the opponent's last move if the strategy is to move and asks for it, else None."""

    state: State
    seat: int
    last: Move | None


@dataclass
class ReplySearch:
    """Search of all plays against the strategy, breadth first.

    starts, edges: expanded node i leads to the nodes edges[starts[i]:starts[i + 1]]; parents: the
    node and the move by which each node was found first, so by a shortest play; answers: of each
    node in which the strategy moved, the number of its move among the legal ones.
    """

    rules: CheckedGame
    strategy: Strategy
    seat: int
    claim: Claim
    reporter: Reporter
    nodes: list[ReplyNode] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    edges: list[int] = field(default_factory=list)
    parents: list[tuple[int, Move]] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    index: dict[Any, int] = field(default_factory=dict)
    replies: int = 0
    asked: int = 0

    def run(self, limits: StateLimits) -> BrokenClaim | None:
        """Explore; return the first break of the claim, or None if it has none that ends."""
        first = first_position(self.rules)
        self._number(ReplyNode(first.state, first.seat, None), -1, None)
        for at in self._waiting(limits):
            broken = self._expand(at)
            self.starts.append(len(self.edges))
            if broken is not None:
                return broken
        return None

    def endless(self) -> BrokenClaim:
        """An endless play, which must exist: it enters a loop as early as possible."""
        loop = nearest_loop(self.starts, self.edges)
        positions, moves = self._play_to(loop[0])
        start = len(moves)
        for at, child in pairwise(loop):
            moves.append(self._move_between(at, child))
            positions.append(self._position(child))
        return BrokenClaim(BreakKind.ENDLESS, tuple(positions), tuple(moves), loop_from=start)

    def late(self, most: Sequence[int], plies: int) -> BrokenClaim:
        """A play that is not over after ``plies``; most: the most steps to each node, which come to
        more than ``plies`` in one of them."""
        parents: dict[int, int] = {}
        for at in range(len(self.nodes)):
            for child in self.edges[self.starts[at] : self.starts[at + 1]]:
                if most[at] + 1 == most[child]:
                    parents[child] = at
        way = [max(range(len(most)), key=most.__getitem__)]
        while way[-1] in parents:
            way.append(parents[way[-1]])
        way = way[::-1][: plies + 1]
        moves = [self._move_between(at, child) for at, child in pairwise(way)]
        return BrokenClaim(BreakKind.LATE, tuple(map(self._position, way)), tuple(moves))

    def _waiting(self, limits: StateLimits) -> Iterator[int]:
        at = 0
        while at < len(self.nodes):
            if limits.given is not None or at % _CHECK_EVERY == 0:
                count = len(self.nodes)
                self.reporter.tell("proving", at, None, count)
                limits.check(count, lambda: self.nodes[-1].state, self.rules.game)
            yield at
            at += 1

    def _expand(self, at: int) -> BrokenClaim | None:
        node = self.nodes[at]
        if node.seat == self.seat and self.rules.outcome(node.state) is None:
            # not `position`: only one of the moves is played
            legal = self.rules.moves(node.state)
            if legal:
                return self._play(at, legal)
        outcome, options, *_ = self.rules.position(node.state)
        if outcome is not None:
            return self._end(at, outcome if node.seat == self.seat else outcome.negated)
        self.replies += len(options)
        for move, child in options:
            self._follow(at, move, child)
        return None

    def _play(self, at: int, legal: list[Move]) -> BrokenClaim | None:
        """Follow the answer of the strategy."""
        state = self.nodes[at].state
        answer = self._answer(self.nodes[at], legal)
        if answer is None:
            return self._broken(at, BreakKind.NO_ANSWER)
        for number, move in enumerate(legal):
            if same_move(move, answer):
                self.answers[at] = number
                self._follow(at, move, self.rules.play(state, move))
                return None
        return self._broken(at, BreakKind.ILLEGAL, answer)

    def _end(self, at: int, value: Value) -> BrokenClaim | None:
        """Break by an end whose ``value`` is for the strategy, or None."""
        if value is Value.LOSS:
            return self._broken(at, BreakKind.LOST)
        if value is Value.DRAW and self.claim == "win":
            return self._broken(at, BreakKind.DRAWN)
        return None

    def _answer(self, node: ReplyNode, legal: list[Move]) -> Move | None:
        """Answer of the strategy, which is asked twice, as random play proves nothing."""
        self.asked += 1
        answer = self.strategy.answer(node.state, node.last, legal)
        again = self.strategy.answer(node.state, node.last, legal)
        if same_move(answer, again):
            return answer
        game = self.rules.game
        texts = ["None" if one is None else shown_move(game, one) for one in (answer, again)]
        raise StrategyError(
            f"strategy {self.strategy.name} answered {texts[0]}, and when asked again {texts[1]},"
            f"{self.strategy.occasion(node.state, node.last)}; a strategy that is to be proved "
            "must always answer the same",
            state=node.state,
        )

    def _follow(self, at: int, move: Move, child: State) -> None:
        """Enter the node that a legal move leads to."""
        node = self.nodes[at]
        again = self.rules.moves_again(node.state, move, child)
        seat = node.seat if again else 1 - node.seat
        last = None
        if seat == self.seat and self.strategy.asks_last:
            last = node.last if node.seat == self.seat else move
        self.edges.append(self._number(ReplyNode(child, seat, last), at, move))

    def _number(self, node: ReplyNode, parent: int, move: Move) -> int:
        key = (node.state, node.seat, _hashable(node.last))
        number = self.index.setdefault(key, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
            self.parents.append((parent, move))
        return number

    def _broken(self, at: int, kind: BreakKind, answer: Move | None = None) -> BrokenClaim:
        positions, moves = self._play_to(at)
        return BrokenClaim(kind, tuple(positions), tuple(moves), answer)

    def _play_to(self, at: int) -> tuple[list[PlayPosition], list[Move]]:
        positions, moves = [self._position(at)], []
        while self.parents[at][0] >= 0:
            at, move = self.parents[at]
            moves.append(move)
            positions.append(self._position(at))
        return positions[::-1], moves[::-1]

    def _position(self, at: int) -> PlayPosition:
        return PlayPosition(self.nodes[at].state, self.nodes[at].seat)

    def _move_between(self, at: int, child: int) -> Move:
        """Move that leads from a node to another: the strategy's answer, or an opponent's move."""
        node, options = self.nodes[at], self.rules.position(self.nodes[at].state).options
        if node.seat == self.seat:
            return self._answer(node, [move for move, _ in options])
        return options[self.edges.index(child, self.starts[at]) - self.starts[at]][0]


def _hashable(move: Move | None) -> Any:
    """The move itself if it is hashable, else its text."""
    try:
        hash(move)
    except TypeError:
        return (lasting_repr(move),)
    return move
