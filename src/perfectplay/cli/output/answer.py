"""The renderer of answers: JSON, or headings, facts and tables.

Text is plain for pipes; on a terminal Rich lays it out, and is imported only then.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

import typer

if TYPE_CHECKING:
    from perfectplay.game.game import Game

Facts: TypeAlias = list[tuple[str, str]]
"""Names with the text of each; a name may be empty, and a text may have several lines."""


MOST_ROWS = 40
"""The most rows of a table that may be cut."""

_OUTER: list[TextIO] = []
"""Standard output as it is outside of `prints_aside`."""


def answers() -> TextIO:
    """The stream of answers: standard output, in `prints_aside`, too."""
    return _OUTER[0] if _OUTER else sys.stdout


@contextmanager
def prints_aside() -> Iterator[None]:
    """A block in which what rules print goes to standard error, so that it is no part of an answer.

    >>> with prints_aside():
    ...     print("moves of 5")
    ...     say("won")
    won
    """
    _OUTER.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _OUTER.pop()


@dataclass(frozen=True)
class Answer:
    """What a verb answers. ``as_dict`` returns the JSON; ``show`` writes the same for people, below
    a heading if there is a ``game``. The exit status is 0 if ``ok``, else 1."""

    as_dict: Callable[[], dict[str, Any]]
    show: Callable[[], None]
    game: Game | None = None
    ok: bool = True

    def write(self, json: bool) -> None:
        """Write the answer. Raises typer.Exit unless it is ok."""
        if json:
            say_json(self.as_dict())
        else:
            if self.game is not None:
                say_heading(self.game)
            self.show()
        if not self.ok:
            raise typer.Exit(1)


def say(text: str = "") -> None:
    """Write a line, or several, of the answer; signs of boards in ASCII if need be."""
    file = answers()
    if not text.isascii() and not is_unicode(file):
        from perfectplay.drawing.board.text import IN_ASCII

        text = text.translate(IN_ASCII)
    file.write(text + "\n")


def note(text: str) -> None:
    """Write a remark on standard error."""
    sys.stderr.write(f"note: {text}\n")


def complain(text: str) -> None:
    """Write what went wrong as one line on standard error."""
    lines = (line.strip() for line in text.splitlines())
    sys.stderr.write(f"perfectplay: {' '.join(line for line in lines if line)}\n")


def say_json(answer: dict[str, Any]) -> None:
    """Write the answer as one JSON object, with integers of any length."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        say(json_text(answer, answers(), indent=2))
    finally:
        sys.set_int_max_str_digits(before)


def json_text(answer: Any, file: TextIO, indent: int | None = None) -> str:
    """JSON in the encoding of the file: with escapes unless that is Unicode.

    >>> json_text("5×4", sys.stdout)
    '"5×4"'
    """
    return json.dumps(answer, ensure_ascii=not is_unicode(file), indent=indent)


def is_unicode(file: TextIO) -> bool:
    """True if the encoding of a file can hold all letters."""
    return codecs.lookup(file.encoding or "utf-8").name.startswith("utf")


def write_anything() -> None:
    """Let standard output escape letters that it cannot encode, and standard input keep bytes that
    are no letters. Output that was closed before the program began is discarded."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 stays open
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def say_title(text: str) -> None:
    """Write a heading."""
    if answers().isatty():
        from rich.console import Console
        from rich.text import Text

        Console(file=answers(), highlight=False).print(Text(text, style="bold"))
    else:
        say(text)


def say_heading(game: Game) -> None:
    """Write the game with its parameters, and an empty line."""
    from perfectplay.cli.output.wording import title  # no help waits for it

    say_title(title(game))
    say()


def say_facts(facts: Facts) -> None:
    """Write names and texts in two columns."""
    width = max((len(name) for name, _ in facts), default=0) + 3
    for name, text in facts:
        first, *more = text.splitlines() or [""]
        say(f"{name:<{width}}{first}".rstrip())
        for line in more:
            say(f"{'':<{width}}{line}".rstrip())


def say_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[str] = (),
    cut: bool = False,
) -> None:
    """Write a table; the columns named in ``right`` are aligned to the right. If it may be ``cut``,
    only the beginning and the end of a long one are shown."""
    if cut and len(rows) > MOST_ROWS:
        dots = (f"({len(rows) - MOST_ROWS:,} more)", *("" for _ in head[1:]))
        rows = [*rows[: MOST_ROWS - 10], dots, *rows[-10:]]
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    if answers().isatty() and _rich_table(head, rows, right, widths):
        return
    for row in (head, *rows):
        cells = [
            f"{cell:>{width}}" if name in right else f"{cell:<{width}}"
            for name, cell, width in zip(head, row, widths, strict=True)
        ]
        say("  ".join(cells).rstrip())


def _rich_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str], widths: Sequence[int]
) -> bool:
    """Lay a table out for a terminal, in which only the widest column may wrap; return False if
    the terminal is too narrow even so: then lines that the terminal wraps lose nothing."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console, widest = Console(file=answers(), highlight=False), max(widths, default=0)
    if sum(widths) - widest + min(widest, WRAPPED) + 3 * len(widths) > console.width:
        return False
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, width in zip(head, widths, strict=True):
        table.add_column(name, justify="right" if name in right else "left", no_wrap=width < widest)
    for row in rows:
        table.add_row(*(Text(cell, style=STYLES.get(cell, "")) for cell in row))
    console.print(table)
    return True


WRAPPED = 24
"""Characters that the widest column of a table keeps at least."""


# colours that colour-blind people can tell apart
STYLES = {
    **dict.fromkeys(("fastest", "longest", "best"), "bold bright_blue"),
    **dict.fromkeys(("keeps the win", "keeps the draw", "keeps the score"), "bright_blue"),
}
