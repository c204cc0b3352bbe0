"""``python -m benchmarks.cost_model``: what a solve by workers costs, fitted and tested.

Three sizes of Connect 4 are solved by two worker processes. Two numbers are fitted: seconds that
every solve takes, and seconds for each state and move. The time of a fourth, larger size is
predicted, printed, and only then measured; and the time to load the tables of all its tiers, which
each worker does. The figures of docs/scale.md come from here.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from perfectplay.cli.input.cluster import workers_at
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.tier_above import TierAbove
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.parts import StoredPart

FITTED, PREDICTED = ((5, 4), (4, 6), (5, 5)), (6, 4)
"""Sizes (width, height) that the model is fitted on; the one that it predicts."""

SEVEN_BY_SIX = 4_531_985_219_092
"""States of Connect 4 on 7×6, from John Tromp (https://tromp.github.io/c4/c4.html)."""


@dataclass(frozen=True)
class Cost:
    """A solve: its size, what it took in seconds and bytes of the folder, and the seconds in which
    a process loads all its tables."""

    name: str
    states: int
    moves: int
    seconds: float
    bytes: int
    loading: float

    @property
    def work(self) -> float:
        """States and moves, in millions."""
        return (self.states + self.moves) / 1e6


def solved(size: tuple[int, int], cluster: str) -> Cost:
    """Solve a board without symmetries, so that work and size go together."""
    folder = Path(tempfile.mkdtemp())
    try:
        with workers_at(cluster) as executor:
            began = time.perf_counter()
            solution = solve_into(
                ConnectFour(*size), folder / "solution", symmetries=False, executor=executor
            ).solution
            seconds = time.perf_counter() - began
        stored = sum(file.stat().st_size for file in (folder / "solution").rglob("*.parquet"))
        name = "×".join(map(str, size))
        loading = load_tables(folder / "solution")
        return Cost(name, len(solution), solution.summary()["moves"], seconds, stored, loading)
    finally:
        shutil.rmtree(folder)


def load_tables(folder: Path) -> float:
    """Seconds in which this process loads the tables of all tiers, one after the other, from files
    such as tasks keep."""
    parts, store, seconds = TierParts(folder, scored=False), PartStore(folder), 0.0
    for stored in read_manifest(folder).tiers:
        tier = kept(stored, store)
        began = time.perf_counter()
        tier.read(store, parts, room=1 << 40)
        seconds += time.perf_counter() - began
    return seconds


def kept(tier: TierEntry, store: PartStore) -> TierAbove:
    """The keys and values of a stored tier in files beside it."""
    parts = [
        StoredPart(store.folder, part, tier.tier, text=False, scored=False) for part in tier.parts
    ]
    rows = [part.rows(group) for part in parts for group in range(part.groups)]
    store.write_keys("keys", np.concatenate([keys for keys, _ in rows]))
    packed = np.concatenate([entries.packed() for _, entries in rows])
    return TierAbove(tier, ("keys",), (store.keep_values("values", packed),))


def fit(costs: list[Cost]) -> tuple[float, float]:
    """Seconds of each solve, and for a million states and moves, by least squares of the relative
    errors."""
    rows = np.array([(1 / cost.seconds, cost.work / cost.seconds) for cost in costs])
    (start, each), *_ = np.linalg.lstsq(rows, np.ones(len(costs)), rcond=None)
    return float(start), float(each)


def told(cost: Cost) -> str:
    """A line about a solve."""
    return (
        f"{cost.name:>6}: {cost.states:>14,} states, {cost.moves:>14,} moves, "
        f"{cost.seconds:7.1f} s, {cost.bytes / cost.states:.2f} bytes a state"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cluster", default="processes:2")
    parser.add_argument("--workers", type=int, default=2, help="how many these are")
    parser.add_argument("--predict", default="x".join(map(str, PREDICTED)), metavar="WxH")
    given = parser.parse_args()
    wide, high = map(int, given.predict.split("x"))
    solved((4, 4), given.cluster)  # compiles
    costs = []
    for size in FITTED:
        costs.append(solved(size, given.cluster))
        print(told(costs[-1]), flush=True)
    start, each = fit(costs)
    cores = each * given.workers
    print(f"model: {start:.1f} s, and {cores:.3f} core-seconds for a million states and moves")
    wanted = size_of(wide, high)
    predicted = start + each * wanted / 1e6
    print(f"predicted for {wide}×{high}: {predicted:.1f} s", flush=True)
    found = solved((wide, high), given.cluster)
    print(told(found))
    print(f"measured / predicted: {found.seconds / predicted:.2f}")
    print(f"tables: {found.loading / found.states * 1e9:.0f} ns a state and process")
    ratio = found.moves / found.states
    core_hours = cores * SEVEN_BY_SIX * (1 + ratio) / 1e6 / 3600
    print(f"7×6 with {ratio:.2f} moves a state: {core_hours:,.0f} core-hours")


def size_of(wide: int, high: int) -> float:
    """States and moves of a board before it is solved: the published number of states, if there is
    one, with the moves a state of the forecast that `plan` makes."""
    from perfectplay.solver.estimate.forecast import forecast

    found = forecast(ConnectFour(wide, high), symmetries=False, seconds=20)
    states, ratio = found.states.likely, found.moves.likely / found.states.likely
    print(f"forecast: {states:,.0f} states, {ratio:.2f} moves a state")
    for known in ConnectFour.KNOWN:
        size = {"width": 5, "height": 4, **known.parameters}
        if size == {"width": wide, "height": high} and known.states is not None:
            states = known.states
            print(f"published: {states:,} states")
    return states * (1 + ratio)


if __name__ == "__main__":
    main()
