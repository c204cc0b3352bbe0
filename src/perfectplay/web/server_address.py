"""The address that a server listens at. Loads nothing that answers requests: a server says its
address first."""

from __future__ import annotations

import errno
import ipaddress
import socket
from dataclasses import dataclass

from perfectplay.core.errors import ParameterError, PerfectPlayError

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
    """A socket that listens at an address; port 0 is any that is free. Raises PortInUseError, which
    suggests another, and ParameterError for a wrong address."""
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


def is_loopback(name: str) -> bool:
    """Whether a host name or address always means this machine; any other name may mean another.

    >>> [is_loopback(name) for name in ("localhost", "127.0.0.2", "[::1]", "127.0.0.1.example")]
    [True, True, True, False]
    """
    try:
        return name == "localhost" or ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
