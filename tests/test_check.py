"""The conformance check finds each planted fault, and nothing in games that keep every promise."""

from __future__ import annotations

import itertools
import json
import random
import time
from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import solve
from perfectplay.contract.check import Finding, Report, check_game, checking
from perfectplay.contract.game import Game
from perfectplay.words.errors import ParseError, RulesError
from perfectplay.words.value import Value
from tiny_games import Countdown, Pair, changed


def check(game: Game, **options: Any) -> Report:
    return check_game(game, **{"compiled": False, "samples": 2_000} | options)


def found(game: Game, promise: str, **options: Any) -> Finding:
    """The first finding; that it is of this promise, and of no other, is the test."""
    report = check(game, **options)
    assert {finding.promise for finding in report.findings} == {promise}, report.text()
    assert not report.ok
    assert report.findings[0].remedy
    return report.findings[0]


# --- games that keep every promise --------------------------------------------------------------


@pytest.mark.parametrize("game", [Countdown(), Pair(), changed(stuck=Value.LOSS)])
def test_good_games_are_ok(game: Game) -> None:
    report = check(game)
    assert report.ok, report.text()
    assert (report.states_checked, report.complete) == (6, True)


def test_a_game_that_uses_every_optional_method_is_ok() -> None:
    class Kayles(Game):
        """Two piles turned in every way, with turns, tiers, symmetries and texts."""

        limits = ((0, 1), (0, 4), (0, 4))

        def start(self):
            return (0, 4, 4)

        def moves(self, state):
            return [(i, n) for i in (1, 2) for n in range(1, state[i] + 1)]

        def play(self, state, move):
            piles = list(state)
            piles[move[0]] -= move[1]
            if move[1] != 3:  # who takes three moves again
                piles[0] = 1 - piles[0]
            return tuple(piles)

        def outcome(self, state):
            return Value.LOSS if state[1:] == (0, 0) else None

        def player(self, state):
            return state[0]

        def moves_again(self, state, move):
            return move[1] == 3

        def symmetries(self, state):
            yield (state[0], state[2], state[1])

        def tier(self, state):
            return 8 - state[1] - state[2]

        def text(self, state, seat):
            assert seat == state[0]
            return "AB"[seat] + f" {state[1]} {state[2]}"

        def parse(self, text):
            turn, left, right = text.split()
            return ("AB".index(turn), int(left), int(right))

        def move_text(self, move):
            return f"{move[1]} from {move[0]}"

        def parse_move(self, text):
            number, _, pile = text.split()
            return (int(pile), int(number))

    report = check(Kayles())
    assert report.ok, report.text()
    assert report.notes == ()


def test_states_of_any_kind_are_checked() -> None:
    game = changed(
        start=lambda self: frozenset({1, 2, 3}),
        moves=lambda self, state: sorted(state),
        play=lambda self, state, move: state - {move},
        outcome=lambda self, state: None if state else Value.LOSS,
    )
    report = check(game)
    assert report.ok, report.text()
    assert report.states_checked == 8


def test_loops_are_no_fault() -> None:
    report = check(changed(play=lambda self, state, move: (state + move) % 4, start=lambda s: 1))
    assert report.ok, report.text()


# --- the four methods ---------------------------------------------------------------------------


def test_stuck_state() -> None:
    finding = found(changed(Pair, outcome=lambda self, state: None), "stuck-state")
    assert finding.state == (0, 7)
    assert finding.state_text == "0,7"


def test_illegal_outcome() -> None:
    wrong = changed(outcome=lambda self, state: -1 if state == 0 else None)
    assert found(wrong, "illegal-outcome").state == 0


def test_illegal_moves() -> None:
    assert found(changed(moves=lambda self, state: None), "illegal-moves").state == 5


def test_endless_moves() -> None:
    endless = changed(moves=lambda self, state: itertools.repeat(1))
    assert found(endless, "endless-moves").state == 5


def test_moves_that_never_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 0.3)

    def moves(self, state):
        while state == 3:
            pass
        return Countdown.moves(self, state)

    finding = found(changed(moves=moves), "never-answers")
    assert finding.state == 3
    assert f"test_check.py:{moves.__code__.co_firstlineno + 1}" in finding.message


