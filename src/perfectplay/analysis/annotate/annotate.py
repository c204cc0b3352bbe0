"""Judge the moves of a play by the solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from perfectplay.analysis.annotate.judged_play import AnnotatedPlay, JudgedMove, Worth
from perfectplay.analysis.annotate.play_summary import sentences
from perfectplay.analysis.replay import perfect_line
from perfectplay.core.errors import IllegalMoveError, ParseError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.moves import find_move, first_position, illegal, same_move
from perfectplay.game.sides import sides_of
from perfectplay.play.written.written_play import FIRST, SECOND, WrittenMove, WrittenPlay
from perfectplay.tablebase.game_or_solution import wrong_kind
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

MOST = 12
"""The most plies of a line that was better."""


def annotate(
    solution: Solution, play: WrittenPlay | Iterable[str | Move], *, state: State | None = None
) -> AnnotatedPlay:
    """Judge each move of a play: what it is worth, what it loses, what was better.

    ``play``: moves, as texts or as the rules have them, from the start or a ``state``; or a play of
    a file (`read_plays`), which may name its own first state. The judging ends at the first move
    that is not legal, and the result has the ``error``; ``summary`` has the play in sentences.
    Raises QueryError for what is no solution, ParseError for a first state that cannot be read, and
    UnknownStateError for one that the solution lacks.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = annotate(solve(ThreeRocks(3, 2)), ["2,0", "1,2"])
    >>> [(move.text + move.mark, move.after.words(), move.better) for move in found.moves]
    [('2,0??', 'loss in 2 plies', ('0,1', '1,0')), ('1,2!', 'win in 1 ply', ())]
    """
    if not isinstance(solution, Solution):
        raise wrong_kind(solution, "annotate", "a solution, as solve returns it")
    if not isinstance(play, WrittenPlay):
        play = WrittenPlay(tuple(_given(move) for move in play))
    if state is None and play.start is not None:
        state = solution.find(play.start)
    judging = _Judging(solution, state, play)
    judging.run()
    found = judging.found()
    return replace(found, summary=tuple(sentences(found, solution.rules)))


@dataclass(frozen=True)
class _AsItIs(WrittenMove):
    """A move that is not a text."""

    move: Move = None


def _given(move: str | Move) -> WrittenMove:
    return WrittenMove(move) if isinstance(move, str) else _AsItIs(repr(move), move=move)


@dataclass
class _Judging:
    """One play, move by move."""

    solution: Solution
    state: State | None
    play: WrittenPlay
    moves: list[JudgedMove] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    error: str | None = None

    def __post_init__(self) -> None:
        self.rules = self.solution.rules
        self.now = first_position(self.rules, self.state)
        self.solution.value(self.now.state)  # raises if it is unknown
        self.begins = self.now.seat
        self.seat_known = self.state is None or self.rules.player(self.now.state) is not None

    def run(self) -> None:
        """Judge the moves up to the first that is not legal."""
        for ply, move in enumerate(self.play.moves, 1):
            try:
                self._judge(ply, move)
            except (IllegalMoveError, ParseError) as error:
                where = f"line {move.line}: " if move.line else ""
                self.error = f"{where}{error} (move number {ply})"
                return

    def _judge(self, ply: int, move: WrittenMove) -> None:
        record = self.solution.probe(self.now.state)
        made = _made(self.rules, record, move)
        other = self.now.seat != self.begins
        loss, mark = self._loss(record, made)
        line: tuple[str, ...] = ()
        if loss:
            steps, _ = perfect_line(self.solution, self.now, self.seat_known, MOST)
            line = tuple(step["move_text"] for step in steps if step["move_text"] is not None)
        self.moves.append(
            JudgedMove(
                ply,
                self.now.seat if self.seat_known else None,
                other,
                record.text,
                made.text,
                mark,
                loss,
                Worth.of(record),
                Worth.of_move(made),
                len(record.moves),
                sum(one.keeps for one in record.moves),
                () if made.best else tuple(one.text for one in record.moves if one.best),
                line,
                move.comment,
            )
        )
        if self.rules.scoring:
            self.points[other] += self.rules.gain(self.now.state, made.move)
        self.now = self.now.after(self.rules, made.move, made.state)

    def _loss(self, record: Record, made: MoveRecord) -> tuple[int, str]:
        """What a move loses, and its mark."""
        if record.score is not None and made.score is not None:
            mine = self.now.seat != self.begins
            lead = self.points[mine] - self.points[not mine]
            loss = record.score - made.score
            drop = _drop(value_of_score(lead + record.score), value_of_score(lead + made.score))
            slower = False
        else:
            loss = drop = _drop(record.value, made.value)
            slower = not made.best and record.value is not Value.DRAW
        if loss:
            return loss, "??" if drop == 2 else "?"
        if slower:
            return 0, "?!"
        good = sum(one.keeps for one in record.moves)
        lost = record.value is Value.LOSS and not self.rules.scoring  # nothing can be kept
        only = good == 1 < len(record.moves) and not lost
        return 0, "!" if only else ""

    def found(self) -> AnnotatedPlay:
        """The play with all that was judged."""
        end = self.rules.position(self.now.state)
        value = None if end.outcome is None else Value(end.outcome)
        other, points = self.now.seat != self.begins, None
        if self.rules.scoring:
            self.points[other] += end.score or 0
            points = self.points[0], self.points[1]
            if value is not None:
                value = value_of_score(points[other] - points[not other])
        return AnnotatedPlay(
            self.solution.game, self._names(), tuple(self.moves), value, other, points,
            self.play.headers, self.play.comment, self.play.line, self.error,
            self.play.moves[len(self.moves) :],
        )  # fmt: skip

    def _names(self) -> tuple[str, str]:
        """Who began, and the other: by the headers, else by their seats."""
        if self.rules.game.players == 1:
            names = ("the player", "")
        elif self.seat_known:
            seats = sides_of(self.rules).names
            names = seats[self.begins], seats[1 - self.begins]
        else:
            names = "the player who began", "the other player"
        headers = self.play.headers
        return (
            headers.get(FIRST, headers.get("White", names[0])),
            headers.get(SECOND, headers.get("Black", names[1])),
        )


def _made(rules: CheckedGame, record: Record, given: WrittenMove) -> MoveRecord:
    """The move that was made. Raises IllegalMoveError, ParseError."""
    if isinstance(given, _AsItIs):
        found = next((one for one in record.moves if same_move(one.move, given.move)), None)
        if found is None:
            raise IllegalMoveError(illegal(rules, record.state, given.text))
        return found
    move = find_move(rules, record.state, given.text)
    return next(one for one in record.moves if same_move(one.move, move))


def _drop(before: Value, after: Value) -> int:
    return int(before) - int(after)
