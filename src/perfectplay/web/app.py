"""The application: its routes and middleware put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from perfectplay.core.errors import PerfectPlayError
from perfectplay.web import annotation_routes, api, pages
from perfectplay.web.catalogue import Catalogue
from perfectplay.web.problems import JsonAnswer, bad_request, problem_answer
from perfectplay.web.security import OpenPaths, RequestGuard
from perfectplay.web.timed_calls import SECONDS, TimedCalls
from perfectplay.web.uwapi import uwapi_routes

STATIC = Path(__file__).parent / "static"

ABOUT = (
    "Values and best moves of the positions of solved games. Every error is a problem (RFC 9457), "
    "whose `detail` is one sentence."
)


def create_app(
    catalogue: Catalogue,
    *,
    loopback: bool = True,
    seconds: float = SECONDS,
    uwapi: bool = False,
    origins: Iterable[str] = (),
) -> FastAPI:
    """The explorer of the games of a catalogue.

    ``loopback``: only this machine is served, under its own names; ``seconds``: how long the rules
    of a game may take for an answer; ``uwapi``: the routes of UWAPI are answered, too, and pages of
    the ``origins`` may read them. The routes share ``catalogue`` and ``asker`` in ``app.state``.
    """
    asker = TimedCalls(seconds)

    @asynccontextmanager
    async def lasting(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001
        yield
        await run_in_threadpool(catalogue.close)

    app = FastAPI(
        title="perfectplay",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lasting,
    )
    app.state.catalogue = catalogue
    app.state.asker = asker
    app.include_router(api.router)
    app.include_router(annotation_routes.router)
    app.include_router(pages.router)
    if uwapi:
        app.include_router(uwapi_routes.router)
    if STATIC.is_dir():
        app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(PerfectPlayError, _of_ours)
    app.add_exception_handler(RequestValidationError, _of_parameters)
    app.add_exception_handler(HTTPException, _of_http)
    shared = OpenPaths(f"{uwapi_routes.PREFIX}/" if uwapi else "", frozenset(origins))
    app.add_middleware(RequestGuard, loopback=loopback, shared=shared)
    return app


async def _of_ours(request: Request, error: Exception) -> JsonAnswer:  # noqa: ARG001
    assert isinstance(error, PerfectPlayError)
    return problem_answer(error)


async def _of_parameters(request: Request, error: Exception) -> JsonAnswer:  # noqa: ARG001
    assert isinstance(error, RequestValidationError)
    return bad_request(422, _sentence(error.errors()[0]))


def _sentence(wrong: Any) -> str:
    """A sentence about a wrong parameter, or a wrong part of a body."""
    where, *inner = (str(part) for part in wrong["loc"])
    name = ".".join(inner) or where
    if wrong["type"] == "extra_forbidden":
        return f"there is no parameter {name[:100]!r} here; /docs lists what there is"
    if wrong["type"] == "json_invalid":
        return "the body is not JSON"
    message = str(wrong["msg"])
    return f"{name[:100]}: {message[:1].lower()}{message[1:]}"


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = str(error.detail)
    if error.status_code == 404:
        detail = f"there is nothing at {request.url.path[:100]}; /docs lists what there is"
        if "text/html" in request.headers.get("accept", ""):  # typed into a browser
            return pages.not_found(request, detail)
    if error.status_code == 400:
        detail = "the body cannot be read as JSON"
    if error.status_code == 405:
        detail = f"{request.method} is not answered here; see /docs"
    return bad_request(error.status_code, detail, error.headers)
