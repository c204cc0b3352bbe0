"""A proof of one claim as a file, which a small program checks without perfectplay."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.certify.chosen_moves import Choice, choose
from perfectplay.analysis.certify.strategy_moves import MoveNumbers, strategy_claim
from perfectplay.core.errors import ParameterError
from perfectplay.core.json_of import json_of
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game
from perfectplay.game.naming import parameters
from perfectplay.game.showing import one_line, plies_words
from perfectplay.game.sides import SeatLike
from perfectplay.play.strategy import StrategyLike
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import WholeGraph, whole_graph
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.atomic_files import write_whole

CHECKER = Path(__file__).with_name("checkproof.py")
"""The program that checks a proof file."""

_WIDTH = 40
"""Moves in a line of a file."""


@dataclass(frozen=True)
class Certificate:
    """A proof of a claim. ``moves``: for each of the prover's positions, in the order of a
    breadth-first walk from the start, the number of its move among the legal ones, from 0, or a
    tuple of numbers if the strategy makes any of these; ``positions``: how many the proof has,
    those of the opponent included; ``states``: how many the game has, None if they were not
    counted; ``strategy``: the name of the strategy that was given, or None."""

    game: Game
    claim: CertifiedClaim
    moves: tuple[MoveNumbers, ...]
    positions: int
    states: int | None
    strategy: str | None = None

    def text(self) -> str:
        """The proof file."""
        fields = game_fields(self.game)
        lines = [
            "perfectplay proof 1",
            f"claim: {self.claim}",
            f"game: {fields['game']}",
            f"parameters: {parameters(self.game)!r}",
            f"positions: {self.positions}",
            *([] if self.strategy is None else [f"strategy: {one_line(self.strategy)}"]),
            "moves:",
        ]
        for at in range(0, len(self.moves), _WIDTH):
            lines.append(" ".join(map(_number_text, self.moves[at : at + _WIDTH])))
        return "\n".join(lines) + "\n"

    def write(self, path: Path | str) -> None:
        """Write the proof file, which replaces an earlier one as a whole. Raises StoreError."""
        write_whole(Path(path), self.text().encode())

    def as_dict(self) -> dict[str, Any]:
        """As JSON, without the moves."""
        share = None if self.states is None else self.positions / self.states
        return {
            **game_fields(self.game),
            "claim": str(self.claim),
            **json_of(self, "strategy positions"),
            "moves": len(self.moves),
            "states": self.states,
            "share": share,
        }


def _number_text(move: MoveNumbers) -> str:
    """The numbers of a position, as in a file.

    >>> _number_text(3), _number_text((0, 2))
    ('3', '0,2')
    """
    return str(move) if isinstance(move, int) else ",".join(map(str, move))


def certify(
    game: Game | Solution,
    claim: str | None = None,
    *,
    strategy: StrategyLike | None = None,
    seat: SeatLike | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> Certificate:
    """A small proof of a claim such as "the first player does not lose".

    Claims: the first or the second player (from the start) "wins", "wins in 12 plies" (at most), or
    "does not lose". `Certificate.write` makes the file that ``checkproof.py`` checks: see
    docs/proofs.md. With a ``strategy``, as for `prove`, the proof has the moves of that strategy,
    of the player of the claim, or of ``seat``; without a claim, that it wins, or else that it does
    not lose. Only the positions that it meets are explored.

    Raises ParameterError for what is no claim, for one that does not hold, for puzzles and for
    games of points; BrokenStrategyError for a strategy that does not keep the claim; StrategyError
    as `prove`; StateLimitError beyond ``max_states``, or for games that memory does not hold.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> proof = certify(ThreeRocks(3, 2), "the second player wins")
    Traceback (most recent call last):
    perfectplay.core.errors.ParameterError: it is not so that the second player wins: with best play
    the first player wins in 3 plies
    >>> proof = certify(ThreeRocks(3, 2), "the first player wins")
    >>> proof.positions, proof.states, proof.moves
    (9, 12, (0, 2, 4, 1, 2, 0, 0))
    >>> def to_four(state):
    ...     rest = sum(state) % 4
    ...     return (min(rest, state[0]), rest - min(rest, state[0])) if rest else None
    >>> proof = certify(ThreeRocks(2, 2), strategy=to_four, seat="second")
    >>> str(proof.claim), proof.positions, proof.moves
    ('the second player wins', 9, (4, 1, 4, 2, 0, 1, 0))
    """
    rules_game = game_in(game, "certify")
    wanted = None if claim is None else CertifiedClaim.read(claim)
    refuse_points(CheckedGame(rules_game), "proof files are about plays")
    if rules_game.players == 1:
        raise ParameterError("a proof file is about two players; a puzzle has its solution")
    if strategy is not None:
        kept = strategy_claim(
            rules_game, strategy, seat, wanted, progress=progress, max_states=max_states
        )
        found = kept.recorded
        return Certificate(rules_game, kept.claim, found.moves, found.positions, None, kept.name)
    if wanted is None or seat is not None:
        raise ParameterError(
            f'a proof needs a claim such as "{CertifiedClaim(False, False)}"; a seat (--as) is '
            "whom a given strategy plays (--strategy)"
        )
    whole = whole_graph(rules_game, progress=progress, max_states=max_states)
    values, remoteness = _resolved(whole)
    _check_claim(wanted, Value(int(values[0])), int(remoteness[0]))
    choice = choose(whole.graph, values, remoteness, wanted)
    return Certificate(
        rules_game, wanted, _in_order(whole, choice, wanted), choice.positions, len(whole)
    )


def _resolved(whole: WholeGraph) -> tuple[Any, Any]:
    """[N] uint8 values and [N] int32 remotenesses of the nodes."""
    found = resolve(whole.graph, ThreadTeam(None), Reporter(None))
    return found.values, np.asarray(found.remoteness, np.int32)


def _check_claim(claim: CertifiedClaim, value: Value, plies: int) -> None:
    """Raise ParameterError for a claim that does not hold."""
    mine = Value(4 - value) if claim.second else value
    late = claim.plies is not None and plies > claim.plies
    if mine is Value.WIN and not late:
        return
    if mine is Value.DRAW and not claim.wins:
        return
    if value is Value.DRAW:
        truth = "it is a draw"
    else:
        winner = "first" if value is Value.WIN else "second"
        truth = f"the {winner} player wins in {plies_words(plies)}"
    raise ParameterError(f"it is not so that {claim}: with best play {truth}")


def _in_order(whole: WholeGraph, choice: Choice, claim: CertifiedClaim) -> tuple[int, ...]:
    """The numbers of the prover's moves, in the order of the walk."""
    graph, again = whole.graph, whole.graph.moves_again()
    begins = int(not claim.second)
    waiting, seen, numbers = deque([(0, begins)]), {(0, begins)}, []
    while waiting:
        node, role = waiting.popleft()
        first, last = int(graph.starts[node]), int(graph.starts[node + 1])
        if role == 1 and first < last:
            edge = int(choice.edge[node])
            numbers.append(edge - first)
            first, last = edge, edge + 1
        for e in range(first, last):
            after = int(graph.edges[e]), role if again[e] else 1 - role
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return tuple(numbers)
