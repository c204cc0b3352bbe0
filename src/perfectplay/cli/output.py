"""What the commands write, and how: plain text, or laid out by Rich where there is a terminal.

Rich is imported only where it is used: most commands are read by people once, and by programs
many times.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO


def say(text: str = "") -> None:
    """A line, or several, of the answer."""
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """A remark beside the answer, on standard error."""
    sys.stderr.write(f"note: {text}\n")


def complain(text: str) -> None:
    """The one sentence about what went wrong, on standard error, and on one line."""
    lines = (line.strip() for line in text.splitlines())
    sys.stderr.write(f"perfectplay: {' '.join(line for line in lines if line)}\n")


def say_json(answer: dict[str, Any]) -> None:
    """The answer as one JSON object."""
    say(json_text(answer, sys.stdout, indent=2))


def json_text(answer: Any, file: TextIO, indent: int | None = None) -> str:
    """JSON as the file's encoding can hold it: in plain letters where that is not Unicode.

    >>> json_text("5×4", sys.stdout)
    '"5×4"'
    """
    unicode = codecs.lookup(file.encoding or "utf-8").name.startswith("utf")
    return json.dumps(answer, ensure_ascii=not unicode, indent=indent)


def write_anything() -> None:
    """Standard output shows a letter that it cannot encode as an escape, and goes on; one that was
    closed before the program began takes everything and shows nothing."""
    if sys.stdout is None:  # says Python then, whatever its types say
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 it stays open
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def say_title(text: str) -> None:
    """A heading."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False).print(Text(text, style="bold"))
    else:
        say(text)


def say_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Names and what is to be said of each, in two columns; long texts go below one another."""
    width = max((len(name) for name, _ in facts), default=0) + 3
    for name, text in facts:
        first, *more = text.splitlines() or [""]
        say(f"{name:<{width}}{first}".rstrip())
        for line in more:
            say(f"{'':<{width}}{line}".rstrip())


def say_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = ()
) -> None:
    """A table; the columns named in ``right`` are aligned to the right."""
    if sys.stdout.isatty():
        _rich_table(head, rows, right)
        return
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for row in (head, *rows):
        cells = [
            f"{cell:>{width}}" if name in right else f"{cell:<{width}}"
            for name, cell, width in zip(head, row, widths, strict=True)
        ]
        say("  ".join(cells).rstrip())


def _rich_table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in head:
        table.add_column(name, justify="right" if name in right else "left")
    for row in rows:
        table.add_row(*(Text(cell, style=STYLES.get(cell, "")) for cell in row))
    Console(highlight=False).print(table)


# colours that colour-blind people can tell apart
STYLES = {"perfect": "bold bright_blue", "best": "bright_blue"}
