"""Two games have one fingerprint exactly where nothing that the rules reach differs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fingerprinted_rules import OTHER, RULES, SAME, both, of
from perfectplay import Game, Value
from perfectplay.game.naming import GAMES
from perfectplay.games.connect_four import ConnectFour
from perfectplay.identity.fingerprint import differences, fingerprint, is_of
from perfectplay.registry.address import load_class, load_game
from places import ROOT


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_does_not_count(tmp_path: Path, old: str, new: str) -> None:
    first = fingerprint(of(tmp_path / "one"))
    changed = of(tmp_path / "two", *both(RULES, old, new), name="other.py")
    assert fingerprint(changed) == first
    assert differences(first.parts, changed) == ""


@pytest.mark.parametrize(("old", "new", "part"), OTHER)
def test_what_counts(tmp_path: Path, old: str, new: str, part: str | None) -> None:
    first = fingerprint(of(tmp_path / "one"))
    changed = of(tmp_path / "two", *both(RULES, old, new))
    second = fingerprint(changed)
    if part is None and "at_most" in new:  # imported and not used
        assert second == first
        return
    assert second.whole != first.whole
    assert second.parts != first.parts
    assert (part or "bases") in differences(first.parts, changed)


def test_what_is_kept_does_not_count(tmp_path: Path) -> None:
    game = of(tmp_path)
    before = fingerprint(game)
    assert game.limit == 70  # type: ignore[attr-defined]
    assert fingerprint(game) == before


def test_a_file_that_changed_after_it_was_read(tmp_path: Path) -> None:
    """The rules that run count, not the text that has taken their place."""
    game = of(tmp_path)
    before = fingerprint(game)
    (tmp_path / "mine.py").write_text(RULES.replace("1 - state.side", "state.side"))
    after = fingerprint(game)
    assert (
        after.parts["Mine.play"]
        != fingerprint(load_game(f"{tmp_path}/mine.py:Mine")).parts["Mine.play"]
    )
    assert before.parts["Mine.start"] == after.parts["Mine.start"]


def test_text_that_is_run_without_a_file() -> None:
    """Its code counts."""

    def made(rule: str) -> Game:
        space: dict[str, object] = {"__name__": "nowhere"}
        exec(
            "from perfectplay import Game, Value\n"
            "class G(Game):\n"
            "    def start(self): return 3\n"
            "    def moves(self, state): return [1]\n"
            f"    def play(self, state, move): return {rule}\n"
            "    def outcome(self, state): return None if state else Value.LOSS\n",
            space,
        )
        return space["G"]()  # type: ignore[operator,no-any-return]

    one = fingerprint(made("state - move"))
    assert one == fingerprint(made("state - move"))
    assert one != fingerprint(made("state - 1"))
    assert one != fingerprint(made("state - 2"))
    assert "G.play" in differences(one.parts, made("state - 2"))


def functions(step: int, end: str) -> Game:
    """A game of the older style, from closures."""

    def do_move(move, state):
        return state - move * step if state >= move * step else False

    return Game.from_functions(
        7, [1, 2], do_move, lambda state: -1 if state == 0 else end, stuck=Value.LOSS
    )


def test_games_from_functions() -> None:
    one = functions(1, "undecided")
    assert fingerprint(one) == fingerprint(functions(1, "undecided"))
    assert differences(fingerprint(one).parts, functions(2, "undecided")) == "step"
    assert differences(fingerprint(one).parts, functions(1, "open")) == "end"
    other = Game.from_functions(8, [1, 2], one._do_move, one._evaluate, stuck=Value.DRAW)  # type: ignore[attr-defined]
    assert differences(fingerprint(one).parts, other) == "start, stuck"


PRINT = """
import sys
sys.path.insert(0, {folder!r})
from perfectplay.registry.address import load_game
from perfectplay.identity.fingerprint import fingerprint
print(fingerprint(load_game({address!r})))
"""


def test_other_processes_agree(tmp_path: Path) -> None:
    """Whatever order Python keeps its sets in."""
    of(tmp_path)
    code = PRINT.format(folder=str(tmp_path), address=f"{tmp_path}/mine.py:Mine")
    root = str(ROOT / "src")
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": root, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert shown == {f"{fingerprint(of(tmp_path))}\n"}


@pytest.mark.parametrize("name", GAMES)
def test_the_library_has_sources(name: str) -> None:
    """Every game's fingerprint is of syntax trees, and is its own."""
    from perfectplay.identity.fingerprint import _texts

    game = load_game(name)
    texts = _texts(game)
    assert not any(text.startswith("code (") or "\ncode (" in text for text in texts.values())
    found = fingerprint(game)
    assert len(found.whole) == 64
    assert all(len(part) == 16 for part in found.parts.values())
    assert not any("text" in part or "parse" in part for part in found.parts)


def test_games_differ() -> None:
    wholes = [fingerprint(load_game(name)).whole for name in GAMES]
    assert len(set(wholes)) == len(GAMES)
    assert fingerprint(ConnectFour()).whole != fingerprint(ConnectFour(width=4)).whole
    assert "parameter width" in differences(fingerprint(ConnectFour()).parts, ConnectFour(width=4))
    assert isinstance(load_class("nim"), type)


def test_a_known_fingerprint(tmp_path: Path) -> None:
    """The same in every version of Python: a change here makes all stored solutions foreign."""
    assert fingerprint(load_game("three_rocks")).whole.startswith("6a1c1afb")
    assert fingerprint(of(tmp_path)).whole.startswith("e4a10704")


ANNOTATED = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Heaps:
    left: int
    right: int = 2

@dataclass(frozen=True)
class Mine(Game):
    first: Heaps = Heaps(3)
    most: int = 2

    def start(self) -> Heaps:
        return self.first

    def moves(self, state: Heaps) -> list[int]:
        return [n for n in range(1, self.most + 1) if n <= state.left]

    def play(self, state: Heaps, move: int) -> Heaps:
        return Heaps(state.right, state.left - move)

    def outcome(self, state: Heaps) -> Value | None:
        return Value.LOSS if state == Heaps(0, 0) else None
"""
"""Annotations that Python evaluates: without ``from __future__ import annotations``."""


def test_annotations_and_dataclasses_in_every_version(tmp_path: Path) -> None:
    """Python 3.14 keeps annotations in functions; how a dataclass is printed differs by version."""
    first = fingerprint(of(tmp_path / "one", ANNOTATED))
    assert first.whole.startswith("73c3a270")
    assert not any("annotate" in part or "repr" in part for part in first.parts)
    moved = "# a remark\n" + ANNOTATED.replace("left: int", "left: object")
    assert fingerprint(of(tmp_path / "two", moved)) == first


def test_early_fingerprints_of_dataclasses(tmp_path: Path) -> None:
    """They include how the states are printed, and are still those of the game."""
    from perfectplay.identity.fingerprint import _texts, _whole

    game = of(tmp_path, ANNOTATED)
    early = _texts(game, with_reprs=True)
    assert any(part.endswith("__repr__") for part in early)
    assert is_of(game, _whole(early))
    changed = of(tmp_path, ANNOTATED.replace("state.left - move", "state.left"))
    assert not is_of(changed, _whole(early))


def test_many_differences_are_cut() -> None:
    said = differences(fingerprint(load_game("kalah")).parts, load_game("nim"))
    assert said.endswith(" more")
    assert said.count(",") == 6
