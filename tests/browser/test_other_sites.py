"""Pages of other sites: they read /uwapi/ if the server was told so, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import perfectplay

READ = """async url => {
    try { return await (await fetch(url)).json() } catch (error) { return String(error) }
}"""


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[int]:
    """The port of another site, with an empty page, under two names."""
    (tmp_path / "index.html").write_text("<!doctype html><title>another site</title>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_a_page_of_an_allowed_site_reads_uwapi_alone(
    browser: Any, site: int, tmp_path: Path
) -> None:
    allowed = f"http://127.0.0.1:{site}"
    command = [sys.executable, "-m", "perfectplay", "serve", "three_rocks", "--port", "0"]
    command += ["--uwapi", "--origin", f"{allowed}/", "--keep", str(tmp_path / "kept")]
    environment = {**os.environ, "PYTHONPATH": str(Path(perfectplay.__file__).parent.parent)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://[\w.:]+/", process.stdout.readline())
        assert found
        url = found[0]
        assert process.stdout.readline() == f"GamesmanUni: {url}uwapi/\n"
        page = browser.new_page()
        page.goto(f"{allowed}/index.html")
        assert page.evaluate(READ, f"{url}uwapi/")[0]["id"] == "three_rocks"
        start = page.evaluate(READ, f"{url}uwapi/three_rocks/regular/")["startPosition"]
        address = f"{url}uwapi/three_rocks/regular/positions/?p={start}"
        assert page.evaluate(READ, address)["positionValue"] == "lose"
        assert "Failed to fetch" in page.evaluate(READ, f"{url}api/games")
        page.goto(f"http://localhost:{site}/index.html")  # the same page, another origin
        assert "Failed to fetch" in page.evaluate(READ, f"{url}uwapi/")
        page.close()
    finally:
        process.terminate()
        process.wait(600)
        process.stdout.close()
