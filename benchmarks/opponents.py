"""Figures of others that are not run here, each with its source.

All were measured once, on a machine of two cores like the one that this project is developed on.
Ratios to them are only as good as the likeness of the machines: the plain-dictionary baseline,
which is run here, took 98 s there on 5×4.
"""

from __future__ import annotations

from dataclasses import dataclass

SAID = "said, not run here (benchmarks/opponents.py)"


@dataclass(frozen=True)
class Opponent:
    """``seconds`` and, where known, the ``peak`` in bytes; of searches the ``nodes`` that were
    looked at, a position where there are many."""

    name: str
    seconds: float
    peak: int | None = None
    nodes: float = 0


CONNECT_FOUR_5X4 = (
    # github.com/GamesCrafters/GamesmanPy, the nearest peer in interface: a Python class
    Opponent("GamesmanPy, bitboards", 37, 1_400_000_000),
    # github.com/google-deepmind/open_spiel
    Opponent("OpenSpiel, value iteration", 395, 6_500_000_000),
    Opponent("C solver, hash by hand", 15),
    Opponent("C solver, decision diagrams, 1 core", 4.0),
)

CONNECT_FOUR_5X5 = (
    # a prototype of this project: a class with plain loops on integers, compilation not counted
    Opponent("prototype, 2 cores", 12, 1_040_000_000),
    Opponent("prototype, 1 core", 21, 1_040_000_000),
    Opponent("C solver, decision diagrams, 1 core", 60),
)

CONNECT_FOUR_6X4 = (Opponent("C solver, decision diagrams, 1 core", 49),)

TEEKO = (
    # a prototype of this project: 18 s to explore, 13 s to look children up, 5 s to resolve
    Opponent("prototype, 2 cores", 37, 4_500_000_000),
)

QUIXO_4X4 = (
    # over its 43 million slots (3^16)
    Opponent("C solver with OpenMP, 2 cores", 24),
    Opponent("C solver with OpenMP, 1 core", 37),
)

PONS = "P. Pons's solver in C++"

TEST_SETS = {
    # 1,000 positions each, exact scores, one core, its table cleared between positions
    "late": Opponent(PONS, 0.007, nodes=51),
    "middle": Opponent(PONS, 0.033, nodes=449),
    "early": Opponent(PONS, 0.19, nodes=3_300),
}

EMPTY_7X6 = (
    # one core each, no opening book
    Opponent(f"{PONS}, who wins alone", 156, nodes=1.6e9),
    Opponent("J. Tromp's Fhourstones in C, who wins alone", 124, nodes=1.5e9),
    Opponent("BitBully in C++, exact score", 177, nodes=4.6e9),
)
