"""Where the rules of a stored solution are found, and what is never run."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from perfectplay import Solution, solve
from perfectplay.core.errors import MissingRulesError, RulesDifferError
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest import write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.verifying import verify
from rules_in_folders import HELPERS, MINE, TRACE, away, home, split, stored, told

__all__ = ["home"]

pytest.importorskip("pyarrow")


# --- where rules are found ------------------------------------------------------------------------


@pytest.mark.parametrize("depth", ["s", "a/s", "a/b/c/s"])
def test_the_folders_above_are_tried(depth: str, home: Path, tmp_path: Path) -> None:
    folder = away(stored(MINE, home / "s"), tmp_path / "other" / depth)
    shutil.move(home / "mine.py", tmp_path / "other/mine.py")
    assert Solution.open(folder).start == 9
    assert verify(folder).ok
    (tmp_path / "other/mine.py").write_text(MINE.replace("# as many", "# only as many"))
    assert Solution.open(folder).start == 9
    assert Solution.open(os.path.relpath(folder)).start == 9


def test_rules_in_a_subfolder_of_the_working_folder(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`solve games/mine.py -o solved/mine` and `verify solved/mine`, both from here."""
    (home / "games").mkdir()
    (home / "games/mine.py").write_text(MINE)
    assert told(capsys, "solve", "games/mine.py", "-o", "solved/mine")[0] == 0
    for words in (["verify"], ["show"], ["stats"], ["line"]):
        assert told(capsys, *words, "solved/mine")[0] == 0, words
    (home / "games/mine.py").write_text(MINE + TRACE)
    assert told(capsys, "verify", "solved/mine")[0] == 2  # another text: not run
    assert not (home / "games/mine.ran").exists()


@pytest.mark.parametrize("where", ["home", "other", "other/deep"])
def test_a_file_of_another_name(where: str, home: Path, tmp_path: Path) -> None:
    """Beside other files, one of which has its old name and other rules."""
    folder = away(stored(MINE, home / "s"), tmp_path / "other/deep/s")
    (home / "mine.py").unlink()
    (home / "broken.py").write_text("def" + " " * (len(MINE) - 3))
    (home / "encoded.py").write_text("# -*- coding: rot13 -*-\n".ljust(len(MINE)))
    (home / "endless.py").symlink_to("endless.py")
    renamed = (home if where == "home" else tmp_path / where) / "renamed.py"
    renamed.write_text(MINE.replace("# as many", "# only as many"))
    (home / "mine.py").write_text(MINE.replace("return 9", "return 8") + TRACE)
    assert Solution.open(folder).start == 9
    assert verify(folder).ok
    assert not (home / "mine.ran").exists()
    renamed.write_text(MINE.replace("return 9", "return 7") + TRACE)
    with pytest.raises(RulesDifferError):
        Solution.open(folder).value(9)
    assert not renamed.with_suffix(".ran").exists()


def test_the_copy_is_not_run_from_within_its_solution(home: Path) -> None:
    """There `rules/mine.py` is in a subfolder of the working folder."""
    folder = stored(MINE, home / "s")
    (home / "mine.py").unlink()
    os.chdir(folder)
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]


def test_a_link_to_a_folder(home: Path, tmp_path: Path) -> None:
    folder = stored(MINE, tmp_path / "other/deep/s")
    shutil.move(tmp_path / "other/deep/mine.py", tmp_path / "other/mine.py")
    (home / "link").symlink_to(folder)
    assert Solution.open("link").start == 9


def test_a_game_of_a_module(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "rules_here.py").write_text(MINE)
    solve(load_game("rules_here:Mine")).save("s")
    assert [copy.file for copy in read_manifest(home / "s").copies] == ["rules_here.py"]
    del sys.modules["rules_here"]
    (home / "in").mkdir()
    os.chdir("in")
    status, _, err = told(capsys, "show", "../s")
    assert (status, "no module 'rules_here'" in err) == (2, True)
    assert err.endswith("after a look at it, --game ../s/rules/rules_here.py:Mine\n")
    assert told(capsys, "show", "../s", "--game", "../s/rules/rules_here.py:Mine")[0] == 0


