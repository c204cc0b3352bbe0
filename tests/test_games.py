"""The library of games reproduces what is known about it.

The rows of `FIGURES` stand here independently of the games' own `KNOWN`, as they stand in the
sources named with them; the second part checks every row of `KNOWN`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.contract.known import Known
from perfectplay.games.index import GAMES, library, library_entry
from perfectplay.words.errors import ParseError, UnknownGameError

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN
LARGE = 5_000_000


def make(name: str, **parameters: Any) -> Game:
    return library_entry(name)(**parameters)


@lru_cache(maxsize=64)
def _solved(name: str, parameters: tuple[tuple[str, Any], ...], symmetries: bool) -> Solution:
    return solve(make(name, **dict(parameters)), symmetries=symmetries)


def solved(name: str, *, symmetries: bool = True, **parameters: Any) -> Solution:
    return _solved(name, tuple(sorted(parameters.items())), symmetries)


class Figure(NamedTuple):
    source: str
    game: str
    parameters: dict[str, Any]
    expected: dict[str, Any]


def row(source: str, game: str, parameters: dict[str, Any], **expected: Any) -> Figure:
    return Figure(source, game, parameters, expected)


def chopsticks(
    overflow: str, splits: str, source: str = "landmarks, Chopsticks", **more: Any
) -> Any:
    parameters = {"overflow": overflow, "splits": splits}
    if "empty" in more:
        parameters["empty"] = more.pop("empty")
    return row(source, "chopsticks", parameters, **more)


FIGURES = [
    row(
        "OEIS A008907, A048245; systems.md S1", "tic_tac_toe", {}, states=5_478, classes=765,
        terminal=958, terminal_classes=138, wld=(2_836, 1_574, 1_068), wld_classes=(390, 224, 151),
        start=(DRAW, 9),
    ),
    row(
        "landmarks, tic-tac-toe family", "tic_tac_toe", {"misere": True}, states=5_478,
        wld=(3_054, 1_444, 980), value=DRAW, best=["5"],
    ),
    row(
        "landmarks, tic-tac-toe family", "tic_tac_toe", {"width": 4}, states=111_973,
        classes=28_275, start=(WIN, 7),
    ),
    row(
        "landmarks, tic-tac-toe family", "wild", {}, states=18_753, classes=2_694, start=(WIN, 7),
        best=["X5", "O5"],
    ),
    row(
        "landmarks, tic-tac-toe family", "notakto", {}, states=450, classes=87, losses=73,
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
            "landmarks, Chopsticks by fingers", "chopsticks",
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
        "systems.md S1", "fingers_down", {}, states=202, terminal=14, wld=(48, 28, 126),
        value=DRAW, longest_win=9,
    ),
    row(
        "systems.md S3", "spoons", {}, states=502, terminal=24, wld=(261, 92, 149), value=DRAW,
        longest_win=13,
    ),
    row(
        "systems.md S3", "spoons", {"sorted_hands": True}, states=179, terminal=14,
        wld=(88, 37, 54),
    ),
    row(
        "landmarks, Chopsticks", "original", {}, states=204, terminal=14, wld=(25, 17, 162),
        value=DRAW,
    ),
    row(
        "landmarks, small boards", "three_mens_morris", {}, states=3_870, classes=540,
        terminal=268, wld=(2_161, 773, 936), start=(WIN, 9), best=["5"], longest=(9, 10),
    ),
    row(
        "landmarks, small boards", "mu_torere", {}, states=590, classes=43, terminal=40,
        terminal_classes=3, wld=(160, 80, 350), start=(WIN, 1),
    ),
    row("landmarks, small boards", "mu_torere", {"restricted": True}, states=591, start=(LOSS, 4)),
    row(
        "landmarks, small boards", "dodgem", {}, states=1_963, terminal=98, wld=(1_123, 840, 0),
        start=(WIN, 19), longest_win=21,
    ),
    row(
        "landmarks, small boards", "hexapawn", {}, states=131, classes=69, terminal=61,
        start=(LOSS, 6),
    ),
    *(
        row(
            "landmarks, small boards", "hexapawn", {"rows": rows, "columns": columns},
            states=states, start=start,
        )
        for rows, columns, states, start in (
            (3, 4, 1_084, (WIN, 5)), (3, 5, 8_348, (WIN, 7)), (4, 3, 755, (LOSS, 8)),
            (4, 4, 13_855, (WIN, 11)), (5, 4, 71_986, (LOSS, 16)), (5, 5, 1_875_484, (WIN, 19)),
        )
    ),
    row("landmarks, small boards", "eight_puzzle", {}, states=181_440, start=(WIN, 31)),
    row("landmarks, impartial", "nim", {"rows": (1, 3, 5, 7)}, states=384, value=LOSS),
    row("landmarks, impartial", "nim", {"rows": (1, 3, 5, 7), "multiset": True}, states=143),
    row("landmarks, impartial", "nim", {"rows": (3, 4, 5)}, value=WIN),
    row(
        "systems.md S4", "last_mouse_lost", {}, states=28_224, wld=(24_688, 3_536, 0),
        start=(LOSS, 27),
    ),
    row(
        "systems.md S4", "last_mouse_lost", {"multiset": True}, states=762, wld=(648, 114, 0),
        start=(LOSS, 27),
    ),
    row("systems.md S5", "three_rocks", {}, states=121, wld=(91, 30, 0), start=(LOSS, 10)),
    row("landmarks, impartial", "chomp", {"rows": 1, "columns": 1}, value=LOSS),
    *(
        row(
            "landmarks, impartial", "chomp", {"rows": rows, "columns": columns}, value=WIN,
            among_best=bite,
        )
        for rows, columns, bite in (
            (2, 2, (1, 1)), (3, 3, (1, 1)), (4, 4, (1, 1)), (5, 5, (1, 1)), (3, 4, (1, 2)),
            (3, 5, (2, 3)), (4, 5, (2, 2)), (4, 6, (1, 2)), (5, 6, (2, 3)),
        )
    ),
    *(
        row(
            "landmarks, scores (sign of the margin)", "kalah",
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
        "best": [game.move_text(move) for move in solution.best_moves(start)],
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
        assert expected.pop("among_best") in solution.best_moves(solution.start)
    found = measured(solution)
    assert {key: found[key] for key in expected} == expected, figure.source


KNOWN = [
    pytest.param(
        name,
        known,
        id=_name(name, known.parameters),
        marks=pytest.mark.landmark if (known.states or 0) > LARGE else (),
    )
    for name in library()
    for known in library_entry(name).KNOWN  # type: ignore[attr-defined]
    if (known.states or 0) <= 30_000_000
]


@pytest.mark.parametrize(("name", "known"), KNOWN)
def test_known_figures_of_the_game_itself(name: str, known: Known) -> None:
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
        "remoteness": plies,
        "best": tuple(found["best"]),
        "longest_win": found.get("longest_win"),
        "longest_loss": None if known.longest_loss is None else longest_loss(solution),
    }
    stated = {key: getattr(known, key) for key in seen if getattr(known, key) is not None}
    assert {key: seen[key] for key in stated} == stated, known.source


def test_every_game_has_known_figures_with_a_source() -> None:
    for name in library():
        known = library_entry(name).KNOWN  # type: ignore[attr-defined]
        assert known, name
        assert all(figures.source for figures in known), name


# --- figures that need more than a row ----------------------------------------------------------


def test_tic_tac_toe_by_ply() -> None:
    """OEIS A008907; landmarks, tic-tac-toe family."""
    everything = solved("tic_tac_toe", symmetries=False)
    by_ply = Counter(state.bit_count() for state in everything.states())
    assert [by_ply[ply] for ply in range(10)] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    classes = Counter(state.bit_count() for state in solved("tic_tac_toe").states())
    assert [classes[ply] for ply in range(10)] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


@pytest.mark.parametrize(
    ("symmetries", "ends"), [(False, (626, 316, 16)), (True, (91, 44, 3))], ids=["all", "classes"]
)
def test_ends_of_tic_tac_toe(symmetries: bool, ends: tuple[int, int, int]) -> None:
    """OEIS A048245: won by the first, by the second, drawn."""
    solution = solved("tic_tac_toe", symmetries=symmetries)
    found: Counter[str] = Counter()
    plies: Counter[int] = Counter()
    for state in solution.states():
        outcome = solution.game.outcome(state)
        if outcome is not None:
            first_moved_last = state.bit_count() % 2 == 1
            found["draw" if outcome == DRAW else "first" if first_moved_last else "second"] += 1
            plies[state.bit_count()] += 1
    assert (found["first"], found["second"], found["draw"]) == ends
    if symmetries:
        assert [plies[ply] for ply in range(5, 10)] == [21, 21, 58, 23, 15]


def test_outer_columns_of_connect_four_lose_in_19() -> None:
    """J. Tromp: 5×4; the reply to an outer column wins in 19 plies, an odd number as all wins."""
    solution = solved("connect_four")
    moves = {record.text: record for record in solution.probe(solution.start).moves}
    assert [moves[column].value for column in "12345"] == [LOSS, DRAW, DRAW, DRAW, LOSS]
    assert moves["1"].remoteness == moves["5"].remoteness == 19


def test_lost_states_that_are_not_terminal() -> None:
    """Landmarks, Chopsticks: 7 with cut-off, 3 with roll-over."""
    for game, count in (("chopsticks", 7), ("original", 3)):
        counts = solved(game).counts
        assert counts.losses - counts.terminal == count


def test_p_positions_of_notakto() -> None:
    """Landmarks: 73 P-positions that are not terminal; its terminal states are won."""
    solution = solved("notakto", symmetries=False)
    lost = [state for state in solution.states() if solution.value(state) == LOSS]
    assert len(lost) == 73
    assert all(solution.game.outcome(state) is None for state in lost)


def _nim_sum(rows: tuple[int, ...]) -> int:
    total = 0
    for stones in rows:
        total ^= stones
    return total


@pytest.mark.parametrize("misere", [False, True])
def test_theory_of_nim(misere: bool) -> None:
    """C. L. Bouton (1901), with the misère exception."""
    solution = solved("nim", misere=misere)
    for state in solution.states():
        lost = _nim_sum(state) == 0
        if misere and max(state) <= 1:
            lost = sum(state) % 2 == 1
        assert solution.value(state) == (LOSS if lost else WIN), state


def test_three_rocks_is_lost_when_the_sum_is_divisible_by_four() -> None:
    """Systems.md S5."""
    solution = solved("three_rocks")
    for left, right in solution.states():
        assert (solution.value((left, right)) == LOSS) == ((left + right) % 4 == 0)


def test_lost_pairs_of_wythoff() -> None:
    """W. A. Wythoff (1907)."""
    solution = solved("wythoff")
    lost = {(a, b) for a in range(19) for b in range(a, 19) if solution.value((a, b)) == LOSS}
    assert lost == {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)}


@pytest.mark.parametrize(
    ("takes", "period", "lost"), [((1, 3, 4), 7, {0, 2}), ((3, 5), 8, {0, 1, 2})]
)
def test_lost_heaps_of_subtraction_games(takes: Any, period: int, lost: set[int]) -> None:
    """Winning Ways, chapter 4: heaps of Grundy value 0."""
    solution = solved("subtraction", stones=100, takes=takes)
    for stones in solution.states():
        assert (solution.value(stones) == LOSS) == (stones % period in lost)


def test_two_states_of_the_eight_puzzle_are_farthest() -> None:
    """A. Reinefeld (1993)."""
    assert solved("eight_puzzle").by_remoteness[31]["wins"] == 2


# --- texts --------------------------------------------------------------------------------------

SMALLER = {"connect_four": {"width": 3}, "last_mouse_lost": {"rows": (2, 3, 3)}, "eight_puzzle": {}}


@pytest.mark.parametrize("name", library())
def test_texts_can_be_read_back(name: str) -> None:
    solution = solved(name, symmetries=False, **SMALLER.get(name, {}))
    game = solution.game
    for i, state in enumerate(solution.states()):
        if i == 5_000:
            break
        for seat in (None, 0, 1):
            text = game.text(state, seat)
            assert game.parse(text) == state, text
            assert game.parse(text.replace("\n", "/")) == state, text
        for move in game.moves(state):
            assert game.parse_move(game.move_text(move)) == move


@pytest.mark.parametrize("name", library())
def test_nonsense_is_not_a_state(name: str) -> None:
    with pytest.raises(ParseError, match="nonsense"):
        make(name).parse("nonsense")


TEXTS = [
    ("tic_tac_toe", 0b000000001 | 0b000010000 << 9, None, "X . .\n. O .\n. . ."),
    ("tic_tac_toe", 0b000000001 | 0b000010010 << 9, 1, "O X .\n. X .\n. . ."),
    ("wild", 0b1 | 0b10 << 9, None, "X O .\n. . .\n. . ."),
    ("chopsticks", (1, 1, 1, 2), None, "1 1 | 1 2"),
    ("chopsticks", (1, 1, 1, 2), 1, "1 2 | 1 1, second to move"),
    ("chomp", (4, 2, 0), None, "P # # #\n# # . .\n. . . ."),
    ("hexapawn", 0b111000000 | 0b000000111 << 9, 0, "3 B B B\n2 . . .\n1 W W W\n  a b c"),
    ("mu_torere", 0b00001111 | 0b11110000 << 9, 1, "O O O\nX . O\nX X X\nO to move"),
    ("kalah", (3, 0, 0, 0, 1, 2, -2), None, "    2  1  0\n 4           2\n    3  0  0"),
    ("eight_puzzle", (1, 2, 3, 4, 5, 6, 7, 8, 0), None, "1 2 3\n4 5 6\n7 8 ."),
]


@pytest.mark.parametrize(("name", "state", "seat", "text"), TEXTS)
def test_text(name: str, state: Any, seat: int | None, text: str) -> None:
    assert make(name).text(state, seat) == text


def test_texts_of_starts() -> None:
    assert make("connect_four", width=4).text(make("connect_four", width=4).start()) == (
        ". . . .\n. . . .\n. . . .\n. . . .\n1 2 3 4"
    )
    assert make("dodgem").text(make("dodgem").start()) == (
        "3 > . .\n2 > . .\n1 . ^ ^\n  a b c\n> to move"
    )


def test_connect_four_drops_stones() -> None:
    game = make("connect_four", width=4)
    state = game.start()
    for column in "2233":
        state = game.play(state, game.parse_move(column))
    assert game.text(state) == ". . . .\n. . . .\n. O O .\n. X X .\n1 2 3 4"
    with pytest.raises(ParseError, match="column 2"):
        game.parse(". . . ./. X . ./. . . ./. . . .")


def test_codes_of_spoons() -> None:
    """Systems.md S3: right hits right, then conjoin, then left hits left, then split evenly."""
    game = make("spoons")
    state = game.start()
    shown = []
    for code in "4516":
        move = game.parse_move(code)
        assert move in list(game.moves(state)), (state, code)
        state = game.play(state, move)
        shown.append(game.text(state))
    assert shown == ["1 2 | 1 1", "1 1 | 3 0", "4 0 | 1 1", "1 1 | 2 2"]


# --- parameters and names -----------------------------------------------------------------------

BAD = [
    ("tic_tac_toe", {"width": 0}, "width"), ("tic_tac_toe", {"width": 6, "height": 6}, "31 cells"),
    ("tic_tac_toe", {"length": 4}, "length"), ("wild", {"height": 0}, "height"),
    ("notakto", {"length": 0}, "length"), ("connect_four", {"width": 0}, "at least 1"),
    ("connect_four", {"width": 8, "height": 7}, "63"), ("connect_four", {"length": 9}, "length"),
    ("chopsticks", {"fingers": 1}, "fingers"), ("chopsticks", {"overflow": "x"}, "overflow"),
    ("chopsticks", {"splits": "x"}, "splits"), ("spoons", {"conjoin": "right"}, "conjoin"),
    ("nim", {"rows": ()}, "rows"), ("nim", {"rows": (1, -1)}, "rows"),
    ("subtraction", {"stones": -1}, "stones"), ("subtraction", {"takes": (0, 1)}, "takes"),
    ("three_rocks", {"left": -1}, "left"), ("three_rocks", {"most": 0}, "most"),
    ("wythoff", {"right": -1}, "right"), ("chomp", {"rows": 0}, "rows"),
    ("hexapawn", {"rows": 1}, "rows"), ("dodgem", {"size": 6}, "size"),
    ("kalah", {"seeds": 0}, "seeds"), ("kalah", {"capture": "x"}, "capture"),
    ("eight_puzzle", {"tiles": (1, 2, 3)}, "tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "parameters", "match"), BAD)
def test_parameters_out_of_range(name: str, parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        make(name, **parameters)


@pytest.mark.parametrize(("width", "height"), [(7, 6), (6, 7), (7, 8), (9, 6)])
def test_states_of_large_boards_fit_one_word(width: int, height: int) -> None:
    game = make("connect_four", width=width, height=height)
    assert 0 < game.start() < 2**63


def test_index() -> None:
    assert library() == tuple(GAMES)
    assert all(issubclass(library_entry(name), Game) for name in library())
    with pytest.raises(UnknownGameError, match="tic_tac_toe"):
        library_entry("tictactoe")
