"""Proofs of strategies: every reply of the opponent is tried, and the shortest break shown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from perfectplay.analysis.all_replies import BreakKind, BrokenClaim, Claim, ReplySearch
from perfectplay.analysis.kernels.graph_order import topological
from perfectplay.analysis.replay import PlayStep
from perfectplay.core.errors import ParameterError
from perfectplay.core.json_of import json_of
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import refuse_points
from perfectplay.game.game import Game
from perfectplay.game.showing import plies_words, shown_move
from perfectplay.game.sides import SeatLike, seat_number, sides_of
from perfectplay.play.strategy import Strategy, StrategyLike, strategy_of
from perfectplay.solver.state_limits import proof_limits
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import game_fields, jsonable
from perfectplay.tablebase.solution import Solution

__all__ = ["BreakKind", "BrokenClaim", "Claim", "Proof", "prove", "searched"]


@dataclass(frozen=True)
class Proof:
    """Result of `prove`. ``broken`` is None if the claim holds for all plays.

    ``states``: states reached, ``replies``: moves of the opponent tried in them; if the claim is
    broken, until then. ``asked``: calls of the strategy, each twice. ``longest``: plies of the
    longest play, None if a play is endless or the claim is broken.
    """

    game: Game
    strategy: Strategy
    seat: int
    claim: Claim
    states: int
    replies: int
    asked: int
    longest: int | None
    broken: BrokenClaim | None

    @property
    def holds(self) -> bool:
        """True if no play breaks the claim."""
        return self.broken is None

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay prove --json``."""
        return {
            **game_fields(self.game),
            "strategy": self.strategy.name,
            **json_of(self, "seat claim holds states replies asked longest"),
            "broken": None if self.broken is None else self._broken(self.broken),
        }

    def _broken(self, broken: BrokenClaim) -> dict[str, Any]:
        rules, answer = CheckedGame(self.game), broken.answer
        line = [
            PlayStep.of(rules, ply, position, move).as_dict()
            for ply, (position, move) in enumerate(zip_longest(broken.positions, broken.moves))
        ]
        return {
            "kind": str(broken.kind),
            "plies": len(broken.moves),
            "answer": jsonable(answer),
            "answer_text": None if answer is None else shown_move(self.game, answer),
            "loop_from": broken.loop_from,
            "line": line,
        }

    def __repr__(self) -> str:
        verdict = "holds" if self.broken is None else f"broken by {self.broken.kind}"
        seat = sides_of(CheckedGame(self.game)).words[self.seat]
        return (
            f"<Proof of {self.strategy.name} as {seat}, claim {self.claim}: {verdict}, "
            f"{self.states:,} states, {self.replies:,} replies>"
        )


def prove(
    game: Game | Solution,
    strategy: StrategyLike,
    seat: SeatLike,
    claim: Claim = "win",
    *,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
) -> Proof:
    """Prove that a strategy wins, or does not lose, from a seat against every reply, or refute it.

    ``seat``: 0 or 1, or "first" or "second" for who moves first or second from the start, as
    ``--as`` on the command line. ``strategy`` is a function, a `Strategy`, or a text as for
    `load_strategy`. A drawn end and an endless play break the claim ``win``, not ``draw``; a lost
    end, an illegal move and no answer break both. Plays begin at the start of the game. Only states
    that they reach are explored, so the game may be too large to solve.

    Raises StrategyError if the strategy raises, answers with something other than a move, or
    answers differently when asked again; ParameterError for an impossible seat or claim;
    StateLimitError beyond ``max_states``.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> def to_four(state):
    ...     rest = sum(state) % 4
    ...     return (min(rest, state[0]), rest - min(rest, state[0])) if rest else None
    >>> prove(ThreeRocks(), to_four, seat=1)
    <Proof of to_four as second, claim win: holds, 109 states, 190 replies>
    >>> prove(ThreeRocks(), to_four, seat=0).broken.kind
    <BreakKind.NO_ANSWER: 'no-answer'>
    """
    game = game_in(game, "prove")
    return searched(game, strategy, seat, claim, progress=progress, max_states=max_states)[0]


def searched(
    game: Game,
    strategy: StrategyLike,
    seat: SeatLike,
    claim: Claim,
    plies: int | None = None,
    *,
    progress: ProgressCallback | None,
    max_states: int | None,
) -> tuple[Proof, ReplySearch]:
    """As `prove`, with the search that found it. ``plies``: the claim is also broken by a play that
    is not over after so many (None: any number)."""
    rules = CheckedGame(game)
    seat = seat_number(seat, rules)
    _check(rules, seat, claim)
    search = ReplySearch(rules, strategy_of(strategy, game), seat, claim, Reporter(progress))
    broken = search.run(proof_limits(max_states))
    longest = None
    if broken is None:
        ordered = topological(np.array(search.starts), np.array(search.edges, np.int32))
        if ordered is not None:
            longest = int(ordered[2].max())
            if plies is not None and longest > plies:
                broken, longest = search.late(ordered[2].tolist(), plies), None
        elif claim == "win":
            broken = search.endless()
    states = len({node.state for node in search.nodes})
    proof = Proof(
        game, search.strategy, seat, claim, states, search.replies, search.asked, longest, broken
    )
    return proof, search


def _check(rules: CheckedGame, seat: int, claim: str) -> None:
    if claim not in ("win", "draw"):
        raise ParameterError(f"the claim is {claim!r}; expected 'win' or 'draw'")
    if rules.game.players == 1 and seat == 1:
        raise ParameterError("a puzzle has one player only: seat 0 (--as first)")
    refuse_points(rules, "strategies are proved")


def prover_words(proof: Proof) -> str:
    """The player whom the strategy plays, with its name: ``the first player (mirror)``."""
    name = proof.strategy.name
    if proof.game.players == 1:
        return name
    return f"{sides_of(CheckedGame(proof.game)).names[proof.seat]} ({name})"


def holds_words(proof: Proof) -> str:
    """What was proved, and how long plays are."""
    name = prover_words(proof)
    ends = (
        "plays need not end"
        if proof.longest is None
        else f"the longest play has {plies_words(proof.longest)}"
    )
    if proof.game.players == 1:
        what = "solves the puzzle" if proof.claim == "win" else "never comes to a lost end"
    else:
        what = "wins every play" if proof.claim == "win" else "loses no play"
    return f"{name} {what}; {ends}"


def broken_words(proof: Proof) -> str:
    """How the claim breaks, after how many plies."""
    assert proof.broken is not None
    name, after = prover_words(proof), f"after {plies_words(len(proof.broken.moves))}"
    match proof.broken.kind:
        case BreakKind.NO_ANSWER:
            return f"{after}, {name} has no answer"
        case BreakKind.ILLEGAL:
            illegal = shown_move(proof.game, proof.broken.answer)
            return f"{after}, {name} answers {illegal}, which is not legal"
        case BreakKind.LOST:
            return f"{name} loses {after}"
        case BreakKind.DRAWN:
            return f"{name} only draws {after}"
        case BreakKind.LATE:
            return f"{after}, {name} has not won"
    back = f"ply {proof.broken.loop_from}"
    return f"{name} does not win: {after} all is as it was at {back}, and so on for ever"
