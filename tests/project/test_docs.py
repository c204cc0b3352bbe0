"""The site: what it says of the program is complete, and each kind of fault fails its build."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.cli.main import COMMANDS
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class
from places import ROOT

DOCS = ROOT / "docs"
NEEDED = ("sphinx", "myst_parser", "pydata_sphinx_theme", "sphinx_gallery", "sphinx_design")

INDEX = """# Small

```{toctree}
page
games/index
commands
```
"""

PAGE = """# Page

A [link](index.md), a [game](games/three_rocks.rst), and a [heading](#an-example).

## An example

```python
>>> 1 + 1
2

```
"""

EXAMPLE = '''"""
An example
==========
"""

1 / {divisor}
'''

GALLERY = {
    "index.md": INDEX.replace("page\n", "page\ngallery/index\n"),
    "examples/GALLERY_HEADER.rst": "Gallery\n=======\n",
}

TRY = (DOCS / "try.md").read_text(encoding="utf-8").partition("\n`make try-page`")[0]
"""The page about typed rules, up to its links to other pages."""

FAULTS = {
    "an example that raises": (">>> 1 / 0\n1\n", "ZeroDivisionError"),
    "an example that gives something else": (">>> 2 + 2\n5\n", "Expected:\n    5"),
    "a link to a page that is not there": ("[gone](gone.md)", "gone.md"),
    "a link to a heading that is not there": ("[gone](#no-such-heading)", "no-such-heading"),
    "a picture that is not there": ("![gone](gone.png)", "gone.png"),
    "a page of a board that is not there": (
        '<a href="boards/no_game/index.html">board</a>',
        "boards/no_game/index.html does not exist",
    ),
    "a script of another host": (
        '<script src="https://example.org/x.js"></script>',
        "https://example.org/x.js is loaded from another host",
    ),
    "an unknown function": (
        "```{eval-rst}\n.. autofunction:: perfectplay.no_function\n```",
        "no_function",
    ),
    "an unknown term": ("{term}`no such word`", "no such word"),
}
"""What stands on a page, and what the build says of it."""


@pytest.fixture
def generate(monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules that write pages can be imported."""
    monkeypatch.syspath_prepend(str(DOCS))


def small_site(folder: Path, pages: dict[str, str]) -> Path:
    """The sources of a site of one game, with the settings of the real one."""
    shutil.copytree(DOCS / "generate", folder / "generate")
    shutil.copytree(DOCS / "_static", folder / "_static")
    shutil.copy(DOCS / "conf.py", folder / "conf.py")
    for name, text in {"index.md": INDEX, "page.md": PAGE, **pages}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def built(folder: Path, pages: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The build of a small site, once it has ended."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing and os.environ.get("PERFECTPLAY_DOCS") == "required":
        pytest.fail(f"{missing} not installed, and PERFECTPLAY_DOCS=required", pytrace=False)
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: pip install -e '.[docs]'")
    source = small_site(folder / "docs", pages)
    command = [sys.executable, str(DOCS / "build_site.py"), "--source", str(source)]
    command += ["--output", str(folder / "html"), "-D", "library_games=three_rocks"]
    found = str(Path(perfectplay.__file__).parent.parent)
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": found},
    )


def test_a_good_site_is_built(tmp_path: Path) -> None:
    pages = {**GALLERY, "examples/example_a.py": EXAMPLE.format(divisor=1), "try.md": TRY}
    pages["index.md"] = pages["index.md"].replace("page\n", "page\ntry\n")
    done = built(tmp_path, pages)
    assert done.returncode == 0, done.stderr
    site = tmp_path / "html"
    game = (site / "games" / "three_rocks.html").read_text(encoding="utf-8")
    assert "divisible by 4" in game
    assert 'src="../boards/three_rocks/index.html#v=1"' in game
    assert (site / "boards" / "three_rocks" / "data" / "site.js").exists()
    assert (site / "gallery" / "example_a.html").exists()
    said = (site / "try.html").read_text(encoding="utf-8")
    assert "built without Python for browsers" in said
    assert 'href="try/index.html"' not in said


def test_the_page_on_which_rules_are_typed_is_in_the_site(tmp_path: Path) -> None:
    page = tmp_path / "build" / "page" / "try" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<title>Try it</title>", encoding="utf-8")
    done = built(tmp_path, {"index.md": INDEX.replace("page\n", "page\ntry\n"), "try.md": TRY})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "html" / "try" / "index.html").exists()
    said = (tmp_path / "html" / "try.html").read_text(encoding="utf-8")
    assert 'href="try/index.html"' in said
    assert "built without Python for browsers" not in said


def test_ci_builds_the_site_with_that_page() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert steps.index("make try-page") < steps.index("make docs")


def test_every_fault_on_a_page_is_named(tmp_path: Path) -> None:
    """All of them on one page each, in one build."""
    pages = {f"fault{i}.md": f"# Fault\n\n{text}\n" for i, (text, _) in enumerate(FAULTS.values())}
    listed = "\n".join(name.removesuffix(".md") for name in pages)
    index = INDEX.replace("page\n", f"page\n{listed}\n")
    done = built(tmp_path, {"index.md": index, **pages, "orphan.md": "# In no toctree\n"})
    assert done.returncode == 1
    said = done.stdout + done.stderr
    for name, (_, message) in FAULTS.items():
        assert message in said, name
    assert "orphan.md: WARNING: document isn't included in any toctree" in said


