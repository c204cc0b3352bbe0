"""Notebooks: what a cell shows, and what an interrupted cell leaves, in a real kernel."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel

import perfectplay
from perfectplay import Solution, solve
from perfectplay.core.errors import StoreError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store import saving

ROCKS = Path(perfectplay.__file__).parent / "games" / "three_rocks.py"


class Notebook:
    """A kernel that runs cells one after another."""

    def __init__(self, folder: Path) -> None:
        source = str(Path(perfectplay.__file__).parent.parent)
        path = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])
        self.manager, self.client = start_new_kernel(
            kernel_name="python3", cwd=str(folder), env={**os.environ, "PYTHONPATH": path}
        )

    def run(self, cell: str, interrupt_at: str | None = None) -> tuple[str, str | None]:
        """The output of a cell and the name of its error; interrupted once it says something."""
        sent, said, error = self.client.execute(cell), "", None
        while True:
            message = self.client.get_iopub_msg(timeout=300)
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") != sent:
                continue
            if kind == "stream":
                said += content["text"]
                if interrupt_at is not None and interrupt_at in said:
                    interrupt_at = None
                    self.manager.interrupt_kernel()
            if kind == "execute_result":
                said += content["data"].get("text/html") or content["data"]["text/plain"]
            if kind == "error":
                error = content["ename"]
            if kind == "status" and content["execution_state"] == "idle":
                return said, error

    def close(self) -> None:
        """End the kernel."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    opened = Notebook(tmp_path)
    yield opened
    opened.close()


FIRST = """
import signal, threading
from perfectplay import Solution, solve
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks

# IPython cannot draw frames that an interrupt left between two lines
get_ipython().InteractiveTB.set_mode("Minimal")
threads, handler = threading.active_count(), signal.getsignal(signal.SIGINT)
told = set()

def tell(progress):
    if progress.stage not in told:
        told.add(progress.stage)
        print(progress.stage, flush=True)
"""

SAME = "threads == threading.active_count(), handler is signal.getsignal(signal.SIGINT)"


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_an_interrupted_cell_leaves_a_notebook_that_works(notebook: Notebook) -> None:
    assert notebook.run(FIRST) == ("", None)
    for method in ("compiled", "interpreted"):
        cell = f"told.clear(); known = solve(ConnectFour(6, 6), method={method!r}, progress=tell)"
        said, error = notebook.run(cell, interrupt_at="exploring")
        assert error == "KeyboardInterrupt", said
        assert notebook.run(SAME) == ("(True, True)", None)
        assert notebook.run("'known' in globals()") == ("False", None)
        assert notebook.run("print(solve(ThreeRocks(2, 2)))")[0].startswith("<Solution of three")


SLOW = """
import time
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.explore import hash_explorer

# a small game is solved by tiers, as a large one
hash_explorer.WIDE_STATES, hash_explorer.WIDE_LEVEL, hash_explorer._PIECE = 1, 0, 2
finished = FolderSink.finished

def slow(sink, tier):
    finished(sink, tier)
    print("stored a tier", flush=True)
    time.sleep(1)

FolderSink.finished = slow
"""


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_what_is_stored_is_kept_and_the_same_cell_goes_on(
    notebook: Notebook, tmp_path: Path
) -> None:
    def parts() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("four/*.parquet")}

    solving = "print(solve(ConnectFour(4, 4), method='compiled', folder='four'))"
    notebook.run(FIRST + SLOW)
    said, error = notebook.run(solving, interrupt_at="stored a tier")
    assert error == "KeyboardInterrupt", said
    kept = parts()
    assert 0 < len(kept) < 17
    assert notebook.run("Solution.open('four')")[1] == "UnfinishedError"
    said, error = notebook.run("FolderSink.finished = finished\n" + solving)
    assert error is None
    assert "161,029 states (80,541 up to symmetry), draw, 16 plies" in said
    assert parts().items() >= kept.items()  # none was written again
    assert notebook.run(SAME) == ("(True, True)", None)


def test_interrupted_saving_leaves_no_files(tmp_path: Path, monkeypatch: Any) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    solution = solve(ThreeRocks(2, 2))
    monkeypatch.setattr(saving, "write_manifest", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solution.save(tmp_path / "rocks")
    monkeypatch.undo()
    assert not (tmp_path / "rocks").exists() or not list((tmp_path / "rocks").iterdir())
    solution.save(tmp_path / "rocks")
    assert list(Solution.open(tmp_path / "rocks")) == list(solution)
    with pytest.raises(StoreError):
        solution.save(tmp_path / "rocks")


# --- what a cell shows ----------------------------------------------------------------------------


def test_a_solution_and_a_record_are_drawn(notebook: Notebook) -> None:
    notebook.run(FIRST)
    assert "<svg" in notebook.run("solve(ThreeRocks(2, 2))")[0]
    assert "<svg" in notebook.run("solve(ThreeRocks(2, 2))['1,0']")[0]


def test_a_solution_without_its_rules_is_shown_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notebook would show a traceback."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(ROCKS.read_text(encoding="utf-8"))
    solve(load_game("mine.py")).save("stored")
    Path("mine.py").unlink()
    shutil.rmtree("stored/rules", ignore_errors=True)
    shown = Solution.open("stored")._repr_html_()
    assert shown.startswith("<pre>Stored solution of ThreeRocks: 121 states")
    assert "were not found" in shown


def test_a_solution_whose_text_raises_is_shown_in_words() -> None:
    class Silent(ThreeRocks):
        """Has no text."""

        def text(self, state: Any, seat: int | None = None) -> str:
            raise RuntimeError("<no>")

    shown = solve(Silent(1, 1))._repr_html_()
    assert shown.startswith("<pre>Solution of ")
    assert "&lt;no&gt;" in shown
