"""Players, matches and moves as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from perfectplay import Value, solve
from perfectplay.core.errors import IllegalMoveError, RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.moves import (
    find_move,
    first_position,
    follow,
    legal_moves,
    listed,
    next_position,
)
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Perfect, Random
from perfectplay.play.match import MoveMade, PlayOver, PlayStopped, TakenBack, TurnBegins, match
from perfectplay.play.players import Human, InputEndedError, Player
from perfectplay.registry.address import load_game

ROCKS = CheckedGame(ThreeRocks(3, 2))


class Typist:
    """Types lines prepared before, and keeps what it is told."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.told: list[str] = []

    def player(self, rules: CheckedGame) -> Human:
        return Human(rules, lambda _: self.lines.pop(0) if self.lines else None, self.told.append)


@dataclass(frozen=True)
class Fixed:
    """Plays what it was made with, legal or not."""

    moves: tuple[object, ...]
    name: str = "fixed"

    def choose(self, state: object, legal: Sequence[object], last: object) -> object:
        return self.moves[0]


# --- moves ----------------------------------------------------------------------------------------


def test_a_move_is_found_by_its_text_and_by_what_it_reads_as():
    assert find_move(ROCKS, (3, 2), "1,2") == (1, 2)
    assert find_move(ROCKS, (3, 2), " (1, 2) ") == (1, 2)
    board = CheckedGame(TicTacToe())
    assert find_move(board, 0, "5") == 4  # people count from 1


def test_an_illegal_move_is_named_with_what_would_be_legal():
    with pytest.raises(IllegalMoveError) as caught:
        find_move(ROCKS, (1, 1), "0,2")
    assert str(caught.value) == "move '0,2' is not legal in 1,1; legal: 0,1  1,0  1,1"


def test_a_move_where_the_play_is_over_says_so():
    with pytest.raises(IllegalMoveError, match="'0,1' cannot be made: the play is over in 0,0"):
        find_move(ROCKS, (0, 0), "0,1")


def test_an_illegal_move_of_a_sequence_is_named_with_its_number():
    with pytest.raises(IllegalMoveError, match=r"'9,9' is not legal in 2,2; .*\(move number 2\)"):
        follow(ROCKS, first_position(ROCKS), ["1,0", "9,9"])


def test_many_moves_are_cut_in_a_sentence():
    board = CheckedGame(TicTacToe(width=5, height=5))
    assert listed(board, legal_moves(board, 0)).endswith("11, 12 and 13 more")


def test_seats_follow_who_moves_again():
    rules = CheckedGame(Kalah())
    position = first_position(rules)
    again = next_position(rules, position, 1)
    assert (position.seat, again.seat) == (0, 0)  # the last seed fell into the store
    assert next_position(rules, again, 0).seat == 1


# --- matches --------------------------------------------------------------------------------------


def test_perfect_players_end_as_the_solution_says():
    for game in (ThreeRocks(), TicTacToe(), Kalah()):
        solution = solve(game)
        *_, end = match(CheckedGame(game), [Perfect(solution), Perfect(solution, seed=3)])
        start = solution.probe(solution.start)
        assert isinstance(end, PlayOver)
        assert end.plies == start.remoteness
        winner = {Value.WIN: 0, Value.LOSS: 1, Value.DRAW: None}[start.value]
        assert end.winner == winner


def test_perfect_play_never_does_worse_than_the_value_of_the_start():
    solution = solve(TicTacToe())
    for seed in range(30):
        players: list[Player] = [Random(seed), Perfect(solution)]
        *_, end = match(CheckedGame(TicTacToe()), players)
        assert end.winner in (1, None)


def test_events_come_in_order():
    typist = Typist("1,0")
    events = list(match(CheckedGame(ThreeRocks(1, 0)), [typist.player(ROCKS), Random(0)]))
    assert [type(event) for event in events] == [TurnBegins, MoveMade, PlayOver]
    assert (events[1].move, events[1].after.state, events[1].after.seat) == ((1, 0), (0, 0), 1)
    assert (events[2].value, events[2].winner, events[2].plies) == (Value.LOSS, 0, 1)


