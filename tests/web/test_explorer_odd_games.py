"""Games that say odd things of themselves, and numbers as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perfectplay import Game, Value, game_from_tree, pie
from perfectplay.core.errors import RulesError
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.web import pages
from perfectplay.web.catalogue import Catalogue, OfferedGame
from perfectplay.web.cli_targets import offers_of
from perfectplay.web.timed_calls import BadRulesError
from perfectplay.web.wordings import about, unit_of
from rest_client import Client
from twelve_cells import Wreath

STONES = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Stones(Game):
    """Take one or two."""
    stones: int = 7

    def start(self):
        return (self.stones,)

    def moves(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - move,)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None
'''


class Stones(Game):
    def start(self):
        return 3

    def moves(self, state):
        return (1,)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class PlayersRaise(Stones):
    @property
    def players(self):
        raise ValueError("no players")


class PlayersAreAMethod(Stones):
    def players(self):
        return 2


class NothingIsThere(Stones):
    def __getattr__(self, name):
        raise ValueError(f"no {name}")


@pytest.mark.parametrize("found", [PlayersRaise, PlayersAreAMethod, NothingIsThere])
def test_what_would_spoil_the_list_of_all_games_is_not_served(found) -> None:
    with pytest.raises((RulesError, BadRulesError), match=r"players|no name"):
        Catalogue([OfferedGame("odd", found)])


def test_a_file_that_is_named_twice_is_one_game(tmp_path) -> None:
    for name in ("stones", "a;stones=2", ".."):
        (tmp_path / f"{name}.py").write_text(STONES, encoding="utf-8")
    words = ["stones.py", "stones.py", "stones=5", "a;stones=2.py", "...py"]
    catalogue = Catalogue(offers_of(w if "." not in w else str(tmp_path / w) for w in words))
    ids = [game.id for game in catalogue.listed()]
    assert ids == ["stones", "stones;stones=5", "a,stones=2", "game"]
    assert catalogue.get("stones;stones=4").game.start() == (4,)
    assert catalogue.get("a,stones=2;stones=4").game.start() == (4,)


def test_what_is_told_of_an_operator() -> None:
    told = about(pie(Hexapawn()))
    assert "may exchange sides" in told
    assert about(Hexapawn()) in told
    assert "`" not in told


def test_boards_beside_something_have_no_map() -> None:
    client = Client("pie(hexapawn)", "three_rocks")
    assert client.get("/api/games/pie(hexapawn)/heat-map").json()["title"] == "No such map"
    assert client.ok("/api/games/three_rocks/heat-map")["cells"]
    client.close()


class Cents(Kalah):
    def score_text(self, score):
        return f"{score / 100:.2f}"


class Stars(Kalah):
    def score_text(self, score):
        return "*" * score


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        (Kalah(scoring=True), 1),
        (Cents(scoring=True), Fraction(1, 100)),
        (Cents(), 1),  # a game of values
        (Stars(scoring=True), 1),
        (game_from_tree({"a": 1000, "b": "1/3"}), Fraction(1, 3)),
    ],
)
def test_what_one_point_is(game, unit) -> None:
    assert Fraction(*unit_of(game)) == unit


class Dawdles(Stones):
    """Its board is never drawn."""

    def board(self, state):
        while True:
            pass


def test_the_first_page_does_not_wait_for_a_board(monkeypatch) -> None:
    monkeypatch.setattr(pages, "GLANCE", 0.05)
    client = Client(
        catalogue=Catalogue([OfferedGame("dawdles", Dawdles), OfferedGame("stones", Stones)])
    )
    first = client.get("/").text
    client.close()
    assert "Its board is never drawn" in first
    assert first.count('class="thumb"><svg') == 1


def test_who_types_an_address_gets_a_page_and_a_program_json() -> None:
    client = Client("three_rocks")
    page = client.request("GET", "/games/", headers={"accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing at /games/" in page.text
    assert "All games" in page.text
    assert client.get("/games/").json()["status"] == 404
    client.close()


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/games/three_rocks", "/static/main.js", "/no"]
)
def test_the_head_of_an_answer_can_be_asked_for(path) -> None:
    client = Client("three_rocks")
    head, whole = client.request("HEAD", path), client.get(path)
    client.close()
    assert head.content == b""
    assert head.status_code == whole.status_code
    assert head.headers["content-length"] == str(len(whole.content))


def test_the_page_says_how_an_undrawn_board_is_drawn():
    client = Client(catalogue=Catalogue([OfferedGame("wreath", Wreath)]))
    text = client.get("/games/wreath").text
    assert "For the author of Wreath: no board is drawn" in text
    assert "board_shape = (3, 4) in the class draws 3 rows of 4" in text
