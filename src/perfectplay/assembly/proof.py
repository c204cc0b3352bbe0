"""Proofs of strategies: every reply of the opponent is tried, the shortest break is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from perfectplay.assembly.loops import longest_path, nearest_loop
from perfectplay.assembly.moves import Position, first_position, same_move
from perfectplay.assembly.solve import INTERPRETED_STATES
from perfectplay.contract.game import Game, parameters
from perfectplay.contract.rules import Rules
from perfectplay.contract.showing import shown_move
from perfectplay.contract.strategy import Given, Strategy, strategy_of
from perfectplay.contract.texts import lasting_repr
from perfectplay.engines.limits import Limits
from perfectplay.results.record import jsonable
from perfectplay.results.solution import game_name
from perfectplay.words.errors import ParameterError, StrategyError
from perfectplay.words.progress import ProgressCallback, Reporter
from perfectplay.words.value import Move, State, Value

Claim: TypeAlias = Literal["win", "draw"]

_CHECK_EVERY = 4096


class Break(StrEnum):
    """How a play breaks a claim."""

    ILLEGAL = "illegal-move"
    NO_ANSWER = "no-answer"
    LOST = "lost-end"
    DRAWN = "drawn-end"
    ENDLESS = "endless-play"


@dataclass(frozen=True)
class Broken:
    """The shortest play that breaks a claim; a play without end only where none that ends does.

    ``positions`` are one more than ``moves``, the last one that in which it breaks. ``answer`` is
    the illegal move. ``loop_from``: the play without end goes on from the last position as it did
    from this one, of the same state and, where the strategy asks for it, the same last move.
    """

    kind: Break
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    answer: Move | None = None
    loop_from: int | None = None


@dataclass(frozen=True)
class Proof:
    """What `prove` found. ``broken`` is None where the claim holds, for all plays.

    Where it holds, ``states`` is how many states the plays reach, and ``replies`` how many moves
    of the opponent were tried in them; where it is broken, how many until then. ``asked``: how
    many times the strategy was. ``longest``: the plies of the longest play, None where plays need
    not end or the claim is broken.
    """

    game: Game
    strategy: Strategy
    seat: int
    claim: Claim
    states: int
    replies: int
    asked: int
    longest: int | None
    broken: Broken | None

    @property
    def holds(self) -> bool:
        """Whether no play breaks the claim."""
        return self.broken is None

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay prove --json``."""
        return {
            "game": game_name(self.game),
            "parameters": {k: jsonable(v) for k, v in parameters(self.game).items()},
            "strategy": self.strategy.name,
            "seat": self.seat,
            "claim": self.claim,
            "holds": self.holds,
            "states": self.states,
            "replies": self.replies,
            "asked": self.asked,
            "longest": self.longest,
            "broken": None if self.broken is None else self._broken(self.broken),
        }

    def _broken(self, broken: Broken) -> dict[str, Any]:
        rules = Rules(self.game)
        play = []
        for ply, position in enumerate(broken.positions):
            last = ply == len(broken.moves)
            play.append(
                {
                    "ply": ply,
                    "state": jsonable(position.state),
                    "text": rules.text(position.state, position.seat),
                    "seat": position.seat,
                    "move": None if last else jsonable(broken.moves[ply]),
                    "move_text": None if last else rules.move_text(broken.moves[ply]),
                }
            )
        return {
            "kind": str(broken.kind),
            "plies": len(broken.moves),
            "answer": jsonable(broken.answer),
            "loop_from": broken.loop_from,
            "play": play,
        }

    def __repr__(self) -> str:
        how = "holds" if self.broken is None else f"broken by {self.broken.kind}"
        seat = ("first", "second")[self.seat]
        return (
            f"<Proof of {self.strategy.name} as {seat}, claim {self.claim}: {how}, "
            f"{self.states:,} states, {self.replies:,} replies>"
        )