def test_a_human_is_asked_again_until_a_move_is_legal():
    typist = Typist("", "9,9", "nonsense", "help", "3,0")
    moved = _first_move(typist)
    assert moved.move == (3, 0)
    assert "'9,9' is not legal in 3,2; legal: 0,1" in typist.told[0]
    assert "'nonsense' is not legal" in typist.told[1]
    assert typist.told[2].startswith("legal moves: 0,1  0,2  1,0")


def _first_move(typist: Typist) -> MoveMade:
    rules = CheckedGame(ThreeRocks(3, 2))
    events = match(rules, [typist.player(rules), Random(0)])
    return next(event for event in events if isinstance(event, MoveMade))


def test_a_move_comes_before_a_command_of_the_same_name():
    class Quitting(Game):
        def start(self):
            return "begin"

        def moves(self, state):
            return ["quit"]

        def play(self, state, move):
            return "end"

        def outcome(self, state):
            return Value.LOSS if state == "end" else None

    rules = CheckedGame(Quitting())
    *_, end = match(rules, [Typist("quit").player(rules), Random(0)])
    assert isinstance(end, PlayOver)


def test_undo_takes_back_the_human_s_own_last_move():
    rules = CheckedGame(ThreeRocks(3, 2))
    typist = Typist("undo", "1,0", "undo", "0,1", "quit")
    events = list(match(rules, [typist.player(rules), Fixed(((1, 0),))]))
    taken = [event for event in events if isinstance(event, TakenBack)]
    assert [(event.plies, event.position and event.position.state) for event in taken] == [
        (0, None),
        (2, (3, 2)),
    ]
    assert isinstance(events[-1], PlayStopped)
    assert (events[-1].left, events[-1].plies, events[-1].position.state) == (True, 2, (2, 1))


def test_undo_between_two_humans_takes_one_move_back():
    rules = CheckedGame(ThreeRocks(3, 2))
    one, two = Typist("1,0", "0,1"), Typist("u", "quit")
    events = list(match(rules, [one.player(rules), two.player(rules)]))
    assert [event.plies for event in events if isinstance(event, TakenBack)] == [1]


def test_the_end_of_input_is_said_plainly():
    rules = CheckedGame(ThreeRocks(3, 2))
    with pytest.raises(InputEndedError, match="the input ended before the play was over"):
        list(match(rules, [Typist().player(rules), Random(0)]))


def test_a_play_that_need_not_end_is_stopped():
    game = load_game("fingers_down")
    perfect = Perfect(solve(game))
    *_, end = match(CheckedGame(game), [perfect, perfect], most_plies=25)
    assert end == PlayStopped(end.position, 25, left=False)


def test_an_illegal_move_of_a_player_is_named():
    with pytest.raises(IllegalMoveError, match=r"fixed: move '\(9, 9\)' is not legal in 3,2"):
        list(match(ROCKS, [Fixed(((9, 9),)), Random(0)]))


def test_the_last_move_of_the_opponent_is_passed_on():
    seen = []

    class Watcher:
        name = "watcher"

        def choose(self, state, legal, last):
            seen.append(last)
            return legal[0]

    list(match(CheckedGame(ThreeRocks(1, 2)), [Watcher(), Watcher()]))
    assert seen == [None, (0, 1), (0, 1)]


def test_a_puzzle_has_one_player():
    class Walk(Game):
        players = 1

        def start(self):
            return 3

        def moves(self, state):
            return [1]

        def play(self, state, move):
            return state - move

        def outcome(self, state):
            return Value.WIN if state == 0 else None

    *_, end = match(CheckedGame(Walk()), [Random(0)])
    assert (end.value, end.winner, end.plies) == (Value.WIN, 0, 3)


def test_a_state_without_moves_that_is_not_over_is_an_error_of_the_rules():
    class Dead(ThreeRocks):
        def outcome(self, state):
            return None

    with pytest.raises(RulesError, match="no legal move"):
        list(match(CheckedGame(Dead(1, 1)), [Random(0), Random(1)]))


def test_a_match_can_begin_anywhere():
    position = follow(ROCKS, first_position(ROCKS), ["1,0"])
    events = list(match(ROCKS, [Random(0), Random(1)], position=position))
    assert events[0] == TurnBegins(position, events[0].player, 0)
    assert events[0].player == Random(1)
