"""A stored solution keeps a copy of its rules."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, solve
from perfectplay.core.errors import DamagedError, MissingRulesError
from perfectplay.game.operators.misere import misere
from perfectplay.identity import rule_files as files_module
from perfectplay.identity.rule_files import rule_files
from perfectplay.registry.address import load_game
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.manifest import CopyEntry
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.verifying import verify
from places import TESTS
from rules_in_folders import MINE, home, split, stored, told

__all__ = ["home"]

pytest.importorskip("pyarrow")


# --- what is kept ---------------------------------------------------------------------------------


def test_the_file_of_the_rules_is_kept_byte_for_byte(home: Path) -> None:
    folder = stored(MINE, home / "s")
    content = (home / "mine.py").read_bytes()
    assert (folder / "rules/mine.py").read_bytes() == content
    entry = CopyEntry("mine.py", len(content), hashlib.sha256(content).hexdigest())
    assert read_manifest(folder).copies == (entry,)
    assert str(home) not in (folder / "manifest.json").read_text()
    found = verify(folder)
    assert (found.ok, found.notes) == (True, ())


def test_the_same_rules_elsewhere_give_the_same_bytes(home: Path) -> None:
    one, other = stored(MINE, home / "a/s"), stored(MINE, home / "deep/er/s")
    for path in ("manifest.json", "rules/mine.py"):
        assert (one / path).read_bytes() == (other / path).read_bytes()
    solve_into(load_game(str(home / "a/mine.py")), home / "third")
    assert (home / "third/manifest.json").read_bytes() == (one / "manifest.json").read_bytes()
    assert (home / "third/rules/mine.py").read_bytes() == (one / "rules/mine.py").read_bytes()


def test_rules_of_several_files(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that the user wrote, so that the copy runs without the others."""
    folder = split(home / "first")
    names = [copy.file for copy in read_manifest(folder).copies]
    assert names[0] == "mine.py"
    assert sorted(names) == ["helpers.py", "mine.py", "pack/__init__.py", "pack/ends.py"]
    moved = home / "elsewhere"
    shutil.move(folder, moved)
    shutil.rmtree(home / "first")
    for name in ("helpers", "pack", "pack.ends"):
        del sys.modules[name]
    status, out, _ = told(capsys, "show", moved, "--game", moved / "rules/mine.py")
    assert (status, "a loss in 6 plies" in out) == (0, True)
    assert told(capsys, "verify", moved, "--game", f"{moved}/rules/mine.py:Mine")[0] == 0
    assert (moved / "rules/__pycache__").exists() or sys.dont_write_bytecode
    assert told(capsys, "verify", moved, "--game", moved / "rules/mine.py")[0] == 0


def test_nothing_is_kept_of_the_library(home: Path) -> None:
    solve(load_game("three_rocks")).save("s")
    assert sorted(path.name for path in Path("s").iterdir()) == [
        "manifest.json",
        "tier-0-0.parquet",
    ]
    assert "copies" not in json.loads(Path("s/manifest.json").read_text())


def test_operators_and_trees(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "mine.py").write_text(MINE)
    solve(misere(load_game("mine.py"))).save("m")
    assert [copy.file for copy in read_manifest(home / "m").copies] == ["mine.py"]
    (home / "tree.json").write_text('{"a": {"b": 1, "c": 0}}')
    solve(load_game("tree.json")).save("t")
    assert [copy.file for copy in read_manifest(home / "t").copies] == ["tree.json"]
    (home / "mine.py").unlink()
    (home / "tree.json").unlink()
    for folder, address in (("m", "misere(m/rules/mine.py:Mine)"), ("t", "t/rules/tree.json")):
        status, out, err = told(capsys, "show", folder)
        assert (status, out) == (2, "")
        assert address in err
        assert told(capsys, "show", folder, "--game", address)[0] == 0


LATIN = MINE.replace("as many", "soviel möglich, as many")


@pytest.mark.parametrize(
    "content",
    [b"# -*- coding: latin-1 -*-\n" + LATIN.encode("latin-1"), b"\xef\xbb\xbf" + MINE.encode(),
     MINE.replace("\n", "\r\n").encode()],
    ids=["latin-1", "byte order mark", "carriage returns"],
)  # fmt: skip
def test_bytes_of_every_encoding(content: bytes, home: Path) -> None:
    (home / "mine.py").write_bytes(content)
    solve(load_game("mine.py")).save("s")
    assert (home / "s/rules/mine.py").read_bytes() == content
    (home / "in").mkdir()
    shutil.move("s", "in/s")
    os.chdir("in")
    assert Solution.open("s").has_rules  # type: ignore[attr-defined]


def test_files_of_all_sorts(home: Path) -> None:
    (home / "real").mkdir()
    (home / "real/kept.py").write_text(MINE)
    (home / "mine.py").symlink_to(home / "real/kept.py")
    (home / "read only.py").write_text(MINE)
    (home / "read only.py").chmod(0o444)
    for name in ("mine", "read only"):
        solve(load_game(f"{name}.py")).save(f"of {name}")
        kept = home / f"of {name}/rules/{name}.py"
        assert (kept.read_text(), kept.is_symlink()) == (MINE, False)
        kept.write_text("")  # nothing hinders a folder from being removed or changed


