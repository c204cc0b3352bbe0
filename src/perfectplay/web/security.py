"""Checks of every request, and security headers of every response."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.web.problems import JsonAnswer, bad_request
from perfectplay.web.server_address import is_loopback

MOST_TARGET = 8 * 1024
"""The most bytes of a request's path and query."""

MOST_BODY = 64 * 1024
"""The most bytes of a request's body."""

POLICY = (
    "default-src 'none'; script-src 'self'{nonce}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""A page may load files of this server only. Pictures contain their style."""

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

READING = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing. The others need JSON, which no form of another site can send."""


def nonce_of(request: HTTPConnection) -> str:
    """The nonce that allows scripts within this response: ``<script nonce="…">``."""
    nonce = request.scope.get("perfectplay.nonce")
    if nonce is None:
        nonce = request.scope["perfectplay.nonce"] = secrets.token_urlsafe(16)
    return str(nonce)


@dataclass(frozen=True)
class OpenPaths:
    """Paths that begin with a ``prefix``, which pages of some other sites, the ``origins``, may
    read: ``https://example.org``, without a slash at the end."""

    prefix: str = ""
    origins: frozenset[str] = frozenset()

    def origin_of(self, scope: Scope, headers: Headers) -> str | None:
        """The origin of a request that another site may make, else None."""
        origin = headers.get("origin")
        here = bool(self.prefix) and scope["path"].startswith(self.prefix)
        return origin if here and scope["method"] in READING and origin in self.origins else None


class RequestGuard:
    """Refuses requests that are not for this server, and adds headers to its responses.

    ``loopback``: only this machine is served, under its own names. (This protects against DNS
    rebinding: a page of another site, whose name leads to this machine, sends that name.)
    ``shared``: what pages of other sites may read.
    """

    def __init__(self, app: ASGIApp, loopback: bool, shared: OpenPaths) -> None:
        self.app = app
        self.loopback = loopback
        self.shared = shared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        head_only = scope["method"] == "HEAD"
        if head_only:  # answered like GET, without the body
            scope = {**scope, "method": "GET"}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS, _policy(scope), *allowed]
            elif head_only:
                message = {**message, "body": b""}
            await send(message)

        headers = Headers(scope=scope)
        origin = self.shared.origin_of(scope, headers)
        allowed = [] if origin is None else _let_in(origin)
        refused: Response | None = self._refused(scope, headers, origin)
        if refused is None and origin is not None and scope["method"] == "OPTIONS":
            refused = Response(status_code=204)  # the browser asks whether it may ask
        if refused is None and scope["method"] not in READING:
            body = await _body(receive)
            if body is None:
                refused = _too_large()
            else:
                receive = _replayed(body, receive)
        await (refused or self.app)(scope, receive, sending)

    def _refused(self, scope: Scope, headers: Headers, origin: str | None) -> JsonAnswer | None:
        """The response to a request that its head rules out, or None."""
        if self.loopback and not is_loopback(_name(headers.get("host", ""))):
            return bad_request(421, "this server answers to localhost and 127.0.0.1 alone")
        site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
        if site == "cross-site" and mode != "navigate" and origin is None:
            return _other_site()
        path = scope.get("raw_path") or scope["path"].encode(errors="replace")
        if len(path) + len(scope["query_string"]) > MOST_TARGET:
            detail = f"the address of a request may have {MOST_TARGET:,} bytes; send long plays by "
            return bad_request(414, detail + "POST /api/games/{id}/positions")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:20]) > MOST_BODY:
            return _too_large()
        return None if scope["method"] in READING else _foreign(headers)


def _let_in(origin: str) -> list[tuple[bytes, bytes]]:
    """Headers that let a page of another site read an answer, from a private network, too."""
    return [
        (b"access-control-allow-origin", origin.encode()),
        (b"access-control-allow-methods", b"GET, HEAD"),
        (b"access-control-allow-private-network", b"true"),
        (b"vary", b"Origin"),
    ]


def _foreign(headers: Headers) -> JsonAnswer | None:
    """The response to a request that changes something and is not from our own page, or None."""
    origin, host = headers.get("origin"), headers.get("host", "")
    site = headers.get("sec-fetch-site", "none")
    same_origin = origin is None or origin.split("://", 1)[-1].lower() == host.lower()
    if site not in ("none", "same-origin") or not same_origin:
        return _other_site()
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        detail = "the body must be JSON, under the content type application/json"
        return bad_request(415, detail)
    return None


def _other_site() -> JsonAnswer:
    return bad_request(403, "a page of another site may not ask for this")


def _too_large() -> JsonAnswer:
    return bad_request(413, f"the body of a request may have {MOST_BODY:,} bytes")


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None if it is too large, whatever its head says."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")  # a disconnection has none
        if len(body) > MOST_BODY:
            return None
        more = message.get("more_body", False)
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A receiver that gives a body again that was read before."""
    done = False

    async def replay() -> Message:
        nonlocal done
        if done:
            return await receive()
        done = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _name(host: str) -> str:
    """The name in a Host header, without its port.

    >>> _name("localhost:8000"), _name("[::1]:80"), _name("[::1]"), _name("evil.example")
    ('localhost', '[::1]', '[::1]', 'evil.example')
    """
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdigit() else host.lower()


def _policy(scope: Scope) -> tuple[bytes, bytes]:
    nonce = scope.get("perfectplay.nonce")
    policy = POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")
    return b"content-security-policy", policy.encode()
