"""docs/design.md names files that exist, in the folders where it says."""

import re

import pytest

from places import ROOT

SOURCE = ROOT / "src" / "perfectplay"

TEXT = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")


def named_files() -> list[tuple[str, str]]:
    """(folder, file) of each row of the tables and each line of the lists of folders."""
    found, folder = [], ""
    for line in TEXT.splitlines():
        row = re.match(r"\| `([a-z_/]+)/` \| ", line)
        first = re.match(r"([a-z]+)/  ", line)
        if row is not None:
            folder = row[1]
        elif first is not None:
            folder = first[1]
        elif not line.startswith("    "):
            folder = ""
        if folder:
            found += [(folder, name) for name in re.findall(r"\b([a-z_]+\.py)\b", line)]
    return found


@pytest.mark.parametrize(("folder", "name"), sorted(set(named_files())))
def test_a_file_that_the_design_names_stands_in_its_folder(folder: str, name: str) -> None:
    assert any((SOURCE / folder).rglob(name))


def test_the_design_names_files() -> None:
    assert len(named_files()) > 100


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("*.md")))
def test_each_decision_is_in_the_list(page) -> None:
    listed = (page.parent / "README.md").read_text(encoding="utf-8")
    assert page.name == "README.md" or f"({page.name})" in listed