def test_a_check_with_little_time_blames_no_rule() -> None:
    report = check(changed(moves=lambda self, state: time.sleep(0.3) or [1]), max_seconds=0.2)
    assert report.ok, report.text()
    assert not report.complete
    assert any("0.2 seconds were over after 0 states in state 5" in n for n in report.notes)


def test_a_start_that_never_comes() -> None:
    def start(self):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    assert found(changed(start=start), "never-answers", max_seconds=0.3).state is None


def test_moves_that_differ_between_calls() -> None:
    calls = itertools.count()
    game = changed(moves=lambda self, state: [1, 2][: 1 + next(calls) % 2] if state > 2 else [1])
    finding = found(game, "moves-differ")
    assert "gave 1 moves (1), then 2 moves (1 2) in state 5" in finding.message


def test_a_play_that_differs_between_calls() -> None:
    calls = itertools.count()
    finding = found(changed(play=lambda *_: next(calls) % 3), "play-differs")
    assert (finding.state, finding.move) == (5, 1)


def test_an_outcome_that_differs_between_calls() -> None:
    calls = itertools.count()
    game = changed(outcome=lambda s, state: (Value.LOSS, Value.WIN)[next(calls) % 2])
    found(game, "outcome-differs")


def test_a_start_that_differs_between_calls() -> None:
    calls = itertools.count(5)
    found(changed(start=lambda self: next(calls)), "start-differs")


def test_rules_that_remember_the_last_move() -> None:
    class Remembers(Countdown):
        last = [0]  # noqa: RUF012

        def play(self, state, move):
            self.last[0] = move
            return state - move

        def outcome(self, state):
            return Value.LOSS if state == 0 or (state == 3 and self.last[0] == 2) else None

    assert found(Remembers(), "outcome-differs").state == 3


def test_unhashable_state() -> None:
    game = changed(Pair, play=lambda self, state, move: [state[0] - move, 7])
    finding = found(game, "unhashable-state")
    assert (finding.state, finding.move_text) == ((5, 7), "1")


