"""A disk that takes no more: one sentence, and every file is what it was."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")


@contextmanager
def full() -> Iterator[None]:
    """Files of this process take 100 bytes only: not for longer, since pytest may write to one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    "words",
    [
        ["new", "out.py", "--force"],
        ["export", "three_rocks", "-o", "out.csv", "--force"],
        ["export", "three_rocks", "-o", "out.json", "--force"],
        ["export", "three_rocks", "-o", "out.parquet", "--force"],
        ["export", "three_rocks", "-o", "out.arrow", "--force"],
        ["show", "three_rocks", "--svg", "out.svg", "--force"],
        ["plot", "three_rocks", "-o", "out.svg", "--force"],
        ["site", "three_rocks", "left=2", "right=2", "-o", "out"],
        ["solve", "three_rocks", "-o", "out"],
    ],
    ids=" ".join,
)
def test_a_full_disk_ends_in_a_sentence(words: list[str], refused: Callable[..., str]) -> None:
    name = next(word for word in words if word.startswith("out"))
    if Path(name).suffix:
        Path(name).write_text("mine")
    with full():
        said = refused(*words)
    assert name in said
    assert "cannot be written: " in said
    left = sorted(path.name for path in Path().iterdir())
    assert left == [name] * bool(Path(name).suffix)
    assert not left or Path(name).read_text() == "mine"


def test_a_disk_without_space_says_what_to_do(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    for words in (["show", "three_rocks", "--svg", "a.svg"], ["export", "nim", "-o", "a.csv"]):
        assert refused(*words).endswith(
            "cannot be written: there is no space left on the disk; make room there, or choose "
            "another folder"
        )


@pytest.fixture
def no_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system in which no folder for temporary files may be written."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nowhere"])


@pytest.mark.usefixtures("no_temporary_folder")
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "three_rocks"],
        ["solve", "three_rocks", "--method", "compiled"],
        ["show", "three_rocks", "3,2"],
        ["export", "three_rocks", "-o", "out.csv"],
        ["site", "three_rocks", "left=2", "right=2", "-o", "out"],
        ["sweep", "three_rocks", "left=1..2"],
        ["puzzles", "tic_tac_toe", "-n", "1"],
    ],
    ids=" ".join,
)
def test_what_memory_holds_needs_no_temporary_folder(
    words: list[str], told: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = told(*words)
    assert status == 0, err
    assert "failed" not in out


@pytest.mark.usefixtures("no_temporary_folder")
def test_what_needs_a_temporary_folder_says_so(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.solver.solve.solve", lambda *_, **__: tempfile.mkdtemp())
    assert refused("solve", "three_rocks") == (
        "no folder for temporary files may be written; set TMPDIR to one of yours"
    )
