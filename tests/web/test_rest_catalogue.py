"""Ids of served games, and what the words of a command line offer."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

from perfectplay import solve
from perfectplay.core.errors import MissingRulesError, ParameterError, UnknownGameError
from perfectplay.game.naming import parameters
from perfectplay.registry.address import load_class, load_game
from perfectplay.web.catalogue import VARIANTS, Catalogue, OfferedGame, id_of
from perfectplay.web.cli_targets import offers_of
from rest_client import Client, problem

WORDS = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Letters(Game):
    """Take letters from the end of a word: one or two; who takes the last one wins."""
    word: str = "abc"
    most: int = 2
    stuck = Value.LOSS

    def start(self):
        return self.word

    def moves(self, state):
        return range(1, min(len(state), self.most) + 1)

    def play(self, state, move):
        return state[: len(state) - move]

    def outcome(self, state):
        return None
'''

GIVEN = [
    ("connect_four", {}),
    ("connect_four", {"width": "4", "height": "3"}),
    ("connect_four", {"height": "3", "length": "3"}),
    ("nim", {"rows": "1,2,3", "misere": "yes"}),
    ("nim", {"rows": "4"}),
    ("tic_tac_toe", {"misere": "yes", "width": "2"}),
    ("kalah", {"scoring": "yes", "holes": "2"}),
    ("misere(nim)", {"rows": "2,3"}),
    ("cap(chopsticks,20)", {}),
]


@pytest.mark.parametrize(("name", "given"), GIVEN, ids=str)
def test_an_id_stands_for_the_game_it_was_made_of(name, given):
    game = load_game(name, given)
    found = load_class(name)
    id = id_of(name, found, game)  # noqa: A001
    catalogue = Catalogue([OfferedGame(name, found)])
    served = catalogue.get(id)
    assert served.id == id
    assert parameters(served.game) == parameters(game)
    assert type(served.game) is type(game)
    name, *parts = id.split(";")
    backwards = ";".join([name, *reversed(parts)])
    assert catalogue.get(backwards) is served
    assert catalogue.get(id) is served


def test_defaults_are_no_part_of_an_id():
    catalogue = Catalogue.of_library()
    assert catalogue.get("connect_four;width=5;height=4").id == "connect_four"
    assert catalogue.get("connect_four;width=5") is catalogue.get("connect_four")


@pytest.mark.parametrize(
    "word", ["a/b", "a;b=c", "100%", "ab", "é ü", "a=b", "..", "%2F", "a+b&c#d?"]
)
def test_texts_in_ids_are_whole(tmp_path, word):
    path = tmp_path / "letters.py"
    path.write_text(WORDS, encoding="utf-8")
    client = Client(str(path), f"word={word}", "most=1")
    (served,) = client.catalogue.listed()
    assert "/" not in served.id
    assert served.id.count(";") == 2
    assert client.catalogue.get(served.id).game == served.game
    fresh = Catalogue(offers_of([str(path)]))
    assert parameters(fresh.get(served.id).game) == {"word": word, "most": 1}
    record = client.ok(f"/api/games/{quote(served.id, safe='')}/position")
    assert record["text"] == word
    client.close()


def test_two_files_of_one_name_are_two_games(tmp_path):
    places = []
    for folder, most in (("one", 2), ("two", 3)):
        (tmp_path / folder).mkdir()
        places.append(tmp_path / folder / "letters.py")
        places[-1].write_text(WORDS.replace("most: int = 2", f"most: int = {most}"))
    catalogue = Catalogue(offers_of(map(str, places)))
    assert [served.id for served in catalogue.listed()] == ["letters", "letters-2"]
    assert catalogue.get("letters-2").game.most == 3
    assert catalogue.get("letters-2;most=2").game.most == 2


def test_a_game_twice_is_listed_once():
    catalogue = Catalogue(offers_of(["nim", "rows=2,3", "nim", "nim", "rows=2,3"]))
    assert [served.id for served in catalogue.listed()] == ["nim;rows=2,3", "nim"]


def test_only_what_was_given_is_served():
    catalogue = Catalogue(offers_of(["nim"]))
    with pytest.raises(UnknownGameError, match="no game 'chomp' is served here"):
        catalogue.get("chomp")


def test_variants_do_not_heap_up():
    catalogue = Catalogue(offers_of(["three_rocks"]))
    for left in range(1, 3 * VARIANTS):
        catalogue.get(f"three_rocks;left={left + 10}")
    assert catalogue.known(f"three_rocks;left={3 * VARIANTS + 9}") is not None
    assert catalogue.known("three_rocks;left=11") is None
    assert catalogue.known("three_rocks") is not None


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A working folder with stored solutions: of the library, of an operator, of a file."""
    monkeypatch.chdir(tmp_path)
    Path("letters.py").write_text(WORDS, encoding="utf-8")
    for folder, address, given in (
        ("rocks", "three_rocks", {"left": "3"}),
        ("misery", "misere(nim)", {"rows": "2,3"}),
        ("words", "letters.py", {"word": "abcde"}),
    ):
        solve(load_game(address, given)).save(folder)
    return tmp_path


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("rocks", "three_rocks;left=3"),
        ("misery", "misere(nim);rows=2,3"),
        ("words", "Letters;word=abcde"),
    ],
)
def test_a_folder_is_served_under_the_id_of_its_game(stored, folder, name):
    client = Client(folder)
    assert [served.id for served in client.catalogue.listed()] == [name]
    told = client.ok(f"/api/games/{name}")
    assert (told["status"], told["summary"]["engine"]) == ("solved", "stored")
    solution = solve(client.catalogue.listed()[0].game)
    told = client.ok(f"/api/games/{name}/position")
    assert told == solution.probe(solution.start, 0).as_dict() | {"state": told["state"]} | {
        "moves": told["moves"]
    }
    assert client.ok(f"/api/games/{name}/statistics")["states"] == len(solution)
    client.close()


def test_a_folder_is_the_solution_of_a_game_that_was_named_too(stored):
    for words in (["three_rocks", "left=3", "rocks"], ["rocks", "three_rocks", "left=3"]):
        catalogue = Catalogue(offers_of(words))
        (served,) = catalogue.listed()
        assert served.status == "solved"
        assert served.folder == Path("rocks")


def test_a_folder_that_goes_away_is_said(stored):
    client = Client("rocks")
    shutil.rmtree("rocks")
    said = problem(client.get("/api/games/three_rocks;left=3/position"), 409, "folder")
    assert "rocks" in said
    client.close()


def test_a_folder_takes_no_parameters_and_needs_its_rules(stored):
    with pytest.raises(ParameterError, match="has its parameters already"):
        offers_of(["rocks", "left=4"])
    Path("letters.py").unlink()
    with pytest.raises(MissingRulesError, match="put their file beside"):
        offers_of(["words"])
