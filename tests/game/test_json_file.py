"""Explicit games in JSON files and in the store."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from explicit_trees import TEXTBOOK
from perfectplay import Solution, game_from_json, game_from_tree, solve, verify
from perfectplay.core.errors import GameFileError, MissingRulesError, RulesDifferError, TreeError
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.address import load_game


def test_a_file_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tree.json").write_text(json.dumps(TEXTBOOK))
    game = load_game("tree.json")
    solution = solve(game)
    assert solution.summary()["game"] == "tree"
    solution.save("stored")
    stored = Solution.open("stored")
    assert stored.manifest.game.address == "tree.json"
    assert stored.score("/") == 3
    assert verify("stored").ok
    Path("tree.json").write_text(json.dumps({**TEXTBOOK, "moves": {"a1": 4}}))
    with pytest.raises(RulesDifferError, match="what differs: nodes"):
        Solution.open("stored")
    Path("tree.json").unlink()
    with pytest.raises(MissingRulesError):
        Solution.open("stored").score("/")


def test_a_dictionary_is_found_again_only_by_its_caller(tmp_path: Path) -> None:
    game = game_from_tree(TEXTBOOK)
    solve(game).save(tmp_path / "f")
    with pytest.raises(MissingRulesError, match="game= in Python"):
        Solution.open(tmp_path / "f").score("/")
    assert Solution.open(tmp_path / "f", game).score("/") == 3


def test_fingerprints_are_those_of_the_data() -> None:
    def whole(tree: Any) -> str:
        return fingerprint(game_from_tree(tree)).whole

    assert whole({"x": 1, "y": 2}) == whole({"moves": {"x": 1, "y": 2}})
    others = [
        {"x": 1, "y": 3},
        {"x": 0.1, "y": 0.2},
        {"y": 2, "x": 1},
        {"x": 1, "z": 2},
        {"x": "win"},
    ]
    assert len({whole(tree) for tree in [*others, {"x": 1, "y": 2}]}) == len(others) + 1


FILES: list[tuple[str, type[Exception], str]] = [
    ("", GameFileError, "is not JSON"),
    ("{", GameFileError, "is not JSON"),
    ('{"x": NaN}', TreeError, "NaN is not a number"),
    ('{"x": -Infinity}', TreeError, "-Infinity is not a number"),
    ('{"x": 1e999999999}', TreeError, "too large, or too small"),
    ('{"x": 1, "x": 2}', TreeError, 'the name "x" stands twice'),
    ('{"x": ' + "9" * 5000 + "}", GameFileError, "is not JSON"),
    ("[" * 200_000, GameFileError, "nested too deeply"),
    ("[1, 2]", TreeError, "a tree is a dictionary"),
    ('{"x": {"y": []}}', TreeError, 'the leaf "/x/y" is []'),
    ("\ud800", GameFileError, "is not JSON"),
]


@pytest.mark.parametrize(("text", "kind", "expected"), FILES)
def test_files_that_are_no_game(
    text: str, kind: type[Exception], expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(kind) as error:
        game_from_json(path)
    assert expected in str(error.value)
    assert str(error.value).startswith(str(path))


def test_files_may_begin_with_a_mark_of_their_encoding(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_bytes(b'\xef\xbb\xbf{"x": 1}')
    assert game_from_json(tmp_path / "t.json").outcome("/x") == 1


def test_numbers_of_a_file_are_exact(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"x": 0.1, "y": 0.30}')
    game = game_from_json(tmp_path / "t.json")
    assert (game.unit, game.outcome("/x"), game.outcome("/y")) == (Fraction(1, 10), 1, 3)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(GameFileError, match="cannot be read"):
        load_game("nowhere.json")
    assert "game_from_tree" in dir(perfectplay)
