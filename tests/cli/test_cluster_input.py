"""``solve --cluster``: addresses that name no workers, and what workers need."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from games_to_store import said
from perfectplay.cli.input.cluster import workers_at
from perfectplay.core.errors import ParameterError

pytest.importorskip("pyarrow")
pytest.importorskip("distributed")


@pytest.mark.parametrize(("address", "problem"), [
    ("", "names no workers; write processes:4"), ("four", "names no workers"),
    ("processes:0", "names no workers"), ("processes:-1", "names no workers"),
    ("processes:4.0", "names no workers"), ("dask:", "names no workers"),
    ("dask:local?workers=0", "names no workers"), ("dask:local?threads=2", "names no workers"),
    ("dask:host:8786", "has no protocol; write dask:tcp://host:8786"),
    ("ray:", "names no workers"), ("ray:auto?workers=2", "names no workers"),
    ("ray:local?workers=x", "names no workers"), ("ray:local?cpus=2", "names no workers"),
    ("mpi:4", "names no workers"),
])  # fmt: skip
def test_addresses_that_name_no_workers(address: str, problem: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(problem)), workers_at(address):
        pass


def test_what_workers_need(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, _, err = said(capsys, "solve", "nim", "--cluster", "processes:2")
    assert (status, err.count("\n")) == (2, 1)
    assert "--cluster needs a folder that all workers reach; say -o FOLDER" in err
    status, _, err = said(capsys, "solve", "nim", "-o", tmp_path / "x", "--audit", "1/9")
    assert (status, err.count("\n")) == (2, 1)
    assert "--audit computes tasks of workers again; say --cluster WORKERS too" in err
    for share in ("", "1/0", "2/3", "1000", "0.001", "1/-2", "1/1e3"):
        status, _, err = said(
            capsys, "solve", "nim", "-o", tmp_path / "x", "--cluster", "processes:2",
            "--audit", share,
        )  # fmt: skip
        assert (status, err.count("\n")) == (2, 1)
        assert "is no share of all tasks; write 1/1000, or 1/1 for all" in err
    monkeypatch.setattr("perfectplay.cli.input.cluster.SECONDS", 0.5)
    status, _, err = said(
        capsys, "solve", "nim", "-o", tmp_path / "x", "--cluster", "dask:tcp://127.0.0.1:1"
    )
    assert status == 2
    assert "no scheduler answers at tcp://127.0.0.1:1" in err
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, err = said(
        capsys, "solve", "nim", "-o", tmp_path / "x", "--cluster", "dask:local?workers=2"
    )
    assert "pip install 'perfectplay[cluster]'" in err
    assert not (tmp_path / "x").exists()
