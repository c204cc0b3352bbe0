"""What the pages' programs, the benchmarks, the examples and the tests import exists.

No type checker reads these, and a page's program runs only when the pages are written: without this
test a name that changes in src/ would be found half an hour later, or by a reader.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "benchmarks", "examples", "tests")
OURS = ("perfectplay", "tests", "benchmarks", "generate")
IN_A_TEXT = re.compile(r"^ *from (perfectplay\.[\w.]+) import ([\w, ]+)$", re.MULTILINE)


def imported_names(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each ``from module import name`` of our own modules.

    Also in programs that the source keeps as texts, to run them in a process of their own.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for module, names in IN_A_TEXT.findall(node.value):
                yield from ((node.lineno, module, name.split()[0]) for name in names.split(","))
        if not isinstance(node, ast.ImportFrom) or node.level or node.module is None:
            continue
        if node.module.split(".")[0] in OURS:
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)


def exists(module: str, name: str) -> bool:
    try:
        if hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("folder", FOLDERS)
def test_imported_names_exist(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    monkeypatch.syspath_prepend(str(ROOT))
    missing = [
        f"{file.relative_to(ROOT)}:{line}: from {module} import {name}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        for line, module, name in imported_names(file.read_text(encoding="utf-8"))
        if not exists(module, name)
    ]
    assert not missing, "\n".join(missing)


CHANGED = "from perfectplay.game import {}"


def test_a_name_that_changed_is_found() -> None:
    found = list(imported_names(CHANGED.format("titles, moves as m, gone")))
    assert [exists(module, name) for _, module, name in found] == [True, True, False]


def test_a_name_that_changed_is_found_in_a_program_kept_as_a_text() -> None:
    program = CHANGED.format("titles, moves as m, gone")
    found = list(imported_names(f'RUN = """\n{program}\n"""\n'))
    assert [exists(module, name) for _, module, name in found] == [True, True, False]
