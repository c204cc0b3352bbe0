"""What every request and every answer goes through: whom it is for, and what a page may load."""

from __future__ import annotations

import ipaddress
import secrets

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.web.problems import JsonAnswer, problem

MOST_TARGET = 8 * 1024
"""Bytes of a request's path and query."""

MOST_BODY = 64 * 1024
"""Bytes of a request's body."""

POLICY = (
    "default-src 'none'; script-src 'self'{nonce}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: its own files. Pictures carry their style with them."""

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

READING = ("GET", "HEAD", "OPTIONS")
"""What changes nothing. Another method needs JSON, which no form of another site can send."""


def nonce_of(request: HTTPConnection) -> str:
    """The word by which this one response may hold scripts of its own: ``<script nonce="…">``."""
    nonce = request.scope.get("perfectplay.nonce")
    if nonce is None:
        nonce = request.scope["perfectplay.nonce"] = secrets.token_urlsafe(16)
    return str(nonce)


class RequestGuard:
    """Refuses what is not for this server, and sets the headers of what it answers.

    ``loopback``: it is reached from this machine alone, hence by its names alone. (A page of
    another site whose name is made to lead to this machine has that name in its requests.)
    """

    def __init__(self, app: ASGIApp, loopback: bool) -> None:
        self.app = app
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        bare = scope["method"] == "HEAD"
        if bare:  # answered as GET is, without the body
            scope = {**scope, "method": "GET"}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS, _policy(scope)]
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is None and scope["method"] not in READING:
            body = await _body(receive)
            if body is None:
                refused = _too_large()
            else:
                receive = _again(body, receive)
        await (refused or self.app)(scope, receive, sending)

    def _refused(self, scope: Scope, headers: Headers) -> JsonAnswer | None:
        """What is wrong with a request, as far as its head says."""
        if self.loopback and not _is_here(headers.get("host", "")):
            said = "this server answers to localhost and 127.0.0.1 alone"
            return problem(421, "request", said)
        site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
        if site == "cross-site" and mode != "navigate":
            return problem(403, "request", "a page of another site may not ask for this")
        path = scope.get("raw_path") or scope["path"].encode(errors="replace")
        if len(path) + len(scope["query_string"]) > MOST_TARGET:
            said = f"the address of a request may have {MOST_TARGET:,} bytes; send long plays by "
            return problem(414, "request", said + "POST /api/games/{id}/positions")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:20]) > MOST_BODY:
            return _too_large()
        return None if scope["method"] in READING else _foreign(headers)


def _foreign(headers: Headers) -> JsonAnswer | None:
    """What is wrong with a request that changes something: that it is not of our own page."""
    origin, host = headers.get("origin"), headers.get("host", "")
    site = headers.get("sec-fetch-site", "none")
    ours = origin is None or origin.split("://", 1)[-1].lower() == host.lower()
    if site not in ("none", "same-origin") or not ours:
        return problem(403, "request", "a page of another site may not ask for this")
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        said = "the body must be JSON, under the content type application/json"
        return problem(415, "request", said)
    return None


def _too_large() -> JsonAnswer:
    return problem(413, "request", f"the body of a request may have {MOST_BODY:,} bytes")


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None where it is too large, whatever its head has said."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read once more."""
    given = False

    async def giving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return giving


def _name(host: str) -> str:
    """The name of a host without its port.

    >>> _name("localhost:8000"), _name("[::1]:80"), _name("[::1]"), _name("evil.example")
    ('localhost', '[::1]', '[::1]', 'evil.example')
    """
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdigit() else host.lower()


def _is_here(host: str) -> bool:
    """Whether a host is this machine for certain: a name may be made to lead anywhere.

    >>> [_is_here(host) for host in ("localhost:80", "127.0.0.2:80", "[::1]", "127.0.0.1.example")]
    [True, True, True, False]
    """
    name = _name(host)
    try:
        return name == "localhost" or ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def _policy(scope: Scope) -> tuple[bytes, bytes]:
    nonce = scope.get("perfectplay.nonce")
    policy = POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")
    return b"content-security-policy", policy.encode()
