"""The pages as HTML: data in, text out; no request is seen here, and no solution is made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from perfectplay.drawing.board.svg import STYLE
from perfectplay.game.game import Game, parameters
from perfectplay.game.sides import Sides
from perfectplay.registry.parameters import parameter_text
from perfectplay.web.drawn import bare
from perfectplay.web.wordings import (
    described_facts,
    move_label,
    seat_names,
    to_move,
    worth_line,
)

HERE = Path(__file__).parent
STATIC = HERE / "static"
SOURCES = {"source": "server", "site_source": "site"}
"""The modules of which a page has one, by the kind of page."""


@dataclass(frozen=True)
class PageFrame:
    """Where a page finds what it is made of, and the pages beside it.

    ``modules`` has the address of each module by its bare name, see `module_files`; ``css`` is
    the style sheet itself where the page holds it, else ``style`` is its address; ``index``,
    ``game``, ``statistics`` and ``reference`` (what REST has) are addresses, "" for a page that
    there is not; ``variants`` is where a form with other parameters is sent.
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
    """What a page says of a game: ``parameters`` are those that are not as usual, in words;
    ``fields`` are all of them with their values as texts."""

    id: str
    title: str
    about: str
    parameters: str
    solitary: bool
    scoring: bool
    fields: tuple[tuple[str, str], ...] = ()

    def facts(self, sides: Sides, unit: tuple[int, int], api: str) -> dict[str, Any]:
        """What the modules of the page know of the game."""
        return {
            "id": self.id,
            "title": self.title,
            "players": 1 if self.solitary else 2,
            "seats": seat_names(sides),
            "numbered": sides.numbered,
            "scoring": self.scoring,
            "unit": unit,
            "api": api,
        }


def shown(id: str, game: Game, about: str) -> ShownGame:  # noqa: A002
    """A game as pages have it; ``id`` is its name and the parameters that are not the defaults.

    >>> from perfectplay.games.connect_four import ConnectFour
    >>> shown("connect_four;width=4", ConnectFour(width=4), "").title
    'Connect four'
    >>> shown("connect_four;width=4", ConnectFour(width=4), "").parameters
    'width 4'
    """
    name, *given = id.split(";")
    names = {pair.partition("=")[0] for pair in given}
    fields = tuple((key, parameter_text(value)) for key, value in parameters(game).items())
    texts = [f"{key.replace('_', ' ')} {text}" for key, text in fields if key in names]
    title = name.replace("_", " ").strip() or name
    title = title[:1].upper() + title[1:]
    solitary, scoring = game.players == 1, game.scoring
    return ShownGame(id, title, about, ", ".join(texts), solitary, scoring, fields)


@dataclass(frozen=True)
class GameCard:
    """A game on the first page; ``picture`` is SVG."""

    url: str
    title: str
    parameters: str
    about: str
    status: str
    told: str
    picture: str


def index_page(frame: PageFrame, cards: Iterable[GameCard]) -> str:
    """The page of all games."""
    made = [{**vars(card), "picture": Markup(card.picture)} for card in cards]
    return _page("index.html", frame=frame, cards=made)


def game_page(
    frame: PageFrame,
    game: ShownGame,
    play: Mapping[str, Any],
    summary: Mapping[str, Any],
    unit: tuple[int, int] = (1, 1),
    api: str = "",
) -> str:
    """The page on which a solved game is played.

    ``play`` is the play without moves, as REST gives it, ``summary`` that of ``solve --json``;
    ``unit`` is what a score of 1 is to people; ``api`` is the address of the game under REST.
    """
    record = play["record"]
    sides = Sides(record["seat"] or 0)
    first = {
        "turn": to_move(record, sides, solitary=game.solitary),
        "worth": worth_line(record, sides, solitary=game.solitary),
        "picture": Markup(bare(play["drawing"])),
        "rows": min(12, record["text"].count("\n") + 1),
        "moves": [
            {
                "text": move["text"],
                "value": move["value"],
                "label": move_label(move),
                "grade": "perfect" if move["perfect"] else "best" if move["best"] else "",
            }
            for move in record["moves"]
        ],
    }
    data = {
        "facts": game.facts(sides, unit, api),
        "first": {**play, "drawing": bare(play["drawing"])},
    }
    facts = described_facts(summary, sides, solitary=game.solitary)
    content = {"game": game, "seats": sides.heads, "first": first, "facts": facts, "data": data}
    return _page("game.html", frame=frame, **content)


def unsolved_page(
    frame: PageFrame, game: ShownGame, picture: str, told: str, data: Mapping[str, Any]
) -> str:
    """The page of a game that is not solved, which offers to do it; ``picture`` is its start."""
    return _page(
        "unsolved.html",
        frame=frame,
        game=game,
        picture=Markup(picture),
        told=told,
        facts=(),
        data=data,
    )


def statistics_page(frame: PageFrame, game: ShownGame, content: Mapping[str, Any]) -> str:
    """The page of numbers; ``content`` is made by `perfectplay.web.numbers`."""
    return _page("statistics.html", frame=frame, game=game, **content)


def problem_page(frame: PageFrame, title: str, detail: str) -> str:
    """What is wrong, in a sentence."""
    return _page("problem.html", frame=frame, title=title, detail=detail)


# --- what pages are made of -----------------------------------------------------------------------


def module_files(kind: str = "server") -> dict[str, Path]:
    """The modules of a page by the bare names that they import each other by; ``kind`` is
    "server" or "site", which differ in their source of positions.

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
    """The style of all pages, and of the drawings on them."""
    return f"{STYLE}\n{(STATIC / 'style.css').read_text(encoding='utf-8')}"


@dataclass(frozen=True)
class _JsonText:
    """JSON inside of a script element."""

    escapes: Mapping[str, str] = field(
        default_factory=lambda: {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
    )

    def __call__(self, value: Any) -> Markup:
        text = json.dumps(value, separators=(",", ":"))
        for letter, escape in self.escapes.items():
            text = text.replace(letter, escape)
        return Markup(text)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["script_json"] = _JsonText()
    made.globals["here"] = ""
    return made


def _page(name: str, **given: Any) -> str:
    return _environment().get_template(name).render(**given)
