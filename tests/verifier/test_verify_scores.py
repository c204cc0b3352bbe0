"""The verifier of games of points: right solutions pass, each planted fault is found and named."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow.parquet as pq
import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.verifier import verifying
from perfectplay.verifier.plain.plain_scores import right_score
from perfectplay.verifier.stored import score_conditions
from perfectplay.verifier.stored.stored_tiers import worth_of
from perfectplay.verifier.verifying import verify
from points_by_hand import PART, TABLES, rows_of, seal, write_rows, write_table
from random_points import Points, PointsOnIntegers, PointsOnStrings
from verify_modes import MODES, how_of, kinds, named


@dataclass(frozen=True)
class Coins(Game):
    """Coins in a row; take one from either end. A row and its mirror image are equal."""

    row: tuple[int, ...] = (3, 9, 1, 4, 1, 9, 3)

    scoring: ClassVar[bool] = True
    stuck: ClassVar[int] = 0

    def start(self) -> Any:
        return self.row

    def moves(self, state: Any) -> Iterator[int]:
        if any(state):
            yield 0
            yield 1

    def end(self, state: Any, move: int) -> int:
        there = [i for i in range(len(state)) if state[i]]
        return there[-1] if move else there[0]

    def play(self, state: Any, move: int) -> Any:
        return put(state, self.end(state, move), 0)

    def gain(self, state: Any, move: int) -> int:
        return int(state[self.end(state, move)])

    def outcome(self, state: Any) -> int | None:
        return None

    def symmetries(self, state: Any) -> Iterator[Any]:
        yield state[::-1]


def stored(game: Game, folder: Path) -> Path:
    solve(game, method="reference").save(folder)
    return folder


# --- right solutions ------------------------------------------------------------------------------


@pytest.mark.thinned(5)
@pytest.mark.parametrize("kind", [Points, PointsOnIntegers, PointsOnStrings])
@pytest.mark.parametrize("seed", range(8))
@MODES
def test_random_games_are_right(
    kind: type[Points], seed: int, mode: dict[str, Any], tmp_path: Path
) -> None:
    game = kind(seed)
    solution = solve(game, method="reference")
    solution.save(tmp_path / "f")
    result = verify(tmp_path / "f", **mode)
    assert result.problems == ()
    assert (result.states, result.moves) == (len(solution), solution.moves)
    numbers = kind is not PointsOnStrings
    assert result.how == (how_of(mode, len(solution)) if numbers else "interpreted")
    write_rows(tmp_path / "f", rows_of(tmp_path / "f"))  # as by hand, so that faults are alone
    assert verify(tmp_path / "f", **mode).ok


@MODES
def test_classes_are_right(mode: dict[str, Any], tmp_path: Path) -> None:
    """One state of each class, by hand."""
    solution = solve(Coins(), method="reference")
    folder = stored(Coins(), tmp_path / "f")
    first = {
        key: min(key, solution.keys.key(solution.keys.state(key)[::-1]))
        for key, *_ in rows_of(folder)
    }
    rows = [row for row in rows_of(folder) if first[row[0]] == row[0]]
    assert len(rows) < len(first)

    def classes(whole: Any) -> None:
        whole["symmetries"] = True
        whole["start"]["key"] = first[whole["start"]["key"]]
        whole["moves"] = 2 * sum(plies > 0 for _, _, plies in rows)

    write_rows(folder, rows, classes)
    result = verify(folder, **mode)
    assert result.problems == ()
    assert result.how == how_of(mode, len(rows))
    n = next(n for n, (_, _, plies) in enumerate(rows) if plies == 3)
    rows[n][1] += 2
    write_rows(folder, rows, classes)
    assert named(verify(folder, **mode), "value")[0] == rows[n][0]


# --- planted faults -------------------------------------------------------------------------------

GAMES = [Points(2), PointsOnIntegers(3), PointsOnStrings(4), Coins()]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: type(game).__name__)
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored game of points that no test may change."""
    return stored(request.param, tmp_path_factory.mktemp("verify") / "points")


@pytest.fixture
def own(small: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(small, tmp_path / "own"))


WORTH: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "one more": lambda score, plies: (score + 1, plies),
    "one less": lambda score, plies: (score - 1, plies),
    "another sign": lambda score, plies: (-score or 1, plies),
    "a ply more": lambda score, plies: (score, plies + 1),
    "a ply less": lambda score, plies: (score, plies - 1 if plies else 2),
    "the largest": lambda score, plies: (SCORE_LIMIT, plies),
    "the smallest": lambda score, plies: (-SCORE_LIMIT, plies),
}


@MODES
@pytest.mark.parametrize("fault", WORTH)
def test_another_worth(fault: str, mode: dict[str, Any], own: Path) -> None:
    rows = rows_of(own)
    for n in random.Random(5).sample(range(len(rows)), 6):
        state, score, plies = rows[n]
        changed = [state, *WORTH[fault](score, plies)]
        write_rows(own, [*rows[:n], changed, *rows[n + 1 :]])
        result = verify(own, **mode)
        problem = next(p for p in result.problems if p.key == state)
        assert problem.kind == "value"
        assert problem.right == (Value((score > 0) - (score < 0) + 2), plies, score)
        assert problem.stored is not None
        assert problem.stored[1:] == (changed[2], changed[1])
        as_dict = problem.as_dict()
        assert as_dict["right"]["score"] == score
        assert " is stored as " in problem.message
        assert ", right is " in problem.message


