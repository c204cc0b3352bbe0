"""Sheets: several random graphs that one small file of rules plays.

The graphs stand in constant tables, and the field `graph` chooses the one in which a play starts.
Only `start` reads that field, so that one compilation serves all graphs of a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

SHAPES = ("integer", "tuple", "named", "text", "nested", "dataclass", "letters")
COMPILING = tuple(shape for shape in SHAPES if shape != "text")
"""Shapes of states that compile."""

KINDS = ("plain", "again", "player", "puzzle", "points")
BROKEN = ("", "symmetry", "tier", "loop", "stuck")


@dataclass(frozen=True)
class Edge:
    """A move to a node. ``turn`` is added to the side; ``again``: the mover moves again."""

    to: int
    turn: int = 0
    again: bool = False
    gain: int = 0


@dataclass(frozen=True)
class Node:
    """``over``: value or score of an end, else None; ``odd``: the same on sides other than 0."""

    edges: tuple[Edge, ...] = ()
    over: int | None = None
    odd: int | None = None
    seat: int = 0
    tier: int = 0


Graph = tuple[Node, ...]
"""Node 0 is where a play starts."""


@dataclass(frozen=True)
class Sheet:
    """Graphs and how they are written as rules.

    ``shape`` is one of SHAPES and ``kind`` one of KINDS. A state is a node and a side below
    ``sides``. ``symmetries``: "" (none), or the way in which they give the other sides.
    ``stuck``: a name of `Value`, a score, or "". ``stretch``: what node numbers are multiplied
    with in states, so that keys grow. ``broken``: the promise that these rules break, or "".
    """

    graphs: tuple[Graph, ...]
    shape: str = "integer"
    kind: str = "plain"
    sides: int = 1
    symmetries: str = ""
    stuck: str = "LOSS"
    tiers: bool = False
    limits: bool = False
    stretch: int = 1
    broken: str = ""

    @property
    def compiles(self) -> bool:
        """Whether these rules must compile."""
        return self.shape in COMPILING

    @property
    def points(self) -> bool:
        return self.kind == "points"

    def ways(self) -> int:
        """How many choices of parameters there are."""
        return len(self.graphs)

    def parameters(self, way: int) -> dict[str, int]:
        """The parameters of one of them."""
        return {"graph": way}

    def only(self, way: int) -> Sheet:
        """The sheet with one of its graphs alone."""
        return replace(self, graphs=(self.graphs[way],))


def random_sheet(random: Random) -> Sheet:
    """A sheet of a few graphs, all of one kind."""
    shape = random.choices(SHAPES, (5, 5, 3, 2, 2, 2, 3))[0]
    kind = random.choices(KINDS, (5, 3, 2, 2, 3))[0]
    broken = random.choice(BROKEN[1:]) if random.random() < 0.12 else ""
    sheet = Sheet(
        (),
        shape,
        kind,
        sides=random.choice((1, 1, 2, 3, 6)),
        stuck=random.choice(("-3", "0", "5")) if kind == "points" else random.choice(
            ("LOSS", "WIN", "DRAW")
        ),
        tiers=random.random() < 0.4,
        limits=random.random() < 0.3,
        stretch=random.choice((1, 1, 7, 100_000)),
    )  # fmt: skip
    if sheet.sides > 1 and random.random() < 0.6:
        sheet = replace(sheet, symmetries=random.choice(("yield", "others", "tuple", "list")))
    sheet = fit_broken(sheet, broken, random)
    graphs = tuple(random_graph(random, sheet) for _ in range(random.choice((1, 4, 8))))
    return replace(sheet, graphs=graphs)


def fit_broken(sheet: Sheet, broken: str, random: Random) -> Sheet:
    """The sheet, so that it can break a promise."""
    if broken == "symmetry":
        sheet = replace(sheet, sides=random.choice((2, 3)), symmetries="yield")
    elif broken == "tier":
        sheet = replace(sheet, tiers=True)
    elif broken == "loop":
        sheet = replace(sheet, kind="points", stuck="0")
    elif broken == "stuck":
        sheet = replace(sheet, stuck="")
    return replace(sheet, broken=broken)


def random_graph(random: Random, sheet: Sheet) -> Graph:
    """A graph all of whose nodes can be reached from the first."""
    nodes = random.choice((1, 3, 8, 20, 60, 150, 400))
    if sheet.broken:
        nodes = max(nodes, 8)
    near = random.choice((1, 2, 8, nodes))
    degree = random.choice((0.3, 1.0, 2.5))
    back = 0.0 if sheet.points else random.choice((0.0, 0.05, 0.5))
    ends = random.choice((0.02, 0.15, 0.4))
    child_lists: list[list[int]] = [[] for _ in range(nodes)]
    for node in range(1, nodes):
        child_lists[random.randrange(max(0, node - near), node)].append(node)
    fan = random.randrange(nodes) if random.random() < 0.1 else -1
    for node, children in enumerate(child_lists):
        more = 300 if node == fan else int(random.expovariate(1 / degree))
        for _ in range(more):
            if random.random() < back:
                children.append(random.randrange(nodes))
            elif node + 1 < nodes:
                children.append(random.randrange(node + 1, min(nodes, node + 1 + near)))
        random.shuffle(children)
    tiers = random_tiers(random, child_lists)
    return broken_graph(
        random,
        sheet,
        tuple(
            Node(
                tuple(random_edge(random, sheet, child) for child in children),
                # an end with children would cut off what it leads to
                random_end(random, sheet)
                if not children and random.random() < 0.2 + ends
                else None,
                None,
                random.randrange(2),
                tier,
            )
            for children, tier in zip(child_lists, tiers, strict=True)
        ),
    )


def random_tiers(random: Random, child_lists: list[list[int]]) -> list[int]:
    """A tier of each node that falls along no edge. Where an edge leads back from a node to an
    earlier one, all nodes between the two share a tier."""
    joined = [False] * len(child_lists)
    for node, children in enumerate(child_lists):
        for child in children:
            joined[child + 1 : node + 1] = [True] * max(0, node - child)
    rise = random.choice((0.05, 0.3, 1.0))
    tier = random.choice((0, -5, 1_000))
    tiers = [tier]
    for together in joined[1:]:
        tier += int(not together and random.random() < rise)
        tiers.append(tier)
    return tiers


def random_edge(random: Random, sheet: Sheet, child: int) -> Edge:
    turn = random.choice((0, 0, 1, random.randrange(6))) if sheet.sides > 1 else 0
    gain = random.choice((0, 0, 1, 2, -3)) if sheet.points else 0
    return Edge(child, turn, random.random() < 0.4, gain)


def random_end(random: Random, sheet: Sheet) -> int:
    return random.choice((0, 1, -1, 4, -7)) if sheet.points else random.choice((1, 1, 2, 3))


def broken_graph(random: Random, sheet: Sheet, graph: Graph) -> Graph:
    """The graph, breaking the promise that the sheet breaks."""
    nodes = list(graph)
    if sheet.broken == "symmetry":
        for n, node in enumerate(nodes):
            if node.over is not None or (not node.edges and random.random() < 0.5):
                first, other = random.sample((1, 2, 3) if not sheet.points else (-1, 0, 4), 2)
                nodes[n] = replace(node, over=first, odd=other)
            elif node.edges:
                turned = tuple(replace(e, turn=random.randrange(3)) for e in node.edges)
                nodes[n] = replace(node, edges=turned)
    elif sheet.broken == "tier":
        tiers = [random.randrange(5) for _ in nodes]
        nodes = [replace(node, tier=tier) for node, tier in zip(nodes, tiers, strict=True)]
    elif sheet.broken == "loop":
        last = next(n for n in range(len(nodes) - 1, -1, -1) if nodes[n].edges)
        nodes[last] = replace(nodes[last], edges=(*nodes[last].edges, Edge(0)))
    elif sheet.broken == "stuck":
        leaves = [n for n, node in enumerate(nodes) if not node.edges] or [len(nodes) - 1]
        nodes[leaves[-1]] = replace(nodes[leaves[-1]], over=None, edges=())
    return tuple(nodes)
