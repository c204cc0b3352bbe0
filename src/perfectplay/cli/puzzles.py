"""``perfectplay puzzles``: positions with exactly one good move, and their solutions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.options import option
from perfectplay.cli.output import Answer, note, say, say_table
from perfectplay.cli.progress_bar import later_progress
from perfectplay.cli.writing import check_place, replaced
from perfectplay.core.errors import GameFileError

if TYPE_CHECKING:
    from perfectplay.analysis.puzzles.puzzle import Puzzle, PuzzleSet


def puzzles(
    source: SourceArguments,
    engine: SymmetricEngineOptions,
    count: Annotated[int, option("How many puzzles.", "--count", "-n", metavar="N")] = 10,
    theme: Annotated[
        list[str] | None,
        option(
            "A theme: only, quiet, sacrifice, zugzwang, longest, escape, deep2 or deep4; repeat it "
            "for more.",
            "--theme",
            metavar="THEME",
            show_default="all",
        ),
    ] = None,
    only: Annotated[
        bool, option("Only positions in which all other moves lose something, not just time.")
    ] = False,
    least: Annotated[int, option("The fewest plies to the end.", "--least", metavar="PLIES")] = 2,
    seed: Annotated[int, option("The seed of all random choices.")] = 0,
    look: Annotated[
        int,
        option("The most positions to look at; of more, so many by chance.", "--look", metavar="N"),
    ] = 500_000,
    svg: Annotated[
        Path | None,
        option(
            "Draw them into this .svg file, and the solutions into one beside it.",
            "--svg",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, option("Replace existing files.")] = False,
) -> Answer:
    """Find positions with one good move, as puzzles with solutions.

    They are graded from 1, easy, to 5, and spread over themes. The same seed gives the same
    puzzles.
    """
    from perfectplay.analysis.puzzles.puzzle_sheet import puzzle_sheet
    from perfectplay.analysis.puzzles.puzzle_themes import checked_themes
    from perfectplay.analysis.puzzles.puzzles import check_numbers
    from perfectplay.analysis.puzzles.puzzles import puzzles as find_puzzles

    game = source.game()  # errors of the game before those of the file
    checked_themes(theme, {})
    check_numbers(count=count, seed=seed, least=least, look=look)
    if svg is not None:
        _check_files(svg, force)
    solution = source.solution(engine)
    with later_progress() as progress:
        found = find_puzzles(
            solution, count, themes=theme, only=only, seed=seed, least=least, look=look,
            progress=progress,
        )  # fmt: skip
    if svg is not None:
        sheets = [puzzle_sheet(found, solutions=solved) for solved in (False, True)]
        for path, sheet in zip(_files(svg), sheets, strict=True):
            with replaced(path) as part:
                part.write_text(sheet, encoding="utf-8")
        note(f"wrote {' and '.join(map(str, _files(svg)))}")
    return Answer(found.as_dict, lambda: _show(found), game)


def _files(svg: Path) -> tuple[Path, Path]:
    """The file of the puzzles, and that of the solutions."""
    return svg, svg.with_name(f"{svg.stem}-solutions{svg.suffix}")


def _check_files(svg: Path, force: bool) -> None:
    """Raise GameFileError for what is found before the work."""
    if svg.suffix.lower() != ".svg":
        raise GameFileError(f"{svg}: puzzles are drawn into a file that ends in .svg")
    for path in _files(svg):
        check_place(str(path), "--svg")
        if not force and path.exists():
            raise GameFileError(f"{path} is there already; --force replaces it")


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
