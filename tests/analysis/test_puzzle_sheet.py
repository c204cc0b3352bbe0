"""Sheets of puzzles: well-formed, complete, without the solutions, and files that are not lost."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games_of_puzzles import Corridor
from perfectplay import Game, puzzles, solve
from perfectplay.analysis.puzzles.puzzle_sheet import puzzle_board, puzzle_sheet
from perfectplay.cli.main import run
from perfectplay.core.errors import RulesError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kayles import Kayles
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe
from places import TESTS

SVG = "{http://www.w3.org/2000/svg}"

GAMES: list[Game] = [
    TicTacToe(), ConnectFour(3, 4, 3), Spoons(), ThreeMensMorris(), Kayles(9), Corridor(),
]  # fmt: skip
"""With cells, arrows, hands, and states that are only texts."""


def numbers(element: ElementTree.Element) -> list[float]:
    return [float(element.get(name, "0")) for name in ("x", "y", "width", "height")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_both_sheets(game: Game) -> None:
    found = puzzles(solve(game), 7)
    for solutions in (False, True):
        text = puzzle_sheet(found, solutions=solutions)
        assert text == puzzle_sheet(found, solutions=solutions)
        root = ElementTree.fromstring(text)
        cards = root.findall(f"{SVG}svg")
        assert len(cards) == len(found) > 2
        _, _, width, height = numbers(root)
        boxes = [numbers(card) for card in cards]
        for x, y, wide, high in boxes:
            assert 0 <= x <= x + wide <= width
            assert 0 <= y <= y + high <= height
        for i, (x, y, wide, high) in enumerate(boxes):
            for left, top, _, _ in boxes[i + 1 :]:
                assert left >= x + wide or top >= y + high  # none covers another
        assert text.count("<style>") == 1
        assert " id=" not in text
        for puzzle, card in zip(found.puzzles, cards, strict=True):
            moves = [one.get("data-move") for one in card.iter() if one.get("data-move")]
            if solutions:
                assert moves == [puzzle.key_text]
            else:
                elsewhere = [c.text for c in puzzle_board(puzzle).choices if c.target is None]
                assert moves == (elsewhere if len(elsewhere) <= 12 else [])
                assert "pp-best" not in ElementTree.tostring(card, "unicode")


def test_the_picture_in_the_docs_is_this_one() -> None:
    """That of perfectplay puzzles tic_tac_toe -n 8 -o docs/pictures/puzzles.svg."""
    kept = (TESTS.parent / "docs" / "pictures" / "puzzles.svg").read_text(encoding="utf-8")
    assert kept == puzzle_sheet(puzzles(solve(TicTacToe()), 8))


def test_lines_are_within_their_card() -> None:
    """By a letter's width: none runs into the next card."""
    text = puzzle_sheet(puzzles(solve(ThreeMensMorris()), 8), solutions=True)
    root = ElementTree.fromstring(text)
    wide = max(numbers(card)[2] for card in root.findall(f"{SVG}svg"))
    for line in root.findall(f"{SVG}text")[1:]:
        assert 7 * len(line.text or "") <= wide + 14


def test_who_moves_is_said() -> None:
    """On the board, or above it if the state knows."""
    assert "the first player moves" in puzzle_sheet(puzzles(solve(Corridor()), 6))
    assert " moves<" not in puzzle_sheet(puzzles(solve(TicTacToe()), 6))


def test_a_title_that_is_no_markup() -> None:
    class Odd(TicTacToe):
        title = "X & <O>"

    text = puzzle_sheet(puzzles(solve(Odd()), 2))
    assert "X &amp; &lt;O&gt;: puzzles" in text
    ElementTree.fromstring(text)


def test_files_that_are_there_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["puzzles", "tic_tac_toe", "-n", "2", "-o", "sheet.svg"]
    solved = tmp_path / "sheet-solutions.svg"
    solved.write_text("mine")
    assert run(command) == 2
    assert "sheet-solutions.svg is there already; --force replaces it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [solved.name]
    assert solved.read_text() == "mine"
    assert run([*command, "--force"]) == 0
    assert re.match("<svg ", solved.read_text())
    assert {path.name for path in tmp_path.iterdir()} == {solved.name, "sheet.svg"}


RULES = """
from perfectplay.games.tic_tac_toe import TicTacToe

class Torn(TicTacToe):
    def board(self, state, seat=None):
        raise RuntimeError("no ink")
"""


def test_a_board_that_cannot_be_drawn_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "torn.py").write_text(RULES)
    assert run(["puzzles", "torn.py:Torn", "-o", "sheet.svg"]) == 2
    assert "no ink" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.svg"))


def test_a_board_that_raises_is_an_error_of_the_rules() -> None:
    class Torn(TicTacToe):
        def board(self, state: int, seat: int | None = None) -> None:
            raise RuntimeError("no ink")

    with pytest.raises(RulesError, match="no ink"):
        puzzle_sheet(puzzles(solve(Torn()), 1))
