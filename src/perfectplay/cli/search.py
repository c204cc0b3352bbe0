"""``perfectplay search``: the exact worth of one position, by looking ahead from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import SolveMethod, finite, memory_of
from perfectplay.cli.output import note, say, say_facts, say_json, say_table, say_title
from perfectplay.cli.position import asked_of
from perfectplay.cli.progress_bar import shown_progress, speed
from perfectplay.cli.show import scored_row, value_row
from perfectplay.cli.wording import title, value_words
from perfectplay.core.errors import BookError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.searcher.searched import SearchResult
from perfectplay.tablebase.record import MoveRecord

STOPPED = {
    "time": "the time is over",
    "memory": "there are more states than memory holds",
    "interrupted": "interrupted",
}

MEASURABLE = 1_000_000
"""States of a search from which on its speed means something."""


def search(
    game: options.GameAddress,
    arguments: options.ParametersAndState = None,
    move: options.Moves = None,
    value_only: Annotated[
        bool, typer.Option("--value-only", help="Only who wins, not how soon: takes less time.")
    ] = False,
    no_moves: Annotated[
        bool, typer.Option("--no-moves", help="The position alone, without the worth of its moves.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            callback=finite,
            help="Stop after so long with what is proved.",
            show_default="no limit",
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="The table of what is proved, as in 256M or 2GiB.",
            show_default="256MiB",
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="The most memory for all that is kept, as in 500M, 2G or 1.5GiB.",
            show_default="2GiB",
        ),
    ] = None,
    known: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="A stored solution of a part of the game, which ends lines; repeat for more.",
        ),
    ] = None,
    book: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="The book: what was proved before, and will be kept from now."
        ),
    ] = None,
    threads: options.Threads = None,
    method: options.MethodOption = SolveMethod.AUTO,
    no_hints: Annotated[
        bool, typer.Option("--no-hints", help="Without what the game says to help the search.")
    ] = False,
    no_symmetries: options.NoSymmetries = False,
    json: options.Json = False,
) -> None:
    """Search one position, of a game that may be too large to solve: who wins, and how soon."""
    from perfectplay.searcher.search import search as searched

    asked = asked_of(game, arguments, move)
    rules = CheckedGame(asked.game)
    position = asked.unsolved(rules)
    lost: BookError | None = None
    try:
        with shown_progress() as progress:
            found = searched(
                asked.game,
                position.state,
                distance=not value_only,
                moves=not no_moves,
                method=method.value,
                hints=not no_hints,
                symmetries=not no_symmetries,
                threads=threads,
                table=memory_of(table),
                memory=memory_of(memory),
                seconds=seconds,
                known=known,
                book=book,
                seat=asked.seat_in(rules, position),
                progress=progress,
            )
    except BookError as problem:  # the answer is there, though it could not be kept
        if problem.result is None:
            raise
        found, lost = problem.result, problem
    if found.stopped:
        note(f"{STOPPED[found.stopped]}: what is said is proved, and not all is known")
    if found.late:
        note(f"the search took {found.seconds:.1f} s: {found.late}")
    if json:
        say_json(found.as_dict())
    else:
        _say(found, asked.game, value_only=value_only, source=_source(known, book))
    if lost is not None:
        raise lost


def _say(found: SearchResult, game: Game, *, value_only: bool, source: str) -> None:
    puzzle, rules = game.players == 1, CheckedGame(game)
    say_title(title(game))
    say()
    say(found.text)
    say()
    facts = [("proved", _proved(found, puzzle)), *_efforts(found, source)]
    if found.why:
        facts.append(("", f"not compiled: {found.why}"))
    say_facts(facts)
    if not found.moves:
        return
    say()
    if value_only:
        say_table(("move", "value", ""), [(m.text, str(m.value), _best(m)) for m in found.moves])
    elif found.score is None:
        say_table(("move", "value", ""), [value_row(m, puzzle) for m in found.moves])
    else:
        rows = [scored_row(rules, m) for m in found.moves]
        say_table(("move", "score", "end", ""), rows, right=("score",))


def _proved(found: SearchResult, puzzle: bool) -> str:
    if found.terminal:
        return f"the play is over: {found.proved}"
    if puzzle and found.value is not None:
        return value_words(found.value, found.remoteness, puzzle=True)
    return found.proved if puzzle else f"{found.proved} for the player to move"


def _best(move: MoveRecord) -> str:
    return "best" if move.best else ""


def _source(known: list[Path] | None, book: Path | None) -> str:
    """Where that comes from which is not searched."""
    if known and book:
        return "known before"
    return "from the book" if book else "from the solution"


def _efforts(found: SearchResult, source: str) -> list[tuple[str, str]]:
    if found.engine == "known":
        return [(source, "all that is said here")]
    rest = [(source, f"the end of {_lines(found.known)}")] if found.known else []
    return [("search", _effort(found)), *rest]


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count:,} lines"


def _effort(found: SearchResult) -> str:
    text = f"{found.engine}, {found.nodes:,} states in {found.seconds:.2f} s"
    if found.nodes >= MEASURABLE:
        text += f", {speed(found.nodes, found.seconds)}"
    return text
