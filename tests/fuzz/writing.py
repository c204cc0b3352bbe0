"""A sheet of graphs as the text of a file of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.fuzz.graphs import Node, Sheet
from tests.fuzz.programs import MARK

NO_END = -99

HEAD = '''"""Random graphs as a game."""

from dataclasses import dataclass
from typing import NamedTuple

from perfectplay import Game, Value

'''

STATES = {
    # a state from node and side; its node; its side
    "integer": ("node * {stretch} * {sides} + side",
                "state // {sides} // {stretch}", "state % {sides}"),
    "tuple": ("(node * {stretch} // 10 - 3, node * {stretch} % 10, side)",
              "((state[0] + 3) * 10 + state[1]) // {stretch}", "state[2]"),
    "named": ("Place(node * {stretch}, side)", "state.node // {stretch}", "state.side"),
    "text": (  # texts as long as each other are boards, which no rule here may take apart
        'f"{{node}}/{{side}}"' + MARK, 'int(state.split("/")[0])' + MARK,
        'int(state.split("/")[1])' + MARK,
    ),
    "nested": ("((node // 7, node % 7), (side,))", "state[0][0] * 7 + state[0][1]", "state[1][0]"),
    "dataclass": ("Place(node, side)", "state.node", "state.side"),
    "letters": ('(node * {stretch}, None if side == 0 else "XABCDE"[side])',
                "state[0] // {stretch}",
                '(0 if state[1] is None else 1 if state[1] == "A" else 2 if state[1] == "B"'
                ' else 3 if state[1] == "C" else 4 if state[1] == "D" else 5)'),
}  # fmt: skip

PLACES = {
    "named": "class Place(NamedTuple):\n    node: int\n    side: int\n",
    "dataclass": "@dataclass(frozen=True)\nclass Place:\n    node: int\n    side: int\n",
}

SYMMETRIES = {
    "yield": """
        for side in range({sides}):
            yield self.at(self.node(state), side)
""",
    "others": """
        for turn in range(1, {sides}):
            yield self.at(self.node(state), (self.side(state) + turn) % {sides})
""",
    "tuple": """
        return tuple(self.at(self.node(state), side) for side in range({sides}))
""",
    "list": """
        return [self.at(self.node(state), side) for side in range({sides})]
""",
}


def sheet_text(sheet: Sheet) -> str:
    """The file of rules."""
    words = {"stretch": sheet.stretch, "sides": sheet.sides}
    state, node, side = (part.format(**words) for part in STATES[sheet.shape])
    parts = [HEAD, PLACES.get(sheet.shape, ""), tables(sheet), CLASS]
    parts.append(attributes(sheet))
    parts.append(METHODS.format(state=state, node=node, side=side, **words))
    parts.append(outcome(sheet))
    if sheet.kind == "again" or sheet.points:
        parts.append(edge_method("moves_again", "AGAIN[edge] == 1"))
    if sheet.kind == "player":
        parts.append(node_method("player", "SEAT[self.node(state)]"))
    if sheet.points:
        parts.append(edge_method("gain", "GAIN[edge]"))
    if sheet.tiers:
        parts.append(node_method("tier", "TIER[self.node(state)]"))
    if sheet.symmetries:
        body = SYMMETRIES[sheet.symmetries].format(**words)
        parts.append(f"\n    def symmetries(self, state):{body}")
    return "".join(parts)


CLASS = '''

@dataclass(frozen=True)
class Graphs(Game):
    """A play starts at the first node of a graph."""

    graph: int = 0
'''

METHODS = """
    def at(self, node, side):
        return {state}

    def node(self, state):
        return {node}

    def side(self, state):
        return {side}

    def start(self):
        return self.at(ROOTS[self.graph], 0)

    def moves(self, state):
        node = self.node(state)
        yield from range(FIRST[node + 1] - FIRST[node])

    def play(self, state, move):
        edge = FIRST[self.node(state)] + move
        return self.at(CHILD[edge], (self.side(state) + TURN[edge]) % {sides})
"""


def attributes(sheet: Sheet) -> str:
    lines = []
    if sheet.stuck:
        lines.append(f"stuck = {sheet.stuck}" if sheet.points else f"stuck = Value.{sheet.stuck}")
    if sheet.kind == "puzzle":
        lines.append("players = 1")
    if sheet.points:
        lines.append("scoring = True")
    if sheet.limits and sheet.shape in ("tuple", "named"):
        nodes = sum(map(len, sheet.graphs))
        if sheet.shape == "tuple":
            lines.append(
                f"limits = ((-3, {nodes * sheet.stretch // 10}), (0, 9), (0, {sheet.sides}))"
            )
        else:
            lines.append(f"limits = ((0, {nodes * sheet.stretch}), (0, {sheet.sides}))")
    return "".join(f"    {line}\n" for line in lines)


def outcome(sheet: Sheet) -> str:
    end = "end = OVER[self.node(state)]"
    if sheet.broken == "symmetry":
        end = "end = OVER[self.node(state)] if self.side(state) == 0 else ODD[self.node(state)]"
    given = "end" if sheet.points else "Value(end)"
    return f"""
    def outcome(self, state):
        {end}
        return None if end == {NO_END} else {given}
"""


def edge_method(name: str, answer: str) -> str:
    return f"""
    def {name}(self, state, move):
        edge = FIRST[self.node(state)] + move
        return {answer}
"""


def node_method(name: str, answer: str) -> str:
    return f"""
    def {name}(self, state):
        return {answer}
"""


def tables(sheet: Sheet) -> str:
    """The graphs one after the other, as constants of the module."""
    roots, first, children = [], [0], []
    nodes: list[Node] = []
    for graph in sheet.graphs:
        roots.append(len(nodes))
        for node in graph:
            children += [roots[-1] + edge.to for edge in node.edges]
            first.append(len(children))
        nodes += graph
    found = {
        "ROOTS": roots,
        "FIRST": first,
        "CHILD": children,
        "TURN": of_edges(nodes, lambda edge: edge.turn % sheet.sides),
        "OVER": [NO_END if node.over is None else node.over for node in nodes],
    }
    if sheet.kind == "again" or sheet.points:
        found["AGAIN"] = of_edges(nodes, lambda edge: int(edge.again))
    if sheet.points:
        found["GAIN"] = of_edges(nodes, lambda edge: edge.gain)
    if sheet.kind == "player":
        found["SEAT"] = [node.seat for node in nodes]
    if sheet.tiers:
        found["TIER"] = [node.tier for node in nodes]
    if sheet.broken == "symmetry":
        odd = [node.over if node.odd is None else node.odd for node in nodes]
        found["ODD"] = [NO_END if end is None else end for end in odd]
    return "\n" + "".join(f"{name} = {constant(row)}\n" for name, row in found.items())


def of_edges(nodes: Iterable[Node], what: Callable[..., int]) -> list[int]:
    return [what(edge) for node in nodes for edge in node.edges]


def constant(row: list[int]) -> str:
    """A tuple that compiles whatever it holds: never empty."""
    return repr(tuple(row or [0]))
