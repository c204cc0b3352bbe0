"""The code of rule operators counts for the fingerprints of the games that they make."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.core.errors import RulesDifferError
from perfectplay.game.operators.beside import Beside
from perfectplay.game.operators.cap import Cap, cap
from perfectplay.game.operators.counted import counted
from perfectplay.game.operators.misere import Misere, misere
from perfectplay.game.operators.operator_address import FORMS
from perfectplay.game.operators.pie import pie
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.operators.sums import Sum, sum_of
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.identity import fingerprint as module
from perfectplay.identity.fingerprint import differences, fingerprint, is_of
from perfectplay.identity.operator_code import CODE, FIRST_CODE, digest_of, operator_code
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest import RulesEntry, write_manifest
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.verifying import verify

ROCKS = ThreeRocks(3, 2)

MADE: dict[str, Game] = {
    "misere": misere(ROCKS),
    "cap": cap(ROCKS, 3),
    "pie": pie(ROCKS),
    "counted": counted(DotsAndBoxes(1, 1)),
    "start_at": start_at(ROCKS, (1, 1)),
    "sum_of": sum_of(Nim(rows=(1, 2)), Nim(rows=(3,))),
}


def drawn(self: Any, state: Any) -> Any:
    """Ends as no misère game does."""
    return None if self.game.outcome(state) is None else Value.DRAW


def twice(self: Any, state: Any, move: Any) -> Any:
    return self.with_number(self.game.play(self.inner(state), move), state[-1] + 2)


def before(game: Game) -> RulesEntry:
    """The fingerprint that a folder had before the code of operators counted."""
    texts = {k: v for k, v in module._texts(game).items() if CODE not in k}
    return RulesEntry(module._whole(texts), module._short(texts))


def one_ahead(self: Any) -> Any:
    return self.with_number(self.game.start(), 1)


def test_every_operator_has_its_code() -> None:
    assert set(MADE) == set(FIRST_CODE) == {*FORMS, "sum_of"}
    for name, game in MADE.items():
        part, text = operator_code(game)  # type: ignore[arg-type]
        assert part == f"code of {name}"
        assert part in fingerprint(game).parts
        assert "code (" not in text, "an operator without a syntax tree depends on Python's version"


def test_the_code_does_not_depend_on_the_game() -> None:
    """Methods that only some games have are always part of it."""
    for game in (Nim(), ThreeRocks(), load_game("chopsticks"), load_game("connect_four")):
        assert operator_code(misere(game)) == operator_code(misere(ROCKS))
        assert operator_code(pie(misere(game))) == operator_code(pie(ROCKS))


@pytest.mark.parametrize(
    ("cls", "method", "patch", "changed"),
    [
        (Misere, "outcome", drawn, ["misere"]),
        (Cap, "play", twice, ["cap"]),
        (Beside, "start", one_ahead, ["cap", "pie", "counted"]),
        (Sum, "outcome", drawn, ["sum_of"]),
    ],
)  # fmt: skip
def test_a_change_in_an_operator_is_another_game(
    cls: type, method: str, patch: Any, changed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = {name: fingerprint(game) for name, game in MADE.items()}
    nested = fingerprint(misere(pie(ROCKS)))
    monkeypatch.setattr(cls, method, patch)
    for name, game in MADE.items():
        differ = differences(earlier[name].parts, game)
        assert differ == (f"code of {name}" if name in changed else ""), name
        assert is_of(game, earlier[name].whole) is (name not in changed)
        assert is_of(game, before(game).fingerprint) is (name not in changed)
    inside = {"misere", "pie"} & set(changed)
    assert is_of(misere(pie(ROCKS)), nested.whole) is not inside


def test_what_people_read_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = fingerprint(MADE["cap"])
    monkeypatch.setattr(Cap, "text", lambda *_: "a state")
    monkeypatch.setattr(Cap, "parse", lambda *_: (0, 0, 0))
    assert fingerprint(MADE["cap"]) == earlier


@pytest.mark.parametrize("name", MADE)
def test_folders_from_before_are_opened(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    game = MADE[name]
    folder = older(game, tmp_path / "s")
    assert Solution.open(folder, game).start == game.start()
    found = verify(folder, game)
    assert found.ok, found.problems


def test_folders_from_before_a_change_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    game = misere(ROCKS)
    old, new = older(game, tmp_path / "old"), tmp_path / "new"
    solve(game).save(new)
    monkeypatch.setattr(Misere, "outcome", drawn)
    with pytest.raises(RulesDifferError, match=r"differs: code of misere \(which did not count th"):
        Solution.open(old, game)
    for question in (lambda: Solution.open(new, game), lambda: verify(new, game)):
        with pytest.raises(RulesDifferError, match="differs: code of misere; "):
            question()


def test_what_differs_beside_the_code_of_a_folder_from_before(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = older(misere(ROCKS), tmp_path / "old")
    with pytest.raises(RulesDifferError, match="what differs: parameter left; "):
        Solution.open(folder, misere(ThreeRocks(4, 2)))


def older(game: Game, folder: Path) -> Path:
    """A folder as it was written before the code of operators counted."""
    solve(game).save(folder)
    manifest = read_manifest(folder)
    write_manifest(folder, replace(manifest, rules=before(game)))
    assert "code of" not in json.dumps(dict(read_manifest(folder).rules.parts))
    return folder


def test_the_first_code_is_that_of_today_or_is_left() -> None:
    """Digests are compared whole; one that is mistyped would refuse all folders from before."""
    assert all(len(digest) == 64 for digest in FIRST_CODE.values())
    for name, game in MADE.items():
        now = digest_of(operator_code(game)[1])  # type: ignore[arg-type]
        assert is_of(game, before(game).fingerprint) is (now == FIRST_CODE[name])
