"""The README and the first pages of the site are tests: code and commands do what they say."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

HOW_TO = sorted((ROOT / "docs" / "how-to").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "docs" / "tutorial.md", *HOW_TO]
COMMAND = shutil.which("perfectplay", path=str(Path(sys.executable).parent))


def page(name: str) -> Path:
    """A page by its name, as "README" or "large-games"."""
    [found] = [path for path in PAGES if path.stem == name]
    return found


def blocks(name: str, language: str) -> list[str]:
    """The texts of a page's blocks in a language."""
    text = page(name).read_text(encoding="utf-8")
    found = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    return [block for label, block in found if label == language]


def commands(name: str) -> list[str]:
    """A page's commands without their comments."""
    lines = [line for text in blocks(name, "console") for line in text.splitlines()]
    return [line.removeprefix("$ ").split("  #")[0].strip() for line in lines if line[:2] == "$ "]


def runs(name: str, *verbs: str) -> list[list[str]]:
    """The arguments of a page's commands with one of these verbs."""
    split = [shlex.split(line) for line in commands(name)]
    return [words[1:] for words in split if words[0] == "perfectplay" and words[1] in verbs]


def perfectplay(arguments: list[str], folder: Path, typed: str = "") -> str:
    """What the installed command prints; it must succeed."""
    assert COMMAND is not None, "the command is not installed beside this Python"
    done = subprocess.run(
        [COMMAND, *arguments], cwd=folder, input=typed, capture_output=True, text=True, timeout=6000
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_commands_are_those_of_make() -> None:
    assert commands("README")[:3] == ["make solve", "make test", "make docs"]


def test_make_knows_these_commands() -> None:
    for target in ("solve", "test", "docs"):
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
    assert re.search(r"^[1-5]\s+draw in 20 plies\s+keeps the draw", said, re.MULTILINE)


def test_the_readme_is_short_and_begins_with_the_perspective() -> None:
    lines = page("README").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 100
    [perspective] = [i for i, line in enumerate(lines) if "speaks for the player to move" in line]
    assert perspective < lines.index("```python")


@pytest.mark.parametrize("name", ["README", "tutorial"])
def test_the_game_of_one_s_own_and_its_commands(name: str, tmp_path: Path) -> None:
    [game] = [text for text in blocks(name, "python") if "class Rocks" in text]
    assert len([line for line in game.splitlines() if line.strip()]) <= 22
    (tmp_path / "rocks.py").write_text(game, encoding="utf-8")
    asked = [line.split()[1:] for line in commands(name) if " rocks.py" in line]
    assert [run[0] for run in asked[:5]] == ["check", "solve", "show", "play", "serve"]
    said = [perfectplay(run, tmp_path, "0,1\n" * 30 + "1,0\n" * 30) for run in asked[:3]]
    assert "88" in said[1]
    assert "the first player wins" in said[1]
    assert "3,2" in said[2]


def test_the_rule_that_the_tutorial_finds(tmp_path: Path) -> None:
    [game] = [text for text in blocks("tutorial", "python") if "class Rocks" in text]
    (tmp_path / "rocks.py").write_text(game, encoding="utf-8")
    [explain] = runs("tutorial", "explain")
    assert "divisible by 4" in perfectplay(explain, tmp_path)


def test_both_pages_show_one_game() -> None:
    games = [
        next(text for text in blocks(name, "python") if "class Rocks" in text)
        for name in ("README", "tutorial")
    ]
    assert games[0] == games[1]


def test_the_commands_for_large_games(tmp_path: Path) -> None:
    """As they stand, on a smaller board."""
    asked = [line.replace("width=6", "width=4").split()[1:] for line in commands("large-games")]
    assert [run[0] for run in asked] == ["plan", "solve", "verify", "show"]
    said = [perfectplay(run, tmp_path) for run in asked]
    assert "161,029" in said[1]
    assert "right" in said[2]
    assert "draw in 16 plies" in said[3]


def test_a_site(tmp_path: Path) -> None:
    [site] = runs("look-and-play", "site")
    perfectplay(site, tmp_path)
    assert (tmp_path / "pages" / "index.html").exists()


def test_a_search(tmp_path: Path) -> None:
    searches = runs("search-a-position", "search")
    assert "lost by 8" in page("search-a-position").read_text(encoding="utf-8")
    assert "a loss by 8" in perfectplay(searches[0], tmp_path)
    said = perfectplay([*searches[1][:-1], "1"], tmp_path)
    assert re.search(r"^proved ", said, re.MULTILINE)


def test_looking_and_exporting(tmp_path: Path) -> None:
    for run in runs("look-and-play", "show", "line"):
        perfectplay(run, tmp_path)
    for run in runs("use-a-solution", "export"):
        perfectplay(run, tmp_path)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "states.csv").exists()
    assert (tmp_path / "states.parquet").exists()


def test_ideas_are_tested(tmp_path: Path) -> None:
    """The page's commands, with fewer games in the tournament."""
    lines = [line.replace("1000000", "100") for line in commands("test-an-idea")]
    said = {}
    for line in lines:
        words = shlex.split(line)[1:]
        said[words[0]] = perfectplay(words, tmp_path)
    assert "divisible by 4" in said["explain"]
    assert "holds" in said["conjecture"]
    assert "holds" in said["prove"]
    assert "255,168" in said["stats"]
    assert "26,830" in said["stats"]
    assert "period" in said["grundy"]
    assert (tmp_path / "rocks.png").exists()


def test_an_operator_on_the_command_line(tmp_path: Path) -> None:
    [run] = runs("write-a-game", "solve")
    assert "draw" in perfectplay(run, tmp_path)


def test_a_play_from_typed_input(tmp_path: Path) -> None:
    [game] = [text for text in blocks("README", "python") if "class Rocks" in text]
    (tmp_path / "rocks.py").write_text(game, encoding="utf-8")
    [run] = runs("README", "play")
    said = perfectplay([*run, "left=1", "right=1"], tmp_path, "nonsense\n1,1\n")
    assert "nonsense" in said or "1,1" in said


def test_the_code_gives_what_it_shows() -> None:
    """That of the README; the pages of docs/ are run by pytest itself."""
    parser = doctest.DocTestParser()
    [text] = [text for text in blocks("README", "python") if ">>>" in text]
    test = parser.get_doctest(text, {}, "README", "README.md", 0)
    assert test.examples
    flags = doctest.NORMALIZE_WHITESPACE
    failed = doctest.DocTestRunner(optionflags=flags).run(test).failed
    assert failed == 0


LINKS = [
    (path, link)
    for path in PAGES
    for link in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("path", "link"), LINKS)
def test_links_lead_somewhere(path: Path, link: str) -> None:
    """What the build of the site writes itself is checked there."""
    place = (path.parent / link.partition("#")[0]).resolve()
    written = [ROOT / "docs" / name for name in ("games", "gallery")]
    assert place.exists() or place.parent in written
