"""Rules and goal on the pages of games: parts of docstrings, and what they may hold."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("jinja2")

from perfectplay.core.value import Value
from perfectplay.game.naming import GAMES
from perfectplay.game.sides import Sides
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.tablebase.record import Record
from perfectplay.web.descriptions import LONGEST, SUMMARY, DocBlock, described, description_of
from perfectplay.web.views import ShownGame
from perfectplay.web.wordings import described_facts
from rest_client import Client

GAME = """
from perfectplay import Game, Value

class {name}(Game):
    {doc}
    title = {title}

    def start(self):
        return 3

    def moves(self, state):
        return range(1, state + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else Value.LOSS
"""
HOSTILE = (
    "<script>alert('rules')</script> & <marquee>bold</marquee>.\\n\\n"
    "<img src=x onerror=alert(1)>\\n\\n"
    "* <i>one</i>\\n* `<u>two</u>`\\n\\nSource: <a href=javascript:alert(1)>x</a>, "
    'https://example.org/\\"onmouseover=alert(1)'
)
ODD = {
    "NoDoc": ("", "None"),
    "LongDoc": (repr("Take stones. " * 400), "None"),
    "LongRules": (repr("A game.\n\n" + "Take stones. " * 400), "None"),
    "Hostile": (f'"{HOSTILE}"', repr("<img src=x onerror=alert(2)>")),
    "Right": (repr("لعبة الحجارة: خذ حجرا.\n\nمن يأخذ الأخير يفوز."), "None"),
    "BadTitle": ("'Take one; the last wins.'", "['no', 'title']"),
    "Bytes": ("__doc__ = 5", "b'title'"),
}


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("odd")
    words = ["three_rocks", "tic_tac_toe"]
    for name, (doc, title) in ODD.items():
        file = folder / f"{name.lower()}.py"
        file.write_text(GAME.format(name=name, doc=doc, title=title), encoding="utf-8")
        words.append(str(file))
    made = Client(*words)
    yield made
    made.close()


def test_the_rules_stand_on_the_page_of_a_game(client):
    page = client.get("/games/tic_tac_toe").text
    assert '<h1 dir="auto">Tic-tac-toe' in page
    assert '<details class="rules" open>' in page
    assert "The player who first has <code>length</code> marks" in page
    assert '<a href="https://en.wikipedia.org/wiki/Tic-tac-toe" rel="noreferrer">' in page
    assert "Rules and goal" not in client.get("/games/tic_tac_toe/statistics").text


def test_titles_are_names(client):
    page = client.get("/").text
    for title in ("Tic-tac-toe", "Three rocks", "No doc", "Long doc", "Bad title"):
        assert f">{title}</strong>" in page


@pytest.mark.parametrize("name", ODD)
def test_a_page_bears_any_docstring_and_title(client, name):
    for path in ("/", f"/games/{name.lower()}", f"/games/{name.lower()}/statistics"):
        response = client.get(path)
        assert response.status_code == 200, response.text
        read = Elements(response.text)
        assert not [tag for tag, _ in read.found if tag in ("img", "marquee", "i", "u")]
        for tag, attributes in read.found:
            assert not any(key.startswith("on") for key in attributes)
            assert tag != "a" or not (attributes.get("href") or "").startswith("javascript")
        assert len(response.content) < 120_000


def test_no_docstring_is_no_description(client):
    page = client.get("/games/nodoc").text
    assert "The rules of a two-player" not in page
    assert 'class="about"' not in page
    assert client.ok("/api/games/nodoc")["about"] == ""


def test_long_rules_are_there_on_a_click(client):
    page = client.get("/games/longrules").text
    assert '<details class="rules">' in page
    assert page.count("Take stones.") >= 400
    assert client.get("/").text.count("Take stones.") < 60
    page = client.get("/games/longdoc").text
    assert page.count("Take stones.") >= 400


def test_text_from_right_to_left_finds_its_direction(client):
    page = client.get("/games/right").text
    assert 'dir="auto">لعبة الحجارة' in page
    assert '<p dir="auto">من يأخذ الأخير يفوز.</p>' in page


# --- parts ----------------------------------------------------------------------------------------


def test_paragraphs_lists_and_lines():
    told = described(
        "A game.\n\nMoves are\n* one stone,\n  or two\n- three\n\n    1 2\n    3 4\n\n>>> 1\n1\n\n"
        "Source: a book\n\nSee: https://example.org"
    )
    assert told.summary == "A game."
    assert told.rules == (
        DocBlock("text", ("Moves are",)),
        DocBlock("list", ("one stone, or two", "three")),
        DocBlock("lines", ("1 2", "3 4")),
    )
    assert told.sources == ("a book", "https://example.org")


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Source:", "Source: x", "* ", "-", ">>> 1", "    x", "\0", "a" * 99_999]
)
def test_any_text_has_parts(text):
    told = described(text)
    assert len(told.summary) <= SUMMARY + 2
    assert sum(len(part) for block in told.rules for part in block.parts) <= LONGEST + 10


def test_a_long_first_paragraph_is_whole_among_the_rules():
    text = "One sentence of a game. " * 40
    told = described(text)
    assert len(told.summary) <= SUMMARY
    assert told.summary.endswith(".")
    assert told.rules[0].parts[0] == text.strip()


class Lunch(ThreeRocks):
    """Rocks for a lunch break.

    Take one, two or three.

    Whoever takes the last one wins.
    """


def test_a_title_is_not_said_twice():
    assert ShownGame("lunch", Lunch()).title == "Rocks for a lunch break"
    told = description_of(Lunch())
    assert told.summary == "Take one, two or three."
    assert told.rules == (DocBlock("text", ("Whoever takes the last one wins.",)),)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_library_says_its_rules_and_source(name):
    from perfectplay.registry.address import load_class

    game = load_class(name)()
    told = description_of(game)
    assert told.short
    assert told.rules
    assert told.sources
    assert ShownGame(name, game).title


def test_a_title_that_is_all_of_the_docstring_is_not_said_twice():
    class Hex(ThreeRocks):
        """Hex on a 3x3 rhombus."""

    assert (ShownGame("hex", Hex()).title, description_of(Hex()).summary) == (
        "Hex on a 3x3 rhombus",
        "",
    )


def test_a_docstring_that_begins_with_the_title_keeps_its_rules():
    class Sos(ThreeRocks):
        """SOS in a row.

        Write S or O into an empty square.

        Most points win.
        """

    shown = ShownGame("sos", Sos())
    assert (shown.title, shown.about) == ("SOS in a row", "Write S or O into an empty square.")
    assert [block.parts for block in shown.description.rules] == [("Most points win.",)]


def test_one_position_is_said_in_the_singular():
    start = Record((), "", Value.LOSS, 1, 0, False, ())
    facts = described_facts(start, {"states": 1, "moves": 1}, Sides(0), solitary=False)
    assert facts[1:] == ["1 position", "1 move"]
