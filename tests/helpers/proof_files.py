"""Proof files in tests: what the small program says, and what the reference solver says of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from perfectplay import Game, Value
from perfectplay.analysis.certify import checkproof
from perfectplay.analysis.certify.certificate import Certificate
from perfectplay.analysis.certify.strategy_moves import MoveNumbers


def checked(game: Game, text: str, tmp_path: Path) -> int:
    """The positions that the checker counts. Raises ProofError."""
    path = tmp_path / "proof.txt"
    path.write_text(text)
    claim, _, numbers = checkproof.read(str(path))
    return checkproof.check(game, claim, numbers)


def chosen(move: MoveNumbers) -> tuple[int, ...]:
    """The moves that a proof allows in a position."""
    return (move,) if isinstance(move, int) else move


def refused_alterations(
    proof: Certificate, reference: Any, tmp_path: Path, count: int = 1_000
) -> int:
    """How many of so many random alterations are refused; each that is not still proves the claim,
    and each that is does not."""
    chance, refused = random.Random(1), 0
    for _ in range(count):
        moves = list(proof.moves)
        place = chance.randrange(len(moves))
        kind = chance.randrange(4)
        if kind == 0:
            moves[place] = chance.randrange(9)
        elif kind == 1:
            del moves[place]
        elif kind == 2:
            moves.insert(place, chance.randrange(3))
        else:
            moves[place] = (*chosen(moves[place]), chance.randrange(4))
        altered = Certificate(proof.game, proof.claim, tuple(moves), proof.positions, proof.states)
        try:
            checked(proof.game, altered.text(), tmp_path)
        except checkproof.ProofError:
            refused += 1
            assert not still_proves(reference, proof.claim, moves)
        else:
            assert still_proves(reference, proof.claim, moves)
    return refused


def still_proves(reference: Any, claim: Any, moves: list[MoveNumbers]) -> bool:
    """By the values of the reference solver: each move of the prover keeps what is claimed."""
    rules, left = reference.rules, list(moves)
    waiting, seen = [(reference.start, not claim.second)], set()
    seen.update(waiting)
    deepest = {waiting[0]: 0}
    edges = []
    for state, mine in waiting:
        value = reference.value(state)
        worth = value if mine else Value(4 - value)
        if worth < (Value.WIN if claim.wins else Value.DRAW):
            return False
        options = rules.position(state).options
        if not options:
            continue
        if mine:
            numbers = chosen(left.pop(0)) if left else (len(options),)
            if max(numbers) >= len(options):
                return False
            options = [options[number] for number in numbers]
        for move, child in options:
            after = child, mine if rules.moves_again(state, move, child) else not mine
            edges.append(((state, mine), after))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    if left:
        return False
    if not claim.wins:
        return True
    for _ in range(len(seen) + 1):  # the longest way to each, by definition
        changed = False
        for before, after in edges:
            if deepest.get(before, -1) + 1 > deepest.get(after, -1) and before in deepest:
                deepest[after] = deepest[before] + 1
                changed = True
        if not changed:
            return claim.plies is None or max(deepest.values()) <= claim.plies
    return False