def test_two_games_in_one_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "both.py").write_text(MINE + MINE.replace("Mine", "Other").replace("(1, 2)", "(1, 3)"))
    solve(load_game("both.py:Other")).save("s")
    (home / "both.py").rename("renamed.py")
    assert told(capsys, "show", "s")[0] == 0
    (home / "in").mkdir()
    (home / "renamed.py").rename("in/renamed.py")
    _, _, err = told(capsys, "show", "s")
    assert "after a look at it, --game s/rules/both.py:Other\n" in err
    assert told(capsys, "show", "s", "--game", "s/rules/both.py:Other")[0] == 0
    assert told(capsys, "show", "s", "--game", "in/renamed.py:Other")[0] == 0
    status, _, err = told(capsys, "show", "s", "--game", "in/renamed.py:Mine")
    assert (status, "is of other rules" in err) == (2, True)


def test_rules_without_a_file(home: Path) -> None:
    """At a prompt, in a notebook, on standard input."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(MINE, "<stdin>", "exec"), space)
    game: Game = space["Mine"]()
    assert rule_files(game) == {}
    code = f"from perfectplay import solve\n{MINE}\nsolve(Mine()).save('s')\n"
    root = str(Path(files_module.__file__).parents[2])
    subprocess.run(
        [sys.executable, "-"], input=code, text=True, check=True, env={"PYTHONPATH": root}
    )
    assert not (home / "s/rules").exists()
    with pytest.raises(MissingRulesError, match=r"or game= in Python$"):
        verify("s")


def test_a_program_that_solves_its_own_game(home: Path) -> None:
    (home / "own.py").write_text(
        MINE + "\nif __name__ == '__main__':\n    from perfectplay import solve\n"
        "    solve(Mine()).save('s')\n"
    )
    root = str(Path(files_module.__file__).parents[2])
    subprocess.run([sys.executable, "own.py"], check=True, env={"PYTHONPATH": root})
    assert [copy.file for copy in read_manifest(home / "s").copies] == ["own.py"]
    assert Solution.open("s").has_rules  # type: ignore[attr-defined]


def test_files_that_are_no_longer_what_was_solved(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home / "mine.py"
    path.write_text(MINE)
    game = load_game("mine.py")
    assert list(rule_files(game)) == ["mine.py"]
    path.write_text(MINE.replace("(1, 2)", "(1, 3)"))
    assert rule_files(game) == {}
    path.unlink()
    assert rule_files(game) == {}
    path.write_text(MINE)
    monkeypatch.setattr(files_module, "LARGEST", len(MINE) - 1)
    assert rule_files(game) == {}


# --- damage and bad manifests ---------------------------------------------------------------------


def test_verify_tells_of_copies_that_were_changed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = stored(MINE, home / "s")
    copy = folder / "rules/mine.py"
    said = {
        "was changed since it was written": lambda: copy.write_text(MINE + "#"),
        "is missing": copy.unlink,
    }
    for words, change in said.items():
        change()
        found = verify(folder)
        assert (found.ok, found.notes) == (True, (f"the copy of the rules rules/mine.py {words}",))
        status, out, _ = told(capsys, "verify", folder)
        assert (status, words in out) == (0, True)
    copy.symlink_to(home / "mine.py")
    (folder / "rules/notes.txt").write_text("what I think of them")
    assert verify(folder).ok
    (folder / "more").mkdir()
    assert not verify(folder).ok


@pytest.mark.parametrize(
    "name",
    ["../mine.py", "../../etc/passwd", "/etc/passwd.py", "a/../../b.py", "..", "", "a\\b.py",
     "a//b.py", "C:mine.py", "mine.txt", "\udc80.py", "a\0.py", "./mine.py", "x" * 300 + ".py", 7,
     None, ".py/"],
)  # fmt: skip
def test_names_that_lead_elsewhere(name: Any, home: Path) -> None:
    folder = stored(MINE, home / "s")
    edited(folder, lambda whole: whole["copies"][0].update(file=name))
    with pytest.raises(DamagedError):
        Solution.open(folder)
    assert not verify(folder).ok


@pytest.mark.parametrize(
    "edit",
    [
        lambda whole: whole.update(copies=[]),
        lambda whole: whole.update(copies=None),
        lambda whole: whole["copies"].append(whole["copies"][0]),
        lambda whole: whole["copies"][0].update(sha256="0" * 63),
        lambda whole: whole["copies"][0].update(bytes=-1),
        lambda whole: whole["copies"][0].update(more=1),
        lambda whole: whole["copies"][0].pop("bytes"),
    ],
)
def test_entries_that_are_none(edit: Callable[[Any], Any], home: Path) -> None:
    folder = stored(MINE, home / "s")
    edited(folder, edit)
    with pytest.raises(DamagedError):
        Solution.open(folder)


def edited(folder: Path, edit: Callable[[Any], Any]) -> None:
    """Edits a manifest and makes its sum fit."""
    from perfectplay.tablebase.store.manifest import sum_of

    whole = json.loads((folder / "manifest.json").read_text())
    edit(whole)
    whole["sum"] = sum_of(whole)
    (folder / "manifest.json").write_text(json.dumps(whole))


def test_folders_from_before_are_read(home: Path) -> None:
    """As a perfectplay wrote them that kept no copies: tests/data/stored_before_copies."""
    data = TESTS / "data/stored_before_copies"
    shutil.copytree(data, home / "s")
    (home / "mine.py").write_text(MINE)  # it was made from these rules
    assert not (home / "s/rules").exists()
    assert Solution.open("s").start == 9
    found = verify("s")
    assert (found.ok, found.notes) == (True, ())
    assert solve_into(load_game("mine.py"), "s").was_there
    (home / "mine.py").unlink()
    with pytest.raises(MissingRulesError, match=r"or game= in Python$"):
        verify("s")
