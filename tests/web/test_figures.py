"""The cards of the first page: categories, sizes, results and difficulties, as computed."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")

from perfectplay import Game, Value, solve
from perfectplay.game.naming import GAMES
from perfectplay.game.titles import category_of
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_class
from perfectplay.web.figures import difficulty_words, figures_of, mistakes, published_values
from perfectplay.web.game_session import SMALL_STATES, GameSession
from perfectplay.web.rest_answers import fields_of
from places import TESTS
from rest_client import Client

ODD = str(TESTS / "browser" / "odd_texts.py")


class Choices(Game):
    """Three ways to end at once: one wins, one draws, one loses."""

    players = 2
    ends = (Value.LOSS, Value.DRAW, Value.WIN)

    def start(self):
        return 0

    def moves(self, state):
        return [1, 2, 3]

    def play(self, state, move):
        return move

    def outcome(self, state):
        return self.ends[state - 1] if state else None


@pytest.fixture(scope="module")
def client():
    made = Client("tic_tac_toe", "connect_four", "three_rocks", "eight_puzzle", ODD)
    yield made
    made.close()


def test_the_share_of_mistakes_is_counted_by_hand():
    assert mistakes(solve(Choices())) == 0.67  # the draw and the loss, of three moves
    draws = type("Draws", (Choices,), {"ends": (Value.DRAW, Value.DRAW, Value.WIN)})
    assert mistakes(solve(draws())) == 0.33
    lost = type("Lost", (Choices,), {"ends": (Value.WIN,) * 3})
    assert mistakes(solve(lost())) is None  # nothing can be lost
    puzzle = type("Puzzle", (Choices,), {"players": 1, "ends": (Value.WIN, Value.LOSS, Value.LOSS)})
    assert mistakes(solve(puzzle())) == 0.67


def test_the_same_solution_has_the_same_figures():
    assert mistakes(solve(TicTacToe())) == mistakes(solve(TicTacToe()))
    assert 0.2 < mistakes(solve(TicTacToe())) < 0.6


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "easy: 0%"), (0.3, "medium: 30%"), (0.59, "medium: 59%"), (0.6, "hard: 60%"), (1, "hard")],
)
def test_difficulty_in_words(share, words):
    assert difficulty_words(share).startswith(words)


def test_figures_of_a_solved_game_over_rest(client):
    found = client.ok("/api/games/tic_tac_toe/figures")
    assert found["category"] == "Lines"
    assert (found["states"], found["size"]) == (5478, "5,478 positions")
    assert found["published"] is False
    assert found["result"] == "A draw in 9 plies"
    assert found["mistakes"] == mistakes(solve(TicTacToe()))
    assert found["difficulty"] == difficulty_words(found["mistakes"])


def test_figures_of_a_game_that_is_not_solved(client):
    found = client.ok("/api/games/connect_four/figures")
    assert found["states"] == 3_945_711
    assert found["published"] is True
    assert found["result"] == "A draw"
    assert found["difficulty"] == "medium: 49% of moves are mistakes"
    other = client.ok("/api/games/connect_four;width=6;height=3/figures")
    assert (other["states"], other["mistakes"], other["difficulty"]) == (2_087_325, None, None)
    assert client.ok("/api/games/connect_four;width=3/figures")["states"] == 6_000
    assert client.get("/api/games/nothing/figures").status_code == 404
    assert client.get("/api/games/tic_tac_toe/figures", x="1").status_code == 422


LARGE = ["last_mouse_lost", "breakthrough", "othello", "eight_puzzle", "connect_four"]
"""Games of the library that are not solved for their cards."""


@pytest.mark.parametrize("name", LARGE)
def test_the_difficulty_of_a_large_game_is_that_of_its_solution(name):
    game = load_class(name)()
    assert published_values(game).mistakes == mistakes(solve(game))


def test_every_game_of_the_library_has_a_difficulty():
    small = [name for name in GAMES if name not in LARGE]
    assert all(len(solve(load_class(name)())) <= SMALL_STATES for name in small)


def test_published_figures_are_of_the_same_parameters():
    assert published_values(ConnectFour(width=4)).states == 161_029
    assert published_values(ConnectFour(width=4, length=3)) is None
    assert published_values(Choices()) is None


def test_rules_that_raise_have_a_card_without_figures():
    class Raises(Choices):
        def moves(self, state):
            raise KeyError("moves")

    found = fields_of(figures_of(GameSession("raises", "raises", Raises())))
    assert (found["states"], found["result"], found["size"]) == (None, None, "")


@pytest.mark.parametrize(
    ("given", "category"),
    [
        ("Cards", "Cards"), (" a  b ", "a b"), ("", "Two players"), (None, "Two players"),
        (7, "Two players"),
    ],
)  # fmt: skip
def test_a_category_of_the_author(given, category):
    assert category_of(type("Own", (Choices,), {"category": given})()) == category


def test_categories_that_attributes_tell():
    assert category_of(type("P", (Choices,), {"players": 1})()) == "Puzzle"
    assert category_of(type("S", (Choices,), {"scoring": True})()) == "Points"
    assert category_of(type("I", (Choices,), {"impartial": True})()) == "Impartial"
    assert category_of(Chomp()) == "Heaps"
    assert len({category_of(load_class(name)()) for name in GAMES}) >= 6


def test_cards_name_their_category_and_no_result(client):
    page = client.get("/").text
    assert page.count('data-figures="/api/games/') == 5
    assert '<span class="category" dir="auto">Lines</span>' in page
    assert "draw in" not in page
    assert 'id="search"' in page
