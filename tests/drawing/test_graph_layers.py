"""Drawn graphs and written tables."""

from __future__ import annotations

import numpy as np

from games_to_plot import Lorry, Road
from perfectplay import bars_of, grid_of, solve
from perfectplay.drawing.plots.as_json import as_json
from perfectplay.drawing.plots.graph_picture import ordered, rows_of
from perfectplay.drawing.plots.plot_tables import PlainTable, bars_table
from perfectplay.games.subtraction import Subtraction


def test_layers_keep_their_nodes_and_cross_less() -> None:
    rng = np.random.default_rng(3)
    layers = [list(range(10 * i, 10 * i + 10)) for i in range(4)]
    edges = [(int(10 * i + a), int(10 * i + 10 + b)) for i in range(3)
             for a, b in enumerate(rng.permutation(10))]  # fmt: skip
    found = ordered(layers, edges)
    assert [sorted(layer) for layer in found] == layers
    assert crossings(found, edges) < crossings(layers, edges)
    assert sorted(n for row in rows_of([range(100)]) for n in row) == list(range(100))


def crossings(layers: list[list[int]], edges: list[tuple[int, int]]) -> int:
    place = {node: i for layer in layers for i, node in enumerate(layer)}
    ply = {node: i for i, layer in enumerate(layers) for node in layer}
    return sum(
        ply[a] == ply[c] and (place[a] - place[c]) * (place[b] - place[d]) < 0
        for a, b in edges
        for c, d in edges
    )


def test_tables_are_written_so_that_others_read_them() -> None:
    import csv

    table = PlainTable("", ("a|b", "1"), (("x*y", 'say "1,2"'), ("z", "")), False)
    assert list(csv.reader(table.as_csv().splitlines())) == [
        list(table.head),
        *map(list, table.rows),
    ]
    assert table.as_markdown().splitlines()[0] == r"| a\|b | 1 |"
    assert table.as_markdown().splitlines()[2] == r'| x\*y | say "1,2" |'
    assert bars_table(bars_of(solve(Subtraction(2)))).rows == (("0", "0", "1"), ("1", "2", "0"))


def test_json_has_words_for_what_is_no_number() -> None:
    answer = as_json(grid_of(solve(Lorry()), "light", "fuel", {"place": 5}), "heat", moves=True)
    assert answer["x"] == {"field": "light", "index": 2, "values": ["green", "red"]}
    assert answer["fixed"] == {"place": "5"}
    assert answer["start"] == {"x": "red", "y": 4}
    assert {cell["x"] for cell in answer["cells"]} == {"green", "red"}
    assert all(solve(Lorry()).value(Road(*cell["state"])).name.lower() == cell["value"]
               for cell in answer["cells"])  # fmt: skip
