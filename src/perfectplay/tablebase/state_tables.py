"""A solution as a table or a graph of other libraries; a part of `Solution`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.core.arguments import check_whole
from perfectplay.core.errors import StateLimitError
from perfectplay.core.extras import extra_module
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import MoveT, State, StateT
from perfectplay.game.naming import game_name
from perfectplay.tablebase.batch_queries import BatchQueries
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.state_queries import move_records
from perfectplay.tablebase.table import StateEntry

if TYPE_CHECKING:  # an editor then knows what a table can do
    import networkx
    import pandas
    import polars
    import pyarrow

MOST_ROWS = 5_000_000
"""Most states of a table in memory, by default."""

MOST_NODES = 100_000
"""Most states of a graph in memory, by default."""


class StateTables(BatchQueries[StateT, MoveT]):
    """The solution as a table of pyarrow, Polars or pandas, and as a graph of NetworkX."""

    def to_arrow(self, *, symmetric: bool = False, limit: int | None = MOST_ROWS) -> pyarrow.Table:
        """A pyarrow table with a row for each state.

        Columns: ``state`` (JSON) and ``text``; the fields of the state, by the names of a
        NamedTuple, of a dataclass or of ``return (self.left, self.right)`` in ``start``, else
        ``field_0``, ``field_1``, …, and ``number`` for an integer; ``value`` ("win", "draw",
        "loss"), ``score`` in games of points, ``remoteness`` in plies (null: endless),
        ``best_moves`` (a list of texts). A field whose name is taken begins with ``field_``.
        With symmetries a row is a representative, or any state if ``symmetric``.

        Raises StateLimitError for more than ``limit`` states (None: no limit), and
        MissingExtraError without pyarrow, which is part of ``perfectplay[store]``.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> table = solve(ThreeRocks()).to_arrow()
        >>> table.num_rows, table.column_names
        (121, ['state', 'text', 'left', 'right', 'value', 'remoteness', 'best_moves'])
        """
        np.empty(0)  # raises MissingExtraError where there is no NumPy
        from perfectplay.tablebase.state_columns import table_batches
        from perfectplay.tablebase.store.part_columns import arrow

        lib = arrow("")
        self._within(limit, symmetric, "rows of a table", "perfectplay export writes a file")
        return lib.concat_tables(list(table_batches(self, symmetric=symmetric)))

    def to_polars(
        self, *, symmetric: bool = False, limit: int | None = MOST_ROWS
    ) -> polars.DataFrame:
        """The table of `to_arrow` as a Polars DataFrame.

        Arguments and exceptions as there; Polars is part of ``perfectplay[polars]``.
        """
        lib = extra_module("polars", "polars", "tables of Polars")
        frame: polars.DataFrame = lib.from_arrow(self.to_arrow(symmetric=symmetric, limit=limit))
        return frame

    def to_pandas(
        self, *, symmetric: bool = False, limit: int | None = MOST_ROWS
    ) -> pandas.DataFrame:
        """The table of `to_arrow` as a pandas DataFrame.

        ``remoteness`` is of the type Int32, with ``<NA>`` for endless draws; best moves are lists.
        Arguments and exceptions as for `to_arrow`; pandas is part of ``perfectplay[pandas]``.
        """
        np.empty(0)
        lib = extra_module("pandas", "pandas", "tables of pandas")
        table = self.to_arrow(symmetric=symmetric, limit=limit)
        frame: pandas.DataFrame = table.to_pandas()
        frame["best_moves"] = [list(moves) for moves in frame["best_moves"]]
        for name, column in zip(table.column_names, table.columns, strict=True):
            whole = {"int32": "Int32", "int64": "Int64", "bool": "boolean"}.get(str(column.type))
            if name == "remoteness" or (whole and column.null_count):
                frame[name] = lib.array(column.to_pylist(), dtype=whole)
        return frame

    def to_networkx(self, *, limit: int | None = MOST_NODES) -> networkx.MultiDiGraph:
        """A MultiDiGraph of NetworkX: states with their moves.

        Nodes are states, with the attributes ``value`` ("win", "draw", "loss"), ``remoteness``
        (None: endless), ``text``, ``terminal`` and, in games of points, ``score``. Each move is an
        edge with ``move``, ``text``, ``best`` and ``keeps``; two moves between the same states are
        two edges. With symmetries, nodes are representatives, and an edge leads to that of the
        next state. The graph's attributes are ``game`` and ``start``, a node.

        Raises StateLimitError for more than ``limit`` states (None: no limit), and
        MissingExtraError without NetworkX, which is part of ``perfectplay[graphs]``.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> graph = solve(ThreeRocks(1, 1)).to_networkx()
        >>> graph.nodes[1, 0]["value"], graph.nodes[1, 0]["remoteness"]
        ('win', 1)
        >>> [(state, edge["best"]) for _, state, edge in graph.out_edges((1, 1), data=True)]
        [((1, 0), False), ((0, 1), False), ((0, 0), True)]
        """
        lib = extra_module("networkx", "graphs", "graphs of NetworkX")
        way = "start_at(game, state) is the part of the game below a state"
        self._within(limit, False, "nodes of a graph", way)
        return _graph_of_states(self, lib.MultiDiGraph())

    def _within(self, limit: int | None, symmetric: bool, what: str, way: str) -> None:
        """Raise StateLimitError for more states than the limit, TypeError and ValueError for a
        limit that is none."""
        check_whole(limit=limit)
        states = len(self) if symmetric else (self.representatives or self.counts).states
        if limit is not None and states > limit:
            raise StateLimitError(
                f"{game_name(self.game)} has {states:,} states, and at most {limit:,} become "
                f"{what} unless limit= says more (None: no limit); {way}",
                states=states,
            )


def _graph_of_states(solution: BatchQueries, graph: Any) -> Any:
    """The graph of `to_networkx`, made of an empty one."""
    rules = solution.rules
    for states, entries in solution.state_blocks():
        for state, entry in zip(states, entries.listed(), strict=True):
            assert entry is not None
            graph.add_node(state, **_attributes(solution, state, entry))
    for states, entries in solution.state_blocks():
        options = [rules.position(state).options for state in states]
        after = _known(solution, [child for some in options for _, child in some])
        for state, entry, some in zip(states, entries.listed(), options, strict=True):
            assert entry is not None
            for move in move_records(rules, state, some, entry, after.get):
                to = solution.representative(move.state) if solution.symmetric else move.state
                edge = {"move": move.move, "text": move.text}
                graph.add_edge(state, to, **edge, best=move.best, keeps=move.keeps)
            graph.nodes[state]["terminal"] = not some
    graph.graph.update(game=game_fields(solution.game)["game"])
    graph.graph["start"] = solution.representative(solution.start)
    return graph


def _attributes(solution: BatchQueries, state: State, entry: StateEntry) -> dict[str, Any]:
    score = {} if entry.score is None else {"score": entry.score}
    text = solution.rules.text(state, solution.rules.player(state))
    return {"value": str(entry.value), **score, "remoteness": entry.remoteness, "text": text}


def _known(solution: BatchQueries, states: list[State]) -> dict[State, StateEntry | None]:
    distinct = list(dict.fromkeys(states))
    return dict(zip(distinct, solution.look_up(distinct).listed(), strict=True))
