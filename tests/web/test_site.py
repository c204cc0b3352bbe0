"""Static sites: the files say what a server would say; nothing is lost, and nothing is left."""

from __future__ import annotations

import json
import os
import random
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from perfectplay import solve, why
from perfectplay.core.errors import DamagedError, StoreError
from perfectplay.game.moves import first_position
from perfectplay.registry.address import load_game
from perfectplay.tablebase.solution import Solution
from site_games import FOX, Site

pytest.importorskip("jinja2")
pytest.importorskip("pyarrow")
pytest.importorskip("fastapi")

from perfectplay.web.position_pictures import bare, drawing
from perfectplay.web.problems import JsonAnswer
from perfectplay.web.request_positions import PlayStart, play_of
from perfectplay.web.site import SiteError, site
from perfectplay.web.site.chunks import split
from perfectplay.web.site.positions import positions
from perfectplay.web.site.static_site import undescribed

GAMES = {
    "tic_tac_toe": {},
    "spoons": {},
    "dots_and_boxes": {"width": "1"},
    "kalah": {"holes": "1"},
    "coins": {},
    "fox": {},
    "three_rocks": {"left": "4"},
    "chomp": {},
}

COINS = '''
from perfectplay import Game

class Coins(Game):
    """Halves of coins in a row, from either end."""
    scoring = True
    stuck = 0
    row = (3, 9, 1, 4)

    def start(self):
        return (0, 4)

    def moves(self, state):
        return ["left", "right"] if state[0] < state[1] else []

    def play(self, state, move):
        return (state[0] + 1, state[1]) if move == "left" else (state[0], state[1] - 1)

    def gain(self, state, move):
        return self.row[state[0] if move == "left" else state[1] - 1]

    def outcome(self, state):
        return None

    def score_text(self, score):
        return f"{score / 2:g}"
'''


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Solution]:
    place = tmp_path_factory.mktemp("games")
    (place / "fox.py").write_text(FOX, encoding="utf-8")
    (place / "coins.py").write_text(COINS, encoding="utf-8")
    own = {name: str(place / f"{name}.py") for name in ("fox", "coins")}
    return {name: solve(load_game(own.get(name, name), given)) for name, given in GAMES.items()}


@pytest.fixture(scope="module")
def sites(solved, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Site]:
    place = tmp_path_factory.mktemp("sites")
    for name, solution in solved.items():
        site(solution, place / name)
    return {name: Site(place / name) for name in solved}


# --- what is in it --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_what_the_server_says(name: str, solved, sites) -> None:
    solution, made = solved[name], sites[name]
    count = 0
    for node in positions(solution):
        held = made.position(node.number)
        said = node.record.as_dict()
        assert held["record"] == without_states(said)
        assert held["after"] == list(node.children)
        if count % 7 == 0:
            assert held["drawing"] == undescribed(bare(drawing(node.record)))
        count += 1
    assert count == made.count
    assert len({node.record.state for node in positions(solution)}) == len(solution)


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_is_that_of_why(name: str, solved, sites) -> None:
    """Of each position and each move, in all states; lines are drawn by the page."""
    solution, made = solved[name], sites[name]
    every = 1 if made.count < 1_000 else 7
    for node in list(positions(solution))[::every]:
        asked = (None, *(move.text for move in node.record.moves))
        assert made.reasons(node.number) == [
            [fact.sentence for fact in why(solution, node.record.state, one).facts
             if fact.kind != "line"]
            for one in asked
        ]  # fmt: skip


def without_states(record: dict[str, Any]) -> dict[str, Any]:
    moves = [
        {name: value for name, value in move.items() if name not in ("state", "move")}
        for move in record["moves"]
    ]
    return {**{name: v for name, v in record.items() if name != "state"}, "moves": moves}


@pytest.mark.parametrize("name", GAMES)
def test_plays_over_the_files_are_those_of_the_server(name: str, solved, sites) -> None:
    solution, made = solved[name], sites[name]
    start, chance = PlayStart(first_position(solution.rules), True), random.Random(name)
    for _ in range(20):
        number, moves = 0, list[str]()
        while len(moves) < 30 and made.position(number)["after"]:
            here = made.position(number)
            choice = chance.randrange(len(here["after"]))
            moves.append(here["record"]["moves"][choice]["text"])
            number = here["after"][choice]
        said = json.loads(JsonAnswer(play_of(solution, start, moves)).body)
        here = made.position(number)
        if solution.game.players == 2:  # a puzzle has one side in a site
            assert here["record"] == without_states(said["record"])
        assert here["drawing"] == undescribed(bare(said["drawing"]))


@pytest.mark.parametrize("name", GAMES)
def test_texts_stand_for_their_positions(name: str, solved, sites) -> None:
    solution, made = solved[name], sites[name]
    for node in list(positions(solution))[::11]:
        found = made.find(node.record.text)
        assert len(found) == 1
        numbers = [number for number in found[0][1:] if number is not None]
        assert node.number in numbers
        for number in numbers:
            text = made.position(number)["record"]["text"]
            assert solution.find(text) == solution.find(node.record.text)


