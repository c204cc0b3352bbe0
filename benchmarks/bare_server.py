"""The server without the explorer: what an answer costs before anything is asked.

``python -m benchmarks.bare_server`` prints its address, as ``perfectplay serve`` does.
"""

from __future__ import annotations

import uvicorn
from starlette.types import Receive, Scope, Send

from perfectplay.web.server_address import ServerAddress, listen

BODY = b"{" + b" " * 1022 + b"}"


async def app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    """A kilobyte, whatever is asked."""
    if scope["type"] == "http":
        headers = [(b"content-type", b"application/json"), (b"content-length", b"1024")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": BODY})


def main() -> None:
    """Serves until it is killed."""
    listening = listen(ServerAddress("127.0.0.1"), 0)
    print(f"bare: {ServerAddress('127.0.0.1').url(listening)}", flush=True)
    config = uvicorn.Config(app, log_level="error", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
