"""``perfectplay annotate``: what the moves of a play, or of many, were worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SymmetricEngineOptions, looks_like_parameter
from perfectplay.cli.input.options import option, output_option
from perfectplay.cli.input.position_arguments import MovesOptions
from perfectplay.cli.output.answer import Answer, answers, note, say, say_table
from perfectplay.cli.output.writing import check_new, check_place
from perfectplay.core.errors import (
    GameFileError,
    IllegalMoveError,
    ParameterError,
    PerfectPlayError,
)
from perfectplay.game.naming import GAMES
from perfectplay.play.written.play_file import check_ending, read_plays, write_plays
from perfectplay.play.written.written_play import FROM, RULES, WrittenMove, WrittenPlay
from perfectplay.registry.address import load_game
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.record import game_fields

if TYPE_CHECKING:
    from perfectplay.analysis.annotate.judged_play import AnnotatedPlay
    from perfectplay.analysis.annotate.play_tables import ErrorRow, ErrorTables
    from perfectplay.game.game import Game

WHOLE = 3
"""The most plays that are shown move by move."""

TOLD = 10
"""The most plays with an illegal move that are named on standard error."""


def annotate(
    source: MovesOptions,
    engine: SymmetricEngineOptions,
    file: Annotated[
        Path | None,
        option(
            "Judge the plays of a .pgn, .txt or .sgf file instead.", "--file", "-f", metavar="FILE"
        ),
    ] = None,
    output: Annotated[
        str | None,
        output_option("Also write the plays with their values into a .pgn, .txt or .sgf file."),
    ] = None,
    force: options.Replace = False,
) -> Answer:
    """Judge the moves of a play, or of a file of plays.

    Each move gets its worth, and a mark: ! the only good move of several, ?! slower than it could
    be, ? it loses something, ?? it turns a win into a loss. At an illegal move a play ends; the
    others are judged, and the exit status is 1.
    """
    from perfectplay.analysis.annotate.play_tables import error_tables

    given, moves = source.split()
    plays = _plays(source, file, moves)
    _check_output(output, force)
    source.game(given)
    solution = source.solution(engine, given)
    judged = [_judged(solution, play) for play in plays]
    if output is not None:
        where = " ".join([source.address, *given])
        write_plays(output, [play.written(where) for play in judged])
        note(f"wrote {output}")
    for words in islice(_of_other_rules(plays, solution.game), TOLD):
        note(f"{file}, {words}")
    tables = error_tables(judged)

    def as_dict() -> dict[str, Any]:
        _refuse_illegal(source, file, judged)
        each = [play.as_dict() for play in judged]
        return {**game_fields(solution.game), "plays": each, **tables.as_dict()}

    def show() -> None:
        _show(judged, tables)
        _refuse_illegal(source, file, judged)

    if len(judged) > WHOLE:
        for words in islice(_errors(judged), TOLD):
            note(f"{file}, {words}")
    return Answer(as_dict, show, solution.game, ok=all(play.error is None for play in judged))


def _plays(source: MovesOptions, file: Path | None, moves: Sequence[str]) -> list[WrittenPlay]:
    """The plays that are asked for. Raises ParameterError, GameFileError."""
    if file is None:
        if not moves:
            raise ParameterError("say the moves of a play, or a file of plays with --file FILE")
        headers = {} if source.state is None else {FROM: source.state}
        return [WrittenPlay(tuple(WrittenMove(text) for text in moves), headers)]
    if moves or source.state is not None:
        what = f"the moves {' '.join(moves)}" if moves else "--from"
        raise ParameterError(f"{file} has the plays; leave out {what}")
    plays = read_plays(file)
    if not plays:
        raise GameFileError(f"there is no play in {file}")
    return plays


def _errors(judged: Sequence[AnnotatedPlay]) -> Iterator[str]:
    """For each play that ends at an illegal move."""
    for number, play in enumerate(judged, 1):
        if play.error is not None:
            yield f"play {number}: {play.error}"


def _of_other_rules(plays: Sequence[WrittenPlay], game: Game) -> Iterator[str]:
    """For the first play of each header that names other rules of the library than a game's."""
    named = {play.headers.get(RULES, ""): n for n, play in reversed(list(enumerate(plays, 1)))}
    for header, number in named.items():
        name, *given = header.split() or ("",)
        if name in GAMES:  # no other address is loaded because a file says so
            with suppress(PerfectPlayError):
                if load_game(name, dict(one.split("=", 1) for one in given if "=" in one)) != game:
                    what = f"a play of {header}, as its header says"
                    yield f"play {number} is {what}, and is judged by other rules"


