"""Puzzles as a page to train with, one file: hints, spaced repetition, progress."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from perfectplay.analysis.annotate.judged_play import Worth
from perfectplay.analysis.puzzles.puzzle import Puzzle, PuzzleSet
from perfectplay.analysis.puzzles.puzzle_sheet import puzzle_board
from perfectplay.analysis.puzzles.puzzle_themes import THEMES
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg import svg
from perfectplay.game.board import CellChoice
from perfectplay.game.naming import game_name
from perfectplay.web import views
from perfectplay.web.catalogue import id_of, plain_class
from perfectplay.web.packed_modules import digest, one_file_page
from perfectplay.web.position_pictures import bare, undescribed
from perfectplay.web.site.chunks import with_parts

NAMED = 8
"""The most moves that a hint names."""


def training_page(found: PuzzleSet) -> str:
    """The puzzles as an HTML page on which a person solves them.

    It is one file that loads nothing. Puzzles that were solved come again after 1, 3, 7 and 21
    days; the browser of the reader keeps the progress. The same puzzles give the same page.

    Raises RulesError if the game's ``board`` cannot be drawn.

    >>> from perfectplay import puzzles, solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> training_page(puzzles(solve(TicTacToe()), 3)).count('"goal":')
    3
    """
    game = found.game
    shown = views.ShownGame(id_of(game_name(game), plain_class(game), game), game)
    data = _data(shown, found)
    return one_file_page(
        "training.html", "pp/training", "training.css", game=shown, facts=(), data=data
    )


def _data(shown: views.ShownGame, found: PuzzleSet) -> dict[str, Any]:
    """What the scripts of the page know: facts, pieces of pictures, and the puzzles."""
    parts, pictures = with_parts([_picture(puzzle) for puzzle in found.puzzles])
    puzzles = [
        {**_puzzle(shown.id, puzzle), "picture": picture}
        for puzzle, picture in zip(found.puzzles, pictures, strict=True)
    ]
    name = re.sub(r"\W+", "-", shown.id).strip("-") or "puzzles"
    facts = {"id": shown.id, "file": f"{name[:80]}-progress.json"}
    return {"facts": facts, "parts": parts, "puzzles": puzzles}


def _picture(puzzle: Puzzle) -> str:
    return undescribed(bare(svg(puzzle_board(puzzle))))


def _puzzle(game: str, puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle for the page.

    ``moves``: text and worth of each, and, if it is wrong, what follows with perfect play, in the
    order of the rules, which tells nothing; ``key`` and ``tempting``, the wrong move that tempts
    most, are places among these; ``left``: those that the last hint leaves, if it leaves some out.
    """
    record, board = puzzle.record, puzzle_board(puzzle)
    by_text = {move.text: move for move in record.moves}
    choices = board.choices or [CellChoice(by_text[text].move, text) for text in sorted(by_text)]
    moves = [choice.text for choice in choices]
    key, tempting = moves.index(puzzle.key_text), moves.index(puzzle.wrong.text)
    left = _left(record.text, choices, key, tempting)
    after = {wrong.text: wrong.line[1:] for wrong in (puzzle.wrong, *puzzle.others)}
    named = json.dumps([game, record.text, record.seat, puzzle.key_text])
    return {
        "id": digest(named)[:16],
        "goal": _goal(puzzle),
        "text": record.text,
        "mover": puzzle.mover(board),
        "stars": puzzle.stars,
        "grade": puzzle.grade,
        "moves": [
            (text, puzzle.worth_words(Worth.of_move(by_text[text])), after.get(text, ()))
            for text in moves
        ],
        "key": key,
        "worth": puzzle.worth_words(puzzle.worth),
        "line": puzzle.line,
        "tempting": tempting,
        "hints": list(_hints(puzzle, moves, left)),
        "left": left,
    }


def _goal(puzzle: Puzzle) -> str:
    """What is asked, without the plies, which are a hint."""
    if puzzle.record.score is not None:
        return "Find the move that gets the most points."
    if puzzle.alone:
        return "Find the first move of the shortest solution."
    if puzzle.record.value is Value.DRAW:
        return "Find the move that keeps the draw."
    return "Find the fastest win."


def _hints(puzzle: Puzzle, moves: Sequence[str], left: Sequence[int] | None) -> Iterator[str]:
    """One more is told each time that somebody asks."""
    names = [THEMES[theme] for theme in puzzle.themes]
    yield f"{'Themes' if len(names) > 1 else 'Theme'}: {', '.join(names)}."
    words = puzzle.worth_words(puzzle.worth)
    yield f"{words[0].upper()}{words[1:]}."
    if left is not None and len(left) <= NAMED:
        yield f"It is one of these moves: {', '.join(moves[at] for at in left)}."
    elif left is not None:
        yield f"It is one of {len(left)} moves; the others are left out now."


def _left(text: str, choices: Sequence[CellChoice], key: int, tempting: int) -> list[int] | None:
    """The places of the moves that the last hint leaves: those from the cell where the key begins,
    or else half of them, with the wrong one that tempts most. None if there are but two."""
    begins = choices[key].source
    alike = [at for at, choice in enumerate(choices) if choice.source == begins]
    if begins is not None and 1 < len(alike) < len(choices):
        return alike
    half = (len(choices) + 1) // 2
    if len(choices) < 3:
        return None
    others = [at for at in range(len(choices)) if at not in (key, tempting)]
    others.sort(key=lambda at: digest(f"{text} {choices[at].text}"))
    return sorted([key, tempting, *others[: half - 2]])
