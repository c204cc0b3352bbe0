"""Rules whose names are those of compiled code: they compile, and stay right."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

from perfectplay import Game
from perfectplay.compiler import rule_helpers
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.runtime import pointers
from perfectplay.compiler.source import rules_module
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from places import ROOT

FOLDER = ROOT / "src" / "perfectplay"
HELPERS = [Path(str(part.__file__)) for part in rule_helpers.HELPERS]
NUMBERED = ("_pp_len", "_pp_put", "_pp_c0", "_pp_t0", "_pp0_state", "_pp9_each", "_ppu_x", "_ppu")


def names_of_compiled_code() -> list[str]:
    """The names of helpers and kernels, and of the builtins that rules use."""
    names = {*NUMBERED, "np", "njit", "math", "namedtuple", "representative", "ValueError"}
    names |= {function.__name__ for function in (*rules_module._BUILTINS, tuple, reversed, map)}
    texts = ("null_window_kernel.py", "question_kernel.py")
    kernels = [FOLDER / "searcher" / "kernel" / text for text in texts]
    kernels.append(Path(str(pointers.__file__)))
    for file in (*(FOLDER / "compiler").glob("*template.py"), *HELPERS, *kernels):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            match node:
                case ast.FunctionDef(name) | ast.Assign([ast.Name(name)]):
                    names.add(name)
                case ast.ImportFrom():
                    names |= {alias.name for alias in node.names}
    rest = names - {"Game", "Value", "self", "state", "cells", "cell"}
    return sorted(x for x in rest if x[0] != "_" or x in NUMBERED)


NAMES = names_of_compiled_code()

RULES = """
from perfectplay import Game, Value

{constants}

class Collisions(Game):
    def start(self):
        return (3, 2)

    def moves(self, state):
        {locals}
        match state:
            case (0, _):
                yield 1
            case _:
                yield 0

    def play(self, state, move):
        {locals}
        cells = [cell + 0 for cell in (*state, move)]
        cells[move] -= 1
        {uses}
        return (cells[0], cells[1])

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None

    def symmetries(self, state):
        {locals}
        yield (state[1], state[0])

{methods}
"""


def rules_in(folder: Path, **parts: list[str]) -> Game:
    """The game of RULES, from a file of its own."""
    file = folder / "collisions.py"
    indents = {"constants": "\n", "methods": "\n\n"}
    texts = {"constants": "", "methods": ""}
    texts |= {name: indents.get(name, "\n        ").join(text) for name, text in parts.items()}
    file.write_text(RULES.format_map(texts), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"collisions_{folder.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Collisions()


def assert_right(game: Game) -> None:
    states = [(a, b) for a in range(4) for b in range(4) if a + b]
    difference = compare(compile_rules(game), CheckedGame(game), learnt([(0, 0), (3, 3)]), states)
    assert difference is None, str(difference)


def test_locals(tmp_path: Path, cache: Path) -> None:
    """Also where the body of a rule is copied into a kernel, as that of ``symmetries`` is."""
    some = [f"{name} = state[0] + {n}" for n, name in enumerate(NAMES)]
    uses = [f"cells[0] += {' + '.join(NAMES[:9])} - 9 * state[0] - 36"]
    assert_right(rules_in(tmp_path, locals=some, uses=uses))


def test_constants_and_methods(tmp_path: Path, cache: Path) -> None:
    constants = [f"{name} = {n}" for n, name in enumerate(NAMES)]
    uses = [f"cells[0] += 0 * {name}" for name in NAMES]
    some = [x for x in NAMES if not hasattr(Game, x)][::8]  # each is compiled for itself
    methods = [f"    def {name}(self, state):\n        return state[0] + {n}"
               for n, name in enumerate(some)]  # fmt: skip
    calls = [f"cells[0] += self.{name}(state) - state[0] - {n}" for n, name in enumerate(some)]
    assert_right(rules_in(tmp_path, locals=["pass"], uses=uses + calls, constants=constants,
                          methods=methods))  # fmt: skip
