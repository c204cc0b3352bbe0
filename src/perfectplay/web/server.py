"""The server: its address, how it runs and how it ends."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from collections.abc import Iterable
from dataclasses import dataclass

import uvicorn

from perfectplay.core.errors import ParameterError, PerfectPlayError
from perfectplay.web.app import create_app
from perfectplay.web.catalogue import Catalogue
from perfectplay.web.security import is_loopback
from perfectplay.web.timed_calls import TimedCalls

TRIED = 100
"""If a port is in use, this many after it are tried, to suggest one that is free."""


class PortInUseError(PerfectPlayError, OSError):
    """Another program listens at this port."""


@dataclass(frozen=True)
class ServerAddress:
    """The address that a server listens at."""

    host: str

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host.lower())

    def url(self, listening: socket.socket) -> str:
        """The URL for a browser on this machine."""
        port = listening.getsockname()[1]
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self.host, self.host)
        return f"http://{f'[{name}]' if ':' in name and name[0] != '[' else name}:{port}/"


def listen(place: ServerAddress, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 is any that is free.

    Raises PortInUseError, which suggests another, and ParameterError for a wrong address.
    """
    try:
        return _bound(place.host, port)
    except socket.gaierror as error:
        raise ParameterError(
            f"{place.host!r} is no address of this machine; 127.0.0.1 is for this machine alone, "
            "0.0.0.0 for all that reach it"
        ) from error
    except PermissionError as error:
        raise ParameterError(
            f"the system does not let you listen at port {port}; take one from 1024 on"
        ) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(_in_use(place, port)) from error
        if error.errno == errno.EADDRNOTAVAIL:
            raise ParameterError(f"{place.host} is no address of this machine") from error
        raise


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except BaseException:
        listening.close()
        raise
    return listening


def _in_use(place: ServerAddress, port: int) -> str:
    for other in range(port + 1, min(port + TRIED, 65536)):
        try:
            _bound(place.host, other).close()
        except OSError:
            continue
        return f"port {port} is in use; --port {other} is free, and --port 0 takes any that is"
    return f"port {port} is in use; --port 0 takes any that is free"


def run(
    catalogue: Catalogue,
    place: ServerAddress,
    listening: socket.socket,
    opened: str | None,
    *,
    uwapi: bool = False,
    origins: Iterable[str] = (),
) -> None:
    """Serve until interrupted; ``opened`` is the URL to open in a browser, or None; the rest is
    passed on to `create_app`."""
    app = create_app(catalogue, loopback=place.loopback, uwapi=uwapi, origins=origins)
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, app.state.asker)
    if opened is not None:
        threading.Timer(0.5, webbrowser.open, (opened,)).start()
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends the questions that are running before it waits for their requests."""

    def __init__(self, config: uvicorn.Config, asker: TimedCalls) -> None:
        super().__init__(config)
        self._asker = asker

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._asker.end()
        await super().shutdown(sockets)
