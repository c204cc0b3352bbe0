"""Copies of rules beside a solve that goes on, fails, or finds no place for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from perfectplay import Value, solve
from perfectplay.core.errors import StoreError
from perfectplay.identity import rule_files as files_module
from perfectplay.registry.address import load_game
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.manifest import CopyEntry, write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.verifying import verify
from rules_in_folders import MINE, home

__all__ = ["home"]

pytest.importorskip("pyarrow")


# --- a solve into a folder ------------------------------------------------------------------------


def test_a_solve_that_goes_on_has_the_rules_of_today(home: Path) -> None:
    """What does not count for the fingerprint may have been changed in between."""
    (home / "mine.py").write_text(MINE)
    solve_into(load_game("mine.py"), "s")
    manifest = read_manifest(home / "s")
    begun = replace(
        manifest, complete=False, start=None, moves=None, histogram=None, covered=None, tiers=(),
        copies=(*manifest.copies, CopyEntry("gone.py", 1, "0" * 64)),
    )  # fmt: skip
    write_manifest(home / "s", begun)
    (home / "s/rules/gone.py").write_text("x")
    (home / "s/rules/mine.py.new").write_text("half of it")
    other = MINE.replace("# as many", "# at most as many")
    (home / "mine.py").write_text(other)
    assert not solve_into(load_game("mine.py"), "s").was_there
    assert (home / "s/rules/mine.py").read_text() == other
    assert sorted(path.name for path in (home / "s/rules").iterdir()) == ["mine.py"]
    assert verify("s").notes == ()


@pytest.mark.parametrize("into", [True, False], ids=["solve_into", "save"])
def test_a_solve_that_fails_leaves_no_copies(
    into: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from perfectplay.tablebase.store import saving

    (home / "mine.py").write_text(MINE)
    game = load_game("mine.py")
    solution = solve(game)

    def fails(*_: object, **__: object) -> None:
        assert (home / "s/rules/mine.py").exists()
        raise StoreError("no room")

    monkeypatch.setattr(saving, "TierWriter", fails)
    with pytest.raises(StoreError, match="no room"):
        solve_into(game, "s") if into else solution.save("s")
    assert not (home / "s").exists()


def test_a_place_for_copies_that_is_taken(home: Path) -> None:
    (home / "mine.py").write_text(MINE)
    game = load_game("mine.py")
    solve_into(game, "s")
    manifest = read_manifest(home / "s")
    begun = replace(
        manifest, complete=False, start=None, moves=None, histogram=None, covered=None, tiers=()
    )
    (home / "elsewhere").mkdir()
    for make in (
        lambda: (home / "s/rules").symlink_to(home / "elsewhere"),
        lambda: (home / "s/rules").write_text("mine"),
    ):
        shutil.rmtree(home / "s/rules", ignore_errors=True)
        make()
        write_manifest(home / "s", begun)
        with pytest.raises(StoreError, match="rules"):
            solve_into(game, "s")
        assert list((home / "elsewhere").iterdir()) == []
        (home / "s/rules").unlink()
    assert Value.LOSS is solve_into(game, "s").solution.value(9)


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="a file for standard input")
def test_rules_that_come_through_a_pipe(home: Path) -> None:
    """They can be read once only: no copy is waited for."""
    root = str(Path(files_module.__file__).parents[2])
    subprocess.run(
        [sys.executable, "-m", "perfectplay", "solve", "/dev/stdin:Mine", "-o", "s"],
        input=MINE, text=True, check=True, capture_output=True, timeout=300,
        env={"PYTHONPATH": root},
    )  # fmt: skip
    assert not (home / "s/rules").exists()
