"""What is offered for symmetries that are found, and why nothing is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import Game, Value, check_game, put, solve
from perfectplay.cli.main import run
from perfectplay.compiler.load import compile_rules
from perfectplay.conformance.symmetry import search_result, search_symmetries, symmetry_search
from perfectplay.conformance.symmetry.board_shapes import BoardShape, candidates
from perfectplay.conformance.symmetry.offer import declaration_text, picture, why_nothing
from perfectplay.conformance.symmetry.permutation import FieldPermutation
from perfectplay.conformance.symmetry.search_result import SymmetrySearchResult
from symmetric_games import Cells, Named, Piles, Ring


@pytest.mark.parametrize("cls", [Cells, Ring, Named])
def test_the_declaration_works_as_it_is_pasted(cls, tmp_path, monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "kept"))
    text = declaration_text(search_symmetries(cls()))
    file = tmp_path / "pasted.py"
    file.write_text(
        f"from {cls.__module__} import {cls.__name__}, Both\n\n\n"
        f"class Pasted({cls.__name__}):\n{text}\n"
    )
    namespace: dict[str, Any] = {"__name__": "pasted"}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    game = namespace["Pasted"]()
    assert check_game(game, samples=400, compiled=False).ok
    found = search_symmetries(game)
    assert found.declared
    plain, small = solve(cls()), solve(game)
    assert small.value(game.start()) is plain.value(game.start())
    assert small.remoteness(game.start()) == plain.remoteness(game.start())
    assert len(small) == len(plain)
    assert small.representatives.states < len(plain)
    monkeypatch.syspath_prepend(str(tmp_path))
    import pasted

    assert compile_rules(pasted.Pasted()).has_symmetries


def test_a_wide_tuple_is_written_on_several_lines():
    mirror = FieldPermutation(tuple(reversed(range(60))), "mirrored")
    lines = declaration_text(SymmetrySearchResult(Cells(tuple(range(60))), 60, (mirror,))).split(
        "\n"
    )
    assert max(map(len, lines)) <= 100
    assert len(lines) > 4
    assert eval("".join(lines[2:-2]).strip("(), ")) == mirror.places


def test_a_picture_shows_which_field_stands_where():
    shape = BoardShape(7, 0, 3, 2)
    left = next(one for one in shape.symmetries() if one.name == "left and right exchanged")
    assert picture(left, shape).split("\n") == [
        "0 1 2  ->  2 1 0",
        "3 4 5      5 4 3",
        "field 6 as before",
    ]
    assert picture(FieldPermutation((1, 2, 0, 4, 3)), None) == "0 -> 2 -> 1 -> 0, 3 -> 4 -> 3"
    assert picture(FieldPermutation((1, 0, 3, 2)), None) == "0 <-> 1, 2 <-> 3"


def test_every_shape_gives_permutations():
    for fields in (2, 3, 4, 9, 10, 12, 19):
        some = list(candidates(fields))
        assert all(sorted(one.places) == list(range(fields)) for one, _ in some)
        assert len({one.places for one, _ in some}) == len(some) >= fields * (fields - 1) // 2


def test_two_boards_are_turned_together():
    class TwoBoards(Game):
        """Crosses on one board, noughts on the other, four cells each; two in a row win."""

        def start(self):
            return (0,) * 8

        def moves(self, state):
            return [i for i in range(4) if not state[i] and not state[4 + i]]

        def play(self, state, move):
            mine = put(state, move, 1)
            return mine[4:] + mine[:4]

        def outcome(self, state):
            won = any(state[4 + i] and state[4 + j] for i, j in ((0, 1), (2, 3)))
            return Value.LOSS if won else Value.DRAW if sum(state) == 4 else None

    found = search_symmetries(TwoBoards())
    assert found.order == 8  # of two rows of two: each turned, and both exchanged
    assert (1, 0, 2, 3, 5, 4, 6, 7) in found.elements(8)


@dataclass(frozen=True)
class Rows(Game):
    count: int = 7
    stuck = Value.LOSS

    def start(self):
        return (1,) * self.count

    def moves(self, state):
        return [i for i in range(self.count) if state[i]]

    def play(self, state, move):
        return put(state, move, 0)

    def outcome(self, state):
        return None


def test_a_group_too_large_to_offer():
    found = search_symmetries(Rows())
    assert found.order == 5_040
    assert declaration_text(found) == ""
    assert "a class could have 5,040 states" in why_nothing(found)


def test_a_group_too_large_to_be_known(monkeypatch):
    for module in (symmetry_search, search_result):
        monkeypatch.setattr(module, "LARGEST", 100)
    found = search_symmetries(Rows())
    assert found.capped
    assert found.order > 100


class Longer(Piles):
    def play(self, state, move):
        return (*super().play(state, move), 0) if state == (6, 6) else super().play(state, move)


class Sets(Piles):
    def start(self):
        return frozenset({6})

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        return state - {move}


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("connect_four", "states are integers, whose bits"),
        (f"{__name__}:Longer", "is not a tuple of 2 whole numbers, as the start is"),
        (f"{__name__}:Sets", "states have a single field, which leaves nothing to exchange"),
    ],
)
def test_why_nothing_is_offered(address, reason, capsys):
    assert run(["symmetries", address]) == 0
    out = capsys.readouterr().out
    assert "nothing is offered: " in out
    assert reason in out
    assert run(["symmetries", address, "--json"]) == 0
    assert reason in json.loads(capsys.readouterr().out)["reason"]


def test_a_game_that_breaks_a_promise_is_one_sentence(capsys):
    assert run(["symmetries", f"{__name__}:Broken"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Broken.play raised ZeroDivisionError" in captured.err


class Broken(Piles):
    def play(self, state, move):
        return super().play(state, move) if state[0] else 1 // 0
