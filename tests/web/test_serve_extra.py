"""``perfectplay[serve]`` brings all that a server needs; a site needs no extra."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from places import ROOT

PROJECT = ROOT / "pyproject.toml"


def test_the_extra_has_what_stores_solves_on_request():
    """A solve on request is kept as a stored solution, which pyarrow writes."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "perfectplay[store]" in extras["serve"]


WITHOUT = """
import sys
for name in ("fastapi", "starlette", "uvicorn", "pyarrow", "matplotlib", "networkx", "sklearn"):
    sys.modules[name] = None
from perfectplay.cli.entry import main
main()
"""


def without_extras(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command with these arguments where no extra is installed."""
    command = [sys.executable, "-c", WITHOUT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def test_a_site_is_written_without_any_extra(tmp_path: Path) -> None:
    written = without_extras("site", "three_rocks", "left=3", "-o", str(tmp_path / "rocks"))
    assert written.returncode == 0, written.stderr
    assert "<html" in (tmp_path / "rocks" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "rocks" / "statistics.html").exists()


def test_a_server_says_what_it_lacks_and_what_works_without() -> None:
    refused = without_extras("serve", "three_rocks")
    assert refused.returncode == 2
    assert "needs fastapi" in refused.stderr
    assert "pip install 'perfectplay[serve]'" in refused.stderr
    assert "perfectplay site needs no server" in refused.stderr
