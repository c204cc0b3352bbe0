"""The page on which rules are typed: built as `make try-page` builds it, and served on loopback."""

from __future__ import annotations

import functools
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from places import ROOT

FOLDER = ROOT / "docs" / "try"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


def build_page(folder: Path) -> None:
    """Builds the page. Raises RuntimeError if npm cannot bring Pyodide."""
    spec = importlib.util.spec_from_file_location("try_build", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build(folder)


@contextmanager
def serve_page(folder: Path) -> Iterator[str]:
    """The address of a folder, on a server of its own."""
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
