"""What a card promises, state by state, from the reference solver's values; and its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from perfectplay import Game, Solution, Value, prove
from perfectplay.analysis.card.card import Card
from perfectplay.analysis.card.card_source import run_source
from perfectplay.game.checks.checked_game import CheckedGame

Moves = Callable[[Game, Any], Iterable[Any]]


def keeps(reference: Solution, moves: Moves, seat: int, claim: str) -> bool:
    """Whether the moves that a card allows keep what it claims, whatever the opponent replies."""
    rules, game = reference.rules, reference.game
    start = rules.start()
    first = start, (rules.player(start) or 0) == seat
    after: dict[Any, list[Any]] = {}
    waiting = [first]
    while waiting:
        node = waiting.pop()
        if node in after:
            continue
        state, mine = node
        worth = reference.value(state) if mine else Value(4 - reference.value(state))
        if worth is Value.LOSS or (worth is Value.DRAW and claim == "win"):
            return False
        options = rules.position(state).options
        if mine and len(options) > 0:
            allowed = list(moves(game, state))
            if not allowed or any(move not in [one for one, _ in options] for move in allowed):
                return False
            options = [one for one in options if one[0] in allowed]
        below = []
        for move, child in options:
            again = rules.moves_again(state, move, child)
            after_mine = mine if again else not mine
            value = reference.value(child) if after_mine else Value(4 - reference.value(child))
            if mine and claim == "keep" and value < worth:
                return False
            below.append((child, after_mine))
        after[node] = below
        waiting += below
    if claim == "draw":
        return True
    ends = ending(after)  # a win that never comes is none
    return all(node in ends for node in after if won(reference, node))


def won(reference: Solution, node: tuple[Any, bool]) -> bool:
    """Whether a node is won for the side of the card."""
    return reference.value(node[0]) is (Value.WIN if node[1] else Value.LOSS)


def ending(after: dict[Any, list[Any]]) -> set[Any]:
    """The nodes from which every play comes to an end."""
    found: set[Any] = set()
    again = True
    while again:
        again = False
        for node, below in after.items():
            if node not in found and all(child in found for child in below):
                found.add(node)
                again = True
    return found


def named(given: Any) -> str | None:
    """The id of a parameter."""
    if isinstance(given, Game):
        return type(given).__name__
    return "rule" if " " in str(given) else None


def assert_proved(found: Card, reference: Solution) -> None:
    """The card keeps by the values of the reference solver, and its file is a strategy."""
    moves, answer = run_source(found.source, ())
    assert keeps(reference, moves, found.seat, found.claim)
    claim = "win" if found.value is Value.WIN and found.claim != "draw" else "draw"
    assert prove(found.game, answer, found.seat, claim).holds
    assert found.proof.holds
    assert found.proof.claim == claim


# --- facts about a move -----------------------------------------------------------------------


def result(rules: CheckedGame, state: Any, move: Any, child: Any) -> Value | None:
    """For the mover, if the play is over."""
    outcome = rules.position(child).outcome
    if outcome is None:
        return None
    return outcome if rules.moves_again(state, move, child) else outcome.negated


def wins(rules: CheckedGame, state: Any, move: Any, child: Any) -> bool:
    return result(rules, state, move, child) is Value.WIN


def can_win(rules: CheckedGame, state: Any) -> bool:
    return any(wins(rules, state, *option) for option in rules.position(state).options)


def safe(rules: CheckedGame, state: Any, move: Any, child: Any) -> bool:
    if result(rules, state, move, child) is Value.LOSS:
        return False
    return rules.moves_again(state, move, child) or not can_win(rules, child)


def wins_next(rules: CheckedGame, state: Any, move: Any, child: Any) -> bool:
    replies = rules.position(child).options
    if rules.moves_again(state, move, child):
        return bool(replies) and can_win(rules, child)
    good = 0
    for reply, after in replies:
        if result(rules, child, reply, after) is Value.LOSS:
            good += 1
        elif rules.position(after).outcome is None and not rules.moves_again(child, reply, after):
            good += can_win(rules, after)
    return bool(replies) and good == len(replies)


def quiet(rules: CheckedGame, state: Any, move: Any, child: Any) -> bool:
    if not safe(rules, state, move, child):
        return False
    if rules.moves_again(state, move, child):
        return True
    return not any(wins_next(rules, child, *option) for option in rules.position(child).options)


def threatens(rules: CheckedGame, state: Any, move: Any, child: Any) -> bool:
    if rules.moves_again(state, move, child):
        return False
    return any(
        rules.position(after).outcome is None
        and not rules.moves_again(child, reply, after)
        and can_win(rules, after)
        for reply, after in rules.position(child).options
    )
