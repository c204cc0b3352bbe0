"""A release: one version, whole archives, data to cite, and a first game that is solved."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
import yaml
from tests.first_game import rules

import perfectplay
from places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_SHIPPED = ("tests/", "__pycache__/", "_cache/", ".hypothesis/", ".venv", "benchmarks/")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist, and of the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


def run(*arguments: str, **more: object) -> str:
    """What this Python prints with these arguments; it must succeed."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def wheel_of(archives: Path) -> Path:
    """The only wheel there."""
    [wheel] = archives.glob("*.whl")
    return wheel


# --- the version ------------------------------------------------------------------------------


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/perfectplay/core/version.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+", perfectplay.__version__)


def test_the_command_the_changelog_and_the_citation_know_the_version() -> None:
    said = run("-m", "perfectplay", "--version").strip()
    assert said == f"perfectplay {perfectplay.__version__}"
    assert f"\n## {perfectplay.__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert citation()["version"] == perfectplay.__version__


# --- the citation -----------------------------------------------------------------------------


def citation() -> dict[str, object]:
    """The fields of CITATION.cff, the version as a text."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.BaseLoader)  # type: ignore[no-any-return]


def test_the_citation_has_what_the_format_requires() -> None:
    """Version 1.2.0 of the Citation File Format: required keys, and keys that it knows."""
    found = citation()
    assert found["cff-version"] == "1.2.0"
    assert found["type"] == "software"
    assert found["license"] == PROJECT["project"]["license"] == "MIT"
    assert found["title"] == PROJECT["project"]["name"]
    assert found["authors"] == PROJECT["project"]["authors"]
    assert found.keys() >= {"cff-version", "message", "title", "authors"}
    assert found.keys() <= {
        "cff-version", "message", "title", "authors", "type", "abstract", "version", "license",
        "keywords", "date-released", "doi", "identifiers", "url", "repository-code",
    }  # fmt: skip


# --- the archives -----------------------------------------------------------------------------


def test_the_wheel_has_all_of_the_package_and_nothing_else(archives: Path) -> None:
    with zipfile.ZipFile(wheel_of(archives)) as wheel:
        names = set(wheel.namelist())
    source = ROOT / "src"
    files = {
        path.relative_to(source).as_posix()
        for path in (source / "perfectplay").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"perfectplay/py.typed", "perfectplay/web/static/main.js"} <= files
    assert {name for name in names if name.startswith("perfectplay/")} == files
    about = f"perfectplay-{perfectplay.__version__}.dist-info"
    assert f"{about}/licenses/LICENSE" in names
    assert all(name.startswith(("perfectplay/", f"{about}/")) for name in names)
    assert not [name for name in names if any(part in name for part in NOT_SHIPPED)]


def test_the_sdist_can_be_tested_and_has_no_caches(archives: Path) -> None:
    [sdist] = archives.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {
        "LICENSE", "README.md", "CITATION.cff", "CHANGELOG.md", "pyproject.toml", "Makefile",
        "examples/tic_tac_toe.ipynb",
        "src/perfectplay/py.typed", "tests/project/test_release.py", "docs/design.md",
    } <= names  # fmt: skip
    caches = ("__pycache__", "_cache/", ".hypothesis", ".venv", "dist/")
    assert not [name for name in names if any(part in name for part in caches)]


def test_twine_finds_no_fault(archives: Path) -> None:
    said = run("-m", "twine", "check", "--strict", *map(str, sorted(archives.iterdir())))
    assert said.count("PASSED") == 2


def test_the_metadata_say_what_it_is(archives: Path) -> None:
    from trove_classifiers import classifiers

    with zipfile.ZipFile(wheel_of(archives)) as wheel:
        [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        about = HeaderParser().parsestr(wheel.read(name).decode())
    assert about["Version"] == perfectplay.__version__
    assert about["License-Expression"] == "MIT"
    said = about.get_all("Classifier") or []
    assert set(said) <= classifiers
    versions = [f"3.{minor}" for minor in range(11, 15)]
    assert [c.rsplit(" ", 1)[1] for c in said if ":: Python :: 3." in c] == versions
    for address in about.get_all("Project-URL") or []:
        assert "example" not in address


def test_the_extra_all_is_every_extra_for_users(archives: Path) -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    [everything] = extras["all"]
    named = re.search(r"\[(.*)\]", everything)
    assert named is not None
    assert {"store", "plot", "graphs", "explain", "serve"} <= set(named[1].split(","))
    assert set(named[1].split(",")) <= extras.keys() - {"all", "dev", "bench", "docs"}


def test_a_game_of_one_s_own_is_solved_by_the_wheel(archives: Path, tmp_path: Path) -> None:
    """Installed elsewhere, run in another folder: nothing of the checkout is needed."""
    place, work = tmp_path / "site", tmp_path / "work"
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(place))
    run(*pip, str(wheel_of(archives)))
    work.mkdir()
    (work / "rocks.py").write_text(rules(), encoding="utf-8")
    elsewhere = {"cwd": work, "env": {"PYTHONPATH": str(place), "PATH": "", "HOME": str(tmp_path)}}
    found = run("-c", "import perfectplay; print(perfectplay.__file__)", **elsewhere)
    assert Path(found.strip()).is_relative_to(place)
    said = run("-m", "perfectplay", "solve", "rocks.py", "left=7", **elsewhere)
    assert "88: 66 won" in said