class Box:
    """A state that can be changed, and says that it is hashable."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __repr__(self) -> str:
        return f"Box({self.left})"


class EqualBox(Box):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualBox) and other.left == self.left

    def __hash__(self) -> int:
        return 1


def boxed(box: type[Box], **rules: Any) -> Game:
    given = {
        "start": lambda self: box(3),
        "moves": lambda self, state: [1],
        "play": lambda self, state, move: box(state.left - move),
        "outcome": lambda self, state: None if state.left > 0 else Value.LOSS,
    }
    return changed(**given | rules)


def test_states_that_are_objects_with_equality_are_fine() -> None:
    assert check(boxed(EqualBox)).ok


def test_mutable_state() -> None:
    def play(self, state, move):
        state.left -= move
        return EqualBox(state.left)

    finding = found(boxed(EqualBox, play=play), "mutable-state", samples=1)
    assert "play changed the state Box(3) into Box(2) for the move 1" in finding.message


def test_identity_state() -> None:
    report = check(boxed(Box), samples=50)
    assert {finding.promise for finding in report.findings} == {"identity-state"}
    assert "frozen=True" in report.findings[0].remedy
    wrapped = changed(
        start=lambda self: (0, "a"),
        moves=lambda self, state: [1],
        play=lambda self, state, move: (Box(1),),
        outcome=lambda self, state: None if len(state) > 1 else Value.LOSS,
    )
    assert found(wrapped, "identity-state").move == 1


def test_a_state_whose_equality_raises() -> None:
    class Angry(EqualBox):
        def __eq__(self, other: object) -> bool:
            raise ValueError("not comparable")

        __hash__ = EqualBox.__hash__

    report = check(boxed(Angry), samples=50)
    assert "rules-raised" in {finding.promise for finding in report.findings}


def test_no_state() -> None:
    assert found(changed(play=lambda *_: None), "no-state").move == 1


def test_one_bad_move_does_not_hide_the_others() -> None:
    game = changed(play=lambda self, state, move: None if move == 2 else state - move)
    report = check(game)
    assert report.states_checked == 6
    assert [finding.state for finding in report.findings] == [5, 4, 3]


def test_kind_changes() -> None:
    found(changed(play=lambda *_: "over"), "kind-changes")


def test_out_of_63_bits() -> None:
    game = changed(
        start=lambda self: 1,
        moves=lambda self, state: [1],
        play=lambda self, state, move: state << move,
        outcome=lambda self, state: None,
    )
    assert found(game, "out-of-63-bits").state == 1 << 62


def test_rules_that_raise() -> None:
    finding = found(
        changed(play=lambda self, state, move: (state - move) // (state != 4)), "rules-raised"
    )
    assert finding.message.startswith("Changed.play raised ZeroDivisionError")
    assert (finding.state, finding.move) == (4, 1)


def test_a_start_that_raises() -> None:
    def start(self):
        return ()[len(str(self.stones))]

    report = check(changed(start=start))
    assert [finding.promise for finding in report.findings] == ["rules-raised"]
    assert (report.states_checked, report.complete) == (0, False)


def test_rules_that_raise_errors_of_ours() -> None:
    def moves(self, state):
        raise ParseError("cannot read this")

    assert "cannot read this" in found(changed(moves=moves), "rules-raised").message

    def play(self, state, move):
        raise RulesError("my-own", "a promise of the game's own", state=state, remedy="Keep it")

    assert found(changed(play=play), "my-own").state == 5


# --- attributes ---------------------------------------------------------------------------------


def test_illegal_players() -> None:
    found(changed(players=3), "illegal-players")


def test_illegal_stuck_is_found_even_where_no_state_is_stuck() -> None:
    found(changed(stuck="loss"), "illegal-stuck")


@pytest.mark.parametrize("limits", [((0, 5),), ((5, 0), (0, 9)), 3, ((0, "x"), (0, 9))])
def test_illegal_limits(limits: object) -> None:
    report = check(changed(Pair, limits=limits))
    assert "illegal-limits" in {finding.promise for finding in report.findings}


def test_out_of_limits() -> None:
    finding = found(changed(Pair, limits=((1, 5), (7, 7))), "out-of-limits")
    assert (finding.state, finding.message) == (
        (0, 7),
        "field 0 of state 0,7 is 0, limits say 1 ... 5",
    )


def test_parameters_that_can_change_are_noted() -> None:
    @dataclass
    class Listed(Game):
        sizes: Any = ()
        start, moves, play, outcome = (
            Countdown.start,
            Countdown.moves,
            Countdown.play,
            Countdown.outcome,
        )
        stones = 5

    report = check(Listed(sizes=[1]))
    assert report.ok
    assert any("the parameter sizes is [1]" in note for note in report.notes)
    assert any("frozen=True" in note for note in report.notes)


# --- turns and tiers ----------------------------------------------------------------------------


def test_illegal_player() -> None:
    found(changed(player=lambda self, state: state), "player-illegal")


def test_player_contradicts_moves_again() -> None:
    game = changed(player=lambda self, state: state % 2, moves_again=lambda *_: False)
    finding = found(game, "player-contradicts")
    assert (finding.state, finding.move) == (5, 2)


def test_a_puzzle_whose_turn_ends() -> None:
    found(changed(players=1, moves_again=lambda *_: False), "player-contradicts")


def test_illegal_moves_again() -> None:
    found(changed(moves_again=lambda *_: None), "moves-again-illegal")


def test_a_tier_that_falls() -> None:
    finding = found(changed(tier=lambda self, state: state), "tier-falls")
    assert finding.message == "the tier falls from 5 to 4 by the move 1 in state 5"
    assert check(changed(tier=lambda self, state: -state)).ok


def test_an_illegal_tier() -> None:
    found(changed(tier=lambda self, state: state / 2), "tier-illegal")


# --- symmetries ---------------------------------------------------------------------------------


def twin(**rules: Any) -> Game:
    """Two piles, either of which may be taken from; its mirror image is a true symmetry."""
    given = {
        "start": lambda self: (2, 2),
        "moves": lambda self, s: [(i, n) for i in (0, 1) for n in range(1, s[i] + 1)],
        "play": lambda self, s, m: (s[0] - m[1], s[1]) if m[0] == 0 else (s[0], s[1] - m[1]),
        "outcome": lambda self, s: Value.LOSS if s == (0, 0) else None,
        "symmetries": lambda self, s: [s, s[::-1]],
    }
    return changed(Pair, **given | rules)


def test_a_true_symmetry_is_ok() -> None:
    assert check(twin()).ok


def test_a_class_that_differs_from_its_images_class() -> None:
    found(twin(symmetries=lambda self, s: [s[::-1]] if s[0] < s[1] else [s]), "symmetry-class")


def test_a_symmetry_that_changes_the_outcome() -> None:
    def outcome(self, s):
        return {(0, 0): Value.LOSS, (0, 1): Value.WIN}.get(s)

    report = check(twin(outcome=outcome))
    assert "symmetry-outcome" in {finding.promise for finding in report.findings}
    assert "Value.WIN for one and None for the other" in report.text()


def test_a_symmetry_that_changes_the_seat() -> None:
    game = twin(player=lambda self, s: int(s[0] > s[1]), moves_again=lambda *_: False)
    promises = {finding.promise for finding in check(game).findings}
    assert "symmetry-seat" in promises


def test_a_symmetry_that_changes_the_tier() -> None:
    found(twin(tier=lambda self, s: -s[0]), "symmetry-tier")


def test_a_symmetry_whose_children_differ() -> None:
    def moves(self, s):
        return [(i, n) for i in (0, 1) for n in range(1, s[i] + 1)] if s != (0, 2) else [(1, 2)]

    finding = found(twin(moves=moves), "symmetry-children")
    assert finding.state in {(0, 2), (2, 0)}


class Cells(Game):
    """Tic-tac-toe on a tuple, with the four turns of the board: 5,478 states."""

    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    odd: tuple[int, ...] = ()

    def start(self) -> Any:
        return (0,) * 9

    def moves(self, state: Any) -> Any:
        free = [i for i in range(9) if not state[i]]
        return free[1:] if state == self.odd else free

    def play(self, state: Any, move: Any) -> Any:
        turn = 1 + state.count(1) - state.count(2)
        return (*state[:move], turn, *state[move + 1 :])

    def outcome(self, state: Any) -> Value | None:
        if any(state[a] == state[b] == state[c] != 0 for a, b, c in self.lines):
            return Value.LOSS
        return None if 0 in state else Value.DRAW

    def turned(self, state: Any) -> Any:
        return tuple(state[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))

    def symmetries(self, state: Any) -> Any:
        for _ in range(3):
            state = self.turned(state)
            yield state

    def tier(self, state: Any) -> int:
        return 9 - state.count(0)


def rare_states(count: int) -> list[Any]:
    """Some states of `Cells` with two free cells or more that no turn leaves alone."""
    game, choice = Cells(), random.Random(5)
    found: dict[Any, None] = {}
    while len(found) < count:
        state = game.start()
        for _ in range(choice.randint(1, 7)):
            if game.outcome(state) is None:
                state = game.play(state, choice.choice(game.moves(state)))
        if game.outcome(state) is None and len(set(game.symmetries(state)) | {state}) == 4:
            found[state] = None
    return list(found)


def test_the_turns_of_a_board_are_a_symmetry() -> None:
    report = check(Cells(), samples=6_000)
    assert report.ok, report.text()
    assert report.states_checked == 5_478


@pytest.mark.parametrize("state", rare_states(12))
def test_a_symmetry_that_is_none_on_one_state(state: Any) -> None:
    """Wherever it is: also after the states that are compared with all their images."""
    finding = found(changed(Cells, odd=state), "symmetry-children", samples=6_000)
    assert finding.state is not None


@pytest.mark.parametrize("state", rare_states(3))
def test_a_tier_that_differs_on_one_class(state: Any) -> None:
    # never falling: a full step is two
    tier = lambda self, s: 2 * (9 - s.count(0)) + (s == state)  # noqa: E731
    finding = found(changed(Cells, tier=tier), "symmetry-tier", samples=6_000)
    assert finding.state in {state, *Cells().symmetries(state)}


def test_a_class_that_is_not_closed() -> None:
    """One turn by a quarter, without what two and three of them give."""
    game = changed(Cells, symmetries=lambda self, s: [self.turned(s)])
    finding = found(game, "symmetry-class")
    assert "one has 2 states, the other 2, 1 of them in both" in finding.message


def test_illegal_symmetries() -> None:
    found(twin(symmetries=lambda self, s: None), "illegal-symmetries")


# --- texts --------------------------------------------------------------------------------------


def test_a_text_that_parse_does_not_read_back() -> None:
    finding = found(changed(parse=lambda self, text: int(text) + 1), "text-round-trip")
    assert finding.message == 'parse(text(state)) gives 6, where text gives "5" for 5'


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


# --- notes --------------------------------------------------------------------------------------


def test_a_state_after_an_even_and_an_odd_number_of_plies_is_noted_with_both_plays() -> None:
    (note,) = check(Countdown()).notes
    assert "state 3 is reached after an even number of plies (1; 1)" in note
    assert "after an odd number (2)" in note
    assert check(changed(moves=lambda self, state: [1])).notes == ()
    assert check(changed(player=lambda self, state: state % 2)).notes == ()
    assert check(changed(players=1)).notes == ()


def test_tuples_that_change_their_length_are_noted() -> None:
    game = changed(
        start=lambda self: (1, 1),
        moves=lambda self, state: [1],
        play=lambda self, state, move: state[1:],
        outcome=lambda self, state: None if state else Value.LOSS,
        parse=lambda self, text: eval(text) if text.endswith(")") else eval(f"({text},)"),
    )
    report = check(game)
    assert report.ok, report.text()
    assert any("runs interpreted" in note for note in report.notes)


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
    game = changed(play=lambda self, state, move: time.sleep(0.01) or (state * 2 + move) % 2**60)
    began = time.monotonic()
    report = check(game, max_seconds=0.5)
    assert time.monotonic() - began < 5
    assert not report.complete
    assert any("0.5 seconds were over" in note for note in report.notes)


# --- the report ---------------------------------------------------------------------------------


def test_a_report_as_json_and_as_text() -> None:
    report = check(changed(Pair, outcome=lambda self, state: None))
    (finding,) = json.loads(json.dumps(report.as_dict()))["findings"]
    assert finding["promise"] == "stuck-state"
    assert (finding["state"], finding["move"]) == ("0,7", None)
    first, second = report.text().splitlines()[:2]
    assert first == "Changed breaks 1 promise, seen on all its 6 states"
    assert second.startswith("stuck-state: there is no legal move in state 0,7")


def test_a_few_examples_of_each_promise_are_kept() -> None:
    report = check(changed(stones=50, tier=lambda self, state: state))
    assert len(report.findings) == 3


# --- compiled -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overflows(Countdown):
    """The seventh power of 1,000 leaves 64 bits: compiled rules see another number."""

    def outcome(self, state):
        power = 1
        for _ in range(7 * (state == 1)):
            power *= 1000
        return Value.LOSS if state == 0 or power % 7 == 3 else None


def test_rules_that_compiled_code_answers_differently() -> None:
    python = check(Overflows())
    assert python.ok, python.text()
    finding = found(Overflows(), "compiled-differs", compiled=True)
    assert finding.state == 1


def test_good_games_are_the_same_compiled() -> None:
    report = check(Countdown(), compiled=True)
    assert report.ok, report.text()
    assert not any("interpreted" in note for note in report.notes), report.text()


def test_why_a_game_is_not_compiled_is_noted() -> None:
    game = changed(moves=lambda self, state: sorted({"1": 1, "2": 2}.values())[: min(state, 2)])
    report = check(game, compiled=True)
    assert report.ok, report.text()
    assert any("runs interpreted" in note for note in report.notes), report.text()
