"""What `check` finds in texts, its notes, its report, and what compiled rules change."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from games_to_check import check, found
from perfectplay import solve
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Pair, changed

# --- texts ----------------------------------------------------------------------------------------


def test_a_text_that_parse_does_not_read_back() -> None:
    finding = found(changed(parse=lambda self, text: int(text) + 1), "text-round-trip")
    assert finding.message == 'parse(text(state)) gives 6, where text gives "5" for 5'
    assert finding.remedy.endswith("a helper of your own needs another name than parse")


def test_a_text_without_a_parse() -> None:
    found(changed(text=lambda self, state: f"{state} stones"), "text-round-trip")


class Mirrored(Pair):
    """Two piles that mirror each other; one of two equal piles is never offered."""

    stuck = Value.LOSS

    def start(self) -> Any:
        return (2, 2)

    def moves(self, state):
        return [i for i in range(1 if state[0] == state[1] else 2) if state[i]]

    def play(self, state, move):
        return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)

    def outcome(self, state):
        return None

    def symmetries(self, state):
        return [(state[1], state[0])]


def test_states_that_only_a_symmetry_reaches() -> None:
    report = check(Mirrored())
    assert report.ok, report.text()
    notes = [note for note in report.notes if "no play reaches it" in note]
    assert len(notes) == 1
    assert "symmetries gives" in notes[0]
    assert len(solve(Mirrored())) == len(solve(Mirrored(), symmetries=False))


def test_no_such_note_where_a_play_reaches_whole_classes_or_a_start_is_not_reached_whole() -> None:
    def both(self, state):
        return [i for i in range(2) if state[i]]

    for start in ((2, 2), (2, 1)):
        game = changed(Mirrored, moves=both, start=lambda self, start=start: start)
        assert not [note for note in check(game).notes if "no play reaches it" in note]
        assert len(solve(game)) == len(solve(game, symmetries=False))


def test_a_text_that_is_no_text() -> None:
    found(changed(text=lambda self, state: state), "illegal-text")


def test_two_moves_of_one_text() -> None:
    finding = found(changed(move_text=lambda self, move: "take"), "move-text-ambiguous")
    assert 'two legal moves, 1 and 2, are both written "take" in state 5' in finding.message


def test_a_move_text_that_parse_move_does_not_read_back() -> None:
    finding = found(changed(parse_move=lambda self, text: text), "move-text-round-trip")
    assert (finding.state, finding.move) == (5, 1)


def test_parallel_moves_may_share_their_text() -> None:
    assert check(changed(moves=lambda self, state: [1, 1])).ok


# --- notes ----------------------------------------------------------------------------------------


class History(Game):
    """Two tokens on a strip; the state keeps every move that was made."""

    def start(self):
        return (0, 4, ())

    def moves(self, state):
        return [d for d in (-1, 1) if 0 <= state[0] + d < 5]

    def play(self, state, move):
        return (state[1], state[0] + move, (*state[2], move))

    def outcome(self, state):
        return Value.LOSS if state[0] == state[1] else None


def test_a_state_that_keeps_the_past_moves_is_noted() -> None:
    report = check(History(), max_seconds=6)
    assert report.ok
    (note,) = [note for note in report.notes if "without end" in note]
    assert note.startswith("the game may grow without end: the move")
    assert "the length of field 2" in note
    assert note.endswith("whether it ever ends is not known")
    (record,) = [note for note in report.notes if "order of past moves" in note]
    assert "A state needs only what the rules read" in record


class Timed(History):
    """The same with a number of plies, which ends it."""

    def start(self):
        return (0, 4, 0)

    def play(self, state, move):
        return (state[1], state[0] + move, state[2] + 1)

    def outcome(self, state):
        return Value.DRAW if state[2] == 40 else super().outcome(state)


def test_a_number_of_plies_that_ends_the_game_is_not_noted() -> None:
    report = check(Timed(), samples=50)
    assert not report.complete  # else growth is not looked for
    assert not [note for note in report.notes if "without end" in note]


def test_states_of_another_type_are_noted() -> None:
    class Fractions(Game):
        first: Any = 0.5

        def start(self) -> tuple[float, int]:
            return (self.first, 3)

        def moves(self, state: tuple[float, int]) -> list[int]:
            return [n for n in (1, 2) if n <= state[1]]

        def play(self, state: tuple[float, int], move: int) -> tuple[float, int]:
            return (state[0], state[1] - move)

        def outcome(self, state: tuple[float, int]) -> Value | None:
            return None if state[1] else Value.LOSS

    note = "the game runs interpreted: its states hold 0.5 in field 0; states that "
    assert any(line.startswith(note) for line in check(Fractions(), compiled=True).notes)
    Fractions.first = np.int64(7)
    note = "its states hold int64 in field 0; write int(x), or tuple(array.tolist())"
    assert any(note in line for line in check(Fractions(), compiled=True).notes)


class Unlike(Game):
    """A tuple that changes its length, whose items are unlike."""

    def start(self) -> tuple[Any, ...]:
        return (1, "a")

    def moves(self, state: tuple[Any, ...]) -> list[int]:
        return [1]

    def play(self, state: tuple[Any, ...], move: int) -> tuple[Any, ...]:
        return state[1:]

    def outcome(self, state: tuple[Any, ...]) -> Value | None:
        return None if state else Value.LOSS


def test_tuples_of_unlike_things_that_change_their_length_are_noted() -> None:
    report = check(Unlike(), compiled=True)
    assert report.ok, report.text()
    assert "the game runs interpreted: its tuples change their length" in report.notes


def test_undecided_states_of_the_older_style_are_noted() -> None:
    game = Game.from_functions(
        3, [2], lambda move, n: n - move if move <= n else False, lambda n: "undecided"
    )
    report = check(game)
    assert report.ok, report.text()
    assert "it counts as a draw" in report.text()


def test_a_game_without_end_is_sampled() -> None:
    game = changed(
        moves=lambda self, state: [1, 2], play=lambda self, state, move: (3 * state + move) % 2**62
    )
    report = check(game, samples=500)
    assert (report.ok, report.states_checked, report.complete) == (True, 500, False)
    assert "not all states were seen: the sample ended at 500" in report.notes


def test_random_plays_reach_deep_faults() -> None:
    def outcome(self, state):
        return Value.LOSS if state[0] == 40 else None

    wide = {
        "start": lambda self: (0, 1),
        "moves": lambda self, state: range(1, 9),
        "play": lambda self, state, move: (state[0] + 1, (state[1] * 8 + move) % 10**9),
    }
    report = check(changed(Pair, **wide, outcome=outcome))
    assert report.ok, report.text()
    deep = check(changed(Pair, **wide, outcome=lambda *args: 0 if outcome(*args) else None))
    assert {finding.promise for finding in deep.findings} == {"illegal-outcome"}
    assert (
        deep.as_dict()
        == check(
            changed(Pair, **wide, outcome=lambda *args: 0 if outcome(*args) else None)
        ).as_dict()
    )  # the same seed, the same states


def test_a_check_ends_in_time() -> None:
    plays = 0

    def play(self, state, move):
        nonlocal plays
        plays += 1
        time.sleep(0.01)
        return (state * 2 + move) % 2**60

    report = check(changed(play=play), max_seconds=0.5)
    assert plays < 200  # each takes a hundredth of a second at least
    assert not report.complete
    assert any("s, was up" in note for note in report.notes)


# --- the report -----------------------------------------------------------------------------------


def test_a_report_as_json_and_as_text() -> None:
    report = check(changed(Pair, outcome=lambda self, state: None))
    (finding,) = json.loads(json.dumps(report.as_dict()))["findings"]
    assert finding["promise"] == "stuck-state"
    assert (finding["state"], finding["move"]) == ("0,7", None)
    first, second, third = report.text().splitlines()[:3]
    assert first == "Changed breaks 1 promise (all its 6 states were checked)"
    assert second == "looked at 6 states and 9 moves; compiled rules were not compared"
    assert third.startswith("stuck-state: there is no legal move in state 0,7")


def test_a_few_examples_of_each_promise_are_kept() -> None:
    report = check(changed(stones=50, tier=lambda self, state: state))
    assert len(report.findings) == 3


def test_a_single_state_is_the_only_one() -> None:
    class One(Game):
        moves_back = True

        def start(self) -> int:
            return 1

        def moves(self, state: int) -> list[int]:
            return [1]

        def play(self, state: int, move: int) -> int:
            return state if self.moves_back else None  # type: ignore[return-value]

        def outcome(self, state: int) -> Value | None:
            return None

    assert check(One()).text().startswith("One keeps every promise, on its only state\n")
    One.moves_back = False
    assert check(One()).text().startswith("One breaks 1 promise (its only state was checked)\n")
