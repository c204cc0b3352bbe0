"""``perfectplay search``: the exact value of one position, by looking ahead from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.options import SolveMethod, finite, option, size_option
from perfectplay.cli.input.position_arguments import PositionArguments, PositionOptions
from perfectplay.cli.output.answer import Answer, Facts, note, say, say_facts, say_table
from perfectplay.cli.output.play_table import show_moves
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import bare_value_words, speed
from perfectplay.core.errors import BookError
from perfectplay.drawing.board.marks import grade_words
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition
from perfectplay.game.showing import number_of, visible
from perfectplay.searcher.searched import SearchResult

STOPPED = {
    "time": "the time is up",
    "memory": "there are more states than memory holds",
    "interrupted": "interrupted",
}

MEASURABLE = 1_000_000
"""States from which on the speed of a search is shown."""


@dataclass(frozen=True)
class SearchedPosition(PositionOptions):
    """GAME, its parameters, at most one state, and moves."""

    address: options.GameAddress
    rules: str | None = None


@dataclass(frozen=True)
class SearchOptions:
    """How to search, and what is known before."""

    value_only: Annotated[bool, option("Only who wins, not how soon: takes less time.")] = False
    no_moves: Annotated[
        bool, option("Search the position alone, without the values of its moves.")
    ] = False
    seconds: Annotated[
        float | None,
        option(
            "Stop after so many seconds with what is proved so far.",
            min=0, callback=finite, show_default="no limit",
        ),
    ] = None  # fmt: skip
    table: Annotated[
        int | None,
        size_option("The size of the transposition table, as in 256M or 2GiB.", "256MiB"),
    ] = None
    memory: Annotated[
        int | None,
        size_option("The most memory for all that is kept, as in 500M, 2G or 1.5GiB.", "2GiB"),
    ] = None
    known: Annotated[
        list[Path] | None,
        option(
            "A stored solution of a part of the game, where lines end; repeat for more.",
            metavar="FOLDER",
        ),
    ] = None
    book: Annotated[
        Path | None,
        option("The book of proved positions; new ones are added to it.", metavar="FOLDER"),
    ] = None
    no_hints: Annotated[bool, option("Search without the hints that the game gives.")] = False
    method: options.Method = SolveMethod.AUTO
    threads: options.Threads = None
    no_symmetries: options.NoSymmetries = False

    def search(self, arguments: PositionArguments, position: PlayPosition) -> SearchResult:
        """The result of a position, with a progress bar. Raises BookError."""
        from perfectplay.searcher.search import search as searched

        with shown_progress(stop=_how_to_stop(self.seconds)) as progress:
            return searched(
                arguments.game, position.state, distance=not self.value_only,
                moves=not self.no_moves, method=self.method.value, hints=not self.no_hints,
                symmetries=not self.no_symmetries, threads=self.threads, table=self.table,
                memory=self.memory, seconds=self.seconds, known=self.known, book=self.book,
                seat=arguments.seat_in(position), progress=progress,
            )  # fmt: skip

    @property
    def origin(self) -> str:
        """Where values come from that are not searched."""
        if self.known and self.book:
            return "known before"
        return "from the book" if self.book else "from the solution"


def search(
    source: SearchedPosition,
    how: SearchOptions,
    json: options.Json = False,
) -> None:
    """Search one position of a game that is too large to solve."""
    arguments = source.parse()
    rules, position = arguments.rules, arguments.unsolved()
    book_error: BookError | None = None
    try:
        found = how.search(arguments, position)
    except BookError as error:  # the answer is complete, though it could not be kept
        if error.result is None:
            raise
        found, book_error = error.result, error
    if found.stopped:
        note(f"{STOPPED[found.stopped]}: what is proved so far holds, but is not complete")
    if found.late:
        note(f"the search took {found.seconds:.1f} s: {found.late}")
    answer = Answer(found.as_dict, lambda: _show(found, rules, how), game=arguments.game)
    answer.write(json)
    if book_error is not None:
        raise book_error


def _how_to_stop(seconds: float | None) -> str:
    shows = "and shows what is proved so far"
    if seconds is None:
        return f"Ctrl-C stops, {shows}"
    return f"stops after {seconds:g} s or by Ctrl-C, {shows}"


def _show(found: SearchResult, rules: CheckedGame, how: SearchOptions) -> None:
    say(visible(found.text))
    say()
    facts = [("proved", _proved(found, rules.game.players == 1)), *_efforts(found, how.origin)]
    if found.why:
        facts.append(("", f"not compiled: {found.why}"))
    say_facts(facts)
    if not found.moves:
        return
    say()
    if how.value_only:
        rows = [(m.text, str(m.value), grade_words(m)) for m in found.moves]
        say_table(("move", "value", ""), rows)
    else:
        show_moves(rules, found.moves, scored=found.score is not None)


def _proved(found: SearchResult, puzzle: bool) -> str:
    if found.terminal:
        return f"the play is over: {found.proved}"
    if puzzle and found.value is not None:
        return bare_value_words(found.value, found.remoteness, puzzle=True)
    return found.proved if puzzle else f"{found.proved} for the player to move"


def _efforts(found: SearchResult, origin: str) -> Facts:
    if found.engine == "known":
        return [(origin, "everything that is shown")]
    text = f"{found.engine}, {number_of(found.nodes, 'state')} in {found.seconds:.2f} s"
    if found.nodes >= MEASURABLE:
        text += f", {speed(found.nodes, found.seconds)}"
    if not found.known:
        return [("search", text)]
    return [("search", text), (origin, f"the end of {number_of(found.known, 'line')}")]
