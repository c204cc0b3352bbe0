"""verify finds what is wrong in a book, as far as the moves of an entry are there."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_books import Letters
from test_search_known import Doors, by_ply

from perfectplay import Game, Value, search, verify
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher.book.book_folder import read_book, write_book
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.tablebase.table import StateEntry


@pytest.mark.parametrize(
    "game", [ConnectFour(4, 4), Kalah(3, 2), DotsAndBoxes(2, 1), Doors(3), Letters("aabbabba")]
)
def test_a_right_book_is_verified(game: Game, tmp_path: Path) -> None:
    for state in [game.start(), *by_ply(game, 1)]:
        search(game, state, book=tmp_path)
        search(game, by_ply(game, 3)[0], book=tmp_path, distance=False)
    result = verify(tmp_path, game)
    assert result.ok, result.problems
    assert result.states == len(read_book(tmp_path, CheckedGame(game)))
    assert "no strong solution" in result.notes[0]


@pytest.mark.parametrize("game", [ThreeRocks(5, 5), DotsAndBoxes(2, 1), Doors(2)])
def test_verify_finds_what_is_planted(game: Game, tmp_path: Path) -> None:
    """Every entry that has all of its moves in the book, wrong in each way that it can be."""
    for state in [game.start(), *by_ply(game, 1), *by_ply(game, 2)]:
        search(game, state, book=tmp_path)
    content = read_book(tmp_path, CheckedGame(game))
    checked = 0
    for state, right in list(content.entries.items())[:40]:
        options = content.rules.position(state).options
        if any(content.get(s) is None and game.outcome(s) is None for _, s in options):
            continue
        value, plies, score = right.entry
        wrong = [StateEntry(value, (plies or 0) + 1, score)]
        if score is None:
            wrong += [StateEntry(v, plies or 2) for v in (Value.LOSS, Value.WIN) if v is not value]
        else:
            wrong.append(StateEntry(value_of_score(score + 1), plies, score + 1))
        for entry in wrong:
            content.entries[state] = EndgameEntry(entry)
            write_book(tmp_path, content)
            found = verify(tmp_path, game)
            assert not found.ok
            assert any(content.rules.state_text(state) == p.state for p in found.problems)
            checked += 1
        content.entries[state] = right
    assert checked > 10
    write_book(tmp_path, content)
    assert verify(tmp_path, game).ok


def test_verify_finds_a_damaged_book(tmp_path: Path) -> None:
    search(ThreeRocks(3, 3), book=tmp_path)
    path = next(tmp_path.glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    result = verify(tmp_path)
    assert not result.ok
    assert "SHA-256" in result.problems[0].message
