"""Rules that travel: specs of games, what another process makes of them, and what it refuses."""

from __future__ import annotations

import pickle
import pickletools
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from explored_ranges import SlowGame
from perfectplay import Game, Value
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.runtime.taken_elements import SEVERAL
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core import errors
from perfectplay.core.errors import (
    MemoryBudgetError,
    MissingRulesError,
    PerfectPlayError,
    RulesDifferError,
    RulesError,
    TableSizeError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.expand_range import expand_range
from perfectplay.solver.explore.explored_tiers import TierKind
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from tiered_games import TurnedTuples

RULES = """
from typing import NamedTuple
from perfectplay import Game, Value

class Piles(NamedTuple):
    left: int
    right: int

class Rocks(Game):
    limits = ((0, 9), (0, 9))
    def start(self):
        return Piles(3, 4)
    def moves(self, state):
        for side in range(2):
            if state[side]:
                yield side
    def play(self, state, move):
        return Piles(state[0] - (1 - move), state[1] - move)
    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None
"""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """Another process, which shares nothing with this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def expander(game: Game) -> Expander:
    return SlowGame.explored(game).expander()


def children_of_the_start(rules: Expander | RulesSpec) -> list[int]:
    """What a process finds."""
    found = expander_of(rules)
    start = MemoryArray(np.array([found.start_key()], np.int64))
    [children] = expand_range(rules, start, 0, TierKind.ONE).children[0]
    return sorted(set(children.tolist()))


def rocks(folder: Path, text: str = RULES) -> Game:
    (folder / "rocks.py").write_text(text, encoding="utf-8")
    return load_game(str(folder / "rocks.py"))


@pytest.mark.parametrize("game", [
    ConnectFour(3, 3, 3), TicTacToe(), Nim(rows=(2, 5)), TurnedTuples(7),
    load_game("misere(nim)"), load_game("cap(tic_tac_toe,4)"),
], ids=repr)  # fmt: skip
def test_another_process_finds_the_same(game: Game, elsewhere: ProcessPoolExecutor) -> None:
    here = expander(game)
    spec = RulesSpec.of(here)
    assert expander_of(here) is here
    made = expander_of(spec)
    assert expander_of(pickle.loads(pickle.dumps(spec))) is made
    assert (made.keys == here.keys) or not spec.low
    assert type(made.rules.game) is type(game)
    assert RulesSpec.of(made) == spec
    wanted = children_of_the_start(here)
    assert elsewhere.submit(children_of_the_start, spec).result() == wanted


def test_a_spec_is_plain() -> None:
    """Its pickle names one class, and no game."""
    text = pickle.dumps(RulesSpec.of(expander(Nim(rows=(2, 5)))), protocol=0)
    names = {arg for op, arg, _ in pickletools.genops(text) if op.name == "GLOBAL"}
    ours = "perfectplay.solver.rules_spec RulesSpec"
    assert names == {"__builtin__ object", "copy_reg _reconstructor", ours}


def test_rules_in_a_file(elsewhere: ProcessPoolExecutor, tmp_path: Path) -> None:
    """States of a class of the file, too; the file is found by its whole path."""
    here = expander(rocks(tmp_path))
    spec = RulesSpec.of(here)
    assert spec.address == f"{tmp_path / 'rocks.py'}:Rocks"
    wanted = children_of_the_start(here)
    assert elsewhere.submit(children_of_the_start, spec).result() == wanted
    made = spec.expander()
    assert type(made.keys.state(wanted[0])).__name__ == "Piles"


def test_other_rules_are_refused(elsewhere: ProcessPoolExecutor, tmp_path: Path) -> None:
    spec = RulesSpec.of(expander(rocks(tmp_path)))
    rocks(tmp_path, RULES.replace("Piles(3, 4)", "Piles(4, 4)"))
    with pytest.raises(RulesDifferError) as refused:
        elsewhere.submit(children_of_the_start, spec).result()
    assert "what differs: Rocks.start; put the same files in both places" in str(refused.value)
    (tmp_path / "rocks.py").unlink()
    with pytest.raises(MissingRulesError, match="put them where every process finds them"):
        elsewhere.submit(children_of_the_start, spec).result()


def test_other_code_is_refused(elsewhere: ProcessPoolExecutor) -> None:
    """As with another version of NumPy, which may give other keys."""
    spec = replace(RulesSpec.of(expander(Nim(rows=(2, 5)))), code="0" * 32)
    with pytest.raises(RulesDifferError, match="install the same versions of perfectplay, Python"):
        elsewhere.submit(children_of_the_start, spec).result()


def test_other_parameters_are_refused() -> None:
    spec = RulesSpec.of(expander(Nim(rows=(2, 5))))
    with pytest.raises(RulesDifferError, match="parameter rows"):
        replace(spec, parameters='{"rows": [2, 6]}').expander()
    with pytest.raises(MissingRulesError, match="no parameter 'columns'"):
        replace(spec, parameters='{"columns": 2}').expander()


def test_rules_that_do_not_compile_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.compiler import load

    def refuses(*_: object, **__: object) -> None:
        raise NotCompilable("no compiler")

    spec = RulesSpec.of(expander(Nim(rows=(2, 5))))
    monkeypatch.setattr(load.RulesToCompile, "compile", refuses)
    with pytest.raises(MissingRulesError, match="no compiler; install perfectplay here"):
        spec.expander()


class PopsOneOfSeveral(Game):
    """Compiled code refuses that in a state, so that the rules are compiled in another way."""

    stuck = Value.LOSS

    def start(self) -> frozenset[int]:
        return frozenset(range(5))

    def moves(self, state: frozenset[int]) -> list[int]:
        return sorted(state)

    def play(self, state: frozenset[int], move: int) -> frozenset[int]:
        first = next(iter(state))
        return state - {move, first} | {first}

    def outcome(self, state: frozenset[int]) -> Value | None:
        return Value.LOSS if len(state) < 2 else None


def test_a_process_that_met_no_state_compiles_in_the_same_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = PopsOneOfSeveral()
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "here"))
    given = RulesToCompile(game, symmetries=True)
    plain = given.compile().digest
    assert given.takes_another_way(NotCompilable(SEVERAL))
    here = given.compile()
    assert here.digest != plain
    assert here.sets_from == "last"
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "there"))  # with no mark
    assert RulesToCompile(game, symmetries=True).compile_to(here.digest).digest == here.digest
    assert RulesToCompile(game, symmetries=True).compile_to(plain).digest == plain


def test_every_error_travels() -> None:
    """Message, fields and class of an error in a worker are those where the solve was started."""
    made: dict[type, PerfectPlayError] = {
        RulesError: RulesError("stuck-state", "no move", state=(3, 4), move=1, remedy="Set stuck"),
        MemoryBudgetError: MemoryBudgetError(300, 400, 500),
        TableSizeError: TableSizeError(300, 200),
        errors.BrokenStrategyError: errors.BrokenStrategyError("a play", proof=("a proof",)),
    }
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, PerfectPlayError):
            error = made.get(kind) or kind("what, and what to do")
            back = pickle.loads(pickle.dumps(error))
            assert type(back) is kind
            assert str(back) == str(error) != ""
            assert vars(back) == vars(error)
    reason = pickle.loads(pickle.dumps(NotCompilable("a set", "mine.py:3", "use a tuple")))
    assert str(reason) == "a set (mine.py:3); use a tuple"


def test_another_version_is_refused(elsewhere: ProcessPoolExecutor) -> None:
    spec = replace(RulesSpec.of(expander(Nim(rows=(2, 5)))), version="9.9.9")
    with pytest.raises(RulesDifferError, match=r"has 9\.9\.9; install the same version in both"):
        elsewhere.submit(children_of_the_start, spec).result()
