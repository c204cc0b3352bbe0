"""Puzzles as PDF: pages, numbers, texts within their room, the same bytes, and odd texts."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games_of_puzzles import GAMES, name_of
from odd_puzzles import ManyMoves, OddBoard, OddTexts
from perfectplay import Game, puzzles, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import RulesError
from perfectplay.games.tic_tac_toe import TicTacToe

pytest.importorskip("fpdf")
pytest.importorskip("matplotlib")

from perfectplay.analysis.puzzles.puzzle_print import puzzle_pdf
from perfectplay.drawing.board.printed_pages import HIGH, MARGIN, WIDE, PrintedPages


class Watched:
    """Notes what is written and drawn on which page."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import fpdf

        self.texts: list[tuple[int, float, float, float, str]] = []
        self.pictures: list[tuple[int, float, float, float, float]] = []
        text, image = fpdf.FPDF.text, fpdf.FPDF.image

        def texted(pdf: Any, x: float, y: float, line: str) -> None:
            self.texts.append((pdf.page, x, y, x + pdf.get_string_width(line), line))
            text(pdf, x, y, line)

        def imaged(pdf: Any, name: Any, x: float, y: float, w: float, h: float) -> None:
            self.pictures.append((pdf.page, x, y, x + w, y + h))
            image(pdf, name, x, y, w, h)

        monkeypatch.setattr(fpdf.FPDF, "text", texted)
        monkeypatch.setattr(fpdf.FPDF, "image", imaged)

    def on(self, page: int) -> str:
        """The texts of a page, in the order in which they were written."""
        return "\n".join(text for number, *_, text in self.texts if number == page)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


@pytest.mark.parametrize("game", [*GAMES, OddTexts(), OddBoard(), ManyMoves()], ids=name_of)
def test_all_is_on_paper_and_nothing_on_something_else(game: Game, watched: Watched) -> None:
    found = puzzles(solve(game), 14, least=1)
    content = puzzle_pdf(found)
    assert content.startswith(b"%PDF-")
    count = -(-len(found) // 6) + -(-len(found) // 12)
    assert len(re.findall(rb"/Type /Page\b", content)) == count
    for _, x, y, end, _ in watched.texts:
        assert MARGIN <= x <= end <= WIDE - MARGIN + 0.5
        assert MARGIN - 3 <= y <= HIGH - 7
    for page, x, y, right, low in watched.pictures:
        assert MARGIN <= x < right <= WIDE - MARGIN + 0.1
        assert y < low <= HIGH - MARGIN
        for other, tx, ty, end, line in watched.texts:
            inside = other == page and tx < right and end > x and y + 0.5 < ty < low
            assert not inside, f"{line} stands on a board"
    tasks = [t for *_, t in watched.texts if re.match(r"\d+\. (Win|Keep|Get|Solve)", t)]
    assert [int(task.split(".")[0]) for task in tasks] == list(range(1, len(found) + 1))
    numbers = [t for *_, t in watched.texts if re.fullmatch(r"\d+ / \d+", t)]
    assert numbers == [f"{page} / {count}" for page in range(1, count + 1)]


def test_six_to_a_page_and_solutions_last(watched: Watched) -> None:
    found = puzzles(solve(TicTacToe()), 13)
    puzzle_pdf(found)
    pages = [watched.on(page) for page in range(1, 6)]
    assert [page.splitlines()[0].rpartition(": ")[2] for page in pages] == [
        "puzzles", "puzzles", "puzzles", "solutions", "solutions",
    ]  # fmt: skip
    assert [len(re.findall(r"^\d+\. ", page, re.MULTILINE)) for page in pages] == [6, 6, 1, 12, 1]
    assert len(watched.pictures) == 26
    for i, puzzle in enumerate(found.puzzles, 1):
        assert f"{i}. {puzzle.task}" in "\n".join(pages[:3])
        assert f"{i}. {puzzle.key_text}" in "\n".join(pages[3:])
    assert not any("not " in page for page in pages[:3])  # no solution beside the puzzles


def test_the_same_bytes_without_a_date() -> None:
    content = puzzle_pdf(puzzles(solve(TicTacToe()), 3))
    assert content == puzzle_pdf(puzzles(solve(TicTacToe()), 3))
    assert re.findall(rb"\(D:(\d{8})", content) == [b"19700101"]  # the format wants a date


def test_letters_that_the_font_lacks_and_the_number_of_pages(watched: Watched) -> None:
    class Foreign(TicTacToe):
        title = "围棋 Ω é {nb} ½"

    puzzle_pdf(puzzles(solve(Foreign()), 1))
    assert watched.texts[0][-1] == "�� Ω é {nb} ½: puzzles"


def test_the_text_of_the_file_is_read_again(tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("there is no pdftotext here")
    (tmp_path / "sheet.pdf").write_bytes(puzzle_pdf(puzzles(solve(TicTacToe()), 3)))
    command = ["pdftotext", "-layout", str(tmp_path / "sheet.pdf"), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "1. Win in 5 plies." in text
    assert "O to move" in text
    assert "★★" in text
    assert "not 2: loss in 2 plies (2 · 5)" in text


def test_five_hundred_puzzles_of_which_many_are_alike(watched: Watched, monkeypatch) -> None:
    monkeypatch.setattr(PrintedPages, "draw", lambda *_: None)  # pictures take most of the time
    found = puzzles(solve(TicTacToe()), 25)
    puzzle_pdf(replace(found, puzzles=found.puzzles * 20))
    assert "126 / 126" in watched.on(126)


def test_a_board_that_raises_is_an_error_of_the_rules() -> None:
    class Torn(TicTacToe):
        def board(self, state: int, seat: int | None = None) -> None:
            raise RuntimeError("no ink")

    with pytest.raises(RulesError, match="no ink"):
        puzzle_pdf(puzzles(solve(Torn()), 1))


@pytest.mark.parametrize("missing", ["fpdf", "matplotlib"])
def test_without_a_library_it_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path
) -> None:
    """Before the solve."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    assert run(["puzzles", "tic_tac_toe", "-o", "sheet.pdf"]) == 2
    assert capsys.readouterr().err == (
        f"perfectplay: PDF files need {missing}, which is not installed; "
        "pip install 'perfectplay[print]' installs it\n"
    )
    assert not list(tmp_path.iterdir())
