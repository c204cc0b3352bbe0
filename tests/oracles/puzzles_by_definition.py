"""Puzzles as docs/puzzles.md defines them, state by state, from the reference solver's values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perfectplay import Solution, Value
from perfectplay.play.automatic import Minimax

Twin = Callable[[Any], Any]


@dataclass
class MadeMove:
    """A move: what it is worth for the mover, and the plies to the end with it (None: no end)."""

    move: Any
    child: Any
    worth: int
    plies: int | None
    again: bool
    gain: int


@dataclass
class Definition:
    """What the definitions say of one position."""

    key: Any
    themes: set[str]
    tempting: int
    chances: dict[int, float]
    refutation: int | None
    grade: int
    plies: int | None
    won: bool


def known(reference: Solution, state: Any) -> Any:
    """The state, or one that is symmetric to it, if no play reaches it."""
    return next(one for one in reference.rules.symmetries(state) if one in reference)


def worth(reference: Solution, state: Any) -> int:
    state = known(reference, state)
    return reference.score(state) if reference.rules.scoring else int(reference.value(state))


def plies_from(reference: Solution, state: Any) -> int | None:
    return reference.remoteness(known(reference, state))


def made_moves(reference: Solution, state: Any) -> list[MadeMove]:
    rules, found = reference.rules, []
    for move, child in rules.position(state).options:
        again = rules.game.players == 1 or rules.moves_again(state, move, child)
        after, gain = worth(reference, child), rules.gain(state, move)
        if rules.scoring:
            brings = gain + (after if again else -after)
        else:
            brings = after if again else 4 - after
        plies = plies_from(reference, child)
        found.append(
            MadeMove(move, child, brings, None if plies is None else plies + 1, again, gain)
        )
    return found


def key_of(reference: Solution, state: Any, moves: list[MadeMove], only: bool) -> MadeMove | None:
    """The only good move of a position that may be a puzzle; None if it is none."""
    scoring, mine = reference.rules.scoring, worth(reference, state)
    least = Value.WIN if reference.rules.game.players == 1 else Value.DRAW
    if len(moves) < 2 or (not scoring and mine < least):
        return None
    keeping = [move for move in moves if move.worth == mine]
    if len(keeping) == 1:
        return keeping[0]
    if scoring or only or mine != Value.WIN:
        return None
    plies = plies_from(reference, state)
    fastest = [move for move in keeping if move.plies == plies]
    return fastest[0] if len(fastest) == 1 else None


def define(
    reference: Solution, state: Any, twin: Twin | None, players: list[Minimax], *, only: bool
) -> Definition | None:
    """A position by the definitions, without the theme "longest", which is about all positions.

    players: searches of 2 and of 4 plies.
    """
    rules, mine = reference.rules, worth(reference, state)
    moves = made_moves(reference, state)
    key = key_of(reference, state, moves, only)
    if key is None:
        return None
    scoring, two = rules.scoring, rules.game.players == 2
    place = next(i for i, move in enumerate(moves) if move.move == key.move)
    rated = {player.depth: player.ratings(state) for player in players}
    others = [i for i in range(len(moves)) if i != place]
    tempting = {d: sum(r[i] >= r[place] for i in others) for d, r in rated.items()}
    chances = {d: 1 / r.count(max(r)) if r[place] == max(r) else 0.0 for d, r in rated.items()}
    themes = {f"deep{depth}" for depth in (2, 4) if tempting[depth]}
    if sum(move.worth == mine for move in moves) == 1:
        themes.add("only")
    won, plies = not scoring and mine == Value.WIN, plies_from(reference, state)
    if scoring:
        if rated[2][place] < 0 and rated[2][place] < max(rated[2]):
            themes.add("sacrifice")
        if two and key.gain == 0 and any(move.gain > 0 for move in moves):
            themes.add("quiet")
    else:
        if two and mine == Value.DRAW and "only" in themes:
            themes.add("escape")
        calm = two and won and plies >= 5 and not key.again
        if calm and is_quiet(reference, key.child, [moves[i] for i in others]):
            themes.add("quiet")
    if two and twin is not None and not key.again and in_zugzwang(reference, key.child, twin):
        themes.add("zugzwang")
    lost = [
        moves[i].plies
        for i in others
        if (moves[i].worth < mine if scoring else moves[i].worth == Value.LOSS)
    ]
    refutation = max((one or 0 for one in lost), default=0) or None
    grade = 1 + (chances[2] < 1) + (chances[4] < 1) + (tempting[2] >= 3)
    grade += max(refutation or 0, plies or 0) >= 9
    return Definition(key.move, themes, tempting[2], chances, refutation, grade, plies, won)


def is_quiet(reference: Solution, state: Any, wrong: list[MadeMove]) -> bool:
    """Some wrong move, and at least two replies, do not lose within two plies."""
    if all(loses_at_once(one) for one in wrong):
        return False
    return sum(not loses_at_once(one) for one in made_moves(reference, state)) >= 2


def loses_at_once(one: MadeMove) -> bool:
    return one.worth == Value.LOSS and one.plies is not None and one.plies <= 2


def in_zugzwang(reference: Solution, state: Any, twin: Twin) -> bool:
    """Every move loses what passing would keep."""
    other = twin(state)
    if other not in reference or not made_moves(reference, state):
        return False
    if not made_moves(reference, other):
        return False
    theirs = worth(reference, other)
    passing = -theirs if reference.rules.scoring else 4 - theirs
    return all(one.worth < passing for one in made_moves(reference, state))
