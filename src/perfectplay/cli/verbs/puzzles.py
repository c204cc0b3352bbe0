"""``perfectplay puzzles``: positions with exactly one good move, and their solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.input.options import option, output_option
from perfectplay.cli.output.answer import Answer, note, say, say_table
from perfectplay.cli.output.progress_bar import later_progress
from perfectplay.cli.output.writing import check_new, check_once, check_place, write_file
from perfectplay.core.errors import ParameterError
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.puzzles.puzzle import Puzzle, PuzzleSet


@dataclass(frozen=True)
class PuzzleOptions:
    """Which puzzles are looked for."""

    count: Annotated[int, option("How many puzzles.", "--count", "-n", metavar="N")] = 10
    theme: Annotated[
        list[str] | None,
        option(
            "A theme: only, quiet, sacrifice, zugzwang, longest, escape, deep2 or deep4; repeat it "
            "for more.",
            "--theme",
            metavar="THEME",
            show_default="all",
        ),
    ] = None
    only: Annotated[
        bool, option("Only positions in which all other moves lose something, not just time.")
    ] = False
    least: Annotated[int, option("The fewest plies to the end.", "--least", metavar="PLIES")] = 2
    seed: Annotated[int, option("The seed of all random choices.")] = 0
    look: Annotated[
        int,
        option("The most positions to look at; of more, so many by chance.", "--look", metavar="N"),
    ] = 500_000

    def check(self) -> None:
        """Raise ParameterError for what is found before the work."""
        from perfectplay.analysis.puzzles.puzzle_themes import checked_themes
        from perfectplay.analysis.puzzles.puzzles import check_numbers

        checked_themes(self.theme, {})
        check_numbers(count=self.count, seed=self.seed, least=self.least, look=self.look)

    def find(self, solution: Solution) -> PuzzleSet:
        """The puzzles, found with a progress bar."""
        from perfectplay.analysis.puzzles.puzzles import puzzles as find_puzzles

        with later_progress() as progress:
            return find_puzzles(
                solution, self.count, themes=self.theme, only=self.only, seed=self.seed,
                least=self.least, look=self.look, progress=progress,
            )  # fmt: skip


def puzzles(
    source: SourceArguments,
    engine: SymmetricEngineOptions,
    how: PuzzleOptions,
    output: Annotated[
        list[Path] | None,
        output_option(
            "Also write them as .svg, with a sheet of solutions beside it, as .pdf for print, or "
            "as .html, a page to train with; repeat it for several."
        ),
    ] = None,
    force: Annotated[bool, option("Replace existing files.")] = False,
) -> Answer:
    """Find positions with one good move, as puzzles with solutions.

    They are graded from 1, easy, to 5, and spread over themes. The same seed gives the same
    puzzles.
    """
    game = source.game()  # errors of the game before those of the file
    how.check()
    _check_files(output or (), force)
    found = how.find(source.solution(engine))
    for path in output or ():
        _write(path, found)
    return Answer(found.as_dict, lambda: _show(found), game)


def _files(output: Path) -> list[Path]:
    """The files that are written for this one: with a sheet, one of solutions."""
    if output.suffix.lower() != ".svg":
        return [output]
    return [output, output.with_name(f"{output.stem}-solutions{output.suffix}")]


def _check_files(output: Sequence[Path], force: bool) -> None:
    """Raise GameFileError, ParameterError, MissingExtraError for what is found before the work."""
    for path in output:
        if path.suffix.lower() not in WRITERS:
            raise ParameterError(
                f"{path} has no ending that names a format: expected {', '.join(WRITERS)}"
            )
        if path.suffix.lower() == ".pdf":
            from perfectplay.drawing.board.printed_pages import check_print

            check_print()
    for path in check_once([path for one in output for path in _files(one)]):
        check_place(str(path))
        check_new(path, force)


def _write(output: Path, found: PuzzleSet) -> None:
    files = _files(output)
    for path, content in zip(files, WRITERS[output.suffix.lower()](found), strict=True):
        write_file(path, content)
    note(f"wrote {' and '.join(map(str, files))}")


def _sheets(found: PuzzleSet) -> list[bytes]:
    from perfectplay.analysis.puzzles.puzzle_sheet import puzzle_sheet

    return [puzzle_sheet(found, solutions=solved).encode() for solved in (False, True)]


def _pdf(found: PuzzleSet) -> list[bytes]:
    from perfectplay.analysis.puzzles.puzzle_print import puzzle_pdf

    return [puzzle_pdf(found)]


def _page(found: PuzzleSet) -> list[bytes]:
    from perfectplay.web.training_page import training_page

    return [training_page(found).encode(errors="replace")]  # no lone surrogate


WRITERS: dict[str, Callable[[PuzzleSet], list[bytes]]] = {
    ".svg": _sheets,
    ".pdf": _pdf,
    ".html": _page,
}
"""By the ending of a file, what makes its content, and that of the files beside it."""


# --- for people -----------------------------------------------------------------------------------


def _show(found: PuzzleSet) -> None:
    for place, puzzle in enumerate(found.puzzles, 1):
        _show_puzzle(puzzle, place)
    say("solutions")
    rows = [
        (f"{place}", puzzle.line_words, f"not {puzzle.wrong_words}", ", ".join(puzzle.themes))
        for place, puzzle in enumerate(found.puzzles, 1)
    ]
    say_table(("", "key and line", "tempting", "themes"), rows, right=("",))
    say()
    for sentence in found.notes:
        say(sentence)


def _show_puzzle(puzzle: Puzzle, place: int) -> None:
    from perfectplay.analysis.puzzles.puzzle_sheet import puzzle_board
    from perfectplay.drawing.board.text import text

    board = puzzle_board(puzzle)
    mover = puzzle.mover(board)
    say(f"{place}. {puzzle.task} Grade {puzzle.grade}{f', {mover}' if mover else ''}")
    say()
    for line in text(board).splitlines():
        say(f"   {line}".rstrip())
    say()
