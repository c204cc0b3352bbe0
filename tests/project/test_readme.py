"""The README is a test: its code and its commands do what it says."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMAND = shutil.which("perfectplay", path=str(Path(sys.executable).parent))


def blocks(language: str) -> list[str]:
    """The texts of the README's blocks in a language."""
    return [text for found, text in BLOCKS if found == language]


def commands() -> list[str]:
    """The README's commands without their comments."""
    lines = [line for text in blocks("console") for line in text.splitlines()]
    return [line.removeprefix("$ ").split("  #")[0].strip() for line in lines if line[:2] == "$ "]


def perfectplay(arguments: list[str], folder: Path, typed: str = "") -> str:
    """What the installed command prints; it must succeed."""
    assert COMMAND is not None, "the command is not installed beside this Python"
    done = subprocess.run(
        [COMMAND, *arguments], cwd=folder, input=typed, capture_output=True, text=True, timeout=6000
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_two_commands_are_make_solve_and_make_test() -> None:
    assert commands()[:2] == ["make solve", "make test"]


def test_make_knows_both_commands() -> None:
    for target in ("solve", "test"):
        done = subprocess.run(
            ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr


def test_what_make_solve_runs(tmp_path: Path) -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^solve:.*\n((?:\t.*\n)+)", text, re.MULTILINE)
    assert recipe is not None
    said = ""
    for line in recipe.group(1).splitlines():
        said += perfectplay(line.split()[1:], tmp_path)
    assert "3,945,711" in said
    assert "1,390,516 won" in said
    assert re.search(r"^[1-5]\s+draw in 20 plies\s+perfect", said, re.MULTILINE)


def test_the_game_of_one_s_own_and_its_commands(tmp_path: Path) -> None:
    [game] = [text for text in blocks("python") if "class Rocks" in text]
    assert len([line for line in game.splitlines() if line.strip()]) <= 22
    (tmp_path / "rocks.py").write_text(game, encoding="utf-8")
    runs = [line.split()[1:] for line in commands() if " rocks.py" in line]
    assert [run[0] for run in runs] == ["check", "solve", "show", "play", "serve"]
    said = [perfectplay(run, tmp_path, "0,1\n" * 30 + "1,0\n" * 30) for run in runs[:3]]
    assert "88" in said[1]
    assert "3,2" in said[2]


def test_the_commands_for_large_games(tmp_path: Path) -> None:
    """As they stand, on a smaller board."""
    lines = [line.replace("width=6", "width=4") for line in commands()]
    runs = [line.split()[1:] for line in lines if "connect_four" in line or line.endswith(" six")]
    runs = [run for run in runs if run[0] != "search"]
    assert [run[0] for run in runs] == ["plan", "solve", "verify", "show"]
    said = [perfectplay(run, tmp_path) for run in runs]
    assert "161,029" in said[1]
    assert "right" in said[2]
    assert "draw in 16 plies" in said[3]


def test_a_site_and_a_search(tmp_path: Path) -> None:
    [site] = [line.split()[1:] for line in commands() if line.startswith("perfectplay site")]
    perfectplay(site, tmp_path)
    assert (tmp_path / "pages" / "index.html").exists()
    searches = [line.split()[1:] for line in commands() if line.startswith("perfectplay search")]
    assert "lost by 8" in README
    assert "a loss by 8" in perfectplay(searches[0], tmp_path)
    said = perfectplay([*searches[1][:-1], "1"], tmp_path)
    assert re.search(r"^proved ", said, re.MULTILINE)


def test_a_play_from_typed_input(tmp_path: Path) -> None:
    [game] = [text for text in blocks("python") if "class Rocks" in text]
    (tmp_path / "rocks.py").write_text(game, encoding="utf-8")
    [run] = [line.split()[1:] for line in commands() if line.startswith("perfectplay play")]
    said = perfectplay([*run, "left=1", "right=1"], tmp_path, "nonsense\n1,1\n")
    assert "nonsense" in said or "1,1" in said


def test_the_code_gives_what_it_shows() -> None:
    parser = doctest.DocTestParser()
    [text] = [text for text in blocks("python") if ">>>" in text]
    test = parser.get_doctest(text, {}, "README", "README.md", 0)
    assert test.examples
    flags = doctest.NORMALIZE_WHITESPACE
    failed = doctest.DocTestRunner(optionflags=flags).run(test).failed
    assert failed == 0


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
