"""Take the pictures of the explorer in docs/pictures that show a play: ``make pictures``.

A server of this machine serves tic-tac-toe, and Chromium shows a play with a mistake in it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"

PLAY = "/games/tic_tac_toe#m=1,2&at=1&b=2:5;1:5,9&p=human,human"
"""X in a corner, O beside it, with two other lines that were tried; the position after X."""


def main() -> None:
    """Write ``explorer-play.png``: why a move loses, the play judged, and its variations."""
    command = [sys.executable, "-m", "perfectplay", "serve", "tic_tac_toe", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://[\w.:]+", server.stdout.readline())
        try:
            assert found, "no server"
            with sync_playwright() as playwright:
                chromium = shutil.which("chromium")
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                page = browser.new_page(
                    viewport={"width": 1180, "height": 900}, reduced_motion="reduce"
                )
                _show(page, found[0])
                page.screenshot(path=PICTURES / "explorer-play.png", full_page=True)
                browser.close()
        finally:
            server.terminate()


def _show(page: Page, server: str) -> None:
    page.goto(server + PLAY)
    page.get_by_role("button", name="Judge this play").click()
    page.get_by_text("With best play it was a draw.", exact=True).wait_for()
    page.get_by_role("button", name="Why?").nth(1).click()
    page.get_by_text("The reply 4 wins").first.wait_for()
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main()
