"""The verifier: what only the sample sees, its processes, what it may know."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.games_to_verify import Exchanged, OneMoveLess, Tiered, TwoPiles
from tests.stored_by_hand import rows_of, write
from tests.verify_modes import kinds, named

import perfectplay
from perfectplay.contract.compiled import load
from perfectplay.contract.compiled.load import compile_rules
from perfectplay.contract.rules import Rules
from perfectplay.results.store.manifest import KeysEntry
from perfectplay.results.verify import crew as crew_module
from perfectplay.results.verify.asking import Asker
from perfectplay.results.verify.crew import AskingCrew
from perfectplay.results.verify.telling import Teller
from perfectplay.results.verify.verifying import verify

# --- what only the sample sees --------------------------------------------------------------------


def compiled_as(monkeypatch: pytest.MonkeyPatch, wrong: Any) -> None:
    """The verifier's compiled rules are those of another game."""
    right = load.compile_rules

    def instead(game: Any, *, symmetries: bool = True) -> Any:
        compiled = right(game, symmetries=symmetries)
        return replace(compiled, module=right(wrong, symmetries=symmetries).module)

    monkeypatch.setattr(load, "compile_rules", instead)


@pytest.mark.parametrize("wrong", [OneMoveLess(), Exchanged()])
def test_wrong_kernels_are_found_by_the_sample(
    wrong: TwoPiles, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The stored values are those of the wrong kernel: it does not contradict them."""
    solved = rows_of(wrong)
    stored = replace(solved, game=TwoPiles(), moves=solved.moves)
    folder = write(tmp_path / "f", stored)
    compiled_as(monkeypatch, wrong)
    assert verify(folder, sample=0).ok
    result = verify(folder, sample=30)
    assert result.how == "compiled"
    assert "compiled" in kinds(result)
    assert "value" in kinds(result)


def test_a_kernel_that_drops_the_last_move(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled = compile_rules(TwoPiles())

    def expand(keys, begin, end, layout, children, again, tiers, degrees, over, *points):  # type: ignore[no-untyped-def]
        at, _, status = compiled.kernels.expand(
            keys, begin, end, layout, children, again, tiers, degrees, over, *points
        )
        kept, e = 0, 0
        for i in range(at - begin):
            drop = int(degrees[i] > 1)
            piece = children[e : e + degrees[i] - drop].copy()
            children[kept : kept + len(piece)] = piece
            kept, e = kept + len(piece), e + int(degrees[i])
            degrees[i] -= drop
        return at, kept, status

    module = SimpleNamespace(expand=expand)
    monkeypatch.setattr(
        load, "compile_rules", lambda game, symmetries=True: replace(compiled, module=module)
    )
    result = verify(write(tmp_path / "f", rows_of(TwoPiles())), sample=30)
    assert {"compiled", "value"} <= kinds(result)


@pytest.mark.parametrize("wrong", [5, -1])
def test_a_kernel_that_says_wrong_tiers(
    wrong: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of one state only, which is stored where it should be."""
    stored = rows_of(Tiered())
    compiled, key = compile_rules(Tiered()), stored.rows[3][2][0]

    def expand(keys, begin, end, layout, children, again, tiers, degrees, over, *points):  # type: ignore[no-untyped-def]
        at, n, status = compiled.kernels.expand(
            keys, begin, end, layout, children, again, tiers, degrees, over, *points
        )
        tiers[:n][children[:n] == key] = wrong
        return at, n, status

    module = SimpleNamespace(expand=expand)
    monkeypatch.setattr(
        load, "compile_rules", lambda game, symmetries=True: replace(compiled, module=module)
    )
    result = verify(write(tmp_path / "f", stored), sample=0)
    assert kinds(result) == {"compiled"}
    assert named(result, "compiled") == [key]


class FalseMirror(TwoPiles):
    """Its symmetry is none."""

    def symmetries(self, state):
        yield (state[1], state[0])


def test_a_symmetry_that_is_none(tmp_path: Path) -> None:
    stored = rows_of(FalseMirror(), symmetries=True)
    result = verify(write(tmp_path / "f", stored), FalseMirror(), sample=25)
    assert "symmetry" in kinds(result)


# --- processes ------------------------------------------------------------------------------------


def test_processes_say_what_one_process_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stored = rows_of(Tiered(12, 12))
    for key, value, plies in stored.every()[::9]:
        stored = stored.changed(key, 4 - value, plies)
    folder = write(tmp_path / "f", stored)
    alone = verify(folder, sample=100, threads=3)
    monkeypatch.setattr(crew_module, "WORTH_PROCESSES", 1)
    together = verify(folder, sample=100, threads=3)
    assert (together.problems, together.found) == (alone.problems, alone.found)
    assert alone.how == "compiled"
    assert alone.found > 5


def test_processes_that_die_are_replaced_by_this_one() -> None:
    game = TwoPiles()
    teller = Teller(Rules(game), KeysEntry("tuple", (0, 0), (7, 7)))
    asker = Asker(teller, symmetric=False)
    wanted = [asker.ask(key, 0) for key in range(40)]
    with AskingCrew(asker.ask_some, 3) as crew:
        crew.send(0, list(range(40)))
        assert crew.answers() == wanted
        assert len(crew._workers) == 3
        crew._workers[1].kill()
        crew._workers[1].join()
        crew.send(0, list(range(40)))
        assert crew.answers() == wanted
        crew._workers[2].kill()
        crew.send(0, list(range(40)))
        assert crew.answers() == wanted


# --- what it may know -----------------------------------------------------------------------------


def test_the_verifier_shares_nothing_with_what_it_verifies() -> None:
    """No engine (the layers see to that), and of the store nothing that reads or writes states."""
    here = Path(perfectplay.__file__).parent / "results" / "verify"
    modules = list(here.glob("*.py"))
    names = {
        node.module
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None
    }
    # a book is handed to a verifier of its own
    names -= {"perfectplay.results.book.manifest", "perfectplay.results.book.verifying"}
    ours = {name for name in names if name.startswith("perfectplay.results")}
    others = {name for name in ours if not name.startswith("perfectplay.results.verify")}
    store = "perfectplay.results.store"
    # what a solution says of itself, where its rules are found, and how states are named
    assert others == {f"{store}.{m}" for m in ("manifest", "reading", "address", "texts")}
    assert not any("packing" in name or "packed" in name for name in names)
