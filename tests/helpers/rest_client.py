"""Requests to the explorer within the process of a test: no port, no thread of a server."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from perfectplay.web import game_session
from perfectplay.web.app import create_app
from perfectplay.web.catalogue import Catalogue
from perfectplay.web.cli_targets import offers_of

PATIENCE = 60.0
"""Seconds that rules may take for an answer on a busy machine."""

game_session.SMALL_SECONDS = PATIENCE  # a small game is one of few states, however slow the machine


class Client:
    """Asks an application, as a browser on this machine does. An error of ours is raised."""

    def __init__(self, *words: str, catalogue: Catalogue | None = None, **more: Any) -> None:
        self.catalogue = catalogue or Catalogue(offers_of(words))
        self.app = create_app(self.catalogue, **{"seconds": PATIENCE, **more})
        self._loop = asyncio.new_event_loop()
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://localhost:8000"
        )

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Any request."""
        return self._loop.run_until_complete(self._client.request(method, path, **more))

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        """A GET with parameters."""
        return self.request("GET", path, params=parameters or None)

    def post(self, path: str, content: Any) -> httpx.Response:
        """A POST of JSON."""
        return self.request("POST", path, json=content)

    def ok(self, path: str, **parameters: Any) -> Any:
        """The JSON of a GET that is answered."""
        response = self.get(path, **parameters)
        assert response.status_code == 200, response.text
        return response.json()

    def be_patient(self) -> None:
        """Gives the rules as long as a busy machine may take, from now on."""
        self.app.state.asker.seconds = PATIENCE

    def together(self, *paths: str) -> list[httpx.Response]:
        """Several GETs at the same time."""

        async def all_of_them() -> list[httpx.Response]:
            return list(await asyncio.gather(*(self._client.get(path) for path in paths)))

        return self._loop.run_until_complete(all_of_them())

    def close(self) -> None:
        """Ends its loop and the solves of the application."""
        self._loop.run_until_complete(self._client.aclose())
        self.catalogue.close()
        self._loop.close()


def problem(response: httpx.Response, status: int, kind: str) -> str:
    """The sentence of a problem, which must be one, of this status and kind."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    told = response.json()
    assert told["status"] == status
    assert told["type"] == f"/docs#{kind}"
    assert told["title"]
    assert told["detail"]
    assert "Traceback" not in told["detail"]
    return str(told["detail"])
