"""Firefox as it is installed, driven by its own protocol: messages of JSON over a socket.

Playwright drives only a Firefox of its own; this needs nothing but the browser.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds that anything may take on a slow machine."""

PREFERENCES = {
    "marionette.port": 0,  # any that is free: Firefox writes it into its profile
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}

MIDDLE = """
const element = document.querySelector(arguments[0]);
element.scrollIntoView({block: "center"});
const box = element.getBoundingClientRect();
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
"""

ERRORS = """
return Services.console.getMessageArray()
    .filter(m => m instanceof Ci.nsIScriptError)
    .filter(m => m.sourceName.startsWith(arguments[0]) || m.errorMessage.includes(arguments[0]))
    .map(m => m.errorMessage);
"""


class Firefox:
    """One window. Use as a context: the browser ends with it."""

    def __init__(self, program: str, profile: Path) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", str(profile), "about:blank"],
            env={**os.environ, "HOME": str(profile)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._port = profile / "MarionetteActivePort"
        self._number = 0

    def __enter__(self) -> Firefox:
        try:
            self.until(lambda: self._port.exists() and self._port.read_text().strip())
            port = int(self._port.read_text())
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            self._read()  # who it is
            self.command("WebDriver:NewSession", capabilities={})
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def until(self, found: Any) -> Any:
        """The first answer of ``found()`` that is true."""
        end = time.monotonic() + PATIENCE
        while not (answer := found()):
            assert self._process.poll() is None, "Firefox has ended"
            assert time.monotonic() < end, "Firefox does not get there"
            time.sleep(0.05)
        return answer

    def command(self, name: str, **parameters: Any) -> Any:
        """What Firefox answers to a command. Raises RuntimeError with what went wrong."""
        self._number += 1
        message = json.dumps([0, self._number, name, parameters])
        self._socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, number, error, answer = self._read()
        assert number == self._number
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def go(self, url: str) -> None:
        """Opens an address, and waits until it is loaded."""
        self.command("WebDriver:Navigate", url=url)

    def script(self, text: str, *arguments: Any) -> Any:
        """What the body of a function gives in the page."""
        return self.command("WebDriver:ExecuteScript", script=text, args=list(arguments))

    def wait(self, condition: str) -> None:
        """Waits until an expression is true in the page."""
        self.until(lambda: self.script(f"return !!({condition})"))

    def click(self, selector: str) -> None:
        """Clicks the middle of the first element of a CSS selector with the mouse."""
        x, y = self.script(MIDDLE, selector)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.command(
            "WebDriver:PerformActions",
            actions=[{"type": "pointer", "id": "mouse", "actions": steps}],
        )

    def errors(self, url: str) -> list[str]:
        """Errors and warnings of scripts, styles and policies of pages below an address."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return list(self.script(ERRORS, url))
        finally:
            self.command("Marionette:SetContext", value="content")

    def _read(self) -> Any:
        head = b""
        while not head.endswith(b":"):
            head += self._some(1)
        left, body = int(head[:-1]), b""
        while len(body) < left:
            body += self._some(left - len(body))
        return json.loads(body)

    def _some(self, most: int) -> bytes:
        found = self._socket.recv(most)
        assert found, "Firefox has closed the line"
        return found
