"""The page of the commands: the help of each, as the program prints it."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from unittest import mock

from generate.written import write
from perfectplay.cli.main import GROUPS, run

ABOUT = """# Commands

The help of each command, as `perfectplay COMMAND --help` prints it. `GAME` is a name of the
library, `file.py`, `file.py:Class`, `package.module:Class`, or the folder of a stored solution.
"""


def write_command_page(docs: Path) -> None:
    """Write commands.md."""
    parts = [ABOUT]
    for group, verbs in GROUPS.items():
        parts.append(f"## {group}\n")
        for verb in verbs:
            parts.append(f"### {verb}\n\n```text\n{_help(verb)}\n```\n")
    write(docs / "commands.md", "\n".join(parts))


def _help(verb: str) -> str:
    """What ``perfectplay VERB --help`` prints, 80 characters wide.

    Raises ValueError if the command fails.
    """
    said = io.StringIO()
    plain = {"COLUMNS": "80", "NO_COLOR": "1", "TERMINAL_WIDTH": "80"}
    with mock.patch.dict(os.environ, plain), contextlib.redirect_stdout(said):
        status = run([verb, "--help"])
    if status or "Usage" not in said.getvalue():
        raise ValueError(f"perfectplay {verb} --help ended with status {status}")
    return said.getvalue().strip()
