"""What `check` finds in turns, tiers and symmetries."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games_to_check import check, found
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Pair, changed

# --- turns and tiers ------------------------------------------------------------------------------


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


# --- symmetries -----------------------------------------------------------------------------------


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


@pytest.mark.thinned(4)
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
