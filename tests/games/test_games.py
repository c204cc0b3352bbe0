"""The figures of the library of games are those that are known.

The rows of `FIGURES` stand here independently of the games' own `KNOWN`. Each names its
publication, or says "recomputed": counted by a separate program that was written from the rules.
The second part checks every row of `KNOWN`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from perfectplay import Solution, Value
from perfectplay.game.naming import GAMES
from perfectplay.game.published_values import PublishedValues
from perfectplay.registry.address import load_class
from solved_games import solved

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN
LARGE = 1_000_000


class Figure(NamedTuple):
    source: str
    game: str
    parameters: dict[str, Any]
    expected: dict[str, Any]


def row(source: str, game: str, parameters: dict[str, Any], **expected: Any) -> Figure:
    return Figure(source, game, parameters, expected)


def chopsticks(overflow: str, splits: str, source: str = "recomputed", **more: Any) -> Any:
    parameters = {"overflow": overflow, "splits": splits}
    if "empty" in more:
        parameters["empty"] = more.pop("empty")
    return row(source, "chopsticks", parameters, **more)


FIGURES = [
    row(
        "OEIS A008907, A048245", "tic_tac_toe", {}, states=5_478, classes=765,
        terminal=958, terminal_classes=138, wld=(2_836, 1_574, 1_068), wld_classes=(390, 224, 151),
        start=(DRAW, 9),
    ),
    row(
        "recomputed", "tic_tac_toe", {"misere": True}, states=5_478,
        wld=(3_054, 1_444, 980), value=DRAW, best=["5"],
    ),
    row(
        "recomputed", "tic_tac_toe", {"width": 4}, states=111_973,
        classes=28_275, start=(WIN, 7),
    ),
    row(
        "recomputed", "wild", {}, states=18_753, classes=2_694, start=(WIN, 7),
        best=["X5", "O5"],
    ),
    row(
        "T. Plambeck, G. Whitehead (2013)", "notakto", {}, states=450, classes=87, losses=73,
        start=(WIN, 6), best=["5"],
    ),
    row(
        "J. Tromp, M. Böck", "connect_four", {"width": 4, "height": 4}, states=161_029,
        terminal=26_740, wld=(38_675, 32_234, 90_120), value=DRAW, longest=(13, 12),
    ),
    row(
        "J. Tromp, M. Böck", "connect_four", {"width": 4, "height": 5}, states=1_706_255,
        wld=(509_601, 484_233, 712_421), value=DRAW, longest=(17, 16),
    ),
    row(
        "J. Tromp, M. Böck", "connect_four", {}, states=3_945_711,
        wld=(1_390_516, 1_251_559, 1_303_636), value=DRAW, longest=(19, 18), best=["2", "3", "4"],
    ),
    row("J. Tromp", "connect_four", {"width": 3, "height": 4}, states=6_000, value=DRAW),
    row(
        "J. Tromp", "connect_four", {"width": 6, "height": 3}, states=2_087_325,
        wld=(394_672, 239_524, 1_453_129), value=DRAW,
    ),
    row("J. Tromp", "connect_four", {"width": 7, "height": 3}, states=27_441_956, value=DRAW),
    chopsticks("cut-off", "none", states=92, terminal=8, start=(LOSS, 8), wld=(57, 35, 0)),
    chopsticks("cut-off", "live", states=144, terminal=10, start=(LOSS, 10), wld=(95, 49, 0)),
    chopsticks(
        "cut-off", "halve_into_empty", states=153, terminal=11, value=DRAW, wld=(58, 26, 69)
    ),
    chopsticks("cut-off", "any", states=171, terminal=11, value=DRAW, wld=(42, 18, 111)),
    chopsticks(
        "cut-off", "any", empty=True, states=191, terminal=14, start=(LOSS, 26), wld=(120, 61, 10)
    ),
    chopsticks("roll-over", "none", states=200, terminal=14, value=DRAW, wld=(82, 46, 72)),
    chopsticks(
        "roll-over", "halve_into_empty", states=202, terminal=14, value=DRAW, wld=(48, 28, 126)
    ),
    chopsticks("roll-over", "any", states=204, terminal=14, value=DRAW, wld=(25, 17, 162)),
    chopsticks(
        "roll-over", "any", empty=True, states=207, terminal=14, value=DRAW, wld=(72, 35, 100)
    ),
    *(
        row(
            "recomputed", "chopsticks",
            {"fingers": fingers, "overflow": overflow}, states=states, start=start,
        )
        for overflow, table, plies in (
            ("cut-off", (4, 21, 68, 171, 354, 658, 1_117, 1_786, 2_709), {2: 3, 4: 17}),
            ("roll-over", (4, 26, 84, 204, 412, 748, 1_250, 1_970, 2_958), {2: 3, 4: 11}),
        )
        for fingers, states in enumerate(table, start=2)
        for start in [(WIN, plies[fingers]) if fingers in plies else (DRAW, None)]
    ),
    row(
        "recomputed", "fingers_down", {}, states=202, terminal=14, wld=(48, 28, 126),
        value=DRAW, longest_win=9,
    ),
    row(
        "recomputed", "spoons", {}, states=502, terminal=24, wld=(261, 92, 149), value=DRAW,
        longest_win=13,
    ),
    row(
        "recomputed", "spoons", {"sorted_hands": True}, states=179, terminal=14,
        wld=(88, 37, 54),
    ),
    row(
        "recomputed", "original", {}, states=204, terminal=14, wld=(25, 17, 162),
        value=DRAW,
    ),
    row(
        "recomputed", "three_mens_morris", {}, states=3_870, classes=540,
        terminal=268, wld=(2_161, 773, 936), start=(WIN, 9), best=["5"], longest=(9, 10),
    ),
    row(
        "M. Ascher (1987); recomputed", "mu_torere", {}, states=590, classes=43, terminal=40,
        terminal_classes=3, wld=(160, 80, 350), start=(WIN, 1),
    ),
    row("M. Ascher (1987)", "mu_torere", {"restricted": True}, states=591, start=(LOSS, 4)),
    row(
        "Winning Ways, ch. 22; recomputed", "dodgem", {}, states=1_963, terminal=98,
        wld=(1_123, 840, 0), start=(WIN, 19), longest_win=21,
    ),
    row(
        "M. Gardner (1962); recomputed", "hexapawn", {}, states=131, classes=69, terminal=61,
        start=(LOSS, 6),
    ),
    *(
        row(
            "M. Gardner (1962); recomputed", "hexapawn", {"rows": rows, "columns": columns},
            states=states, start=start,
        )
        for rows, columns, states, start in (
            (3, 4, 1_084, (WIN, 5)), (3, 5, 8_348, (WIN, 7)), (4, 3, 755, (LOSS, 8)),
            (4, 4, 13_855, (WIN, 11)), (5, 4, 71_986, (LOSS, 16)), (5, 5, 1_875_484, (WIN, 19)),
        )
    ),
    row("A. Reinefeld (1993)", "eight_puzzle", {}, states=181_440, start=(WIN, 31)),
    row("C. L. Bouton (1901)", "nim", {"rows": (1, 3, 5, 7)}, states=384, value=LOSS),
    row("C. L. Bouton (1901)", "nim", {"rows": (1, 3, 5, 7), "multiset": True}, states=143),
    row("C. L. Bouton (1901)", "nim", {"rows": (3, 4, 5)}, value=WIN),
    row(
        "misère Nim: C. L. Bouton (1901)", "last_mouse_lost", {}, states=28_224,
        wld=(24_688, 3_536, 0), start=(LOSS, 27),
    ),
    row(
        "misère Nim: C. L. Bouton (1901)", "last_mouse_lost", {"multiset": True}, states=762,
        wld=(648, 114, 0), start=(LOSS, 27),
    ),
    row("recomputed", "three_rocks", {}, states=121, wld=(91, 30, 0), start=(LOSS, 10)),
    row("D. Gale (1974); recomputed", "chomp", {"rows": 1, "columns": 1}, value=LOSS),
    *(
        row(
            "D. Gale (1974); recomputed", "chomp", {"rows": rows, "columns": columns}, value=WIN,
            among_best=bite,
        )
        for rows, columns, bite in (
            (2, 2, (1, 1)), (3, 3, (1, 1)), (4, 4, (1, 1)), (5, 5, (1, 1)), (3, 4, (1, 2)),
            (3, 5, (2, 3)), (4, 5, (2, 2)), (4, 6, (1, 2)), (5, 6, (2, 3)),
        )
    ),
    *(
        row(
            "recomputed (sign of the margin)", "kalah",
            {"holes": holes, "seeds": seeds, "capture": capture}, value=value,
        )
        for holes, seeds, capture, value in (
            (2, 1, "always", WIN), (2, 2, "always", LOSS), (3, 1, "always", DRAW),
            (3, 2, "always", WIN), (3, 3, "always", WIN), (4, 1, "always", WIN),
            (4, 2, "always", WIN), (5, 1, "always", DRAW), (6, 1, "always", WIN),
            (2, 2, "filled", LOSS), (3, 1, "filled", DRAW), (3, 3, "filled", WIN),
        )
    ),
]  # fmt: skip


def _name(game: str, parameters: Any) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in parameters.items())])


def _rows(rows: list[Figure]) -> list[Any]:
    return [
        pytest.param(
            figure,
            id=_name(figure.game, figure.parameters),
            marks=pytest.mark.landmark if figure.expected.get("states", 0) > LARGE else (),
        )
        for figure in rows
    ]


def longest_loss(solution: Solution) -> int:
    plies = solution.by_remoteness.items()
    return max((depth for depth, n in plies if depth is not None and n["losses"]), default=0)


def measured(solution: Solution) -> dict[str, Any]:
    """All that a row may state."""
    counts, classes, start = solution.counts, solution.representatives, solution.start
    game = solution.game
    found: dict[str, Any] = {
        "states": counts.states,
        "terminal": counts.terminal,
        "losses": counts.losses,
        "wld": (counts.wins, counts.losses, counts.draws),
        "value": solution.value(start),
        "start": (solution.value(start), solution.remoteness(start)),
        "best": [game.move_text(move) for move in solution.keeping_moves(start)],
    }
    if classes is not None:
        found["classes"], found["terminal_classes"] = classes.states, classes.terminal
        found["wld_classes"] = (classes.wins, classes.losses, classes.draws)
    if solution.longest_win is not None:
        found["longest_win"] = solution.longest_win[1]
        found["longest"] = (solution.longest_win[1], longest_loss(solution))
    return found


@pytest.mark.parametrize("figure", _rows(FIGURES))
def test_landmark(figure: Figure) -> None:
    solution = solved(figure.game, **figure.parameters)
    expected = dict(figure.expected)
    if "among_best" in expected:
        assert expected.pop("among_best") in solution.keeping_moves(solution.start)
    found = measured(solution)
    assert {key: found[key] for key in expected} == expected, figure.source


def _large(name: str, known: PublishedValues) -> bool:
    """Whether a row takes seconds and more to solve: those go to make landmarks."""
    if name == "kalah":
        holes, seeds = known.parameters["holes"], known.parameters["seeds"]
        return holes > 5 or holes * seeds > 7
    return (known.states or 0) > LARGE


KNOWN = [
    pytest.param(
        name,
        known,
        id=_name(name, known.parameters),
        marks=pytest.mark.landmark if _large(name, known) else (),
    )
    for name in GAMES
    for known in load_class(name).KNOWN  # type: ignore[attr-defined]
    if (known.states or 0) <= 30_000_000
]


@pytest.mark.parametrize(("name", "known"), KNOWN)
def test_known_figures_of_the_game_itself(name: str, known: PublishedValues) -> None:
    solution = solved(name, **known.parameters)
    found = measured(solution)
    classes, plies = solution.representatives, solution.remoteness(solution.start)
    seen = {
        "states": found["states"],
        "representatives": classes.states if classes else None,
        "terminal": found["terminal"],
        "wins": solution.counts.wins,
        "draws": solution.counts.draws,
        "losses": solution.counts.losses,
        "value": found["value"],
        "score": solution.score(solution.start) if solution.rules.scoring else None,
        "remoteness": plies,
        "best": tuple(found["best"]),
        "longest_win": found.get("longest_win"),
        "longest_loss": None if known.longest_loss is None else longest_loss(solution),
    }
    stated = {key: getattr(known, key) for key in seen if getattr(known, key) is not None}
    assert stated, "a row that states nothing"
    assert {key: seen[key] for key in stated} == stated, known.source


def test_every_game_has_known_figures_with_a_source() -> None:
    for name in GAMES:
        known = load_class(name).KNOWN  # type: ignore[attr-defined]
        assert known, name
        assert all(figures.source for figures in known), name