def test_the_size_of_tic_tac_toe(sites) -> None:
    """All in under 2 MB; what is loaded before the first move, and with it, in under 200 kB."""
    folder = sites["tic_tac_toe"].folder
    sizes = {str(p.relative_to(folder)): p.stat().st_size for p in folder.rglob("*") if p.is_file()}
    assert sum(sizes.values()) < 2_000_000
    assert sizes["index.html"] + sizes["style.css"] + sizes["data/p0.js"] < 200_000


def test_nothing_is_loaded_from_elsewhere(sites) -> None:
    for made in sites.values():
        for page in made.folder.glob("*.html"):
            text = page.read_text(encoding="utf-8")
            links = r'<a href="https://[^"]*" rel="noreferrer">'  # followed by a click only
            text = re.sub(links, "<a>", text)
            found = re.findall(r'(?:src|href)="([^"]*)"', text)
            outside = [a for a in found if re.match(r"(\w+:)?/", a) and not a.startswith("data:")]
            assert outside == []
            assert "<b>Mind" not in text


def test_the_same_solution_gives_the_same_bytes(solved, tmp_path: Path) -> None:
    game = solved["fox"].game
    for name in ("a", "b"):
        site(solve(game), tmp_path / name)
    solved["fox"].save(tmp_path / "stored")
    site(Solution.open(tmp_path / "stored", game), tmp_path / "c")
    first = contents(tmp_path / "a")
    assert first == contents(tmp_path / "b") == contents(tmp_path / "c")


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_pictures_are_split_and_put_together_again() -> None:
    chance = random.Random(5)
    tags = ["<g>", "</g>", "<rect/>", "text", "<a b='/'>", "</a>", "<svg>", "</svg>", "&lt;", " "]
    for _ in range(2_000):
        picture = "".join(chance.choices(tags, k=chance.randrange(12)))
        assert "".join(split(picture)) == picture


# --- what is refused ------------------------------------------------------------------------------


def test_a_game_too_large_is_refused_with_the_size(solved, tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"tic_tac_toe has 5,478 states, .* about \d.*MB") as found:
        site(solved["tic_tac_toe"], tmp_path / "site", most=5_477)
    real = site(solved["tic_tac_toe"], tmp_path / "site", most=5_478).bytes
    said = re.search(r"about ([\d.]+) MB", str(found.value))
    assert said is not None
    assert 0.5 < float(said[1]) * 1e6 / real < 2


def test_what_stands_in_the_way(solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rocks = solved["three_rocks"]
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "index.html").write_text("mine", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for name, said in {
        "file": "is a file",
        "link": "is a file",
        "full": r"is no site, or not only one \(it holds index.html\)",
        "none/site": "there is no folder",
        ".": "is the folder that you are in",
        "..": "is the folder that you are in",
    }.items():
        monkeypatch.chdir(tmp_path)
        with pytest.raises(StoreError, match=said):
            site(rocks, Path(name))
    before = sorted(os.listdir(tmp_path))
    site(rocks, Path("empty"))
    assert sorted(os.listdir(tmp_path)) == before
    assert (tmp_path / "full" / "index.html").read_text(encoding="utf-8") == "mine"


def test_a_site_takes_the_place_of_a_site_alone(solved, tmp_path: Path) -> None:
    place = tmp_path / "site"
    site(solved["three_rocks"], place)
    small = contents(place)
    site(solved["spoons"], place)
    site(solved["three_rocks"], place)
    assert contents(place) == small
    assert os.listdir(tmp_path) == ["site"]
    for name in ("CNAME", "data/mine.js", ".git"):
        (place / name).write_text("mine", encoding="utf-8")
        with pytest.raises(StoreError, match=re.escape(f"(it holds {name})")):
            site(solved["three_rocks"], place)
        (place / name).unlink()
    (place / "site.json").write_text("{}", encoding="utf-8")
    with pytest.raises(StoreError, match="is no site"):
        site(solved["three_rocks"], place)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(place.stat().st_mode) == 0o777 & ~umask


def test_a_disk_that_is_full_leaves_what_was_there(
    solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site"
    site(solved["three_rocks"], place)
    before = contents(place)
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "p0.js":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="there is no space left on the disk"):
        site(solved["chomp"], place)
    monkeypatch.undo()
    assert contents(place) == before
    assert os.listdir(tmp_path) == ["site"]


@pytest.mark.parametrize("name", ["x" * 200, "é ü%20;=,&#", "-o", "a\nb", "'\"<b>"])
def test_folders_of_odd_names(solved, tmp_path: Path, name: str) -> None:
    made = site(solved["three_rocks"], tmp_path / name)
    assert Site(tmp_path / name).count == made.positions
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_stored_solution_with_another_byte_is_refused(
    solved, tmp_path: Path, share: float
) -> None:
    game = solved["tic_tac_toe"].game
    solved["tic_tac_toe"].save(tmp_path / "stored")
    part = next((tmp_path / "stored").glob("tier-*.parquet"))
    content = bytearray(part.read_bytes())
    content[int(len(content) * share)] ^= 1
    solution = Solution.open(tmp_path / "stored", game)
    part.write_bytes(content)
    with pytest.raises(DamagedError, match="is not as it was written"):
        site(solution, tmp_path / "site")
    assert not (tmp_path / "site").exists()
