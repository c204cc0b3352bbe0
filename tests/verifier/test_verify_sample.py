"""The verifier: symmetries that are none, its processes, what it may know."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

import perfectplay
from games_to_verify import Tiered, TwoPiles
from perfectplay import Game, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.verifier import sample_size
from perfectplay.verifier.plain import interpreter_pool as pool_module
from perfectplay.verifier.plain.interpreter import InterpretedState, RulesInterpreter
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.verifying import verify
from stored_by_hand import rows_of, write
from verify_modes import kinds

# --- symmetries -----------------------------------------------------------------------------------


class FalseMirror(TwoPiles):
    """Its symmetry is none."""

    def symmetries(self, state):
        yield (state[1], state[0])


def test_a_symmetry_that_is_none(tmp_path: Path) -> None:
    stored = rows_of(FalseMirror(), symmetries=True)
    result = verify(write(tmp_path / "f", stored), FalseMirror(), sample=25)
    assert "symmetry" in kinds(result)


# --- its budget in moves --------------------------------------------------------------------------


class AnyNumber(Game):
    """Take any number of 400 stones: 401 states with 200 moves on average."""

    def start(self):
        return 400

    def moves(self, state):
        return range(1, state + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else Value.LOSS


def test_the_sample_has_a_budget_in_moves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = write(tmp_path / "f", rows_of(AnyNumber()))
    asked: list[int] = []
    ask_some = RulesInterpreter.ask_some

    def counted(self: RulesInterpreter, tier: int, keys: Sequence[int]) -> list[InterpretedState]:
        told = ask_some(self, tier, keys)
        asked.extend(len(state.children) for state in told)
        return told

    monkeypatch.setattr(RulesInterpreter, "ask_some", counted)
    assert verify(folder, AnyNumber(), sample=100).sampled == len(asked) == 100
    assert verify(folder, AnyNumber(), sample=1000).how == "interpreted"
    monkeypatch.setattr(sample_size, "SAMPLE_MOVES", 5_000)
    asked.clear()
    result = verify(folder, AnyNumber(), sample=100)
    assert (result.ok, result.how, result.sampled) == (True, "compiled", len(asked))
    assert 20 <= len(asked) <= 25
    assert sum(asked) < 2 * 5_000
    (note,) = result.notes
    assert note == (
        f"a state has 200 moves on average: so the interpreter was asked about {len(asked)} "
        "states, not 100; --interpreted asks about every state"
    )
    wide = verify(folder, AnyNumber(), sample=1000)  # 50,000 moves, and all states have 80,200
    assert (wide.how, wide.sampled) == ("compiled", 250)
    assert verify(folder, AnyNumber(), sample=0).notes == ()
    assert verify(folder, AnyNumber(), sample=100, interpreted=True).sampled == 401


# --- processes ------------------------------------------------------------------------------------


def test_processes_say_what_one_process_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stored = rows_of(Tiered(12, 12))
    for key, value, plies in stored.every()[::9]:
        stored = stored.changed(key, 4 - value, plies)
    folder = write(tmp_path / "f", stored)
    alone = verify(folder, sample=100, threads=3)
    monkeypatch.setattr(pool_module, "WORTH_PROCESSES", 1)
    together = verify(folder, sample=100, threads=3)
    assert (together.problems, together.found) == (alone.problems, alone.found)
    assert alone.how == "compiled"
    assert alone.found > 5


def test_processes_that_die_are_replaced_by_this_one() -> None:
    game = TwoPiles()
    teller = ProblemWriter(CheckedGame(game), KeysEntry("tuple", (0, 0), (7, 7)))
    asker = RulesInterpreter(teller, symmetric=False)
    wanted = [asker.ask(key, 0) for key in range(40)]
    with InterpreterPool(asker.ask_some, 3) as pool:
        pool.send(0, list(range(40)))
        assert pool.answers() == wanted
        assert len(pool.processes) == 3
        pool.processes[1].kill()
        pool.processes[1].join()
        pool.send(0, list(range(40)))
        assert pool.answers() == wanted
        pool.processes[2].kill()
        pool.send(0, list(range(40)))
        assert pool.answers() == wanted


# --- what it may know -----------------------------------------------------------------------------


def test_the_verifier_shares_nothing_with_what_it_verifies() -> None:
    """No engine (the layers see to that), and of the store nothing that reads or writes states."""
    here = Path(perfectplay.__file__).parent / "verifier"
    modules = list(here.rglob("*.py"))
    assert modules
    names = {
        node.module
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None
    }
    others = {name for name in names if name.startswith("perfectplay.tablebase")}
    # what a solution says of itself, where its rules are, how states are named, and bare bytes
    store = (
        "manifest", "manifest_reader", "find_rules", "game_spec", "copies", "text_index",
        "remote_files",
    )  # fmt: skip
    allowed = {f"perfectplay.tablebase.store.{m}" for m in store}
    assert others == {*allowed, "perfectplay.tablebase.verification"}
    assert not any("packing" in name or "packed" in name for name in names)
