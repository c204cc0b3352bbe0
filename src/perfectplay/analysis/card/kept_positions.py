"""The positions that can come up while a side only makes moves that keep what it has."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels.graph_order import topological
from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import ParameterError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.game.showing import plies_words
from perfectplay.game.sides import sides_of
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import WholeGraph

CardClaim: TypeAlias = Literal["keep", "win", "draw"]
"""What a card does: keeps the value of each position, wins every play, or loses none."""

Truth: TypeAlias = NDArray[np.bool_]


class TooManyPositionsError(ParameterError):
    """More positions can come up than may be looked at."""


@dataclass(frozen=True)
class KeptPositions:
    """P positions with the side to move, E moves in them, in the order of the rules.

    nodes: [P] nodes of the whole graph; starts: [P + 1] the moves of position p are
    starts[p]:starts[p + 1]; edges: [E] their edges in the graph; allowed: [E] the move keeps what
    is claimed; after, after_starts: position after[after_starts[e]:after_starts[e + 1]] can be the
    next one after move e, if it is allowed; first: the positions that can be the first; values: [P]
    for the side; start: the value of the start for the side; positions: how many the side can
    have at all; nearer: a move that keeps a win is allowed only if it brings the win nearer.
    """

    nodes: IntArray
    starts: IntArray
    edges: IntArray
    allowed: Truth
    after_starts: IntArray
    after: IntArray
    first: IntArray
    values: NDArray[np.uint8]
    start: Value
    positions: int
    nearer: bool

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def has_choices(self) -> bool:
        """True if a position has more than one move."""
        return bool((np.diff(self.starts) > 1).any())


def kept_positions(
    whole: WholeGraph,
    seat: int,
    claim: CardClaim,
    most: int,
    reporter: Reporter,
    nearer: bool = False,
) -> KeptPositions:
    """The positions of a side, from the start. ``nearer``: by moves that bring a win nearer; so too
    if there are more than ``most`` without that, and the start is won.

    Raises ParameterError if the claim does not hold, or if there are still more.
    """
    found = resolve(whole.graph, ThreadTeam(None), reporter)
    values, far = found.values, np.asarray(found.remoteness, np.int32)
    begins = (whole.rules.player(whole.rules.start()) or 0) == seat
    value = Value(int(values[0]) if begins else 4 - int(values[0]))
    _check_claim(whole, seat, claim, value, int(far[0]))
    hurry = claim != "draw" and (
        nearer or topological(whole.graph.starts, whole.graph.edges) is None
    )
    again = whole.graph.moves_again()
    try:
        allowed = _allowed(whole.graph, values, far, claim, hurry)
        return _Walk(whole.graph, again, allowed, most).positions(begins, values, value, hurry)
    except TooManyPositionsError:
        if hurry or value is not Value.WIN or claim == "draw":
            raise
    return kept_positions(whole, seat, claim, most, reporter, nearer=True)


def _check_claim(whole: WholeGraph, seat: int, claim: CardClaim, value: Value, plies: int) -> None:
    """Raise ParameterError if a side cannot have what a card is to claim."""
    if value is Value.WIN or (value is Value.DRAW and claim != "win"):
        return
    names = sides_of(whole.rules).names
    if value is Value.DRAW:
        raise ParameterError(
            f"{names[seat]} cannot win: with best play it is a draw; a card can claim a draw there"
        )
    in_plies = f" in {plies_words(plies)}" if plies else ""
    raise ParameterError(
        f"{names[seat]} has nothing to keep: with best play {names[1 - seat]} wins{in_plies}; "
        "ask for a card for the other side"
    )


def _allowed(
    graph: MoveGraph,
    values: NDArray[np.uint8],
    far: NDArray[np.int32],
    claim: CardClaim,
    nearer: bool,
) -> Truth:
    """[E] the moves that keep what is claimed, if their mover is the side of the card.

    ``nearer``: a move that keeps a win must bring it nearer. In a game with loops, the play may
    else go round in circles for ever.
    """
    brings = np.where(
        graph.moves_again().astype(bool), values[graph.edges], 4 - values[graph.edges]
    )
    degrees = graph.degrees()
    before = np.repeat(values, degrees)
    least = {"keep": before, "win": np.uint8(Value.WIN), "draw": np.uint8(Value.DRAW)}[claim]
    allowed = brings >= least
    if nearer:
        allowed &= (before != Value.WIN) | (far[graph.edges] < np.repeat(far, degrees))
    return np.asarray(allowed)


class _Walk:
    """A walk over the graph, in which the side makes allowed moves only."""

    def __init__(
        self, graph: MoveGraph, again: NDArray[np.uint8], allowed: Truth, most: int
    ) -> None:
        self.starts, self.edges = graph.starts, graph.edges
        self.again, self.allowed, self.most = again, allowed, most
        self.index: dict[int, int] = {}
        self.nodes: list[int] = []
        self._replies: dict[int, tuple[int, ...]] = {}

    def positions(
        self, begins: bool, values: NDArray[np.uint8], start: Value, nearer: bool
    ) -> KeptPositions:
        first = self._entered([0] if begins else self._after_replies(0))
        starts, after_starts = [0], [0]
        edges: list[int] = []
        after: list[int] = []
        for node in self.nodes:  # which grows
            for edge in range(int(self.starts[node]), int(self.starts[node + 1])):
                edges.append(edge)
                if self.allowed[edge]:
                    after += self._entered(self._after(edge))
                after_starts.append(len(after))
            starts.append(len(edges))
        nodes, chosen = np.array(self.nodes, np.int64), np.array(edges, np.int64)
        return KeptPositions(
            nodes, np.array(starts), chosen, self.allowed[chosen], np.array(after_starts),
            np.array(after, np.int64), np.array(first, np.int64), values[nodes], start,
            self._of_the_side(begins), nearer,
        )  # fmt: skip

    def _entered(self, nodes: list[int] | tuple[int, ...]) -> list[int]:
        """The positions of nodes in which the side is to move."""
        found = []
        for node in nodes:
            if self.starts[node] == self.starts[node + 1]:
                continue  # the play is over
            place = self.index.setdefault(node, len(self.nodes))
            if place == len(self.nodes):
                self.nodes.append(node)
                if len(self.nodes) > self.most:
                    raise TooManyPositionsError(
                        f"more than {self.most:,} positions can come up, and each move of each is "
                        "looked at in plain Python; take smaller parameters, or allow more with "
                        "max_positions (--max-positions)"
                    )
            found.append(place)
        return found

    def _after(self, edge: int) -> tuple[int, ...]:
        """The nodes that can be next with the side to move, after one of its moves."""
        child = int(self.edges[edge])
        return (child,) if self.again[edge] else self._after_replies(child)

    def _after_replies(self, node: int) -> tuple[int, ...]:
        """The nodes with the side to move that the opponent can lead to from a node."""
        if node not in self._replies:
            seen, waiting, found = {node}, deque([node]), dict[int, None]()
            while waiting:
                at = waiting.popleft()
                for edge in range(int(self.starts[at]), int(self.starts[at + 1])):
                    child = int(self.edges[edge])
                    if not self.again[edge]:
                        found[child] = None
                    elif child not in seen:
                        seen.add(child)
                        waiting.append(child)
            self._replies[node] = tuple(found)
        return self._replies[node]

    def _of_the_side(self, begins: bool) -> int:
        """How many positions the game has with the side to move, whatever it plays."""
        seen, waiting = {(0, begins)}, [(0, begins)]
        count = 0
        while waiting:
            node, mine = waiting.pop()
            first, last = int(self.starts[node]), int(self.starts[node + 1])
            count += mine and last > first
            for edge in range(first, last):
                one = int(self.edges[edge]), mine == bool(self.again[edge])
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)
        return count