@pytest.mark.parametrize(
    ("fault", "step"),
    [
        ({"page.md": f"{PAGE}\n>>> 1 / 0\n1\n"}, "failed: the examples on the pages (pytest)"),
        ({"orphan.md": "# In no toctree\n"}, "failed: the pages (Sphinx)"),
        ({"page.md": f"{PAGE}\n{FAULTS['a page of a board that is not there'][0]}\n"},
         "failed: the links"),
    ],
)  # fmt: skip
def test_one_fault_alone_fails_the_build(fault: dict[str, str], step: str, tmp_path: Path) -> None:
    done = built(tmp_path, fault)
    assert done.returncode == 1
    assert [line for line in done.stderr.splitlines() if line.startswith("failed: ")] == [step]


def test_a_gallery_example_that_raises_fails_the_build(tmp_path: Path) -> None:
    done = built(tmp_path, {**GALLERY, "examples/example_a.py": EXAMPLE.format(divisor=0)})
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    command = [sys.executable, str(DOCS / "build_site.py"), "--output", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "no site that Sphinx has written" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "dear"


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="b.html">b</a><a id="here"></a><a href="#here">', None),
        ('<a href="gone.html">', "gone.html does not exist"),
        ('<a href="b.html#gone">', "b.html#gone has no anchor gone"),
        ('<a href="b.html#there">', None),
        ('<a href="folder">', "folder does not exist"),
        ('<a href="../outside.html">', "../outside.html is outside of the site"),
        ('<img src="https://example.org/a.png">', "https://example.org/a.png is loaded"),
        ('<img src="//example.org/a.png">', "//example.org/a.png is loaded"),
        ('<a href="https://example.org/">', None),
        ('<a href="boards/x/index.html#m=1">', None),
        ('<link rel="stylesheet" href="gone.css?v=1">', "gone.css?v=1 does not exist"),
        ('<a href="a%20b.html">', None),
    ],
)
def test_links_of_finished_pages(
    page: str, fault: str | None, tmp_path: Path, generate: None
) -> None:
    from check_links import broken_links

    site = tmp_path / "site"
    (site / "boards" / "x").mkdir(parents=True)
    (tmp_path / "outside.html").write_text("outside")
    (site / "boards" / "x" / "index.html").write_text('<a href="nowhere.html">')
    (site / "b.html").write_text('<p id="there">')
    (site / "a b.html").write_text("blank")
    (site / "a.html").write_text(page)
    found = broken_links(site)
    assert len(found) == (fault is not None)
    assert fault is None or found[0].startswith(f"a.html: {fault}")


def test_every_game_has_a_card_and_a_board(generate: None) -> None:
    from generate.game_pages import all_games, index_page
    from generate.live_boards import LATE, SMALLER, WITHOUT, Board

    assert all_games() == list(GAMES)
    boards = {name: Board(name, 5, 5, "a win in 1 ply", False, "<svg/>") for name in GAMES}
    page = index_page(all_games(), boards)
    for name in GAMES:
        assert page.count(f":link: {name}\n") == 1
        assert f"\n   {name}\n" in page
    assert {*SMALLER, *LATE, *WITHOUT} <= set(GAMES)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_page_of_a_game_has_its_figures(name: str, generate: None) -> None:
    """Every figure of KNOWN and every source stands on the page."""
    from generate.game_pages import COLUMNS, game_page
    from generate.live_boards import WITHOUT, Board

    board = None if name in WITHOUT else Board(name, 5, 5, "a win in 1 ply", False, "<svg/>")
    page = game_page(name, board)
    figures: Any = getattr(load_class(name), "KNOWN", ())
    for row in figures:
        assert re.sub(r"([\\*`|_])", r"\\\1", row.source) in page
        for key in COLUMNS:
            figure = getattr(row, key)
            if isinstance(figure, int) and key not in ("value",):
                assert f"{figure:,}" in page
    assert f"perfectplay solve {name} " in page


def test_the_page_of_a_game_has_only_its_own_rules(generate: None) -> None:
    """Dawson's Kayles shares the module of Kayles, in which a player may take one pin."""
    from generate.game_pages import game_page
    from generate.live_boards import Board

    page = game_page("dawsons_kayles", Board("", 5, 5, "a win in 1 ply", False, "<svg/>"))
    assert "Knock down two pins side by side" in page
    assert "one pin" not in page
    assert "last pin" not in page


def test_the_reference_has_every_public_name() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md"))
    named = set(re.findall(r"auto(?:class|function):: perfectplay\.(\w+)$", pages, re.MULTILINE))
    assert set(perfectplay.__all__) - named == {"PerfectPlayError"}
    assert "automodule:: perfectplay.core.errors" in pages


def test_the_page_of_the_commands_has_all(tmp_path: Path, generate: None) -> None:
    from generate.command_page import write_command_page

    write_command_page(tmp_path)
    text = (tmp_path / "commands.md").read_text(encoding="utf-8")
    for verb in COMMANDS:
        assert f"Usage: perfectplay {verb} " in text


def test_figures_are_computed(tmp_path: Path, generate: None) -> None:
    from generate.drawn_figures import write_figures

    write_figures(tmp_path)
    tiers = (tmp_path / "tiers.html").read_text(encoding="utf-8")
    states = [int(text.replace(",", "")) for text in re.findall(r">([\d,]+)<", tiers)]
    assert sum(states) == 5_478 + sum(range(10))  # the states, and the numbers of the tiers
    assert (tmp_path / "retrograde.html").read_text(encoding="utf-8").count("D∞") == 3


def test_a_small_board_of_a_large_game(generate: None) -> None:
    from generate.live_boards import board_game

    address, game = board_game("othello")
    assert address == "othello, after 5 plies"
    assert game.start() != load_class("othello")().start()  # type: ignore[operator]
