"""The pages: HTML for browsers, made of the same answers as REST."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from perfectplay.core.errors import PerfectPlayError, StoreError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.tablebase.solution import Solution
from perfectplay.web.api import served_of
from perfectplay.web.drawn import glimpse_of, start_of
from perfectplay.web.game_session import GameSession, NotSolvedError
from perfectplay.web.numbers import content_of
from perfectplay.web.problems import body_of
from perfectplay.web.request_positions import begun, play_of
from perfectplay.web.security import nonce_of
from perfectplay.web.views import (
    GameCard,
    PageFrame,
    ShownGame,
    game_page,
    index_page,
    module_files,
    problem_page,
    shown,
    statistics_page,
    style_sheet,
    unsolved_page,
)
from perfectplay.web.wordings import about, unit_of

router = APIRouter(include_in_schema=False)

Make: TypeAlias = Callable[[PageFrame, GameSession, ShownGame], "str | Response"]
"""Makes a page, or says where it is."""

STATES = {
    "solved": "solved",
    "waiting": "waits to be solved",
    "solving": "being solved",
    "failed": "cannot be solved",
    "refused": "too large to solve here",
}

GLANCE = 2.0
"""Seconds for the picture of a game on the first page: the others do not wait longer for it."""

OFFER = (
    "It is too large to be solved in a moment. You can watch the solve here; one that is stopped "
    "goes on from where it was."
)


@router.get("/")
async def index(request: Request) -> Response:
    """All games that are served."""
    listed = request.app.state.catalogue.listed()
    cards = await asyncio.gather(*(_card(request, served) for served in listed))
    return _Page(index_page(_frame(request), cards))


@router.get("/games/{id}")
async def game(request: Request, id: str) -> Response:  # noqa: A002
    """The page of a game: to play it, or to have it solved.

    With parameters in the query, as its form sends them: the game of the same name that has them.
    """
    if request.query_params:
        given = [f";{key}={quote(value, safe='')}" for key, value in request.query_params.items()]
        id = "".join([id.partition(";")[0], *given])  # noqa: A001
        return await _page(request, id, _elsewhere)
    return await _page(request, id, _game)


@router.get("/games/{id}/statistics")
async def statistics(request: Request, id: str) -> Response:  # noqa: A002
    """The numbers of a game."""
    return await _page(request, id, _statistics)


@router.get("/style.css")
async def style() -> Response:
    """The style sheet of all pages."""
    headers = {"cache-control": "no-cache"}
    return Response(style_sheet(), media_type="text/css", headers=headers)


def _elsewhere(frame: PageFrame, served: GameSession, told: ShownGame) -> Response:  # noqa: ARG001
    return RedirectResponse(frame.game, 303)


def _game(frame: PageFrame, served: GameSession, told: ShownGame) -> str:
    def opening(solution: Solution) -> tuple[dict[str, Any], dict[str, Any]]:
        start = begun(served, solution, None, None)
        return play_of(solution, start, ()), solution.summary()

    try:
        play, summary = served.ask(opening)
        if not served.spoiled:
            return game_page(frame, told, play, summary, unit_of(served.game), _api(served))
    except NotSolvedError:
        pass
    except StoreError:
        if not served.spoiled:
            raise
    said = (served.spoiled and served.failure) or OFFER
    data = {"api": _api(served), "status": served.status}
    return unsolved_page(frame, told, start_of(CheckedGame(served.game)), said, data)


def _statistics(frame: PageFrame, served: GameSession, told: ShownGame) -> str:
    content = served.ask(lambda solution: content_of(solution, _url(served)))
    return statistics_page(frame, told, content)


# --- what pages have in common --------------------------------------------------------------------


class _Page(HTMLResponse):
    """A page, whatever the texts of a game hold; a half letter is a question mark."""

    def render(self, content: str) -> bytes:
        return content.encode(errors="replace")


async def _page(request: Request, id: str, make: Make) -> Response:  # noqa: A002
    """A page about a game, made in a thread; what is wrong is a page too."""
    frame = _frame(request)
    try:
        served = await served_of(request, id)
        frame = _frame(request, served)

        def made() -> str | Response:
            return make(frame, served, shown(served.id, served.game, about(served.game)))

        page: str | Response = await request.app.state.asker.ask(served, made, served.id)
        return _Page(page) if isinstance(page, str) else page
    except PerfectPlayError as error:
        body = body_of(error)
        return _Page(problem_page(frame, body["title"], body["detail"]), body["status"])


def problem(request: Request, status: int, title: str, detail: str) -> Response:
    """What is wrong, as a page."""
    return _Page(problem_page(_frame(request), title, detail), status)


def _frame(request: Request, served: GameSession | None = None) -> PageFrame:
    modules = {name: f"/static/{path.name}" for name, path in module_files().items()}
    url = _url(served) if served else ""
    return PageFrame(
        modules=modules,
        nonce=nonce_of(request),
        style="/style.css",
        index="/",
        game=url,
        statistics=f"{url}/statistics" if url else "",
        reference="/docs",
        variants=f"/games/{quote(served.name, safe=_SAFE)}" if served else "",
    )


_SAFE = ";=,:!*'()-_."
"""What stands in an address as it is, beside letters and digits."""


def _url(served: GameSession) -> str:
    return f"/games/{quote(served.id, safe=_SAFE)}"


def _api(served: GameSession) -> str:
    return f"/api{_url(served)}"


async def _card(request: Request, served: GameSession) -> GameCard:
    def picture() -> str:
        return glimpse_of(CheckedGame(served.game))

    try:
        drawn = await request.app.state.asker.ask(served, picture, served.id, GLANCE)
    except Exception:  # whatever its rules raise: its own page says it
        drawn = ""
    told = shown(served.id, served.game, about(served.game))
    state = STATES.get(served.status, "")
    return GameCard(
        _url(served), told.title, told.parameters, told.about, served.status, state, drawn
    )  # fmt: skip
