"""The pages as HTML: functions of data, without requests and without solving."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from perfectplay.drawing.board.svg import STYLE
from perfectplay.game.game import Game, parameters
from perfectplay.game.sides import Sides
from perfectplay.registry.parameters import parameter_text
from perfectplay.web.drawn import bare
from perfectplay.web.rest_answers import PlayOut, fields_of
from perfectplay.web.wordings import (
    about,
    described_facts,
    move_label,
    seat_names,
    to_move,
    unit_of,
    worth_line,
)

HERE = Path(__file__).parent
STATIC = HERE / "static"
SOURCES = {"source": "server", "site_source": "site"}
"""The module that gives positions, and the kind of page that has it."""


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
    """A game as pages show it; ``id`` is its name and its parameters that are not the defaults.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> ShownGame("connect_four;width=4", ConnectFour(width=4)).title
    'Connect four'
    >>> ShownGame("connect_four;width=4", ConnectFour(width=4)).parameters
    'width 4'
    """

    id: str
    game: Game

    @property
    def title(self) -> str:
        """Its name as a title."""
        name = self.id.partition(";")[0]
        title = name.replace("_", " ").strip() or name
        return title[:1].upper() + title[1:]

    @cached_property
    def about(self) -> str:
        """Its description in a line."""
        return about(self.game)

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
            "seats": seat_names(sides),
            "numbered": sides.numbered,
            "scoring": self.scoring,
            "unit": unit_of(self.game),
            "api": api,
        }


@dataclass(frozen=True)
class GameCard:
    """A game on the first page; ``picture`` is SVG, ``standing`` the status in words."""

    game: ShownGame
    url: str
    status: str
    standing: str
    picture: Markup


def index_page(frame: PageFrame, cards: Iterable[GameCard]) -> str:
    """The page of all games."""
    return _page("index.html", frame=frame, cards=cards)


def game_page(
    frame: PageFrame, game: ShownGame, play: PlayOut, summary: Mapping[str, Any], api: str = ""
) -> str:
    """The page on which a solved game is played.

    ``play``: the play without moves; ``summary``: that of the solution; ``api``: the address of
    the game under REST.
    """
    record, solitary = play.record, game.solitary
    sides = Sides(record.seat or 0)
    play = replace(play, drawing=bare(play.drawing))
    first = {
        "turn": to_move(record, sides, solitary=solitary),
        "worth": worth_line(record, sides, solitary=solitary),
        "picture": Markup(play.drawing),
        "rows": min(12, record.text.count("\n") + 1),
        "moves": [
            {
                "text": move.text,
                "value": str(move.value),
                "label": move_label(move),
                "grade": "perfect" if move.perfect else "best" if move.best else "",
            }
            for move in record.moves
        ],
    }
    return _page(
        "game.html",
        frame=frame,
        game=game,
        seats=sides.heads,
        first=first,
        facts=described_facts(record, summary, sides, solitary=solitary),
        data={"facts": game.facts(sides, api), "first": play},
    )


def unsolved_page(
    frame: PageFrame, game: ShownGame, picture: str, offer: str, data: Mapping[str, Any]
) -> str:
    """The page of a game that is not solved, which offers to solve it; ``picture`` is its start."""
    content = {"picture": Markup(picture), "offer": offer, "facts": (), "data": data}
    return _page("unsolved.html", frame=frame, game=game, **content)


def statistics_page(frame: PageFrame, game: ShownGame, content: Mapping[str, Any]) -> str:
    """The page of numbers; ``content`` is made by `perfectplay.web.numbers`."""
    return _page("statistics.html", frame=frame, game=game, **content)


def problem_page(frame: PageFrame, title: str, detail: str) -> str:
    """A page about a problem."""
    return _page("problem.html", frame=frame, title=title, detail=detail)


def reference_page(openapi: Mapping[str, Any], problems: Mapping[str, Any]) -> str:
    """The OpenAPI document as a page that loads nothing; ``problems`` are their kinds by name."""
    return _page("reference.html", openapi=openapi, problems=problems)


# --- parts of pages -------------------------------------------------------------------------------


def module_files(kind: str = "server") -> dict[str, Path]:
    """The modules of a page by the bare names under which they import each other.

    ``kind``: "server" or "site"; the two differ in the source of positions.

    >>> module_files()["pp/source"].name
    'source.js'
    """
    files = {}
    for path in sorted(STATIC.glob("*.js")):
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
    environment.globals["here"] = ""
    return environment


def _page(name: str, **content: Any) -> str:
    return _environment().get_template(name).render(**content)