@MODES
def test_a_state_that_is_missing(mode: dict[str, Any], own: Path) -> None:
    rows = rows_of(own)
    start = json.loads((own / "manifest.json").read_text())["start"]["key"]
    for n in random.Random(6).sample(range(len(rows)), 6):
        if rows[n][0] == start:
            continue
        write_rows(own, [*rows[:n], *rows[n + 1 :]])
        result = verify(own, **mode)
        assert [p.key for p in result.problems if p.kind == "missing"] == [rows[n][0]]


@MODES
def test_a_state_that_no_play_reaches(mode: dict[str, Any], own: Path) -> None:
    rows = rows_of(own)
    fresh = next(
        key for key in ("000", "1") if all(key != r[0] for r in rows)
    ) if isinstance(rows[0][0], str) else rows[-1][0] - 1  # fmt: skip
    if any(row[0] == fresh for row in rows):
        pytest.skip("no room for another state")
    write_rows(own, sorted([*rows, [fresh, 2, 3]]))
    result = verify(own, **mode)
    assert kinds(result) == {"unreached"}
    assert "is stored as win by 2 in 3, and no play reaches it" in result.problems[0].message


@MODES
def test_what_the_manifest_says(mode: dict[str, Any], own: Path) -> None:
    def other_start(whole: Any) -> None:
        whole["start"]["score"] += 1 if whole["start"]["score"] > 0 else -1
        whole["start"]["value"] = "win" if whole["start"]["score"] > 0 else "loss"
        whole["histogram"] = rows

    whole = json.loads((own / "manifest.json").read_text())
    rows = whole["histogram"]
    if whole["start"]["value"] == "draw":
        pytest.skip("its start is a draw")
    seal(own, whole, other_start)
    result = verify(own, **mode)
    assert kinds(result) == {"manifest"}
    assert "says that the start is" in result.problems[0].message


@MODES
@pytest.mark.parametrize("fault", TABLES)
def test_parts_by_hand(fault: str, mode: dict[str, Any], own: Path) -> None:
    """Checksums are right: the columns are wrong."""
    write_table(own, TABLES[fault](pq.read_table(own / PART)))
    assert kinds(verify(own, **mode)) == {"file"}


@MODES
def test_rules_with_another_gain(
    mode: dict[str, Any], own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fingerprint tells; where it is overlooked, the scores do."""
    kind = type(next(g for g in GAMES if type(g).__name__ in (own / "manifest.json").read_text()))
    gain = kind.gain
    monkeypatch.setattr(kind, "gain", lambda self, state, move: gain(self, state, move) + 1)
    monkeypatch.setattr(verifying, "check_fingerprint", lambda *_: None)
    assert kinds(verify(own, **mode)) == {"value"}


def test_scoring_that_is_not_that_of_the_rules(own: Path) -> None:
    whole = json.loads((own / "manifest.json").read_text())
    del whole["scoring"], whole["start"]["score"]
    seal(own, whole)
    result = verify(own)
    assert kinds(result) == {"manifest"}
    assert "says that the game is no game of points" in result.problems[0].message


@pytest.mark.parametrize("seed", range(200))
def test_what_the_kernel_judges_is_what_plain_code_says(seed: int) -> None:
    """One state with random moves to random entries, some of them not stored, some right."""
    chance = random.Random(seed)
    limit = chance.choice([3, SCORE_LIMIT])
    n = chance.randrange(1, 5)
    scores = [chance.randrange(-limit, limit + 1) for _ in range(n)]
    plies = [chance.randrange(5) for _ in range(n)]
    again = [chance.random() < 0.3 for _ in range(n)]
    gains = [chance.randrange(-2, 3) for _ in range(n)]
    signs = np.sign(np.array(scores)) + 2
    found = np.empty(n, np.uint64)
    score_conditions.pack_scored(
        signs.astype(np.uint8), np.array(plies, np.int32), np.array(scores, np.int32), found
    )
    worth = [(Value(int(v)), p, s) for v, p, s in zip(signs, plies, scores, strict=True)]
    assert [worth_of(int(entry)) for entry in found] == worth
    end = chance.choice([None, None, 4])
    right = right_score(end, list(zip(worth, again, strict=True)), gains)
    missing = chance.random() < 0.2
    if missing:
        found[chance.randrange(n)] = 0
    stored = right if chance.random() < 0.5 else (Value.WIN, 1, 1)
    fits = abs(stored[2]) <= SCORE_LIMIT  # type: ignore[misc]
    own = np.empty(1, np.uint64)
    kept = stored if fits else (Value.WIN, 1, 1)
    score_conditions.pack_scored(
        *(
            np.array([x], t)
            for x, t in zip(
                (kept[0], kept[1], kept[2]), (np.uint8, np.int32, np.int32), strict=True
            )
        ),
        own,
    )  # type: ignore[misc]
    bad, points, after = (np.zeros(1, np.int64) for _ in range(3))
    wrong = score_conditions.judge_scores(
        own, np.array([n], np.int32), np.array([0 if end is None else 3], np.uint8),
        np.array([end or 0], np.int32), found, np.array(again, np.uint8), np.array(gains, np.int32),
        False, bad, points, after,
    )  # fmt: skip
    assert wrong == (not missing and kept != right)
    if wrong:
        assert (bad[0], after[0], points[0]) == (0, right[1], right[2])  # type: ignore[misc]
