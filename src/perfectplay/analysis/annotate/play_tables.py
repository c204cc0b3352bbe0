"""Many judged plays as tables: who errs, when, and in which kind of position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.analysis.annotate.judged_play import Accuracy, AnnotatedPlay, JudgedMove
from perfectplay.core.json_of import json_of
from perfectplay.core.value import Value
from perfectplay.game.showing import number_of


@dataclass(frozen=True)
class ErrorRow:
    """The moves of a player, of some plies, or in a kind of position.

    ``of``: which; ``plays``, ``moves``: how many; ``accuracy``: of those that could lose something;
    ``mistakes``: how many lost something, ``blunders``: how many of these turned a win into a loss;
    ``loss``: all that they lost, as `JudgedMove.loss`.
    """

    of: str
    plays: int
    moves: int
    accuracy: Accuracy
    mistakes: int
    blunders: int
    loss: int

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            **json_of(self, "of plays moves"),
            **json_of(self.accuracy, "telling kept share"),
            **json_of(self, "mistakes blunders loss"),
        }


Found = tuple[AnnotatedPlay, JudgedMove]


@dataclass(frozen=True)
class ErrorTables:
    """The moves of some plays, by player, by ply, and by kind of position."""

    by_player: tuple[ErrorRow, ...]
    by_ply: tuple[ErrorRow, ...]
    by_kind: tuple[ErrorRow, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return json_of(self, "by_player by_ply by_kind")


def error_tables(plays: Sequence[AnnotatedPlay]) -> ErrorTables:
    """Who errs, at which ply, and in which kind of position.

    A kind is the value of the position and how many moves keep it. Players are named by the headers
    of their plays.

    >>> from perfectplay import solve
    >>> from perfectplay.analysis.annotate.annotate import annotate
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> tables = error_tables([annotate(solve(ThreeRocks(3, 2)), ["2,0", "1,2"])])
    >>> [(row.of, row.mistakes, row.accuracy.words()) for row in tables.by_player]
    [('the first player', 1, '0 % (0 of 1)'), ('the second player', 0, '100 % (1 of 1)')]
    >>> [row.of for row in tables.by_kind]
    ['win, 1 good move', 'win, 2 good moves']
    """
    found = [(play, move) for play in plays for move in play.moves]
    players = _grouped((play.names[move.other], (play, move)) for play, move in found)
    plies = _grouped((f"{move.ply}", (play, move)) for play, move in found)
    telling = [(play, move) for play, move in found if move.telling]
    ordered = sorted(telling, key=lambda one: (-int(one[1].before.value), one[1].good))
    kinds = _grouped((_kind(move), (play, move)) for play, move in ordered)
    by_ply = sorted(plies.items(), key=lambda one: int(one[0]))
    return ErrorTables(_rows(players.items()), _rows(by_ply), _rows(kinds.items()))


def _grouped(pairs: Iterable[tuple[str, Found]]) -> dict[str, list[Found]]:
    groups: dict[str, list[Found]] = defaultdict(list)
    for name, one in pairs:
        groups[name].append(one)
    return groups


def _kind(move: JudgedMove) -> str:
    if move.before.score is not None:
        return number_of(move.good, "good move")
    return f"{Value(move.before.value)}, {number_of(move.good, 'good move')}"


def _rows(groups: Iterable[tuple[str, list[Found]]]) -> tuple[ErrorRow, ...]:
    rows = []
    for name, found in groups:
        moves = [move for _, move in found]
        telling = [move for move in moves if move.telling]
        mistakes = [move for move in moves if move.loss]
        rows.append(
            ErrorRow(
                name,
                len({id(play) for play, _ in found}),
                len(moves),
                Accuracy(len(telling), len(telling) - len(mistakes)),
                len(mistakes),
                sum(move.mark == "??" for move in mistakes),
                sum(move.loss for move in mistakes),
            )
        )
    return tuple(rows)
