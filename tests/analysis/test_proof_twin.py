"""Proofs of strategies on random games, against fixed points that share nothing with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import Game, Value, prove, solve
from perfectplay.analysis.proof import BreakKind, Proof
from perfectplay.game.checks.checked_game import CheckedGame
from random_games import (
    AgainIntegers,
    AgainStrings,
    OnIntegers,
    OnTuples,
    PuzzleIntegers,
    SeatedIntegers,
    mixed,
)

GAMES = (OnIntegers, OnTuples, AgainIntegers, AgainStrings, SeatedIntegers, PuzzleIntegers)
SMALL = [seed for seed in range(400) if seed % 10 not in (4, 5, 6, 8, 9)]
FAR = 10**9


# --- the slow, obvious twin -----------------------------------------------------------------------


@dataclass(frozen=True)
class Twin:
    """Whether each claim holds, and the fewest plies to a break that comes to an end, else FAR."""

    holds: bool
    plies: int


def twin(game: Game, answer: Callable[[Any, Any], Any], seat: int, claim: str) -> Twin:
    """Every (state, seat to move, last moves of both seats) that plays reach; then fixed points."""
    first = game.start()
    knows = type(game).player is not Game.player
    turn = (game.player(first) or 0) if knows else 0
    nodes: dict[Any, Any] = {}
    waiting = [(first, turn, None, None)]
    while waiting:
        node = waiting.pop()
        if node in nodes:
            continue
        state, mover, *lasts = node
        over = game.outcome(state)
        moves = [] if over is not None else list(game.moves(state))
        if not moves:
            value = game.stuck if over is None else over
            won = (value if mover == seat else value.negated) - Value.DRAW
            nodes[node] = won < (1 if claim == "win" else 0), []
            continue
        if mover == seat:
            chosen = answer(state, lasts[1 - seat])
            moves = [move for move in moves if move == chosen and chosen is not None][:1]
        below = []
        for move in moves:
            child = game.play(state, move)
            kept = list(lasts)
            kept[mover] = move
            after = mover if game.moves_again(state, move) else 1 - mover
            below.append((child, after, *kept))
        nodes[node] = not below, below
        waiting += below
    # the fewest plies in which the opponent, who alone chooses, comes to what is bad
    far = {node: 0 if bad else FAR for node, (bad, _) in nodes.items()}
    # and whether all plays from a node come to an end
    ends = {node: not below for node, (_, below) in nodes.items()}
    changed = True
    while changed:
        changed = False
        for node, (_, below) in nodes.items():
            plies = min([far[child] + 1 for child in below], default=far[node])
            if plies < far[node]:
                far[node], changed = plies, True
            if not ends[node] and all(ends[child] for child in below):
                ends[node] = changed = True
    root = (first, turn, None, None)
    broken = far[root] < FAR
    return Twin(not broken and (claim == "draw" or ends[root]), far[root])


def check_break(game: Game, proof: Proof, answer: Callable[[Any, Any], Any], plies: int) -> None:
    """The play is one of the game, the strategy's moves are its own, and its end is as it says."""
    broken = proof.broken
    assert broken is not None
    rules = CheckedGame(game)
    state, lasts = game.start(), [None, None]
    assert broken.positions[0].state == state
    seen = []
    for place, move in zip(broken.positions, broken.moves, strict=False):
        assert place.state == state
        seen.append((state, place.seat, lasts[1 - proof.seat]))
        if place.seat == proof.seat:
            assert answer(state, lasts[1 - proof.seat]) == move
        assert move in list(game.moves(state))
        lasts[place.seat] = move
        state = game.play(state, move)
    last = broken.positions[-1]
    assert last.state == state
    assert len(broken.positions) == len(broken.moves) + 1
    position = rules.position(state)
    if broken.kind is BreakKind.ENDLESS:
        assert plies >= FAR
        assert proof.claim == "win"
        again = broken.positions[broken.loop_from]
        assert again == last
        assert 0 <= broken.loop_from < len(broken.moves)
        return
    assert len(broken.moves) == plies
    if broken.kind in (BreakKind.LOST, BreakKind.DRAWN):
        assert position.outcome is not None
        value = position.outcome if last.seat == proof.seat else position.outcome.negated
        assert value is (Value.LOSS if broken.kind is BreakKind.LOST else Value.DRAW)
    else:
        assert position.outcome is None
        assert last.seat == proof.seat
        given = answer(state, lasts[1 - proof.seat])
        assert (given is None) == (broken.kind is BreakKind.NO_ANSWER)
        assert given not in list(game.moves(state))
        assert broken.answer == given


def by_hash(game: Game, salt: int, asks_last: bool) -> Callable[[Any, Any], Any]:
    """Any legal move, one in forty times none or one that is not legal."""

    def answer(state, last):
        seed, node, side = game.plain(state)
        heard = 0 if last is None or not asks_last else last + 1
        number = mixed(seed + salt, node * 4 + side, heard)
        if number % 80 < 2:
            return None if number % 2 else 99
        moves = list(game.moves(state))
        return moves[number // 80 % len(moves)]

    return answer


@pytest.mark.thinned(5)
@pytest.mark.parametrize("game_class", GAMES)
@pytest.mark.parametrize("asks_last", [False, True])
def test_random_strategies_against_the_twin(game_class, asks_last):
    kinds = set()
    for seed in SMALL[:: 2 if asks_last else 1]:
        game = game_class(seed)
        answer = by_hash(game, seed, asks_last)
        given = answer if asks_last else lambda state, answer=answer: answer(state, None)
        for seat in range(game.players):
            for claim in ("win", "draw"):
                proof = prove(game, given, seat, claim)
                expected = twin(game, answer, seat, claim)
                assert proof.holds == expected.holds, (seed, seat, claim)
                kinds.add((claim, proof.broken and proof.broken.kind))
                if not proof.holds:
                    check_break(game, proof, answer, expected.plies)
    assert kinds >= {
        ("win", None),
        ("draw", None),
        ("draw", BreakKind.LOST),
        ("win", BreakKind.ENDLESS),
    }
    assert kinds >= {
        ("win", BreakKind.DRAWN),
        ("win", BreakKind.NO_ANSWER),
        ("draw", BreakKind.ILLEGAL),
    }


@pytest.mark.thinned(2)
@pytest.mark.parametrize("game_class", GAMES)
def test_perfect_strategies_are_always_proved(game_class):
    proved = 0
    for seed in SMALL:
        game = game_class(seed)
        solution = solve(game)
        mover = CheckedGame(game).player(game.start()) or 0

        def perfect(state, solution=solution):
            return solution.best_moves(state)[0]

        for seat in range(game.players):
            value = solution.value(game.start())
            value = value if seat == mover else value.negated
            assert prove(game, perfect, seat, "draw").holds == (value >= Value.DRAW)
            assert prove(game, perfect, seat, "win").holds == (value is Value.WIN)
            proved += value is Value.WIN
    assert proved > 20
