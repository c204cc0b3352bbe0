"""Warnings about endings: stuck states that nobody decides, an outcome for the player who has just
moved, not for the player to move (a common slip), and a ``misere`` that the rules do not heed."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast

from perfectplay.core.value import State, Value
from perfectplay.core.warn_user import warn_user
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, has_again
from perfectplay.game.showing import answer_text, faults_of, shown


def warn_of_stuck(game: Game, stuck_state: State) -> None:
    """Warn if functions leave a state without moves undecided: ``stuck_state``, or None."""
    if isinstance(game, FunctionGame) and not game.stuck_given and stuck_state is not None:
        warn_user(
            f"state {answer_text(stuck_state)} has no legal moves and is undecided: counted as a "
            "draw; say stuck=Value.LOSS (or WIN, DRAW) to decide"
        )


PLAYS, PLIES, MOVES = 32, 2_000, 100_000
"""Most random plays, plies of all plays together, and moves seen."""


def _is_made(game: Game) -> bool:
    """True for a game without a class of its own that the author could change: of functions, of a
    tree, of OpenSpiel, or made by an operator."""
    return type(game).__module__.startswith("perfectplay.game.")


def _decisive_ends(rules: CheckedGame) -> Iterator[tuple[State, bool, bool, int]]:
    """Decisive ends of some random plays: the state, whether the last move won, whether the play
    was over only because there was no move, and its plies. Raises RulesError."""
    random = Random(0)
    plies = moves_seen = 0
    for _ in range(PLAYS):
        state, again, length = rules.start(), False, 0
        while (value := rules.outcome(state)) is None:
            moves = rules.moves(state)
            plies, moves_seen = plies + 1, moves_seen + len(moves)
            if plies > PLIES or moves_seen > MOVES:
                return
            if not moves:
                break
            move = random.choice(moves)
            child = rules.play(state, move)
            state, again, length = child, rules.moves_again(state, move, child), length + 1
        end = rules.stuck if value is None else value
        if plies and end in (Value.WIN, Value.LOSS):
            yield state, end is (Value.WIN if again else Value.LOSS), value is None, length


def inverted_ending(rules: CheckedGame) -> State | None:
    """An ending that the player to move wins, if random plays find only such decisive endings.

    None if the game says that this is meant (``misere`` is true, ``stuck`` is WIN, its docstring
    says misère, or who loses and not who wins; it has no class of its own), and for puzzles and
    games of points. Raises RulesError.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> inverted_ending(CheckedGame(ThreeRocks())) is None
    True
    """
    if rules.game.players == 1 or rules.scoring or is_answered(rules.game):
        return None
    found = None
    for state, won, stuck, _ in _decisive_ends(rules):
        if stuck:  # `stuck` says how this ends, whatever outcome means
            continue
        if won:
            return None
        found = state
    return found


def unheeded_misere(rules: CheckedGame) -> State | None:
    """An ending that the last move wins, if ``misere`` is True and random plays find only such.

    None if the rules depend on ``misere``: then their author has both forms in mind. None also for
    puzzles, games of points and games without a class of their own. Raises RulesError.

    >>> from perfectplay.games.nim import Nim
    >>> unheeded_misere(CheckedGame(Nim(misere=True))) is None
    True
    """
    game = rules.game
    if game.players == 1 or rules.scoring or _is_made(game):
        return None
    if getattr(game, "misere", False) is not True:
        return None
    found = None
    for state, won, *_ in _decisive_ends(rules):
        if not won:
            return None
        found = state
    return None if found is None or _heeds_misere(rules, found) else found


def _heeds_misere(rules: CheckedGame, ending: State) -> bool:
    """Whether an ending is another one with ``misere = False``, or this cannot be tried."""
    game = rules.game
    try:
        twin: Any
        if "misere" in getattr(game, "__dataclass_fields__", ()):
            twin = replace(cast(Any, game), misere=False)
        else:
            twin = copy.copy(game)
            object.__setattr__(twin, "misere", False)
        normal, here = CheckedGame(twin).position(ending), rules.position(ending)
    except faults_of(game):  # whatever a user's class raises
        return True
    return (normal.outcome, len(normal.options)) != (here.outcome, len(here.options))


def is_answered(game: Game) -> bool:
    """True if a game says that the last move loses, or has no class of its own that could say so.

    >>> from perfectplay.games.nim import Nim
    >>> is_answered(Nim()), is_answered(Nim(misere=True))
    (False, True)
    """
    words = (type(game).__doc__ or "").lower().replace("è", "e")
    said = "misere" in words or (
        re.search(r"\bloses?\b", words) is not None
        # "whoever cannot move loses" is normal play, and so is "who lets the other make a line"
        and not re.search(
            r"\b(win|wins|winner|won|no|not|cannot|unable|without|stuck|lets?|other|opponent)\b|n't",
            words,
        )
    )
    return (
        bool(getattr(game, "misere", said))
        or getattr(game, "stuck", None) is Value.WIN
        or _is_made(game)
    )


def inverted_question(rules: CheckedGame) -> str:
    """The question about a game with an `inverted_ending`; "" for others."""
    ending = inverted_ending(rules)
    if ending is None:
        return ""
    return (
        f"whoever makes the last move loses: every decisive ending, such as "
        f"{shown(rules.game, ending)}, is a win for the player to move. outcome() speaks for the "
        "player to move, who has not just moved: if the last move should win, return Value.LOSS; "
        "if it should lose, write misere = True in the class"
    )


def misere_question(rules: CheckedGame) -> str:
    """The question about a game with an `unheeded_misere`; "" for others."""
    ending = unheeded_misere(rules)
    if ending is None:
        return ""
    remedy = "set stuck =" if rules.outcome(ending) is None else "let outcome() return"
    return (
        "misere = True says that whoever makes the last move loses, but every decisive ending, "
        f"such as {shown(rules.game, ending)}, is a loss for the player to move, who has not just "
        f"moved. misere itself changes no rule: if the last move should lose, {remedy} Value.WIN; "
        "if it should win, leave misere out"
    )


def one_winner_question(game: Game, endings: Mapping[tuple[int, Value], State]) -> str:
    """The question about decisive endings that one seat wins, some of them as the player to move
    and some as the other one; "" for others.

    ``endings``: one of each kind by the seat to move and the value.
    """
    for winner, side in enumerate(("first", "second")):
        won, lost = (winner, Value.WIN), (1 - winner, Value.LOSS)
        if set(endings) == {won, lost}:
            return (
                f"the {side} player wins every decisive ending: as the player to move in "
                f"{shown(game, endings[won])}, and as the other one in "
                f"{shown(game, endings[lost])}. outcome() speaks for the player to move, not "
                "for one of the two; if only one of them can win, all is well"
            )
    return ""


def has_seats_by_ply(rules: CheckedGame) -> bool:
    """True for games of two sides that take turns, of which one wins: there plies tell the seat."""
    game = rules.game
    return not (game.players == 1 or game.impartial or rules.scoring or has_again(game))


def one_winner(rules: CheckedGame) -> str:
    """`one_winner_question` about all endings of a small game in which each state has one ply."""
    if not has_seats_by_ply(rules) or _is_made(rules.game):
        return ""
    winners = set()
    for *_, won, _, plies in _decisive_ends(rules):
        winners.add((plies + won) % 2)
        if len(winners) > 1:
            return ""
    endings: dict[tuple[int, Value], State] = {}
    level, seen, ply, moves_seen = [rules.start()], {rules.start()}, 0, 0
    while level:
        below: dict[State, None] = {}
        for state in level:
            value = rules.outcome(state)
            options = [] if value is not None else rules.position(state).options
            moves_seen += len(options)
            if value in (Value.WIN, Value.LOSS):
                endings.setdefault((ply % 2, value), state)
            if moves_seen > MOVES:
                return ""
            below.update((child, None) for _, child in options)
        if not seen.isdisjoint(below):
            return ""
        seen.update(below)
        level, ply = list(below), ply + 1
    return one_winner_question(rules.game, endings)


def warn_of_inverted_endings(rules: CheckedGame, histogram: Mapping[tuple[int, int], int]) -> None:
    """Warn if the decisive endings look inverted and nobody says so, contradict ``misere``, or
    speak for one seat.

    histogram: number of solved states by (value, remoteness).
    """
    won, lost = ((int(value), 0) in histogram for value in (Value.WIN, Value.LOSS))
    question = ""
    if won and (not lost or rules.stuck is Value.LOSS):
        question = inverted_question(rules)
    elif lost and not won:
        question = misere_question(rules)
    elif won and lost:
        question = one_winner(rules)
    if question:
        warn_user(question)
