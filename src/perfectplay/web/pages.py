"""The pages: HTML for browsers, made of the same answers as REST."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias
from urllib.parse import quote

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from perfectplay.core.errors import PerfectPlayError, StoreError
from perfectplay.game.boards.board_advice import text_advice
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import first_position
from perfectplay.web import views
from perfectplay.web.game_request import GameRequest
from perfectplay.web.game_session import GameSession, NotSolvedError
from perfectplay.web.numbers import SECONDS_FOR_LEVELS, content_of
from perfectplay.web.page_sentences import whole_sentence
from perfectplay.web.position_pictures import glimpse_of
from perfectplay.web.problems import KINDS, problem_of
from perfectplay.web.request_positions import play_of, start_of
from perfectplay.web.search_answers import board_out
from perfectplay.web.security import nonce_of

router = APIRouter(include_in_schema=False)

PageMaker: TypeAlias = Callable[[views.PageFrame, GameSession, views.ShownGame], "str | Response"]
"""Makes a page, or a redirection to it."""

STATES = {
    "solved": "solved",
    "waiting": "waits to be solved",
    "solving": "being solved",
    "failed": "cannot be solved",
    "refused": "too large to solve here",
}

GLANCE = 2.0
"""Seconds for the picture of a game on the first page, so that the others need not wait longer."""

NOT_SOLVED = "The page of this game can have it solved: then its numbers stand here"
"""What a reader can do about it, in a page."""

OFFER = (
    "It is too large to be solved in a moment, so each position is searched when it is shown. You "
    "can have the whole game solved, and watch it here; a solve that is stopped goes on from where "
    "it was."
)


@router.get("/")
async def index(request: Request) -> Response:
    """All games that are served."""
    listed = request.app.state.catalogue.listed()
    cards = await asyncio.gather(*(_card(request, session) for session in listed))
    return _Page(views.page("index.html", frame=_frame(request), cards=cards))


@router.get("/games/{id}")
async def game(request: Request, id: str) -> Response:  # noqa: A002
    """The page of a game: to play it, or to have it solved.

    With parameters in the query, as its form sends them: the game of the same name with these.
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


@router.get("/docs")
async def reference(request: Request) -> Response:
    """The OpenAPI document as one page, without scripts."""
    return _Page(views.page("reference.html", openapi=request.app.openapi(), problems=KINDS))


@router.get("/style.css")
async def style() -> Response:
    """The style sheet of all pages."""
    headers = {"cache-control": "no-cache"}
    return Response(views.style_sheet(), media_type="text/css", headers=headers)


def _elsewhere(frame: views.PageFrame, session: GameSession, shown: views.ShownGame) -> Response:  # noqa: ARG001
    return RedirectResponse(frame.game, 303)


def _game(frame: views.PageFrame, session: GameSession, shown: views.ShownGame) -> str:
    api = f"/api{frame.game}"
    try:
        play, summary, advice = session.ask(
            lambda solution: (
                play_of(solution, start_of(session, solution)),
                solution.summary(),
                text_advice(solution.rules),
            )
        )
        if not session.spoiled:
            return views.game_page(frame, replace(shown, advice=advice), play, summary, api)
    except NotSolvedError:
        pass
    except StoreError:
        if not session.spoiled:
            raise
    offer = (session.spoiled and session.failure) or OFFER
    board, advice = session.ask_rules(
        lambda rules: (board_out(rules, first_position(rules), True, ()), text_advice(rules))
    )
    shown = replace(shown, advice=advice)
    return views.searched_page(frame, shown, board, offer, session.status, api)


def _statistics(frame: views.PageFrame, session: GameSession, shown: views.ShownGame) -> str:
    content = session.ask(
        lambda solution: content_of(solution, frame.game, seconds=SECONDS_FOR_LEVELS)
    )
    return views.page("statistics.html", frame=frame, game=shown, **content)


# --- parts of all pages ---------------------------------------------------------------------------


class _Page(HTMLResponse):
    """A page, whatever the texts of a game hold; a lone surrogate becomes a question mark."""

    def render(self, content: str) -> bytes:
        return content.encode(errors="replace")


async def _page(request: Request, id: str, make: PageMaker) -> Response:  # noqa: A002
    """A page about a game, made in a thread; a problem is a page too."""
    frame = _frame(request)
    try:
        game = GameRequest(request, id)
        session = await game.session()
        frame = _frame(request, session)
        page = await game.call(
            lambda session: make(frame, session, views.ShownGame(session.id, session.game))
        )
        return _Page(page) if isinstance(page, str) else page
    except PerfectPlayError as error:
        problem = problem_of(error)
        detail = NOT_SOLVED if isinstance(error, NotSolvedError) else problem.detail
        return _problem(frame, problem.status, problem.title, detail)


def not_found(request: Request, detail: str) -> Response:
    """A page about an address at which there is nothing."""
    return _problem(_frame(request), 404, "Nothing here", detail)


def _problem(frame: views.PageFrame, status: int, title: str, detail: str) -> Response:
    detail = whole_sentence(detail)
    return _Page(views.page("problem.html", frame=frame, title=title, detail=detail), status)


def _frame(request: Request, session: GameSession | None = None) -> views.PageFrame:
    frame = views.PageFrame(
        modules={name: f"/static/{path.name}" for name, path in views.module_files().items()},
        nonce=nonce_of(request),
        style="/style.css",
        index="/",
        reference="/docs",
    )
    if session is None:
        return frame
    url = _url(session.id)
    return replace(frame, game=url, statistics=f"{url}/statistics", variants=_url(session.name))


def _url(id: str) -> str:  # noqa: A002
    return "/games/" + quote(id, safe=";=,:!*'()-_.")


async def _card(request: Request, session: GameSession) -> views.GameCard:
    shown = views.ShownGame(session.id, session.game)
    try:
        picture = await request.app.state.asker.ask(
            session, lambda: glimpse_of(CheckedGame(session.game)), session.id, GLANCE
        )
    except Exception:  # of the rules: the page of the game shows it
        picture = ""
    status = session.status
    url, standing = _url(session.id), STATES.get(status, "")
    figures = f"/api{url}/figures"
    return views.GameCard(shown, url, status, standing, Markup(picture), figures)
