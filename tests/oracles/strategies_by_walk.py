"""Proofs of a strategy, compared with a plain walk of all its plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, certify
from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.proof import BreakKind
from perfectplay.core.errors import (
    BrokenStrategyError,
    StrategyError,
)
from proof_files import checked, chosen, still_proves
from random_games import mixed


def strategies(reference: Any) -> dict[str, Callable[..., Any]]:
    """Answers of several kinds: perfect, of a random table, and by the last move as well."""
    rules = reference.rules

    def legal(state: Any) -> list[Any]:
        return list(rules.moves(state))

    def of_a_table(state: Any) -> Any:
        moves = legal(state)
        return moves[mixed(len(repr(state)), sum(map(ord, repr(state))), 1) % len(moves)]

    def by_the_last(state: Any, last: Any) -> Any:
        best = reference.best_moves(state)
        return best[mixed(sum(map(ord, repr(last))), len(best), 2) % len(best)]

    def careless(state: Any, last: Any) -> Any:
        moves = legal(state)
        return moves[mixed(sum(map(ord, repr(last))), len(moves), 3) % len(moves)]

    return {
        "perfect": lambda state: reference.best_moves(state)[0],
        "table": of_a_table,
        "by the last": by_the_last,
        "careless": careless,
    }


@dataclass
class PlainWalk:
    """Every (state, mine, last move of the opponent) of plays against a strategy, by definition.

    answers: the numbers of its moves by position; worst: the worst end; longest: plies, None if a
    play is endless."""

    answers: dict[Any, set[int]]
    positions: int
    worst: Value
    longest: int | None


def plain_walk(rules: Any, answer: Callable[..., Any], mine: bool) -> PlainWalk:
    """Of a strategy that plays first from the start if it is ``mine``."""
    asks_last = answer.__code__.co_argcount == 2
    answers, worst = defaultdict(set), Value.WIN
    waiting: list[tuple[Any, bool, Any]] = [(rules.start(), mine, None)]
    children: dict[Any, set[Any]] = {}
    while waiting:
        node = waiting.pop()
        if node in children:
            continue
        state, my_turn, last = node
        outcome, options, *_ = rules.position(state)
        children[node] = set()
        if outcome is not None:
            worst = min(worst, outcome if my_turn else outcome.negated)
            continue
        if my_turn:
            move = answer(state, last) if asks_last else answer(state)
            number = [one for one, _ in options].index(move)
            answers[state].add(number)
            options = [options[number]]
        for move, child in options:
            turn = my_turn if rules.moves_again(state, move, child) else not my_turn
            after = child, turn, (last if my_turn else move)
            children[node].add(after)
            waiting.append(after)
    positions = {(state, my_turn) for state, my_turn, _ in children}
    return PlainWalk(answers, len(positions), worst, longest_play(children))


def longest_play(children: dict[Any, set[Any]]) -> int | None:
    """Each node is as far from its last end as the farthest child and one; as often as there are
    nodes, unless something still changes then."""
    far = dict.fromkeys(children, 0)
    for _ in range(len(children) + 1):
        new = {one: max((far[c] + 1 for c in some), default=0) for one, some in children.items()}
        if new == far:
            return max(far.values())
        far = new
    return None


def check_a_strategy(game: Game, name: str, reference: Any, tmp_path: Path) -> set[Any]:
    """All claims about one strategy; return what came of them."""
    answer, outcomes = strategies(reference)[name], set()
    for second in (False, True):
        walk = plain_walk(reference.rules, answer, not second)
        claims = [CertifiedClaim(second, False), CertifiedClaim(second, True)]
        if walk.longest:
            claims += [CertifiedClaim(second, True, walk.longest + more) for more in (0, -1)]
        for claim in claims:
            outcomes.add(check_a_claim(game, answer, claim, walk, reference, tmp_path))
    return outcomes


def check_a_claim(
    game: Game,
    answer: Any,
    claim: CertifiedClaim,
    walk: PlainWalk,
    reference: Any,
    tmp_path: Path,
) -> Any:
    """A file if the claim holds, else the play that breaks it; return what it was."""
    holds = walk.worst >= (Value.WIN if claim.wins else Value.DRAW)
    if claim.wins and walk.longest is None:
        holds = False
    if claim.plies is not None and (walk.longest or 0) > claim.plies:
        holds = False
    if not holds:
        with pytest.raises(BrokenStrategyError, match="it is not so that the") as raised:
            certify(game, str(claim), strategy=answer)
        check_the_break(game, raised.value.proof, answer, claim)
        return claim.wins, raised.value.proof.broken.kind
    several = any(len(some) > 1 for some in walk.answers.values())
    try:
        proof = certify(game, str(claim), strategy=answer)
    except StrategyError as error:  # its answers depend on the last move
        if isinstance(error, BrokenStrategyError) or not (claim.wins and several):
            raise
        return "last moves"
    assert checked(game, proof.text(), tmp_path) == proof.positions == walk.positions
    assert still_proves(reference, claim, list(proof.moves))
    wanted = {state: tuple(sorted(some)) for state, some in walk.answers.items()}
    assert sorted(wanted.values()) == sorted(map(chosen, proof.moves))
    assert recorded_moves(reference, claim, proof.moves) == wanted
    return claim.wins, "several" if several else "one"


def recorded_moves(reference: Any, claim: CertifiedClaim, moves: Any) -> dict[Any, tuple[int, ...]]:
    """The moves of a file by state, by a walk of its own. (States of the prover tell no more than
    its turn, so that none comes up with two.)"""
    rules, left, found = reference.rules, [chosen(one) for one in moves], {}
    queue = [(reference.start, not claim.second)]
    for state, mine in queue:
        options = rules.position(state).options
        if mine and options:
            found[state] = left.pop(0)
            options = [options[number] for number in found[state]]
        for move, child in options:
            after = child, mine if rules.moves_again(state, move, child) else not mine
            if after not in queue:
                queue.append(after)
    assert not left
    return found


def check_the_break(game: Game, proof: Any, answer: Any, claim: CertifiedClaim) -> None:
    """The play is of legal moves, the strategy's own are its answers, and it ends as is said."""
    positions, broken = proof.broken.positions, proof.broken
    last = None
    for number, move in enumerate(broken.moves):
        here, after = positions[number], positions[number + 1]
        assert move in list(game.moves(here.state))
        assert game.play(here.state, move) == after.state
        if here.seat == proof.seat:
            takes_last = answer.__code__.co_argcount == 2
            assert move == (answer(here.state, last) if takes_last else answer(here.state))
        else:
            last = move
    end = proof.game.outcome(positions[-1].state)
    if end is None and not list(game.moves(positions[-1].state)):
        end = game.stuck
    mine = positions[-1].seat == proof.seat
    if broken.kind is BreakKind.LOST:
        assert (end if mine else end.negated) is Value.LOSS
    elif broken.kind is BreakKind.DRAWN:
        assert (claim.wins, end) == (True, Value.DRAW)
    elif broken.kind is BreakKind.ENDLESS:
        assert positions[broken.loop_from] == positions[-1]
    else:
        assert (broken.kind, end, len(broken.moves)) == (BreakKind.LATE, None, claim.plies)
