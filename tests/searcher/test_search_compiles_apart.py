"""A search compiles in another process: no longer than there is time, while the interpreter goes
on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from perfectplay import Game, Value, search, solve
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.separate_process import SeparateWork
from perfectplay.games.connect_four import ConnectFour
from perfectplay.searcher import compile_meanwhile, dispatch, move_search
from perfectplay.searcher.move_search import MoveSearch
from searched_states import agrees

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system copies no processes")

GAME = ConnectFour(4, 3)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[None]:
    """Games of a hundred states are compiled, and no machine code is kept."""
    monkeypatch.setattr(dispatch, "SMALL", 100)
    monkeypatch.setattr(RulesToCompile, "is_kept", lambda _: False)
    yield
    while compile_meanwhile._going_on:
        compile_meanwhile._going_on.popitem()[1].kill()


def never(_: RulesToCompile) -> Any:
    """A compilation without end."""
    time.sleep(600)


def test_it_ends_in_time_and_the_next_search_waits_for_the_same_compilation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = RulesToCompile.compile
    monkeypatch.setattr(RulesToCompile, "compile", never)
    first = search(GAME, method="compiled", seconds=2)
    assert (first.stopped, first.value, first.seconds < 60) == ("time", None, True)
    assert "more seconds give it" in str(first.why)
    (copy,) = compile_meanwhile._going_on.values()
    search(GAME, method="compiled", seconds=2)
    assert list(compile_meanwhile._going_on.values()) == [copy]
    search(ConnectFour(3, 3, 3), method="compiled", seconds=2)  # another game ends it
    assert copy not in compile_meanwhile._going_on.values()
    assert not copy._process.is_alive()
    monkeypatch.setattr(RulesToCompile, "compile", compiled)
    while compile_meanwhile._going_on:
        compile_meanwhile._going_on.popitem()[1].kill()
    found = search(GAME, method="compiled", seconds=600)
    assert agrees(found, solve(GAME).probe(GAME.start()))


def test_a_player_with_little_time_moves_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its next move waits for the same compilation."""
    monkeypatch.setattr(move_search, "SMALL", 100)
    turns = iter([True] * 40)  # of which one is a tenth of a second while rules are compiled
    compiled, player = RulesToCompile.compile, MoveSearch(GAME)
    monkeypatch.setattr(RulesToCompile, "compile", never)
    found = player.run(GAME.start(), lambda: next(turns, False))
    assert (found.engine, len(found.moves)) == ("interpreted", 4)
    (copy,) = compile_meanwhile._going_on.values()
    turns = iter([True] * 40)
    player.run(GAME.start(), lambda: next(turns, False))
    assert list(compile_meanwhile._going_on.values()) == [copy]
    monkeypatch.setattr(RulesToCompile, "compile", compiled)
    compile_meanwhile._going_on.popitem()[1].kill()
    found = player.run(GAME.start(), lambda: True)
    assert found.engine == "compiled"
    record = solve(GAME).probe(GAME.start())
    assert found.best.move in [move.move for move in record.moves if move.best]


@pytest.mark.parametrize("distance", [True, False])
def test_the_interpreter_may_be_first(monkeypatch: pytest.MonkeyPatch, distance: bool) -> None:
    monkeypatch.setattr(RulesToCompile, "compile", never)
    found = search(GAME, threads=2, distance=distance)
    record = solve(GAME, method="reference").probe(GAME.start())
    assert (found.engine, found.stopped, found.why) == ("interpreted", None, None)
    assert agrees(found, record) if distance else found.value is record.value
    assert not compile_meanwhile._going_on


