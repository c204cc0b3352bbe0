"""Games as different people would write them: nobody thought of a compiler."""

from __future__ import annotations

from people import (
    absences,
    graphs,
    heaps,
    library_users,
    lines,
    pieces,
    puzzles,
    rows_put_together,
    tables,
    tables_of_functions,
)
from perfectplay import Game

GAMES: dict[str, type[Game]] = {
    name: cls
    for home in (
        lines, pieces, puzzles, heaps, library_users, graphs, tables, absences,
        tables_of_functions, rows_put_together,
    )
    for name, cls in vars(home).items()
    if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == home.__name__
}  # fmt: skip
