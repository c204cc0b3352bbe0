"""The verifier: right solutions pass, and each planted fault is found and named."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests import random_games as games
from tests.games_to_verify import (
    Chain,
    Exchanged,
    LoopyTiers,
    OneMoveLess,
    Steps,
    Tiered,
    TwoPiles,
    WideChain,
)
from tests.stored_by_hand import Stored, rows_of, write

import perfectplay
from perfectplay import Value
from perfectplay.contract.compiled import load
from perfectplay.contract.compiled.load import compile_rules
from perfectplay.contract.rules import Rules
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.results.store.manifest import KeysEntry
from perfectplay.results.verify import verifying
from perfectplay.results.verify.asking import Asker, AskingCrew
from perfectplay.results.verify.report import KINDS, Verification
from perfectplay.results.verify.telling import Teller
from perfectplay.results.verify.verifying import verify

ALL, FEW = 100_000, 5
"""Samples: the interpreter is asked about all states; compiled rules, and it about a few."""

MODES = pytest.mark.parametrize("sample", [ALL, FEW], ids=["interpreted", "compiled"])


def kinds(result: Verification) -> set[str]:
    assert result.ok == (result.found == 0) == (not result.problems)
    assert {problem.kind for problem in result.problems} <= set(KINDS)
    return {problem.kind for problem in result.problems}


def named(result: Verification, kind: str) -> list[Any]:
    """The keys that problems of a kind name."""
    return [problem.key for problem in result.problems if problem.kind == kind]


def levels_of(stored: Stored) -> Stored:
    """The solution of a game of levels with the levels as tiers."""
    rows: dict[int, list[Any]] = {}
    for row in stored.every():
        rows.setdefault(int(row[0]) // 100, []).append(row)
    return replace(stored, rows=rows)


# --- right solutions ------------------------------------------------------------------------------

SEEDS = (3, 5, 17, 25, 45, 63, 83, 84, 88, 104, 125, 163, 245, 283, 325, 405)
NUMBERED = ("OnIntegers", "OnTuples", "AgainIntegers", "AgainTuples", "SeatedIntegers",
            "PuzzleIntegers")  # fmt: skip
NAMED = ("OnStrings", "AgainStrings", "SeatedStrings", "PuzzleStrings")


@MODES
@pytest.mark.parametrize("name", NUMBERED)
def test_random_graphs_are_right(name: str, sample: int, tmp_path: Path) -> None:
    sizes = set()
    for seed in SEEDS:
        stored = rows_of(getattr(games, name)(seed))
        result = verify(write(tmp_path / f"{seed}", stored), sample=sample)
        assert (result.problems, result.ok) == ((), True), seed
        states = len(stored.every())
        assert (result.states, result.moves) == (states, stored.moves)
        assert result.sampled == min(states, sample)
        assert result.how == ("compiled" if states > sample else "interpreted")
        sizes.add(states > 50)
    assert sizes == {False, True}


@pytest.mark.parametrize("name", NAMED)
def test_random_graphs_on_texts_are_right(name: str, tmp_path: Path) -> None:
    for seed in SEEDS:
        stored = rows_of(getattr(games, name)(seed))
        result = verify(write(tmp_path / f"{seed}", stored), sample=FEW)
        assert (result.problems, result.how) == ((), "interpreted"), seed


@MODES
@pytest.mark.parametrize("name", ["TurnedIntegers", "TurnedTuples", "TurnedStrings"])
def test_random_graphs_with_symmetries_are_right(name: str, sample: int, tmp_path: Path) -> None:
    for seed in SEEDS:
        stored = rows_of(getattr(games, name)(seed), symmetries=True)
        result = verify(write(tmp_path / f"{seed}", stored), sample=sample)
        assert result.problems == (), seed
        assert "are not checked" in result.notes[0]  # the start of these has images


@MODES
@pytest.mark.parametrize(
    "stored",
    [
        rows_of(Tiered()), rows_of(LoopyTiers()), rows_of(Chain(300)), levels_of(rows_of(Steps())),
        rows_of(TicTacToe(), symmetries=True), rows_of(ConnectFour(3, 3, 3), symmetries=True),
        replace(rows_of(Chomp(3, 4)), part_states=7), rows_of(Chain(2_000)),
    ],
    ids=lambda stored: type(stored.game).__name__,
)  # fmt: skip
def test_games_are_right(stored: Stored, sample: int, tmp_path: Path) -> None:
    result = verify(write(tmp_path / "f", stored), sample=sample, threads=2)
    assert (result.problems, result.notes) == ((), ())
    if result.how == "compiled":
        assert result.moves == stored.moves


def test_the_start_alone(tmp_path: Path) -> None:
    assert verify(write(tmp_path / "f", rows_of(ThreeRocks(0, 0))), sample=0).ok


# --- wrong values ---------------------------------------------------------------------------------

VALUE_FAULTS = {  # what is there, what is planted
    "a value": (lambda v, r: r is not None and r > 0, lambda v, r: (4 - v if v != 2 else 3, r)),
    "a win's remoteness": (lambda v, r: v == 3 and r > 1, lambda v, r: (v, r - 2)),
    "a loss's remoteness": (lambda v, r: v == 1 and r > 0, lambda v, r: (v, r + 2)),
    "a drawn end's remoteness": (lambda v, r: v == 2 and r, lambda v, r: (v, r + 1)),
    "a drawn end as endless": (lambda v, r: v == 2 and r is not None, lambda v, r: (v, None)),
    "an endless draw as a drawn end": (lambda v, r: r is None, lambda v, r: (v, 4)),
    "a terminal state's value": (lambda v, r: r == 0, lambda v, r: (v % 3 + 1, 0)),
    "a terminal state's remoteness": (lambda v, r: r == 0, lambda v, r: (v, 2)),
}


def loops(stored: Stored, key: Any) -> bool:
    """Whether a state has a move to itself: then what its moves say hangs on its own value."""
    return any(stored.game.play(key, move) == key for move in stored.game.moves(key))


@MODES
@pytest.mark.parametrize("fault", VALUE_FAULTS)
def test_a_wrong_value_is_named_with_the_right_one(fault: str, sample: int, tmp_path: Path) -> None:
    there, planted = VALUE_FAULTS[fault]
    tried = 0
    for seed in (45, 63, 125, 245, 405):
        stored = rows_of(games.OnIntegers(seed))
        rows = [row for row in stored.every() if there(*row[1:]) and not loops(stored, row[0])]
        for key, value, plies in rows[:: max(1, len(rows) // 2)]:
            wrong = planted(value, plies)
            folder = write(tmp_path / f"{seed}-{key}", stored.changed(key, *wrong))
            result = verify(folder, sample=sample)
            problem = next(p for p in result.problems if (p.kind, p.key) == ("value", key))
            assert problem.stored == (Value(wrong[0]), wrong[1])
            assert problem.right == (Value(value), plies)
            assert problem.state == str(key)
            tried += 1
    assert tried >= 3


@MODES
@pytest.mark.parametrize(
    "name", ["OnIntegers", "AgainTuples", "PuzzleIntegers", "SeatedIntegers", "OnStrings",
             "TurnedTuples"]
)  # fmt: skip
def test_any_single_change_is_found(name: str, sample: int, tmp_path: Path) -> None:
    chance = random.Random(name)
    for seed in SEEDS:
        game = getattr(games, name)(seed)
        stored = rows_of(game, symmetries=name.startswith("Turned"))
        for n in range(3):
            key, value, plies = chance.choice(stored.every())
            worths = [(v, r) for v in (1, 2, 3) for r in (*range(6), plies, None, 40)]
            other = chance.choice([w for w in worths if w != (value, plies) and (w[1] or w[0])])
            if other[1] is None and other[0] != 2:
                other = (other[0], 7)
            result = verify(write(tmp_path / f"{seed}-{n}", stored.changed(key, *other)),
                            sample=sample)  # fmt: skip
            assert key in named(result, "value"), (seed, key, value, plies, other)


def test_problems_do_not_depend_on_threads(tmp_path: Path) -> None:
    stored = rows_of(games.OnIntegers(405))
    for key, value, _ in stored.every()[::7]:
        stored = stored.changed(key, value, 77)
    folder = write(tmp_path / "f", stored)
    first = verify(folder, sample=FEW, threads=1)
    assert first.found > verifying.SHOWN == len(first.problems)
    for threads in (2, 5):
        again = verify(folder, sample=FEW, threads=threads)
        assert (again.problems, again.found) == (first.problems, first.found)


# --- wrong states ---------------------------------------------------------------------------------


@MODES
def test_a_missing_state(sample: int, tmp_path: Path) -> None:
    stored = rows_of(games.OnTuples(245))
    for n, row in enumerate(stored.every()[::9]):
        if row[0] == stored.start[0]:
            continue
        result = verify(write(tmp_path / f"{n}", stored.without(row[0])), sample=sample)
        assert named(result, "missing") == [row[0]]


@MODES
def test_a_missing_start(sample: int, tmp_path: Path) -> None:
    stored = rows_of(TwoPiles())
    assert [row[1:] for row in stored.every()].count(stored.start[1:]) > 1  # the histogram holds it
    result = verify(write(tmp_path / "f", stored.without(stored.start[0])), sample=sample)
    assert stored.start[0] in named(result, "missing")


@MODES
def test_a_missing_tier(sample: int, tmp_path: Path) -> None:
    stored = rows_of(Tiered())
    rows = {tier: rows for tier, rows in stored.rows.items() if tier != 2}
    result = verify(write(tmp_path / "f", replace(stored, rows=rows)), sample=sample)
    assert "missing" in kinds(result)


@MODES
def test_a_state_that_no_play_reaches(sample: int, tmp_path: Path) -> None:
    stored = rows_of(TwoPiles())
    strange = 8 * stored.size[1] - 1 + 1  # (7, -1 + 1): one rock too many on the left
    right = rows_of(TwoPiles(7, 0)).start
    result = verify(
        write(tmp_path / "f", stored.with_rows(0, (strange, *right[1:]))), sample=sample
    )
    assert named(result, "unreached") == [strange]
    assert result.problems[0].state == "7,-1"


@MODES
def test_a_ring_that_no_play_reaches(sample: int, tmp_path: Path) -> None:
    """Its values are right by themselves: only the marks can find it."""
    ring = [(1_000_000 + i, 2, None) for i in range(3)]
    for game, tier in ((Chain(300), 0), (WideChain(300), 1)):
        stored = rows_of(game).with_rows(tier, *ring)
        result = verify(write(tmp_path / f"{tier}", stored), sample=sample)
        assert named(result, "unreached") == [row[0] for row in ring]
        assert kinds(result) == {"unreached"}


def test_rings_are_found_in_long_thin_tiers(tmp_path: Path) -> None:
    """After many thin waves the rest of a tier is marked by its edges."""
    ring = [(1_000_000 + i, 2, None) for i in range(3)]
    stored = rows_of(Chain(2_000))
    assert verify(write(tmp_path / "right", stored), sample=FEW).ok
    wrong = stored.with_rows(0, *ring)
    assert named(verify(write(tmp_path / "ring", wrong), sample=FEW), "unreached") == [
        row[0] for row in ring
    ]
    key = stored.every()[700][0]
    changed = stored.changed(key, 2, 6)
    assert key in named(verify(write(tmp_path / "changed", changed), sample=FEW), "value")
    without = stored.without(1_200)
    assert named(verify(write(tmp_path / "without", without), sample=FEW), "missing") == [1_200]


@MODES
def test_a_state_in_two_tiers(sample: int, tmp_path: Path) -> None:
    stored = levels_of(rows_of(Steps()))
    row = stored.rows[3][0]
    result = verify(write(tmp_path / "f", stored.with_rows(5, row)), sample=sample)
    assert named(result, "twice") == [row[0]]


@MODES
def test_a_state_in_another_tier(sample: int, tmp_path: Path) -> None:
    stored = rows_of(LoopyTiers())
    row = stored.rows[2][1]
    for n, tier in enumerate((1, 3)):
        moved = stored.without(row[0]).with_rows(tier, row)
        result = verify(write(tmp_path / f"{n}", moved), sample=sample)
        assert "tier" in kinds(result)


UNSAMPLED = pytest.mark.parametrize("sample", [ALL, 0], ids=["interpreted", "compiled"])


@UNSAMPLED
def test_any_state_in_another_tier(sample: int, tmp_path: Path) -> None:
    """Also where no move falls by it, as with 13, whose play is over: the rules say its tier."""
    stored = rows_of(LoopyTiers())
    right = {row[0]: tier for tier, rows in stored.rows.items() for row in rows}
    for row in stored.every()[::4] + stored.rows[1][3:4]:
        for tier in {right[row[0]] + 1, right[row[0]] + 2, right[row[0]] - 1} & {*stored.rows}:
            moved = stored.without(row[0]).with_rows(tier, row)
            result = verify(write(tmp_path / f"{row[0]}-{tier}", moved), sample=sample)
            assert "tier" in kinds(result), (row, tier)
            if row[0] == 13 and tier > 1:
                assert named(result, "tier") == [13]
                assert f"13 is stored in tier {tier}, its tier is 1" in str(result.problems)


@UNSAMPLED
def test_tiers_that_are_all_one_too_high(sample: int, tmp_path: Path) -> None:
    """No move falls, so that only the rules can say it."""
    stored = rows_of(ThreeRocks(3, 3))
    rows = {tier + (tier > 2): rows for tier, rows in stored.rows.items()}
    result = verify(write(tmp_path / "f", replace(stored, rows=rows)), sample=sample)
    assert kinds(result) == {"tier"}
    wrong = [row[0] for tier, rows in stored.rows.items() for row in rows if tier > 2]
    assert sorted(named(result, "tier")) == sorted(wrong)


@UNSAMPLED
def test_a_start_in_another_tier(sample: int, tmp_path: Path) -> None:
    """It is no child."""
    stored = rows_of(ThreeRocks(2, 2))
    moved = stored.without(stored.start[0]).with_rows(1, stored.start)
    result = verify(write(tmp_path / "f", moved), sample=sample)
    assert named(result, "tier") == [stored.start[0]]
    assert kinds(result) == {"tier"}


@MODES
def test_all_tiers_stored_as_one(sample: int, tmp_path: Path) -> None:
    """As `Solution.save` does it."""
    for game in (Tiered(), LoopyTiers()):
        stored = rows_of(game)
        whole = replace(stored, rows={0: sorted(stored.every())})
        folder = write(tmp_path / type(game).__name__, whole)
        assert verify(folder, sample=sample).problems == ()


@MODES
def test_two_of_one_class(sample: int, tmp_path: Path) -> None:
    stored = rows_of(TicTacToe(), symmetries=True)
    corner = rows_of(TicTacToe())
    keys = {row[0] for row in stored.every()}
    other = next(row for row in corner.every() if row[0] not in keys)
    result = verify(write(tmp_path / "f", stored.with_rows(0, other)), sample=sample)
    assert named(result, "unreached") == [other[0]]


def test_two_texts_of_one_class(tmp_path: Path) -> None:
    game = games.TurnedStrings(25)
    stored = rows_of(game, symmetries=True)
    key, value, plies = next(row for row in stored.every() if row[0] != stored.start[0])
    other = game.state_of(*game.plain(key)[:2], (game.plain(key)[2] + 1) % 4)
    result = verify(write(tmp_path / "f", stored.with_rows(0, (other, value, plies))))
    assert "symmetry" in kinds(result)


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
    monkeypatch.setattr(verifying, "WORTH_PROCESSES", 1)
    together = verify(folder, sample=100, threads=3)
    assert (together.problems, together.found) == (alone.problems, alone.found)
    assert alone.how == "compiled"
    assert alone.found > 5


def test_processes_that_die_are_replaced_by_this_one() -> None:
    game = TwoPiles()
    teller = Teller(Rules(game), KeysEntry("tuple", (0, 0), (7, 7)))
    asker = Asker(teller, symmetric=False)
    wanted = [asker.ask(key, 0) for key in range(40)]
    with AskingCrew(asker, 3) as crew:
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
    ours = {name for name in names if name.startswith("perfectplay.results")}
    others = {name for name in ours if not name.startswith("perfectplay.results.verify")}
    store = "perfectplay.results.store"
    # what a solution says of itself, where its rules are found, and how states are named
    assert others == {f"{store}.{m}" for m in ("manifest", "reading", "address", "texts")}
    assert not any("packing" in name or "packed" in name for name in names)
