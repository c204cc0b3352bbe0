"""What every request and every answer goes through: whom it is for, and what a page may load."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.explorer.problems import problem

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

POLICY = (
    "default-src 'none'; script-src 'self'{nonce}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: its own files. Pictures carry their style with them."""

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def nonce_of(request: HTTPConnection) -> str:
    """The word by which this one response may hold scripts of its own: ``<script nonce="…">``."""
    nonce = request.scope.get("perfectplay.nonce")
    if nonce is None:
        nonce = request.scope["perfectplay.nonce"] = secrets.token_urlsafe(16)
    return str(nonce)


class Guard:
    """Refuses what is not for this server, and sets the headers of what it answers."""

    def __init__(self, app: ASGIApp, loopback: bool) -> None:
        self.app = app
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers[name] = value
                headers["content-security-policy"] = _policy(scope)
            await send(message)

        refused = self._refused(Headers(scope=scope))
        await (refused or self.app)(scope, receive, sending)

    def _refused(self, headers: Headers) -> Any:
        if not self.loopback or _name(headers.get("host", "")) in LOOPBACK:
            return None
        return problem(421, "request", "this server answers to localhost and 127.0.0.1 only")


def _name(host: str) -> str:
    """The name of a host without its port."""
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and (port.isdigit() or not port) else host.lower()


def _policy(scope: Scope) -> str:
    nonce = scope.get("perfectplay.nonce")
    return POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")
