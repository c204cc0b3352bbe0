"""The pages: HTML for browsers, made of the same answers as REST."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from perfectplay.contract.rules import Rules
from perfectplay.explorer.api import about
from perfectplay.explorer.catalogue import Catalogue
from perfectplay.explorer.drawn import start_of
from perfectplay.explorer.numbers import content_of
from perfectplay.explorer.playing import play_of
from perfectplay.explorer.problems import STATUS, TITLES
from perfectplay.explorer.security import nonce_of
from perfectplay.explorer.served import NotSolvedError, Served
from perfectplay.explorer.views import (
    Card,
    Frame,
    Shown,
    game_page,
    index_page,
    module_files,
    problem_page,
    shown,
    statistics_page,
    style_sheet,
    unsolved_page,
)
from perfectplay.results.solution import Solution
from perfectplay.words.errors import PerfectPlayError

router = APIRouter(include_in_schema=False)


@router.get("/")
async def index(request: Request) -> Response:
    """All games that are served."""
    return await _page(request, _index)


@router.get("/games/{id}")
async def game(request: Request, id: str) -> Response:  # noqa: A002
    """The page of a game: to play it, or to have it solved."""
    return await _page(request, _game, id)


@router.get("/games/{id}/statistics")
async def statistics(request: Request, id: str) -> Response:  # noqa: A002
    """The numbers of a game."""
    return await _page(request, _statistics, id)


@router.get("/style.css")
async def style() -> Response:
    """The style sheet of all pages."""
    headers = {"cache-control": "no-cache"}
    return Response(style_sheet(), media_type="text/css", headers=headers)


def _index(request: Request) -> str:
    catalogue: Catalogue = request.app.state.catalogue
    return index_page(_frame(request), [_card(served) for served in catalogue.listed()])


def _game(request: Request, id: str) -> str:  # noqa: A002
    served, told = _found(request, id)
    frame = _frame(request, served)
    try:
        play, summary = served.ask(_opening)
    except NotSolvedError:
        data = {"api": _api(served), "status": served.status}
        return unsolved_page(frame, told, start_of(Rules(served.game)), _offer(served), data)
    return game_page(frame, told, play, summary, _api(served))


def _opening(solution: Solution) -> tuple[dict[str, Any], dict[str, Any]]:
    play = play_of(solution, solution.start, None, (), known=True)
    return play, solution.summary()


def _statistics(request: Request, id: str) -> str:  # noqa: A002
    served, told = _found(request, id)
    play = _url(served)
    content = served.ask(lambda solution: content_of(solution, play))
    return statistics_page(_frame(request, served), told, content)


def _found(request: Request, id: str) -> tuple[Served, Shown]:  # noqa: A002
    served: Served = request.app.state.catalogue.get(id)
    return served, shown(served.id, served.game, about(served.game))


# --- what pages have in common --------------------------------------------------------------------


async def _page(request: Request, make: Callable[..., str], *arguments: str) -> Response:
    """A page made in a thread; what is wrong is a page too."""
    try:
        return HTMLResponse(await run_in_threadpool(make, request, *arguments))
    except PerfectPlayError as error:
        status, kind = next(
            (STATUS[cls] for cls in type(error).__mro__ if cls in STATUS), (422, "rules")
        )
        page = problem_page(_frame(request), TITLES[kind], str(error))
        return HTMLResponse(page, status)


def _frame(request: Request, served: Served | None = None) -> Frame:
    modules = {name: f"/static/{path.name}" for name, path in module_files().items()}
    url = _url(served) if served else ""
    return Frame(
        modules=modules,
        nonce=nonce_of(request),
        style="/style.css",
        index="/",
        game=url,
        statistics=f"{url}/statistics" if url else "",
    )


def _url(served: Served) -> str:
    return f"/games/{quote(served.id, safe=_SAFE)}"


def _api(served: Served) -> str:
    return f"/api/games/{quote(served.id, safe=_SAFE)}"


_SAFE = ";=,:!*'()-_."


def _card(served: Served) -> Card:
    told = shown(served.id, served.game, about(served.game))
    try:
        picture = start_of(Rules(served.game))
    except PerfectPlayError:  # its page says what is wrong
        picture = ""
    words = {"solved": "solved", "solving": "being solved", "failed": "cannot be solved"}
    return Card(
        _url(served), told.title, told.parameters, told.about, served.status,
        words.get(served.status, ""), picture,
    )  # fmt: skip


def _offer(served: Served) -> str:
    return (
        f"It is larger than what is solved at once. A solve of {served.name} shows how far it is, "
        "goes on when it was stopped, and is kept."
    )
