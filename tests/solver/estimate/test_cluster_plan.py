"""``plan --cluster N``: what workers will take."""

from __future__ import annotations

import json
import math

import pytest

from games_to_store import said
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.estimate.cluster_plan import ClusterPlan, cluster_plan
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.plan import SolvePlan, plan


def cluster(planned: SolvePlan, workers: int) -> tuple[Interval, Interval, Interval, Interval]:
    found = cluster_plan(planned.forecast, planned.seconds, planned.threads, workers)
    assert found.seconds is not None
    assert found.memory is not None
    assert found.written is not None
    assert found.read is not None
    return found.seconds, found.memory, found.written, found.read


def test_more_workers_are_faster_and_read_more() -> None:
    """The work is shared; each worker reads all tables, so that the time has a limit."""
    planned = plan(ConnectFour(6, 5), seconds=0.5)
    one, four, many = (cluster(planned, workers) for workers in (1, 4, 16))
    assert one[0].likely > four[0].likely > many[0].likely > 3
    assert one[3].likely < four[3].likely < many[3].likely


def test_short_tiers_have_work_for_few() -> None:
    planned = plan(ConnectFour(5, 4), seconds=0.5)
    few, many = cluster(planned, 2), cluster(planned, 1000)
    assert many[0].low > few[0].low / 2


def test_what_a_solve_has_written_is_in_the_range() -> None:
    """6 MB by processes:2, as tests/cli/test_cluster.py compares. A busy machine sees little in
    half a second."""
    written = cluster(plan(ConnectFour(5, 4), seconds=10), 2)[2]
    assert written.high is not None
    assert written.low < 6.0e6 < written.high


def test_games_for_one_process() -> None:
    found = plan(ThreeRocks(3, 4), workers=4).cluster
    assert found == ClusterPlan(4, why="one process solves a game of this size or kind alone")
    assert found.as_dict() == {
        "workers": 4, "seconds": None, "memory": None, "written": None, "read": None,
        "reason": "one process solves a game of this size or kind alone",
    }  # fmt: skip
    assert plan(ThreeRocks(3, 4)).as_dict()["cluster"] is None


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", math.nan])
def test_numbers_that_are_none(workers: object) -> None:
    with pytest.raises((TypeError, ValueError), match="workers"):
        plan(ThreeRocks(3, 4), workers=workers)  # type: ignore[arg-type]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("plan", "connect_four", "--seconds", "0.5", "--cluster", "16")
    status, out, _ = said(capsys, *arguments)
    assert status == 0
    assert " with 16 workers; each holds 5" in out
    status, out, _ = said(capsys, *arguments, "--json")
    assert json.loads(out)["cluster"]["workers"] == 16
    status, out, _ = said(capsys, "plan", "three_rocks", "--cluster", "1")
    assert "1 worker would have nothing to do: one process solves a game of this size" in out
    for wrong in ("0", "-2", "dask:local"):
        status, _, err = said(capsys, "plan", "three_rocks", "--cluster", wrong)
        assert (status, err.count("\n")) == (2, 1)