def test_the_interpreter_is_first_only_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Else no run would ever be faster; but a search that is short or has no time left does not
    wait for a compiler."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    compiled, record = RulesToCompile.compile, solve(GAME).probe(GAME.start())
    monkeypatch.setattr(RulesToCompile, "compile", never)
    monkeypatch.setattr(dispatch, "WORTH_SECONDS", 60.0)
    assert search(GAME, threads=2).engine == "interpreted"  # short, and not noted
    monkeypatch.setattr(dispatch, "WORTH_SECONDS", 0.0)
    assert search(GAME, threads=2).engine == "interpreted"
    found = search(GAME, threads=2, seconds=3)
    assert (found.engine, found.stopped) == ("interpreted", None)
    assert found.seconds > 2.5
    assert agrees(found, record)
    compile_meanwhile._going_on.popitem()[1].kill()

    def noted(given: RulesToCompile) -> Any:
        rules = compiled(given)
        (tmp_path / "compiled").touch()
        return rules

    monkeypatch.setattr(RulesToCompile, "compile", noted)
    assert agrees(search(GAME, threads=2), record)  # whichever is first now
    assert (tmp_path / "compiled").exists()  # for later ones
    monkeypatch.setattr(RulesToCompile, "compile", never)
    monkeypatch.setattr(dispatch, "WORTH_SECONDS", 60.0)
    assert search(GAME, threads=2).engine == "interpreted"


def test_an_interrupt_loses_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a finished search waits for the compiler, for the sake of later ones."""
    goes_on = dispatch.SearchRequest._go_on_plain

    def interrupted(request: Any, *rest: Any) -> None:
        goes_on(request, *rest)
        if request.state in request._entries:
            raise KeyboardInterrupt

    monkeypatch.setattr(RulesToCompile, "compile", never)
    monkeypatch.setattr(RulesToCompile, "was_overtaken", True)
    monkeypatch.setattr(dispatch, "WORTH_SECONDS", 0.0)
    monkeypatch.setattr(dispatch.SearchRequest, "_go_on_plain", interrupted)
    found = search(GAME, threads=2)
    assert (found.engine, found.stopped) == ("interpreted", None)
    assert agrees(found, solve(GAME).probe(GAME.start()))


def test_the_interpreter_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "MEANWHILE_STATES", 300)
    found = search(GAME, threads=2)
    assert found.engine == "compiled"
    assert agrees(found, solve(GAME).probe(GAME.start()))


def test_rules_that_do_not_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_: RulesToCompile) -> Any:
        raise NotCompilable("not these rules")

    monkeypatch.setattr(dispatch, "MEANWHILE_STATES", 0)
    monkeypatch.setattr(RulesToCompile, "compile", refuses)
    found = search(GAME, threads=2)
    assert (found.engine, found.why) == ("interpreted", "not these rules")
    assert agrees(found, solve(GAME, method="reference").probe(GAME.start()))


def test_a_compilation_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process compiles by itself then."""
    monkeypatch.setattr(dispatch, "MEANWHILE_STATES", 0)
    here, compiled = os.getpid(), RulesToCompile.compile

    def killed(given: RulesToCompile) -> Any:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return compiled(given)

    monkeypatch.setattr(RulesToCompile, "compile", killed)
    found = search(GAME, threads=2)
    assert found.engine == "compiled"
    assert agrees(found, solve(GAME).probe(GAME.start()))


def test_an_interrupt_ends_the_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[SeparateWork] = []

    def noted(work: Any, seconds: float) -> SeparateWork:
        copies.append(SeparateWork(work, seconds))
        return copies[0]

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compile_meanwhile, "SeparateWork", noted)
    monkeypatch.setattr(dispatch.SearchRequest, "_go_on_plain", interrupted)
    monkeypatch.setattr(RulesToCompile, "compile", never)
    found = search(GAME, threads=2)
    assert (found.stopped, found.engine) == ("interrupted", "interpreted")
    assert not copies[0]._process.is_alive()


class ComesBack(Game):
    """A play of 150 plies and more comes back, which the interpreter finds while compiling."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> tuple[int, ...]:
        return (1, 2)

    def play(self, state: int, move: int) -> int:
        return 150 if state + move > 190 else state + move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 187 else None


def test_a_cycle_that_the_interpreter_finds_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RulesToCompile, "compile", never)
    found = search(ComesBack(), threads=2)
    assert found.engine == "retrograde"
    assert found.value is solve(ComesBack()).value(0)
