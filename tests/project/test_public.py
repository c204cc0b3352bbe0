"""What the package says it has: names, docstrings, types."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import perfectplay

ROOT = Path(perfectplay.__file__).parent

MODULES = sorted(
    ".".join(["perfectplay", *p.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")
    for p in ROOT.rglob("*.py")
    if p.name
    not in (
        "__main__.py",
        "template.py",
        "class_template.py",
        "null_window_kernel.py",
        "question_kernel.py",
    )
)


def test_all_is_sorted_and_what_there_is() -> None:
    assert perfectplay.__all__ == sorted(perfectplay.__all__)
    assert len(set(perfectplay.__all__)) == len(perfectplay.__all__)
    assert set(dir(perfectplay)) >= set(perfectplay.__all__)
    tree = ast.parse(Path(perfectplay.__file__).read_text(encoding="utf-8"))
    for_types = {
        alias.asname or alias.name
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert for_types == set(perfectplay.__all__) == set(perfectplay._HOMES)


@pytest.mark.parametrize("name", perfectplay.__all__)
def test_public_names(name: str) -> None:
    """Each is there, comes from where it is said to, and has a docstring of its own."""
    found = getattr(perfectplay, name)
    assert found is getattr(importlib.import_module(perfectplay._HOMES[name]), name)
    assert f"{found.__module__}.".startswith(f"{perfectplay._HOMES[name]}.")
    assert inspect.getdoc(found)
    assert found.__doc__
    if inspect.isclass(found):
        for member, value in vars(found).items():
            if not member.startswith("_") and callable(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_names_that_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        perfectplay.nothing  # noqa: B018


def test_every_module_class_and_function_has_a_docstring() -> None:
    """What has no leading underscore, in any module; kernels that override say nothing again.

    One test for all modules: a run that draws cases would leave most of them out.
    """
    assert {name: without for name in MODULES if (without := without_docstring(name))} == {}


def without_docstring(name: str) -> list[str]:
    """What of a module should have a docstring and has none."""
    path = ROOT.joinpath(*name.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        getattr(node, "name", name)
        for node in (tree, *tree.body)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and not getattr(node, "name", "").startswith("_")
        and not ast.get_docstring(node)
        # compiled twins of what Python has: the heads of their modules say so
        and not (".compiler." in name and getattr(node, "decorator_list", []))
    ]


def test_it_is_typed() -> None:
    assert (ROOT / "py.typed").exists()
