"""A real server and a real Chromium; without a Chromium these tests are skipped, and say so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.marionette import Firefox
from tests.browser.trained import Trained, write_pages
from tests.browser.try_served import build_page, serve_page

import perfectplay

HERE = Path(__file__).parent
KINDS = (
    "StringLines", "BytesDrop", "NestedPawns", "RecordClobber", "ImpartialPins", "LoopingKings",
)  # fmt: skip
"""Games without a picture of their own."""

SHARED = ("FourWords", "Promotes", "Stacks")
"""Games in which several moves are made on one cell, or cells hold several things."""

PATIENCE = 300_000
"""Milliseconds that anything may take on a slow machine."""


def missing(reason: str, package: str = "chromium") -> None:
    """Skips, or fails where a browser is required; ``package`` has the browser."""
    if os.environ.get("PERFECTPLAY_BROWSER") == "required":
        pytest.fail(f"{reason}, and PERFECTPLAY_BROWSER=required", pytrace=False)
    remedy = f"install it (apt-get install {package}) to run the tests of the page in a browser"
    pytest.skip(f"{reason}; {remedy}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Ends with its module: while it lasts, no other test of this process can have a loop."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
    if found is None:
        missing("there is no Chromium here")
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        missing("playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory) -> Iterator[Firefox]:
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        missing("there is no Firefox here", "firefox-esr")
    profile: Path = tmp_path_factory.mktemp("profile")
    with Firefox(found, profile) as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[str]:
    """The address of a server with games of the library and five from files, without a slash."""
    names = ("pong_hau_ki", "odd_texts", "odd_moves", "dials", "long_texts")
    files = [str(HERE / f"{name}.py") for name in names]
    games = [
        *("tic_tac_toe", "three_rocks", "chopsticks", "kalah", "scoring=yes"),
        *("subtraction", "stones=30000", "connect_four", "width=7", "height=6", *files),
        *(f"{HERE / 'six_kinds.py'}:{kind}" for kind in KINDS),
        *(f"{HERE / 'shared_cells.py'}:{kind}" for kind in SHARED),
    ]
    environment = {**os.environ, "PYTHONPATH": str(Path(perfectplay.__file__).parent.parent)}
    command = [
        sys.executable,
        "-m",
        "perfectplay",
        "serve",
        *games,
        "--port",
        "0",
        "--keep",
        "kept",
    ]
    process = subprocess.Popen(
        command,
        cwd=tmp_path_factory.mktemp("served"),
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://[\w.:]+", line)
    assert found, line
    yield found[0].rstrip("/")
    process.terminate()
    process.wait(600)


class Visit:
    """A page of the server; what it complains of, and where it went, is collected."""

    def __init__(self, browser: Any, server: str, **options: Any) -> None:
        self.server = server
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.unanswered: set[Any] = set()
        self.refusals = 0
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.page.on("requestfailed", lambda request: self.unanswered.discard(request))

    def _asked(self, request: Any) -> None:
        self.requests.append(request.url)
        if request.url.startswith(self.server):
            self.unanswered.add(request)

    def _answered(self, response: Any) -> None:
        self.unanswered.discard(response.request)
        self.refusals += response.status >= 400

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def first_view(self, path: str) -> tuple[int, int]:
        """The bytes and the files that the first view of a page takes."""
        sizes: dict[str, int] = {}

        def count(request: Any) -> None:
            size = request.sizes()
            sizes[request.url] = size["responseBodySize"] + size["responseHeadersSize"]

        self.page.on("requestfinished", count)
        self.open(path).wait_for_load_state("networkidle")
        return sum(sizes.values()), len(sizes)

    def open(self, path: str, first: bool = False) -> Any:
        """Goes to an address and waits until the page can be used.

        ``first``: as on a first visit, when results are hidden.
        """
        plays = "/games/" in path and "statistics" not in path
        if plays and "#" not in path and not first:
            path += "#v=1"
        if path.startswith("#"):
            self.page.evaluate("hash => { location.hash = hash }", path)
        else:
            self.page.goto("about:blank")  # an address that differs after # only is no new page
            self.page.goto(self.server + path)
        if plays:
            self.page.wait_for_selector("html[data-ready]")
        return self.page

    def noted(self, status: int) -> None:
        """Waits until every request is answered and the browser has noted each refusal, which may
        be later than the page shows it. All must have this status; nothing else may be wrong."""
        for _ in range(PATIENCE // 50):
            if not self.unanswered and 0 < self.refusals <= len(self.complaints):
                break
            self.page.wait_for_timeout(50)
        assert self.refusals, f"no answer has the status {status}"
        assert [one for one in self.complaints if f"a status of {status} " not in one] == []
        assert len(self.complaints) == self.refusals
        self.complaints.clear()
        self.refusals = 0

    def close(self) -> None:
        """Ends the visit; nothing may have gone wrong, and nothing gone elsewhere."""
        self.context.close()
        assert self.complaints == []
        strays = [
            url for url in self.requests if not url.startswith((self.server, "data:", "about:"))
        ]
        assert strays == []


@pytest.fixture
def visit(browser, server) -> Iterator[Visit]:
    made = Visit(browser, server)
    yield made
    made.close()


@pytest.fixture
def visits(browser, server) -> Iterator[Any]:
    """Makes visits with options of their own: a width, a colour scheme."""
    made: list[Visit] = []

    def new(**options: Any) -> Visit:
        made.append(Visit(browser, server, **options))
        return made[-1]

    yield new
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def training_pages(tmp_path_factory) -> Path:
    """A folder with pages to train with."""
    place: Path = tmp_path_factory.mktemp("training")
    write_pages(place)
    return place


@pytest.fixture
def train(browser, training_pages) -> Iterator[Any]:
    """Opens pages to train with, each in a browser with nothing kept."""
    made: list[Trained] = []

    def new(**options: Any) -> Trained:
        made.append(Trained(browser, training_pages, **options))
        return made[-1]

    yield new
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def try_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page on which rules are typed, on a server of its own."""
    folder: Path = tmp_path_factory.mktemp("try")
    try:
        build_page(folder)
    except RuntimeError as reason:
        missing(str(reason), "npm")
    with serve_page(folder) as address:
        yield address
