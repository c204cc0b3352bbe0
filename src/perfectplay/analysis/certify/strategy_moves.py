"""The moves of a given strategy as a proof: every reply is tried, and what it answers recorded.

A proof has positions alone. A strategy that asks for the opponent's last move may answer one thing
or another in one position, and then all of that is recorded: whichever of these moves is made, the
claim must hold.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from perfectplay.analysis.all_replies import Claim, ReplySearch
from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.kernels.graph_order import topological
from perfectplay.analysis.proof import Proof, broken_words, searched
from perfectplay.core.errors import BrokenStrategyError, ParameterError, StrategyError
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.shortened import shortened
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.showing import shown_move
from perfectplay.game.sides import SeatLike, seat_number, sides_of
from perfectplay.play.strategy import StrategyLike, strategy_of

MoveNumbers: TypeAlias = "int | tuple[int, ...]"
"""The number of a move among the legal ones, from 0; several if any of them may be made."""


@dataclass(frozen=True)
class RecordedMoves:
    """Moves of a strategy, as in `Certificate`. ``longest``: plies of the longest play that they
    allow, None if a play is endless."""

    moves: tuple[MoveNumbers, ...]
    positions: int
    longest: int | None


@dataclass(frozen=True)
class StrategyClaim:
    """A claim that a strategy keeps; ``name``: of the strategy."""

    claim: CertifiedClaim
    name: str
    recorded: RecordedMoves


def strategy_claim(
    game: Game,
    strategy: StrategyLike,
    seat: SeatLike | None,
    claim: CertifiedClaim | None,
    *,
    progress: ProgressCallback | None,
    max_states: int | None,
) -> StrategyClaim:
    """The claim, with the moves that prove it; None: that the seat wins, or else does not lose.

    Raises BrokenStrategyError if the strategy does not keep it, StrategyError as `prove`, and
    ParameterError if nothing says which player the strategy plays, or the claim is about the other.
    """
    rules = CheckedGame(game)
    seat = _seat(rules, seat, claim)
    loaded = strategy_of(strategy, game)  # once: a file is run each time
    second = seat != sides_of(rules).first
    tried = [claim] if claim else [CertifiedClaim(second, wins) for wins in (True, False)]
    for one in tried:
        kind: Claim = "win" if one.wins else "draw"
        proof, search = searched(
            game, loaded, seat, kind, one.plies, progress=progress, max_states=max_states
        )
        if proof.holds:
            recorded = record(search)
            _check_recorded(one, proof, recorded)
            return StrategyClaim(one, loaded.name, recorded)
    raise BrokenStrategyError(
        f"it is not so that {one}: {broken_words(proof)}{_play_words(proof)}", proof=proof
    )


def _seat(rules: CheckedGame, given: SeatLike | None, claim: CertifiedClaim | None) -> int:
    """The seat that a strategy plays."""
    claimed = None if claim is None else sides_of(rules).seat_of(int(claim.second))
    if given is None:
        if claimed is None:
            raise ParameterError('say which player the strategy plays: "first" or "second" (--as)')
        return claimed
    seat = seat_number(given, rules)
    if claimed is not None and seat != claimed:
        raise ParameterError(
            f'"{claim}" is about the other player: the strategy plays '
            f"{sides_of(rules).words[seat]} (--as)"
        )
    return seat


def _check_recorded(claim: CertifiedClaim, proof: Proof, recorded: RecordedMoves) -> None:
    """Raise StrategyError if what is recorded proves less than the strategy does."""
    if not claim.wins:
        return
    if recorded.longest is None:
        problem = "a play need never end"
    elif claim.plies is not None and recorded.longest > claim.plies:
        problem = f"a play takes more than {claim.plies} plies"
    else:
        return
    raise StrategyError(
        f"strategy {proof.strategy.name} keeps the claim, but its moves do not prove it: in some "
        "positions its answer depends on the last move, and if any of these answers may be given "
        f"there, {problem}; a proof file has positions without last moves"
    )


def _play_words(proof: Proof) -> str:
    """The play that breaks a claim, as the end of a sentence."""
    assert proof.broken is not None
    moves = "  ".join(shown_move(proof.game, move) for move in proof.broken.moves)
    return f" ({shortened(moves)})" if moves else ""


def record(search: ReplySearch) -> RecordedMoves:
    """The answers of a strategy that was tried against every reply, in the order of a breadth-first
    walk."""
    places: dict[Any, int] = {}
    place_of = [places.setdefault((one.state, one.seat), len(places)) for one in search.nodes]
    answers: dict[int, dict[int, int]] = {}
    children: dict[int, list[int]] = {}
    for node, place in enumerate(place_of):
        edges = search.edges[search.starts[node] : search.starts[node + 1]]
        if node in search.answers:
            answers.setdefault(place, {})[search.answers[node]] = place_of[edges[0]]
        else:
            children[place] = [place_of[child] for child in edges]
    for place, chosen in answers.items():
        children[place] = [chosen[number] for number in sorted(chosen)]
    numbers: list[MoveNumbers] = []
    for place in _walk(children):
        if place in answers:
            chosen_numbers = tuple(sorted(answers[place]))
            one = len(chosen_numbers) == 1
            numbers.append(chosen_numbers[0] if one else chosen_numbers)
    return RecordedMoves(tuple(numbers), len(places), _longest(children))


def _walk(children: dict[int, list[int]]) -> list[int]:
    """All places, breadth first from place 0."""
    waiting, found, seen = deque([0]), [], {0}
    while waiting:
        place = waiting.popleft()
        found.append(place)
        for child in children[place]:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return found


def _longest(children: dict[int, list[int]]) -> int | None:
    """The plies of the longest play; None if one is endless."""
    starts, edges = [0], []
    for place in range(len(children)):
        edges += children[place]
        starts.append(len(edges))
    ordered = topological(np.array(starts), np.array(edges, np.int32))
    return None if ordered is None else int(ordered[2].max())
