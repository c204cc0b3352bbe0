"""Reasons: each fact in every state of small games, by the values of the reference solver."""

from pathlib import Path

import pytest

from games_of_puzzles import Corridor, Handed, Lights
from perfectplay import Game, Solution, Value, solve, why
from perfectplay.core.errors import IllegalMoveError, QueryError, UnknownStateError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from reasons_by_values import Truth, check, is_threatened, other_to_move


class Alike(Game):
    """Two moves that are written the same, of which one wins."""

    def start(self) -> int:
        return 3

    def moves(self, state: int) -> tuple[int, ...]:
        return (1, 2)[:state]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return None if state else Value.LOSS

    def move_text(self, move: int) -> str:
        return "take"


class Round(Game):
    """Whoever answers a by a goes round in a circle, though each answer keeps the win."""

    AFTER = ({"a": 1, "c": 2}, {"a": 0, "b": 3}, {"c": 3, "d": 4})

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return list(self.AFTER[state])

    def play(self, state: int, move: str) -> int:
        return self.AFTER[state][move]

    def outcome(self, state: int) -> Value | None:
        return {3: Value.LOSS, 4: Value.WIN}.get(state)


GAMES: list[Game] = [
    TicTacToe(3, 2), Kalah(2, 3), DotsAndBoxes(1, 2), Nim((1, 2, 3)), Kayles(5), Hexapawn(3),
    Spoons(3), ThreeRocks(4, 3), Chopsticks(), Lights(),
]  # fmt: skip

TOLD = {
    "over", "value", "keep", "others", "move", "reply", "at once", "no reply helps", "threat",
    "line", "forced", "pairs",
}  # fmt: skip

NOT_TOLD: dict[type[Game], set[str]] = {
    TicTacToe: {"no reply helps", "forced"},
    DotsAndBoxes: {"no reply helps", "threat", "forced", "pairs"},
    Kalah: {"no reply helps", "threat", "pairs"},
    Nim: {"forced"}, ThreeRocks: {"forced"},
    Lights: {"others", "reply", "no reply helps", "threat", "forced", "pairs"},
}  # fmt: skip
"""Kinds that a game has no case of."""


@pytest.mark.parametrize("game", [Corridor(7), Handed(9)], ids=lambda game: type(game).__name__)
def test_zugzwang_in_every_state(game: Game) -> None:
    """Told wherever the other player to move would be better for the one who is to move."""
    truth, solution = Truth(game), solve(game)
    found = 0
    for state in truth.solution.states():
        other, told = other_to_move(state), [one.kind for one in why(solution, state).facts]
        for fact in why(solution, state).facts:
            check(truth, state, None, fact)
        going = truth.options(state) and other in solution and truth.options(other)
        better = bool(going) and solution.value(other).negated > solution.value(state)
        assert ("zugzwang" in told) == better
        found += better
    assert found


def test_a_threat_is_told() -> None:
    """X in the corner and beside it: O must stop the row. A move that makes the threat says so."""
    solution = solve(TicTacToe())
    rules = solution.rules
    before = rules.play(rules.play(rules.start(), 0), 4)
    assert why(solution, before, "2").sentences[1] == (
        "After 2 there is a threat to win at once; only the reply 3 stops it."
    )
    after = why(solution, rules.play(before, 1))
    assert after.sentences[1] == "Only 3 stops the opponent from winning at once."
    assert [fact.kind for fact in after.facts] == ["value", "threat", "keep", "pairs", "line"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_each_fact_holds_in_every_state(game: Game) -> None:
    truth, solution = Truth(game), solve(game)
    seen: set[str] = set()
    for state in truth.solution.states():
        kinds = []
        for text in (None, *sorted(truth.texts(state, lambda _: True))):
            reason = why(solution, state, text)
            assert 1 <= len(reason.facts) <= 5
            for fact in reason.facts:
                check(truth, state, text, fact)
                kinds.append(fact.kind)
            if text is None:
                assert ("threat" in kinds) == is_threatened(truth, state)
        seen.update(kinds)
        assert kinds[0] == ("value" if truth.options(state) else "over")
    assert seen == TOLD - NOT_TOLD.get(type(game), set())


def test_a_sentence_for_a_won_and_a_lost_position() -> None:
    """Nim 1, 2 and 1, 1, by hand."""
    solution = solve(Nim((1, 2)))
    assert why(solution).sentences == (
        "The player to move wins in 3 plies.",
        "1 of 3 moves wins: 1 from row 2.",
        "The other 2 moves lose: 1 of them to the reply 1 from row 1.",
        "After 1 from row 2 every reply is met by a move that wins at once.",
    )
    assert why(solution, (1, 1)).sentences[:2] == (
        "The player to move loses in 2 plies.",
        "Both moves lose: 1 of them to the reply 1 from row 1.",
    )


def test_pairs_by_hand() -> None:
    """Two equal rows are lost by whoever moves. On four columns of two cells, the same column
    every time would leave the other player the bottom row.
    """
    sentences = why(solve(Nim((2, 2)))).sentences
    assert sentences[1] == (
        "The other player wins by answering each move with its partner: "
        "1 from row 1 and 1 from row 2; 2 from row 1 and 2 from row 2."
    )
    (fact,) = [one for one in why(solve(Nim((2, 3))), move="1 from row 2").facts if one.pairs]
    assert fact.sentence.startswith(
        "After 1 from row 2 the player who made it wins by answering each move with its partner: "
    )
    assert (fact.value, fact.moves) == ("win", ("1 from row 2",))
    columns = why(solve(ConnectFour(4, 2, 4))).facts[2]
    assert columns.pairs == (("1", "1"), ("2", "2"), ("3", "4"))
    assert "pairs" not in [one.kind for one in why(solve(TicTacToe())).facts]


def test_pairs_that_only_go_round_win_nothing() -> None:
    (fact,) = [one for one in why(solve(Round())).facts if one.pairs]
    assert fact.pairs == (("a", "b"), ("c", "c"))


def test_a_stored_solution_says_the_same(tmp_path: Path) -> None:
    solution = solve(TicTacToe())
    solution.save(tmp_path / "stored")
    stored = Solution.open(tmp_path / "stored")
    assert why(stored).as_dict() == why(solution).as_dict()


def test_what_cannot_be_asked() -> None:
    solution = solve(ThreeRocks(3, 2))
    with pytest.raises(QueryError, match="why expects a solution"):
        why(ThreeRocks(3, 2))  # type: ignore[arg-type]
    with pytest.raises(UnknownStateError):
        why(solution, (9, 9))
    for move in ("9,9", "", (9, 9), 7):
        with pytest.raises(IllegalMoveError):
            why(solution, None, move)
    with pytest.raises(IllegalMoveError, match="the play is over"):
        why(solution, (0, 0), "1,1")


def test_a_text_of_two_moves_is_refused_and_the_move_itself_is_not() -> None:
    solution = solve(Alike())
    with pytest.raises(IllegalMoveError, match="2 moves are written 'take'"):
        why(solution, 3, "take")
    assert why(solution, 3, 1).facts[0].value == "loss"
    assert why(solution, 2, 2).facts[0].value == "win"


def test_a_reason_is_printed_as_its_sentences() -> None:
    reason = why(solve(Alike()))
    assert str(reason).split("\n") == list(reason.sentences)
    assert repr(reason) == f"<{' '.join(reason.sentences)}>"