def test_a_game_of_a_package(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of its module alone cannot be run."""
    (home / "kit").mkdir()
    (home / "kit/__init__.py").touch()
    (home / "kit/base.py").write_text(MINE)
    (home / "kit/mine.py").write_text("from .base import Mine\nclass More(Mine):\n    pass\n")
    status, _, err = told(capsys, "solve", "kit/mine.py")
    assert (status, "name the module, kit.mine, where" in err) == (2, True)
    solve(load_game("kit.mine:More")).save("s")
    for name in ("kit", "kit.base", "kit.mine"):
        del sys.modules[name]
    (home / "in").mkdir()
    os.chdir("in")
    status, _, err = told(capsys, "show", "../s")
    assert status == 2
    assert err.endswith("after a look at it, put ../s/rules on Python's path (PYTHONPATH)\n")
    monkeypatch.syspath_prepend("../s/rules")
    assert told(capsys, "show", "../s")[0] == 0
    for name in ("kit", "kit.base", "kit.mine"):
        del sys.modules[name]


def test_a_file_above_with_another_text_is_not_run(home: Path, tmp_path: Path) -> None:
    """Nor one that imports a file that is not as it was."""
    folder = away(stored(MINE, home / "s"), tmp_path / "other/a/s")
    (home / "mine.py").unlink()
    above = tmp_path / "other/mine.py"
    above.write_text(MINE + TRACE)
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]
    assert not above.with_suffix(".ran").exists()
    above.write_text("(" * 5000)
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]
    above.unlink()
    above.mkdir()
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]


def test_what_a_file_above_imports_is_looked_at(home: Path, tmp_path: Path) -> None:
    folder = away(split(home / "first"), tmp_path / "other/a/s")
    for name in ("mine.py", "helpers.py", "pack"):
        shutil.move(home / "first" / name, tmp_path / "other" / name)
    (tmp_path / "other/helpers.py").write_text(HELPERS + TRACE)
    for name in ("helpers", "pack", "pack.ends"):
        del sys.modules[name]
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]
    assert not (tmp_path / "other/helpers.ran").exists()
    (tmp_path / "other/helpers.py").write_text(HELPERS)
    assert Solution.open(folder).start == 9


@pytest.mark.skipif(os.name != "posix", reason="modes of folders")
def test_folders_that_anybody_may_write_to_are_passed_over(home: Path, tmp_path: Path) -> None:
    folder = away(stored(MINE, home / "s"), tmp_path / "other/a/s")
    shutil.move(home / "mine.py", tmp_path / "other/mine.py")
    (tmp_path / "other").chmod(0o777)
    assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]
    (tmp_path / "other").chmod(0o755)
    assert Solution.open(folder).has_rules  # type: ignore[attr-defined]


def test_another_file_of_that_name_here(home: Path, tmp_path: Path) -> None:
    """The one beside the solution is right, and the one in the working folder is not even run."""
    folder = stored(MINE, tmp_path / "other/s")
    here = home / "mine.py"
    here.write_text(MINE.replace("(1, 2)", "(1, 3)") + TRACE)
    assert Solution.open(folder).has_rules  # type: ignore[attr-defined]
    assert verify(folder).ok
    assert not here.with_suffix(".ran").exists()
    (tmp_path / "other/mine.py").write_text(
        MINE + "\n    def text(self, state):\n        return 'x'\n"
    )
    assert Solution.open(folder).start == 9  # another text, the same rules: as ever
    (tmp_path / "other/mine.py").unlink()
    with pytest.raises(RulesDifferError, match=r"what differs: Mine.moves; .*--game .*rules/mine"):
        Solution.open(folder)


def test_every_command_names_the_copy(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = away(stored(MINE, home / "s"), tmp_path / "it's here/s")
    (home / "mine.py").unlink()
    copy = f"{folder}/rules/mine.py"
    for words in (
        ["show"], ["line"], ["verify"], ["stats"], ["play", "--first", "perfect"], ["export"],
        ["explain"], ["replay"], ["site", "-o", str(home / "site")],
    ):  # fmt: skip
        status, out, err = told(capsys, words[0], folder, *words[1:])
        assert (status, out, err.count("\n")) == (2, "", 1), (words, err)
        assert copy in err.replace("'\"'\"'", "'"), words
        assert "look at it" in err
    status, _, err = told(capsys, "serve", folder, "--port", "0")
    assert (status, err.count("\n"), copy in err) == (2, 1, True)
    (folder / "rules/mine.py").write_text("print('mine')")
    for verb in ("show", "verify"):
        status, _, err = told(capsys, verb, folder)
        assert (status, "rules/mine.py" in err, "--game ADDRESS" in err) == (2, False, True)


def test_the_copy_is_never_run_by_itself(home: Path, tmp_path: Path) -> None:
    folder = away(stored(MINE + TRACE, home / "s"), tmp_path / "s")
    (home / "mine.py").unlink()
    for directory in (home, folder.parent, folder):
        os.chdir(directory)
        assert not Solution.open(folder).has_rules  # type: ignore[attr-defined]
        with pytest.raises(MissingRulesError):
            verify(folder)
    os.chdir(folder.parent)
    manifest = read_manifest(folder)
    for address in ("s/rules/mine.py:Mine", "misere(s/rules/mine.py)", f"{folder}/rules/mine.py"):
        write_manifest(folder, replace(manifest, game=replace(manifest.game, address=address)))
        with pytest.raises(MissingRulesError, match="names a file without its folder"):
            verify(folder)
    assert not (folder / "rules/mine.ran").exists()
