"""The application: its routes and middleware put together."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from starlette.staticfiles import StaticFiles

from perfectplay.explorer import api, pages
from perfectplay.explorer.catalogue import Catalogue
from perfectplay.explorer.problems import Answer, problem_of
from perfectplay.explorer.security import Guard
from perfectplay.words.errors import PerfectPlayError

STATIC = Path(__file__).parent / "static"


def create_app(catalogue: Catalogue, *, loopback: bool = True) -> FastAPI:
    """The explorer of some games.

    ``loopback``: only this machine is answered, hence only by its names. What the routes share
    is in ``app.state``: ``catalogue``.
    """
    app = FastAPI(title="perfectplay", docs_url=None, redoc_url=None)
    app.state.catalogue = catalogue
    app.include_router(api.router)
    app.include_router(pages.router)
    if STATIC.is_dir():
        app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(PerfectPlayError, _of_ours)
    app.add_middleware(Guard, loopback=loopback)
    return app


async def _of_ours(request: Request, error: Exception) -> Answer:  # noqa: ARG001
    assert isinstance(error, PerfectPlayError)
    return problem_of(error)