def prove(
    game: Game,
    strategy: Given,
    seat: int,
    claim: Claim = "win",
    *,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> Proof:
    """Whether a strategy wins, or does not lose, from a seat, whatever the opponent plays.

    ``strategy`` is a function, a `Strategy`, or a text as for `load_strategy`. The claim ``win``
    is broken by a drawn end and by a play without end, ``draw`` by neither; both are broken by a
    lost end, an illegal move and no answer. Plays begin at the start of the game; all that they
    reach is explored, and no more, so that a game need not be solvable for it.

    Raises StrategyError where the strategy raises, or answers what is no move at all or not the
    same when asked again; ParameterError for a seat or claim that cannot be; EndlessGameError
    beyond ``max_states``.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> def to_four(state):
    ...     rest = sum(state) % 4
    ...     return (min(rest, state[0]), rest - min(rest, state[0])) if rest else None
    >>> prove(ThreeRocks(), to_four, seat=1)
    <Proof of to_four as second, claim win: holds, 109 states, 190 replies>
    >>> prove(ThreeRocks(), to_four, seat=0).broken.kind
    <Break.NO_ANSWER: 'no-answer'>
    """
    rules = Rules(game)
    _check(rules, seat, claim)
    search = _Search(rules, strategy_of(strategy, game), seat, claim, Reporter(progress))
    broken = search.run(Limits(max_states, INTERPRETED_STATES))
    longest = None
    if broken is None:
        longest = longest_path(search.children)
        if longest is None and claim == "win":
            broken = search.endless()
    states = len({node.state for node in search.nodes})
    return Proof(
        game, search.strategy, seat, claim, states, search.replies, search.asked, longest, broken
    )


def _check(rules: Rules, seat: int, claim: str) -> None:
    if claim not in ("win", "draw"):
        raise ParameterError(f"the claim is {claim!r}; expected 'win' or 'draw'")
    if seat not in (0, 1):
        raise ParameterError(f"the seat is {seat!r}; expected 0 (first) or 1 (second)")
    if rules.game.players == 1 and seat == 1:
        raise ParameterError("a puzzle has one player only: seat 0 (--as first)")
    if getattr(rules.game, "scoring", False):
        raise ParameterError("this is a game of points; wins and draws are proved of others only")


@dataclass(frozen=True, slots=True)
class _Node:
    """A position as it is met: ``last`` is the opponent's last move where the strategy is to move
    and asks for it, else None. Positions that look alike to the strategy are one node."""

    state: State
    seat: int
    last: Move | None


@dataclass
class _Search:
    """All plays against the strategy, breadth first.

    children: the nodes that each expanded node leads to; parents: the node and the move by which
    each node was met first, so by a shortest play.
    """

    rules: Rules
    strategy: Strategy
    seat: int
    claim: Claim
    reporter: Reporter
    nodes: list[_Node] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    parents: list[tuple[int, Move]] = field(default_factory=list)
    index: dict[Any, int] = field(default_factory=dict)
    replies: int = 0
    asked: int = 0

    def run(self, limits: Limits) -> Broken | None:
        """Explores; stops at the first node at which the claim is broken."""
        first = first_position(self.rules)
        self._met(_Node(first.state, first.seat, None), -1, None)
        for at in self._waiting(limits):
            broken = self._expand(at)
            if broken is not None:
                return broken
        return None

    def endless(self) -> Broken:
        """A play without end, which there is: it comes into a loop as soon as one can."""
        loop = nearest_loop(self.children)
        positions, moves = self._play_to(loop[0])
        start = len(moves)
        for at, child in pairwise(loop):
            moves.append(self._move_between(at, child))
            positions.append(self._position(child))
        return Broken(Break.ENDLESS, tuple(positions), tuple(moves), loop_from=start)

    def _waiting(self, limits: Limits) -> Iterator[int]:
        at = 0
        while at < len(self.nodes):
            if limits.given is not None or at % _CHECK_EVERY == 0:
                count = len(self.nodes)
                self.reporter.tell("proving", at, None, count)
                limits.check(count, count - at, lambda: self.nodes[-1].state, self.rules.game)
            yield at
            at += 1

    def _expand(self, at: int) -> Broken | None:
        node = self.nodes[at]
        self.children.append([])
        outcome, options, _ = self.rules.position(node.state)
        if outcome is not None:
            return self._end(at, outcome if node.seat == self.seat else outcome.negated)
        if node.seat != self.seat:
            self.replies += len(options)
            for move, child in options:
                self._follow(at, move, child)
            return None
        answer = self._answer(node, [move for move, _ in options])
        if answer is None:
            return self._broken(at, Break.NO_ANSWER)
        for move, child in options:
            if same_move(move, answer):
                self._follow(at, move, child)
                return None
        return self._broken(at, Break.ILLEGAL, answer)

    def _end(self, at: int, value: Value) -> Broken | None:
        """``value`` is for the strategy."""
        if value is Value.LOSS:
            return self._broken(at, Break.LOST)
        if value is Value.DRAW and self.claim == "win":
            return self._broken(at, Break.DRAWN)
        return None

    def _answer(self, node: _Node, legal: list[Move]) -> Move | None:
        """What the strategy plays. It is asked twice: by chance nothing is proved."""
        self.asked += 1
        answer = self.strategy.answer(node.state, node.last, legal)
        again = self.strategy.answer(node.state, node.last, legal)
        if same_move(answer, again):
            return answer
        game = self.rules.game
        texts = ["None" if one is None else shown_move(game, one) for one in (answer, again)]
        raise StrategyError(
            f"strategy {self.strategy.name} answered {texts[0]}, and when asked again {texts[1]},"
            f"{self.strategy.asked(node.state, node.last)}; a strategy that is to be proved must "
            "always answer the same",
            state=node.state,
        )

    def _follow(self, at: int, move: Move, child: State) -> None:
        """Enters the node that a legal move leads to."""
        node = self.nodes[at]
        again = self.rules.moves_again(node.state, move, child)
        seat = node.seat if again else 1 - node.seat
        last = None
        if seat == self.seat and self.strategy.asks_last:
            last = node.last if node.seat == self.seat else move
        self.children[at].append(self._met(_Node(child, seat, last), at, move))

    def _met(self, node: _Node, parent: int, move: Move) -> int:
        key = (node.state, node.seat, _hashable(node.last))
        number = self.index.setdefault(key, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
            self.parents.append((parent, move))
        return number

    def _broken(self, at: int, kind: Break, answer: Move | None = None) -> Broken:
        positions, moves = self._play_to(at)
        return Broken(kind, tuple(positions), tuple(moves), answer)

    def _play_to(self, at: int) -> tuple[list[Position], list[Move]]:
        positions, moves = [self._position(at)], []
        while self.parents[at][0] >= 0:
            at, move = self.parents[at]
            moves.append(move)
            positions.append(self._position(at))
        return positions[::-1], moves[::-1]

    def _position(self, at: int) -> Position:
        return Position(self.nodes[at].state, self.nodes[at].seat)

    def _move_between(self, at: int, child: int) -> Move:
        """The move of one node that leads to another: one for each child where the opponent is to
        move, in the rules' order, else the strategy's answer."""
        node, options = self.nodes[at], self.rules.position(self.nodes[at].state).options
        if node.seat == self.seat:
            return self._answer(node, [move for move, _ in options])
        return options[self.children[at].index(child)][0]


def _hashable(move: Move | None) -> Any:
    """The move itself, or where moves are lists and the like, their text."""
    try:
        hash(move)
    except TypeError:
        return (lasting_repr(move),)
    return move
