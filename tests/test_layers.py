"""An arrow only points down: the imports of every module, read from its syntax tree."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import perfectplay

ROOT = Path(perfectplay.__file__).parent

# what each folder may import: its own layer and lower ones; engines and results not each other
ALLOWED = {
    "words": {"words"},
    "contract": {"words", "contract", "games"},
    "games": {"words", "contract", "games"},
    "engines": {"words", "contract", "games", "engines"},
    "results": {"words", "contract", "games", "results"},
    "assembly": {"words", "contract", "games", "engines", "results", "assembly"},
    "explorer": {"words", "contract", "games", "engines", "results", "assembly", "explorer"},
    "cli": {"words", "contract", "games", "engines", "results", "assembly", "explorer", "cli"},
}

MODULES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT)


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of whatever a module imports, wherever in it, TYPE_CHECKING included."""
    package = ["perfectplay", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{name}.{alias.name}"


def ours(name: str) -> str | None:
    """The folder of perfectplay that a name is of: "" for the package itself, None for others'."""
    parts = name.split(".")
    if parts[0] != "perfectplay":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ALLOWED else ""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_module_is_in_a_layer() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(ALLOWED)
    assert [p.name for p in ROOT.glob("*.py") if p.name not in ("__init__.py", "__main__.py")] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    allowed = ALLOWED[path.relative_to(ROOT).parts[0]]
    wrong = [
        f"{name_of(path)}:{line} imports {name}"
        for line, name in imported(path)
        if ours(name) is not None and ours(name) not in allowed
    ]
    assert wrong == []


def test_the_check_sees_what_it_should() -> None:
    """The arrows that are used, of the sorts that the check has to read."""
    found = {(name_of(p), n) for p in MODULES for _, n in imported(p)}
    assert ("engines/compiled.py", "perfectplay.contract.compiled.load.CompiledRules") in found
    # inside of functions, and under TYPE_CHECKING
    assert ("engines/resolve.py", "perfectplay.engines.kernels") in found
    assert ("assembly/compiled_solve.py", "perfectplay.engines.graph.Graph") in found
    assert ours("perfectplay.engines.kernels") == "engines"
    assert ours("perfectplay.solve") == ""
    assert ours("numba") is None


def test_the_package_imports_nothing_until_asked() -> None:
    """``__init__`` names the homes of its names, and imports them for type checkers only."""
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    at_once = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    names = {getattr(n, "module", None) or n.names[0].name for n in at_once}  # type: ignore[union-attr]
    assert not any(ours(name) is not None for name in names)


def test_numba_is_for_engines_compiled_rules_and_the_verifier() -> None:
    """Words, games and all other results do without the compiler."""
    users = {name_of(p) for p in MODULES for _, n in imported(p) if n.split(".")[0] == "numba"}
    assert users
    verifier = ("results/verify/kernels.py", "results/verify/score_kernels.py")
    kernels = ("engines/", "contract/compiled/", *verifier)
    assert all(u.startswith(kernels) for u in users)


COLD = [
    "import perfectplay",
    "import perfectplay.cli.main",
    "from perfectplay import *",
    "import perfectplay; perfectplay.solve; perfectplay.Game; perfectplay.check_game",
    "from perfectplay.games.tic_tac_toe import TicTacToe as G; import perfectplay as p; "
    "assert len(p.solve(G())) == 5478",
]


@pytest.mark.parametrize("code", COLD)
def test_numba_is_not_imported_before_it_is_needed(code: str) -> None:
    check = "; import sys; assert 'perfectplay' in sys.modules; sys.exit('numba' in sys.modules)"
    environment = {"PYTHONPATH": str(ROOT.parent), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code + check], env=environment, check=False)
    assert done.returncode == 0


def test_the_check_of_numba_can_fail() -> None:
    check = "import numba, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 1
