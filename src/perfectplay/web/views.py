"""The pages as HTML: functions of data, without requests and without solving."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from perfectplay.drawing.board.marks import grade_of, grade_words, move_label
from perfectplay.drawing.board.svg_style import STYLE
from perfectplay.game.game import Game
from perfectplay.game.naming import parameters
from perfectplay.game.sides import Sides
from perfectplay.game.titles import category_of, game_title
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.web import wordings
from perfectplay.web.descriptions import SUMMARY, Description, description_of
from perfectplay.web.position_pictures import bare
from perfectplay.web.rest_answers import PlayOut, fields_of
from perfectplay.web.search_answers import BoardOut

TIMES = (1, 3, 10, 60)
"""The seconds that a reader can choose for the search of a position; so does address.js."""

SECONDS = 3
"""The one that is chosen first."""

HERE = Path(__file__).parent
STATIC = HERE / "static"
SOURCES = {"source": "server", "site_source": "site"}
"""The module that gives positions, and the kind of page that has it."""

SERVED = ("because", "searching", "solving")
"""Modules that only a page with a server loads."""


@dataclass(frozen=True)
class PageFrame:
    """What surrounds the content of a page.

    ``modules``: the address of each module by its bare name, see `module_files`; ``css``: the style
    sheet itself if the page contains it, else ``style`` is its address; ``index``, ``game``,
    ``statistics`` and ``reference`` (of REST): addresses of pages, "" for none; ``variants``: the
    address to which the form with other parameters is sent.
    """

    modules: Mapping[str, str]
    nonce: str = ""
    style: str = ""
    css: str = ""
    index: str = ""
    game: str = ""
    statistics: str = ""
    reference: str = ""
    variants: str = ""


@dataclass(frozen=True)
class ShownGame:
    """A game as pages show it; ``id`` is its name and its parameters that are not the defaults,
    ``advice`` what its author can do to see a board.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> ShownGame("connect_four;width=4", ConnectFour(width=4)).title
    'Connect four'
    >>> ShownGame("connect_four;width=4", ConnectFour(width=4)).parameters
    'width 4'
    """

    id: str
    game: Game
    advice: str = ""

    @property
    def title(self) -> str:
        """Its name as a title."""
        return game_title(self.game, self.id.partition(";")[0])

    @cached_property
    def description(self) -> Description:
        """The parts of its docstring."""
        return description_of(self.game)

    @cached_property
    def about(self) -> str:
        """Its description in a line."""
        found = wordings.about(self.game)
        said = found.rstrip(".") == self.title  # and not the rules, which come behind the title
        return self.description.summary if said or len(found) > SUMMARY else found

    @cached_property
    def fields(self) -> dict[str, str]:
        """The texts of all parameters by name."""
        return {key: parameter_text(value) for key, value in parameters(self.game).items()}

    @property
    def parameters(self) -> str:
        """The parameters that are not the defaults, in words."""
        given = [pair.partition("=")[0] for pair in self.id.split(";")[1:]]
        texts = [
            f"{key.replace('_', ' ')} {self.fields[key]}" for key in self.fields if key in given
        ]
        return ", ".join(texts)

    @property
    def category(self) -> str:
        """A word or two by which games are grouped."""
        return category_of(self.game)

    @property
    def solitary(self) -> bool:
        """Whether it is a puzzle for one player."""
        return self.game.players == 1

    @property
    def scoring(self) -> bool:
        """Whether it is a game of points."""
        return self.game.scoring

    def facts(self, sides: Sides, api: str) -> dict[str, Any]:
        """The facts about the game for the modules of its page."""
        return {
            "id": self.id,
            "title": self.title,
            "players": self.game.players,
            "seats": wordings.seat_names(sides),
            "numbered": sides.numbered,
            "scoring": self.scoring,
            "unit": wordings.unit_of(self.game),
            "api": api,
        }


@dataclass(frozen=True)
class GameCard:
    """A game on the first page; ``picture`` is SVG, ``standing`` the status in words, ``figures``
    the address of its figures."""

    game: ShownGame
    url: str
    status: str
    standing: str
    picture: Markup
    figures: str = ""


def page(template: str, **content: Any) -> str:
    """The page that a template makes of its content."""
    return _environment().get_template(template).render(**content)


def game_page(
    frame: PageFrame, game: ShownGame, play: PlayOut, summary: Mapping[str, Any], api: str = ""
) -> str:
    """The page on which a solved game is played. ``play``: the play without moves; ``summary``:
    that of the solution; ``api``: the address of the game under REST."""
    record, solitary = play.record, game.solitary
    sides = Sides(record.seat or 0)
    play = replace(play, drawing=bare(play.drawing))
    first = {
        "turn": wordings.to_move(record, sides, solitary=solitary),
        "worth": wordings.worth_line(record, sides, solitary=solitary),
        "picture": Markup(play.drawing),
        "rows": min(12, record.text.count("\n") + 1),
        "moves": [
            (move.text, move.value, move_label(move), grade_of(move), grade_words(move))
            for move in record.moves
        ],
    }
    return page(
        "game.html",
        frame=frame,
        game=game,
        seats=sides.heads,
        first=first,
        offer="",
        facts=wordings.described_facts(record, summary, sides, solitary=solitary),
        data={"facts": game.facts(sides, api), "first": play},
    )


def searched_page(
    frame: PageFrame, game: ShownGame, board: BoardOut, offer: str, status: str, api: str
) -> str:
    """The page on which a game is played that is not solved: its positions are searched.

    ``board``: the play without moves; ``offer``: about a solve of the whole game; ``status``: of
    that solve; ``api``: the address of the game under REST.
    """
    record = board.record
    sides = Sides(record.seat or 0)
    board = replace(board, drawing=bare(board.drawing))
    first = {
        "turn": wordings.to_move(record, sides, solitary=game.solitary),
        "worth": "" if record.terminal else "Not proved yet",
        "picture": Markup(board.drawing),
        "rows": min(12, record.text.count("\n") + 1),
        "moves": [(move.text, "open", "?", "", "") for move in record.moves],
    }
    facts = {**game.facts(sides, api), "search": {"seconds": SECONDS, "status": status}}
    return page(
        "game.html",
        frame=replace(frame, statistics=""),  # there are none without a solution
        game=game,
        seats=sides.heads,
        first=first,
        offer=offer,
        times=TIMES,
        facts=(),
        data={"facts": facts, "first": board},
    )


# --- parts of pages -------------------------------------------------------------------------------


def module_files(kind: str = "server") -> dict[str, Path]:
    """The modules of a page by the bare names under which they import each other.

    ``kind``: "server" or "site"; the two differ in the source of positions.

    >>> module_files()["pp/source"].name
    'source.js'
    """
    files = {}
    for path in sorted(STATIC.glob("*.js")):
        if kind != "server" and path.stem in SERVED:
            continue
        if SOURCES.get(path.stem, kind) == kind:
            name = "source" if path.stem in SOURCES else path.stem
            files[f"pp/{name}"] = path
    return files


@cache
def style_sheet() -> str:
    """The style of all pages and of the drawings on them."""
    return f"{STYLE}\n{(STATIC / 'style.css').read_text(encoding='utf-8')}"


def _prose(text: str) -> Markup:
    """Text with `code` in it, as HTML.

    >>> str(_prose("a `b` <c>"))
    'a <code>b</code> &lt;c&gt;'
    """
    parts = " ".join(text.split()).split("`")
    return Markup().join(
        Markup("<code>{}</code>").format(part) if i % 2 else part for i, part in enumerate(parts)
    )


def _linked(text: str) -> Markup:
    """Text with its addresses of pages as links.

    >>> str(_linked("<Nim>, https://a.org/x?y=1&z"))
    '&lt;Nim&gt;, <a href="https://a.org/x?y=1&amp;z" rel="noreferrer">a.org</a>'
    """
    made, last = Markup(), 0
    for found in re.finditer(r"https?://([\w.-]+)[^\s<>\"']*[\w/)]", text):
        made += text[last : found.start()]
        made += Markup('<a href="{}" rel="noreferrer">{}</a>').format(found[0], found[1])
        last = found.end()
    return made + text[last:]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"default": fields_of, "separators": (",", ":")}
    environment.filters["prose"] = _prose
    environment.filters["linked"] = _linked
    environment.globals["here"] = ""
    return environment
