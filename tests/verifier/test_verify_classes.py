"""The verifier and symmetries: all images of every state are compared, where that is affordable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value
from perfectplay.cli.main import run
from perfectplay.compiler import load
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.image_checks import is_exact
from perfectplay.verifier.verifying import verify
from stored_by_hand import Stored, rows_of, write
from verify_modes import COMPILED, MODES, SWEEP, WALK, kinds, named

Pair = tuple[int, int]


@dataclass(frozen=True)
class Line(Game):
    """A counter, and a place on a line that is mirrored. ``odd``: the kind of the one exception,
    at place 4 and not at its image, place -4."""

    odd: str = ""
    length: int = 40
    at: int = 30

    def start(self) -> Pair:
        return (0, 0)

    def moves(self, state: Pair) -> Iterator[int]:
        yield -1
        yield 1
        if self.odd == "moves" and state[0] == self.at and state[1] == 4:
            yield 2

    def play(self, state: Pair, move: int) -> Pair:
        return (state[0] + 1, max(-8, min(8, state[1] + move)))

    def outcome(self, state: Pair) -> Value | None:
        if self.odd == "outcome" and state[0] == self.at and state[1] == 4:
            return Value.LOSS if (self.length - self.at) % 2 == 0 else Value.WIN
        return Value.LOSS if state[0] == self.length else None

    def symmetries(self, state: Pair) -> Iterator[Pair]:
        yield (state[0], -state[1])
        if self.odd == "class" and state[0] == self.at and state[1] == 4:
            yield (state[0], 5 - state[1])


@dataclass(frozen=True)
class Seated(Line):
    """The same with seats that the rules name."""

    def player(self, state: Pair) -> int:
        odd = self.odd == "seat" and state[0] == self.at and state[1] == 4
        return (state[0] + odd) % 2


@dataclass(frozen=True)
class Tiered(Line):
    """The same with tiers, one of which is an image's alone."""

    def tier(self, state: Pair) -> int:
        odd = self.odd == "tier" and state[0] == self.at and state[1] == 4
        return 2 * state[0] + odd


def quotient(game: Game) -> Stored:
    """What is right for the game without its exception, as it would be stored for the game."""
    stored = rows_of(replace(game, odd=""), symmetries=True)  # type: ignore[type-var]
    return replace(stored, game=game)


ODD = [Line("moves"), Line("outcome"), Line("class"), Seated("seat"), Tiered("tier")]


@MODES
@pytest.mark.parametrize("game", ODD, ids=lambda game: game.odd)
def test_one_state_that_is_not_like_its_image(
    game: Line, mode: dict[str, Any], tmp_path: Path
) -> None:
    """One state of 356 classes, in which no value is wrong for it."""
    result = verify(write(tmp_path / "f", quotient(game)), game, **mode)
    assert "symmetry" in kinds(result)
    messages = {p.message for p in result.problems if p.kind == "symmetry"}
    assert any("30,4" in message for message in messages)
    if game.odd == "moves":
        assert messages == {
            "30,4 is an image of 30,-4, but their moves differ: 30,4 has a move to 31,6, and no "
            "move of 30,-4 leads to an image of it"
        }
    if game.odd in ("outcome", "seat", "tier"):
        said = f"30,4 is an image of 30,-4, but their {game.odd}s differ: "
        assert any(message.startswith(said) for message in messages)


@MODES
@pytest.mark.parametrize("kind", [Line, Seated, Tiered])
def test_true_symmetries_are_right(kind: type[Line], mode: dict[str, Any], tmp_path: Path) -> None:
    result = verify(write(tmp_path / "f", quotient(kind())), kind(), **mode)
    assert (result.problems, result.notes) == ((), ())
    assert result.compared == result.states


def test_a_sample_of_few_states_does_not_show_it(tmp_path: Path) -> None:
    """So it is the comparison of all states that finds it, and the report says which was made."""
    game = Line("moves")
    folder = write(tmp_path / "f", quotient(game))
    result = verify(folder, game, sample=5, symmetries="sample")
    assert (result.ok, result.compared) == (True, 0)


class Raising(Line):
    """Plays go to the left only, and the rules raise on the right."""

    def moves(self, state: Pair) -> Iterator[int]:
        if state[1] > 0:
            raise ValueError("never on the right")
        yield -1
        if state[1] < 0:
            yield 1


@pytest.mark.parametrize("mode", [WALK, COMPILED, SWEEP], ids=["walk", "compiled", "interpreted"])
def test_images_on_which_the_rules_raise(mode: dict[str, Any], tmp_path: Path) -> None:
    """No play need reach them, so they are no fault; a note says that they are not compared."""
    stored = replace(rows_of(Raising(), symmetries=True), covered=None)
    result = verify(write(tmp_path / "f", stored), Raising(), **mode)
    assert result.problems == ()
    (note,) = [note for note in result.notes if "not compared" in note]
    assert "since the rules raise an error there" in note
    assert "never on the right" in note


def test_a_compiled_comparison_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The interpreter has the last word."""
    right = load.compile_rules

    def wrong(_: Any, **arguments: Any) -> Any:
        compiled = right(Line("moves"), **arguments)
        return compiled

    monkeypatch.setattr(load, "compile_rules", wrong)
    result = verify(write(tmp_path / "f", quotient(Line())), Line(), sample=5)
    assert (result.problems, result.how) == ((), "interpreted")
    assert "compiled code" in result.notes[0]


# --- when all are compared ------------------------------------------------------------------------


def test_whether_it_is_worth_while(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path / "f", rows_of(TicTacToe(), symmetries=True)))
    rules = CheckedGame(TicTacToe())
    assert is_exact(manifest, rules) == (True, None)
    # of 10^9 states with 10 moves each
    tiers = (replace(manifest.tiers[0], states=10**9),)
    large = replace(manifest, tiers=tiers, moves=10**10)
    assert large.covered is not None
    for size, exact in ((8, True), (48, True), (79, True), (81, False), (720, False)):
        covered = replace(large.covered, histogram={(1, 0): size * 10**9})
        found, note = is_exact(replace(large, covered=covered), rules)
        assert (found, note is None) == (exact, exact)
    assert note is not None
    assert "720 states each" in note
    assert "74 times as long" in note
    assert is_exact(replace(large, covered=None), rules) == (True, None)


def test_the_report_says_which_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path / "f", rows_of(TicTacToe(), symmetries=True, address="tic_tac_toe"))
    assert run(["verify", str(folder)]) == 0
    assert "symmetries    all images of all 765 states compared" in capsys.readouterr().out
    assert run(["verify", str(folder), "--symmetries", "sample"]) == 0
    assert "symmetries    compared in a sample of states" in capsys.readouterr().out
    assert run(["verify", str(folder), "--symmetries", "none"]) == 2
    assert "exact" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["all", "", 1, True])
def test_no_other_word_is_taken(wrong: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "f", rows_of(TicTacToe(), symmetries=True))
    with pytest.raises(ValueError, match="symmetries must be 'exact', 'sample' or None"):
        verify(folder, symmetries=wrong)


def test_solutions_without_symmetries_say_nothing_of_them(tmp_path: Path) -> None:
    result = verify(write(tmp_path / "f", rows_of(TicTacToe())), symmetries="exact")
    assert (result.ok, result.compared) == (True, None)
    assert named(result, "symmetry") == []
