"""Takes the pictures of the explorer in docs/pictures: ``python -m docs.generate.page_pictures``.

It needs a Chromium and playwright. The pictures are looked at before they are committed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PICTURES = Path(__file__).parent.parent / "pictures"

GAMES = (
    "tic_tac_toe", "connect_four", "chopsticks", "nim", "hexapawn", "three_mens_morris", "kalah",
    "domineering", "three_rocks",
)  # fmt: skip

CONNECT_FOUR = "/games/connect_four;width=7;height=6"
LATE = ",".join("44444222366333636")
"""Moves to a position that a search proves within a second."""

READY = "html[data-ready]"


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of GAMES and of the usual Connect 4."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "perfectplay", "serve", *GAMES, "connect_four", "width=7"]
        command += ["height=6", "--port", "0", "--keep", str(Path(folder) / "kept")]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert found is not None
        try:
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            process.wait()


def take(page: Any, name: str, *, whole: bool = True) -> None:
    """Write the picture of a page, all of it or what a screen shows."""
    page.screenshot(path=PICTURES / f"explorer-{name}.png", full_page=whole, animations="disabled")


def games(page: Any) -> None:
    """The cards, after their figures have come."""
    for card in page.locator(".card").all():
        card.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
    page.wait_for_timeout(5_000)
    page.evaluate("scrollTo(0, 0)")
    take(page, "games")


def play(page: Any) -> None:
    """A mistake, why it is one, another variation, and the play judged."""
    for step in ("1", "2", "5", "undo", "undo", "5", "9", "undo", "undo", "2"):
        moved = f'#board .pp-move[data-move="{step}"]'
        page.click("#undo" if step == "undo" else moved)
        page.wait_for_timeout(500)
    page.click("#undo")
    page.wait_for_timeout(500)
    page.locator("#moves li", has_text="Why?").nth(1).get_by_text("Why?").click()
    page.get_by_role("button", name="Judge this play").click()
    page.get_by_text("With best play it was a draw.", exact=True).wait_for()
    page.wait_for_timeout(1_000)
    take(page, "play")


def main() -> None:
    """Take all five."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])

        def page_of(path: str, width: int, height: int = 900, colours: Any = "light") -> Any:
            size: Any = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=colours, reduced_motion="reduce")
            page.goto(address + path)
            if "#" in path:
                page.wait_for_selector(READY)
            return page

        games(page_of("/", 1280))
        play(page_of("/games/tic_tac_toe#p=human,human", 1180))
        take(
            page_of("/games/tic_tac_toe#m=5,1&p=human,human", 375, 760, "dark"),
            "phone",
            whole=False,
        )
        search = page_of(f"{CONNECT_FOUR}#m={LATE}&p=human,human", 1180)
        search.get_by_text("is proved").wait_for(timeout=120_000)  # it may have to be compiled
        take(search, "search")
        numbers = page_of("/games/three_rocks/statistics", 1200)
        numbers.wait_for_timeout(3_000)
        take(numbers, "numbers", whole=False)
        browser.close()


if __name__ == "__main__":
    main()
