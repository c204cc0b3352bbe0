"""The page to train with: its data against the solution, its texts, its bytes."""

import json
import re
from hashlib import sha256
from html import unescape
from typing import Any

import pytest

from games_of_puzzles import GAMES, Lights, name_of
from odd_puzzles import ODD_MOVES, ManyMoves, OddBoard, OddTexts
from perfectplay import Game, puzzles, solve
from perfectplay.analysis.puzzles.puzzle import PuzzleSet
from perfectplay.core.errors import RulesError
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.web.training_page import training_page

LEFT = re.compile(r"It is one of (?:these moves: |(\d+) moves; the others are left out now\.)")


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def picture_of(data: Any, puzzle: Any) -> str:
    parts = data["parts"]
    return "".join(parts[p] if isinstance(p, int) else p for p in puzzle["picture"])


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_page_says_what_the_solution_says(game: Game) -> None:
    """Each key is the one best move, each worth is that of the table, each hint is true."""
    solution = solve(game)
    found = puzzles(solution, 12, least=1)
    data = data_of(training_page(found))
    assert len(data["puzzles"]) == len(found)
    assert len({puzzle["id"] for puzzle in data["puzzles"]}) == len(found)
    for puzzle, shown in zip(found.puzzles, data["puzzles"], strict=True):
        record = solution.probe(puzzle.state, puzzle.record.seat)
        legal = [move for move, _ in solution.rules.position(puzzle.state).options]
        texts = [solution.rules.move_text(move) for move in legal]
        assert [text for text, *_ in shown["moves"]] == texts  # in the order of the rules
        best = [move.text for move in record.moves if move.best]
        if record.score is not None or str(record.value) == "draw":
            best = [move.text for move in record.moves if move.keeps]
        assert [texts[shown["key"]]] == best
        assert texts[shown["key"]] == shown["line"][0]
        assert texts[shown["tempting"]] != best[0]
        for at, (text, _, after) in enumerate(shown["moves"]):
            check_after(solution, puzzle.state, text, after, right=at == shown["key"])
        words = {text: worth for text, worth, _ in shown["moves"]}
        for move in record.moves:
            if move.score is not None:
                assert words[move.text].lstrip("+") == move.score_text
            elif isinstance(game, Lights):
                assert words[move.text].startswith("solved in" if move.value == 3 else "cannot")
            else:
                assert str(move.value) in words[move.text]
                end = "endless" if move.remoteness is None else f" {move.remoteness + 1} pl"
                assert end in words[move.text]
        assert shown["worth"] == words[best[0]]
        assert "plies" not in shown["goal"]
        check_left(shown, texts)
        moves = re.findall(r'data-move="(.*?)"', picture_of(data, shown))
        assert sorted(map(unescape, moves)) == sorted(texts)
        assert "pp-best" not in picture_of(data, shown)


def check_after(solution: Any, state: Any, text: str, after: list[str], *, right: bool) -> None:
    """What follows a wrong move is perfect play, to its end or for 11 plies."""
    if right:
        assert after == []
        return
    made = [state]
    for number, move in enumerate([text, *after]):
        found = [one for one in solution.probe(made[-1]).moves if one.text == move]
        assert len(found) == 1
        assert number == 0 or found[0].best
        made.append(found[0].state)
    assert len(after) == 11 or not solution.probe(made[-1]).moves or made[-1] in made[1:-1]


def check_left(shown: Any, texts: list[str]) -> None:
    """The last hint leaves the key among two moves or more, and leaves some out."""
    left = shown["left"]
    if len(texts) < 3:
        assert left is None
        assert len(shown["hints"]) == 2
        return
    assert shown["key"] in left
    assert 2 <= len(left) < len(texts)
    assert left == sorted(set(left))
    assert LEFT.match(shown["hints"][2])


def test_moves_from_one_cell_are_the_last_hint() -> None:
    from perfectplay.games.three_mens_morris import ThreeMensMorris

    data = data_of(training_page(puzzles(solve(ThreeMensMorris()), 30)))
    kinds = set()
    for shown in data["puzzles"]:
        starts = {shown["moves"][at][0].split("-")[0] for at in shown["left"] or ()}
        kinds.add(len(starts) == 1 and "-" in shown["moves"][0][0])
    assert kinds == {True, False}


def test_one_file_that_loads_nothing_and_is_the_same_each_time() -> None:
    found = puzzles(solve(TicTacToe()), 5)
    text = training_page(found)
    assert text == training_page(puzzles(solve(TicTacToe()), 5))
    assert not re.findall(r'(?:src|href)="(?!#|data:|https://en\.wikipedia\.org)[^"]*"', text)
    nonce = re.search(r"script-src &#39;nonce-(\w+)&#39;;", text)
    assert nonce
    scripts = re.findall(r"<script([^>]*)>", text)
    assert len(scripts) == 4
    assert [nonce[1] in tag for tag in scripts] == ["json" not in tag for tag in scripts]
    draft = text.replace(nonce[1], "")
    assert sha256(draft.encode()).hexdigest()[:32] == nonce[1]
    other = training_page(puzzles(solve(TicTacToe()), 6))
    assert nonce[1] not in other
    assert "default-src &#39;none&#39;" in text


@pytest.mark.parametrize("game", [OddTexts(), OddBoard()], ids=name_of)
def test_texts_are_never_markup(game: Game) -> None:
    text = training_page(puzzles(solve(game), 4))
    assert "<img" not in text
    assert "<script>" not in text
    assert "</script><script>" not in text
    assert text.count("</script>") == 4
    assert text.count("</title>") == 1
    assert "{{ 7*7 }}" in text
    data = data_of(text)
    seen = {name for shown in data["puzzles"] for name, *_ in shown["moves"]}
    assert seen <= set(ODD_MOVES)
    text.encode("utf-8", "replace")


def test_moves_with_long_texts_that_are_not_all_drawn() -> None:
    data = data_of(training_page(puzzles(solve(ManyMoves()), 1)))
    [shown] = data["puzzles"]
    assert len(shown["moves"]) == 150
    assert shown["key"] == 77
    assert len(shown["left"]) == 75
    assert sum(after != [] for _, _, after in shown["moves"]) <= 25  # those that tempt most
    assert shown["hints"][2] == "It is one of 75 moves; the others are left out now."


def test_a_solution_without_rules_has_moves_as_texts() -> None:
    from dataclasses import replace

    found = puzzles(solve(TicTacToe()), 3)
    bare = [replace(one, record=replace(one.record, rules=None)) for one in found.puzzles]
    data = data_of(training_page(replace_puzzles(found, bare)))
    for puzzle, shown in zip(bare, data["puzzles"], strict=True):
        texts = [text for text, *_ in shown["moves"]]
        assert texts == sorted(texts)
        assert texts[shown["key"]] == puzzle.key_text


def replace_puzzles(found: PuzzleSet, some: list[Any]) -> PuzzleSet:
    from dataclasses import replace

    return replace(found, puzzles=tuple(some))


def test_five_hundred_puzzles() -> None:
    """The same few, many times: the page grows by what differs."""
    found = puzzles(solve(TicTacToe()), 25)
    many = replace_puzzles(found, list(found.puzzles) * 20)
    data = data_of(training_page(many))
    assert len(data["puzzles"]) == 500
    assert len(training_page(many)) < 500_000


def test_a_board_that_raises_is_an_error_of_the_rules() -> None:
    class Torn(TicTacToe):
        def board(self, state: int, seat: int | None = None) -> None:
            raise RuntimeError("no ink")

    with pytest.raises(RulesError, match="no ink"):
        training_page(puzzles(solve(Torn()), 1))
