"""The rows of the table, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One contender of a section.

    ``ratio``: how many times as fast as the section's baseline, whose own ratio is 1.
    ``wanted``: the least ratio, or the most ``seconds``, that is asked for.
    ``states``: those of which values are kept, for the bytes of each.
    ``limit``: the bound that is nearest to it, as measured, and how near.
    """

    section: str
    contender: str
    seconds: float | None
    peak: int | None = None
    states: int | None = None
    ratio: float | None = None
    wanted_ratio: float | None = None
    wanted_seconds: float | None = None
    wanted_bytes: float | None = None
    reached: bool | None = None
    limit: str = ""
    note: str = ""

    @property
    def bytes_a_state(self) -> float | None:
        """None where the program itself is the most of it."""
        if self.peak is None or self.states is None or self.states < 1_000_000:
            return None
        return self.peak / self.states

    def judged(self) -> bool | None:
        """Whether all that is wanted is reached; None where nothing is."""
        verdicts = [] if self.reached is None else [self.reached]
        if self.wanted_ratio is not None and self.ratio is not None:
            verdicts.append(self.ratio >= self.wanted_ratio)
        if self.wanted_seconds is not None and self.seconds is not None:
            verdicts.append(self.seconds <= self.wanted_seconds)
        if self.wanted_bytes is not None and self.bytes_a_state is not None:
            verdicts.append(self.bytes_a_state <= self.wanted_bytes)
        return all(verdicts) if verdicts else None

    def as_dict(self) -> dict[str, Any]:
        """For JSON: all that is known, and the verdict."""
        row = {**asdict(self), "bytes_a_state": self.bytes_a_state, "reached": self.judged()}
        return {name: value for name, value in row.items() if value not in (None, "")}


HEAD = ("", "time", "peak", "B/state", "ratio", "wanted", "", "nearest limit", "note")


def cells_of(row: Row) -> tuple[str, ...]:
    """A row as texts, in the order of HEAD."""
    wanted = []
    if row.wanted_ratio is not None:
        wanted.append(f"≥ {row.wanted_ratio:g}×")
    if row.wanted_seconds is not None:
        wanted.append(f"≤ {row.wanted_seconds:g} s")
    if row.wanted_bytes is not None:
        wanted.append(f"≤ {row.wanted_bytes:g} B")
    return (
        row.contender,
        "" if row.seconds is None else seconds_text(row.seconds),
        "" if row.peak is None else bytes_text(row.peak),
        "" if row.bytes_a_state is None else f"{row.bytes_a_state:.1f}",
        "" if row.ratio is None else f"{row.ratio:.3g}×",
        ", ".join(wanted),
        {None: "", True: "yes", False: "NO"}[row.judged()],
        row.limit,
        row.note,
    )


def seconds_text(seconds: float) -> str:
    """
    >>> seconds_text(0.00123), seconds_text(0.0421), seconds_text(3.456), seconds_text(97.3)
    ('1.2 ms', '42 ms', '3.46 s', '97.3 s')
    """
    if seconds < 0.01:
        return f"{seconds * 1000:.2g} ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 0.1 else f"{seconds:.3g} s"


def bytes_text(number: int) -> str:
    """
    >>> bytes_text(98_000_000), bytes_text(1_040_000_000)
    ('98 MB', '1.04 GB')
    """
    return f"{number / 1e9:.3g} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"


def show(rows: Iterable[Row], terminal: bool) -> None:
    """One table on standard output: Rich's on a terminal, else plain text."""
    sections: dict[str, list[Row]] = {}
    for row in rows:
        sections.setdefault(row.section, []).append(row)
    if terminal:
        _show_rich(sections)
    else:
        _show_plain(sections)


def _show_plain(sections: dict[str, list[Row]]) -> None:
    lines = [HEAD] + [cells_of(row) for rows in sections.values() for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]

    def line(cells: tuple[str, ...]) -> str:
        parts = [
            cell.ljust(width) if i in (0, 5, 6, 7, 8) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(parts).rstrip()

    print(line(HEAD))
    for section, rows in sections.items():
        print(f"\n{section}")
        for row in rows:
            print(line(cells_of(row)))


def _show_rich(sections: dict[str, list[Row]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, name in enumerate(HEAD):
        table.add_column(name, justify="right" if 1 <= i <= 4 else "left")
    for section, rows in sections.items():
        table.add_row()
        table.add_row(f"[bold]{section}[/]")
        for row in rows:
            style = {None: "", True: "green", False: "bold red"}[row.judged()]
            cells = list(cells_of(row))
            if style:
                cells[6] = f"[{style}]{cells[6]}[/]"
            table.add_row(*cells)
    Console().print(table)
