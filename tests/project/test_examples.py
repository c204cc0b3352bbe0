"""The notebooks of examples/ run from their first cell to their last, and hold no results."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import perfectplay
from places import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


@pytest.fixture(autouse=True)
def kernels_import_what_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(perfectplay.__file__).parent.parent
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
    )


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    """In an empty folder. Its own asserts say what must come out."""
    book = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in book.cells)
    assert any("assert " in cell.source for cell in book.cells)
    assert book.cells[0].source.startswith("# ")
    client = NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown = [out for cell in book.cells for out in cell.get("outputs", [])]
    assert not [out for out in shown if out.output_type == "error" or out.get("name") == "stderr"]
    assert list(tmp_path.iterdir()) == []


def test_a_position_is_drawn_in_a_notebook(tmp_path: Path) -> None:
    book = nbformat.read(ROOT / "examples" / "tic_tac_toe.ipynb", as_version=4)
    book.cells = book.cells[:4]
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
    views = [out.data.get("text/html", "") for out in book.cells[-1].outputs]
    assert "<svg" in "".join(views)


def test_an_example_that_raises_fails() -> None:
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell("assert 1 == 2")]
    with pytest.raises(CellExecutionError):
        NotebookClient(book, timeout=300, kernel_name="python3").execute()