def _refuse_illegal(
    source: MovesOptions, file: Path | None, judged: Sequence[AnnotatedPlay]
) -> None:
    """Raise IllegalMoveError, or ParameterError, for moves of the command line."""
    error = judged[0].error
    if file is not None or error is None:
        return
    text = source.split()[1][len(judged[0].moves)]
    if looks_like_parameter(text):
        raise ParameterError(f"{unknown_parameter(source.entry, text)}; nor is it a legal move")
    answers().flush()
    raise IllegalMoveError(error)


def _check_output(output: str | None, force: bool) -> None:
    """Raise errors that are found before the work."""
    if output is not None:
        check_ending(output)
        check_place(output)
        check_new(Path(output), force)


def _judged(solution: Any, play: WrittenPlay) -> AnnotatedPlay:
    """A play with its judged moves; none of them if its first state is wrong."""
    from perfectplay.analysis.annotate.annotate import annotate as judge

    try:
        return judge(solution, play)
    except PerfectPlayError as error:
        if not play.line:
            raise
        where = f"line {play.line}: the first state: {error}"
        nothing = judge(solution, replace(play, moves=(), headers={}))
        return replace(
            nothing, headers=play.headers, error=where, rest=play.moves, summary=(where,)
        )


# --- for people -----------------------------------------------------------------------------------


def _show(judged: Sequence[AnnotatedPlay], tables: ErrorTables) -> None:
    if len(judged) <= WHOLE:
        for number, play in enumerate(judged, 1):
            _show_play(play, number, len(judged))
    else:
        _show_plays(judged, tables)


def _show_play(play: AnnotatedPlay, number: int, count: int) -> None:
    if count > 1:
        say(f"{chr(10) if number > 1 else ''}play {number}: {_who(play)}")
    if play.moves:
        rows = [
            (f"{move.ply}", play.names[move.other].removeprefix("the "), move.text + move.mark,
             move.after.words(), _better(move))
            for move in play.moves
        ]  # fmt: skip
        say_table(("move", "player", "", "worth", "better"), rows, right=("move",))
        say()
    for sentence in play.summary:
        if play.line or play.error is None or play.error not in sentence:
            say(sentence)


def _better(move: Any) -> str:
    if not move.loss:
        return "  ".join(move.better[:3]) if move.mark == "?!" else ""
    return f"{move.line_words()}: {move.before.words()}"


def _who(play: AnnotatedPlay) -> str:
    where = f" (line {play.line})" if play.line else ""
    return f"{play.names[0]} against {play.names[1]}, {_result(play)}{where}"


def _result(play: AnnotatedPlay) -> str:
    """Of a play that is not over, the result that its file tells: a player may have resigned."""
    return play.written().result if play.result == "*" else play.result


def _show_plays(plays: Sequence[AnnotatedPlay], tables: ErrorTables) -> None:
    head = ("line", "first", "second", "result", "moves", "accuracy", "", "mistakes", "lost by")
    rows = [
        (
            f"{play.line}",
            *play.names,
            _result(play),
            f"{len(play.moves)}",
            *(one.words() for one in play.accuracy),
            f"{len(play.mistakes)}",
            f"{last.ply}. {last.text}{last.mark}" if last else "",
        )
        for play, last in ((play, _last_mistake(play)) for play in plays)
    ]
    say_table(head, rows, right=("line", "moves", "mistakes"), cut=True)
    for name, first, found in (
        ("by player", "player", tables.by_player),
        ("by move", "move", tables.by_ply),
        ("by kind of position, where not all moves are good", "position", tables.by_kind),
    ):
        say()
        say(name)
        shown = list(_error_rows(found))
        columns = (first, "plays", "moves", "accuracy", "mistakes", "of these ??", "lost")
        right = ("plays", "moves", "mistakes", "of these ??", "lost")
        say_table(columns, shown, right=right, cut=True)


def _last_mistake(play: AnnotatedPlay) -> Any:
    decided = play.result in ("1-0", "0-1")
    return play.mistakes[-1] if decided and play.mistakes else None


def _error_rows(rows: Sequence[ErrorRow]) -> Iterator[tuple[str, ...]]:
    for row in rows:
        yield (
            row.of, f"{row.plays:,}", f"{row.moves:,}", row.accuracy.words(), f"{row.mistakes:,}",
            f"{row.blunders:,}", f"{row.loss:,}",
        )  # fmt: skip
