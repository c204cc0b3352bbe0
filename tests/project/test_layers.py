"""An arrow only points down: the contracts of .importlinter; and what is imported when."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.api import read_configuration
from importlinter.cli import lint_imports

import perfectplay
from places import ROOT, TESTS

PACKAGE = Path(perfectplay.__file__).parent
CONTRACTS = ROOT / ".importlinter"

MODULES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE)


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of whatever a module imports, wherever in it, TYPE_CHECKING included."""
    package = ["perfectplay", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{name}.{alias.name}"


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def test_imports_point_down(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(str(CONTRACTS), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_the_contracts_can_be_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With two neighbouring layers exchanged, the imports between them are seen."""
    text = CONTRACTS.read_text(encoding="utf-8")
    turned = text.replace("    web\n    analysis | arena\n", "    analysis | arena\n    web\n")
    assert turned != text
    (tmp_path / "turned").write_text(turned, encoding="utf-8")
    assert lint_imports(str(tmp_path / "turned"), no_cache=True) == 1
    assert "perfectplay.web is not allowed to import perfectplay.analysis" in " ".join(
        capsys.readouterr().out.split()
    )


def imports_by_module() -> dict[str, set[str]]:
    """The modules of the package that each one imports, wherever in it; names without the
    package."""
    names = {}
    for path in MODULES:
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        names[path] = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    known = set(names.values())
    found: dict[str, set[str]] = {name: set() for name in known}
    for path, name in names.items():
        for _, full in imported(path):
            whole = full.removeprefix("perfectplay.")
            target = whole if whole in known else whole.rpartition(".")[0]
            if target in known and target != name:
                found[name].add(target)
    return found


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Largest sets of nodes of which each reaches each other.

    >>> circles({"a": {"b"}, "b": {"a", "c"}, "c": set()}) == {frozenset("ab")}
    True
    """

    def reached(start: str) -> set[str]:
        found, waiting = set(), [start]
        while waiting:
            new = graph[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    reach = {node: reached(node) for node in graph}
    return {
        frozenset(other for other in reach[node] if node in reach[other])
        for node in graph
        if node in reach[node]
    }


def test_no_circles_of_files() -> None:
    assert not circles(imports_by_module()), "these files import one another"


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c"}}) == {
        frozenset("ab"),
        frozenset("cde"),
    }


def test_every_folder_has_its_place() -> None:
    contract = read_configuration(str(CONTRACTS))["contracts_options"][0]
    assert contract["exhaustive"] == "true"
    assert {p.name for p in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_no_two_files_of_tests_have_one_name() -> None:
    """pytest takes the second for the first, and runs neither."""
    names = Counter(file.name for file in TESTS.rglob("test_*.py"))
    assert not [name for name, times in names.items() if times > 1]
    assert "test_layers.py" in names


def test_the_package_imports_nothing_until_asked() -> None:
    """Apart from the version, ``__init__`` names the homes of its names, for type checkers only."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    at_once = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    names = {getattr(n, "module", None) or n.names[0].name for n in at_once}  # type: ignore[union-attr]
    assert names == {"__future__", "perfectplay.core.attached", "perfectplay.core.version"}


def test_libraries_of_other_games_are_imported_when_they_are_used() -> None:
    names = "evaluate, tournament, from_openspiel, openspiel_bot, check_game, solve"
    code = (
        f"import sys; from perfectplay import {names}; "
        "from perfectplay.games.three_rocks import ThreeRocks; tournament(ThreeRocks(), 'perfect', "
        "'random', games=1); print({'pyspiel', 'open_spiel', 'gymnasium', 'pettingzoo'} & "
        "set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_numba_is_for_kernels_compiled_rules_and_the_verifier() -> None:
    """The contract, the games and the tablebase do without the compiler."""
    users = {name_of(p): {name for _, name in imported(p)} for p in MODULES}
    own = {user for user, names in users.items() if any(n.split(".")[0] == "numba" for n in names)}
    assert {user.partition("/")[0] for user in own} == {"compiler", "core"}
    assert {user for user in own if user.startswith("core")} == {"core/kernels.py"}
    kernels = {u for u, names in users.items() if "perfectplay.core.kernels.njit" in names}
    tops = {user.partition("/")[0] for user in kernels}
    assert tops == {"analysis", "compiler", "play", "searcher", "solver", "verifier"}


COLD = [
    "import perfectplay",
    "import perfectplay.cli.main",
    "from perfectplay import *",
    "import perfectplay; perfectplay.solve; perfectplay.Game; perfectplay.check_game",
    "from perfectplay.games.tic_tac_toe import TicTacToe as G; import perfectplay as p; "
    "from tempfile import TemporaryDirectory as D\nwith D() as d: p.solve(G(), folder=d + '/s'); "
    "assert len(p.Solution.open(d + '/s')) == 5478\n"
    "from perfectplay.solver.estimate.plan import plan; plan(G())",
    "from perfectplay.games.tic_tac_toe import TicTacToe as G; import perfectplay as p; "
    "assert len(p.solve(G())) == 5478",
]


@pytest.mark.parametrize("code", COLD)
def test_numba_is_not_imported_before_it_is_needed(code: str) -> None:
    check = "\nimport sys; assert 'perfectplay' in sys.modules; sys.exit('numba' in sys.modules)"
    environment = {"PYTHONPATH": str(PACKAGE.parent), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code + check], env=environment, check=False)
    assert done.returncode == 0


def test_a_small_solve_does_not_import_the_translator() -> None:
    """Nor the proofs of growth: a small game is solved in the time that imports take."""
    check = "; import sys; sys.exit(any(m.startswith(('perfectplay.compiler.translate', "
    check += "'perfectplay.compiler.growth')) for m in sys.modules))"
    environment = {"PYTHONPATH": str(PACKAGE.parent), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", COLD[-1] + check], env=environment, check=False)
    assert done.returncode == 0


def test_the_check_of_numba_can_fail() -> None:
    check = "import numba, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 1
