"""Games as different people would write them: nobody thought of a compiler."""

from __future__ import annotations

from people import (
    absences,
    commands,
    dict_lovers,
    graphs,
    heaps,
    hexes_and_walls,
    library_users,
    lines,
    open_hands,
    pawns,
    pieces,
    puzzles,
    rows_put_together,
    sentences,
    tables,
    tables_of_functions,
    vectors,
)
from perfectplay import Game

HOMES = (
    lines, pieces, puzzles, heaps, library_users, graphs, tables, absences, dict_lovers, open_hands,
    tables_of_functions, rows_put_together,
    vectors, pawns, commands, hexes_and_walls, sentences,
)  # fmt: skip

GAMES: dict[str, type[Game]] = {
    name: cls
    for home in HOMES
    for name, cls in vars(home).items()
    if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == home.__name__
}
