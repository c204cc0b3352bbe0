"""A proof of one claim as a file, which a small program checks without perfectplay."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.certify.chosen_moves import Choice, choose
from perfectplay.core.errors import ParameterError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game, parameters
from perfectplay.game.showing import plies_words
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
    breadth-first walk from the start, the number of its move among the legal ones, from 0;
    ``positions``: how many the proof has, those of the opponent included; ``states``: how many the
    game has."""

    game: Game
    claim: CertifiedClaim
    moves: tuple[int, ...]
    positions: int
    states: int

    def text(self) -> str:
        """The proof file."""
        fields = game_fields(self.game)
        lines = [
            "perfectplay proof 1",
            f"claim: {self.claim}",
            f"game: {fields['game']}",
            f"parameters: {parameters(self.game)!r}",
            f"positions: {self.positions}",
            "moves:",
        ]
        for at in range(0, len(self.moves), _WIDTH):
            lines.append(" ".join(map(str, self.moves[at : at + _WIDTH])))
        return "\n".join(lines) + "\n"

    def write(self, path: Path | str) -> None:
        """Write the proof file, which replaces an earlier one as a whole. Raises StoreError."""
        write_whole(Path(path), self.text().encode())

    def as_dict(self) -> dict[str, Any]:
        """As JSON, without the moves."""
        share = self.positions / self.states
        return {
            **game_fields(self.game),
            "claim": str(self.claim),
            "positions": self.positions,
            "moves": len(self.moves),
            "states": self.states,
            "share": share,
        }


def certify(
    game: Game | Solution, claim: str, *, progress: ProgressCallback | None = None
) -> Certificate:
    """A small proof of a claim such as "the first player does not lose".

    Claims: the first or the second player (from the start) "wins", "wins in 12 plies" (at most), or
    "does not lose". `Certificate.write` makes the file that ``checkproof.py`` checks: see
    docs/proofs.md. Raises ParameterError for what is no claim, for one that does not hold, and for
    puzzles; UnsuitableGameError for games of points; StateLimitError for games that memory does
    not hold.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> proof = certify(ThreeRocks(3, 2), "the second player wins")
    Traceback (most recent call last):
    perfectplay.core.errors.ParameterError: it is not so that the second player wins: with best play
    the first player wins in 3 plies
    >>> proof = certify(ThreeRocks(3, 2), "the first player wins")
    >>> proof.positions, proof.states, proof.moves
    (9, 12, (0, 2, 4, 1, 2, 0, 0))
    """
    rules_game, wanted = game_in(game, "certify"), CertifiedClaim.read(claim)
    refuse_points(CheckedGame(rules_game), "proof files are about plays")
    if rules_game.players == 1:
        raise ParameterError("a proof file is about two players; a puzzle has its solution")
    whole = whole_graph(rules_game, progress=progress)
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
