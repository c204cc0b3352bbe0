"""Where Numba is missing, rules are interpreted, which is said first; there is no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys\nfor name in ('numba', 'llvmlite'): sys.modules[name] = None\n"
BROKEN = """
import sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            import importlib.machinery
            return importlib.machinery.ModuleSpec(name, self)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        raise ImportError("Numba needs NumPy 1.0 or less. Got NumPy 2.4.")
sys.meta_path.insert(0, Broken())
"""
COMMAND = "from perfectplay.cli.entry import main\nmain()"
SENTENCE = "Numba is not installed; pip install numba"


def run(program: str, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, timeout=600, cwd=cwd,
    )  # fmt: skip


def said(program: str) -> str:
    done = run(WITHOUT + program)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_small_game_is_solved_and_says_so_before_the_work() -> None:
    found = said("""
from perfectplay import solve
from perfectplay.games.tic_tac_toe import TicTacToe
heard = []
solution = solve(TicTacToe(), progress=lambda now: heard.append((now.states, list(now.notes))))
print(len(solution), solution.value(solution.start), solution.engine, solution.why)
print(heard[0])
""")
    assert found.split("\n")[0] == f"5478 draw interpreted {SENTENCE}"
    assert f"interpreted, because {SENTENCE}" in found.split("\n")[1]


def test_the_interpreter_alone_asks_for_nothing() -> None:
    found = said("""
from perfectplay import solve
from perfectplay.games.tic_tac_toe import TicTacToe
print(len(solve(TicTacToe(), method="interpreted")), len(solve(TicTacToe(), method="reference")))
""")
    assert found.split() == ["5478", "5478"]


@pytest.mark.parametrize("game", ["connect_four width=4 height=4", "dots_and_boxes"])
def test_a_game_that_would_be_compiled_has_the_same_solution(game: str) -> None:
    """Beyond the sizes from which a compiler takes over, with values and with points."""
    address, *parameters = game.split()
    program = """
import sys
from perfectplay import solve
from perfectplay.registry.address import load_game
given = dict(text.split("=") for text in sys.argv[2:])
solution = solve(load_game(sys.argv[1], given))
print(solution.counts, sorted(solution.histogram.items())[:50], solution.line().moves)
"""
    lacking = run(WITHOUT + program, address, *parameters)
    having = run(program, address, *parameters)
    assert lacking.returncode == having.returncode == 0, lacking.stderr + having.stderr
    assert lacking.stdout == having.stdout


def test_compiled_rules_that_are_asked_for_are_refused() -> None:
    found = said("""
from perfectplay import solve
from perfectplay.core.errors import MethodError
from perfectplay.games.nim import Nim
try:
    solve(Nim(), method="compiled")
except MethodError as error:
    print(error)
""")
    assert found.strip() == f"this game cannot be compiled: {SENTENCE}"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("check nim", f"the game runs interpreted: {SENTENCE}"),
        ("search tic_tac_toe", "draw in 9 plies"),
        ("stats tic_tac_toe", "255,168"),
        ("grundy kayles n=0..20", "0 1 2 3 1 4 3 2 1 4"),
        ("tournament last_mouse_lost random mirror --games 200", "unanswered"),
        ("explain three_rocks", "sum(s) % 4 == 0"),
        ("show three_rocks left=3", "win in"),
        ("plan tic_tac_toe", "5,478"),
        ("line tic_tac_toe", "draw"),
    ],
)
def test_commands_do_without(arguments: str, words: str) -> None:
    done = run(WITHOUT + COMMAND, *arguments.split())
    assert done.returncode == 0, done.stderr
    assert words in done.stdout + done.stderr
    assert "unexpected" not in done.stderr


def test_a_folder_is_solved_continued_and_verified(tmp_path: Path) -> None:
    for arguments in (
        ["solve", "connect_four", "width=4", "height=3", "-o", "four"],
        ["solve", "connect_four", "width=4", "height=3", "-o", "four"],
        ["verify", "four"],
        ["show", "four"],
    ):
        done = run(WITHOUT + COMMAND, *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr


def test_what_only_kernels_can_do_says_what_is_missing() -> None:
    done = run(WITHOUT + COMMAND, "stats", "connect_four", "width=4", "height=4")
    assert done.returncode == 2
    expected = f"perfectplay: this needs compiled code, and {SENTENCE}"
    assert done.stderr.strip().splitlines()[-1] == expected


def test_a_numba_that_does_not_fit_is_as_good_as_none() -> None:
    """An install of two libraries that do not fit together: it is found, and its import fails."""
    program = """
from perfectplay import solve
from perfectplay.core.errors import MethodError
from perfectplay.games.connect_four import ConnectFour
print(len(solve(ConnectFour(4, 3))))
try:
    solve(ConnectFour(4, 3), method="compiled")
except MethodError as error:
    print(error)
"""
    done = run(BROKEN + program)
    assert done.returncode == 0, done.stderr
    assert "cannot be imported: Numba needs NumPy 1.0 or less" in done.stdout


def test_every_module_of_kernels_can_be_imported() -> None:
    """So that constants and errors beside kernels can be used where none is called."""
    found = said("""
import importlib, pathlib, perfectplay
root = pathlib.Path(perfectplay.__file__).parent
for path in sorted(root.rglob("*.py")):
    text = path.read_text(encoding="utf-8")
    if "from perfectplay.core.kernels import njit" in text:
        name = ".".join(["perfectplay", *path.relative_to(root).with_suffix("").parts])
        importlib.import_module(name)
        print(name)
""")
    assert len(found.split()) >= 14


@pytest.mark.parametrize("compiling", ["0.3", "float('inf')"])
def test_a_plan_is_made_by_the_interpreter(compiling: str) -> None:
    found = said(f"""
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver.estimate.plan import plan
found = plan(ConnectFour(5, 4), seconds=0.3, compiling={compiling})
print(found.forecast.engine, found.forecast.refusal)
""")
    assert found == f"interpreted {SENTENCE}\n"
