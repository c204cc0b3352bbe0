"""From a wheel to one's own game, solved: ``python -m tests.first_game dist`` times it.

A fresh environment, the wheel with what it needs from the package index, and the game of the
README. It fails if that takes more than two minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

MOST = 120.0
"""Seconds that a person may wait."""

README = Path(__file__).resolve().parent.parent / "README.md"


def rules() -> str:
    """The game that the README writes."""
    found = re.search(r"```python\n(from dataclasses.*?)```", README.read_text("utf-8"), re.DOTALL)
    if found is None:
        raise SystemExit("the README has no game")
    return found[1]


def first_game(wheel: Path, folder: Path) -> str:
    """What the command says about the game in a fresh environment below ``folder``."""
    venv.create(folder / "env", with_pip=True)
    binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pip = [str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(pip, check=True, env=clean, cwd=folder)
    (folder / "rocks.py").write_text(rules(), encoding="utf-8")
    command = [str(binaries / "perfectplay"), "solve", "rocks.py", "left=7"]
    done = subprocess.run(
        command, check=True, env=clean, cwd=folder, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def main() -> None:
    """Time it, and say so."""
    [wheel] = Path(sys.argv[1]).resolve().glob("*.whl")
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        said = first_game(wheel, Path(folder))
    seconds = time.monotonic() - began
    if "88: 66 won" not in said:
        raise SystemExit(f"unexpected answer:\n{said}")
    sys.stdout.write(f"{said}\nfrom the wheel to one's own game, solved: {seconds:.0f} s\n")
    if seconds > MOST:
        raise SystemExit(f"that is more than {MOST:.0f} s")


if __name__ == "__main__":
    main()
