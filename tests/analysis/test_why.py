"""Reasons: each fact in every state of small games, by the values of the reference solver."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games_of_puzzles import Corridor, Handed, Lights
from perfectplay import Game, Solution, Value, solve, why
from perfectplay.analysis.why.reason import Fact
from perfectplay.core.errors import IllegalMoveError, QueryError, UnknownStateError
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


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


GAMES: list[Game] = [
    TicTacToe(3, 2), Kalah(2, 3), DotsAndBoxes(1, 2), Nim((1, 2, 3)), Kayles(5), Hexapawn(3),
    Spoons(3), ThreeRocks(4, 3), Chopsticks(), Lights(),
]  # fmt: skip

TOLD = {
    "over", "value", "keep", "others", "move", "at once", "no reply helps", "threat", "line",
    "forced",
}  # fmt: skip

NOT_TOLD: dict[type[Game], set[str]] = {
    TicTacToe: {"no reply helps", "forced"},
    DotsAndBoxes: {"no reply helps", "threat", "forced"}, Kalah: {"no reply helps", "threat"},
    Nim: {"forced"}, ThreeRocks: {"forced"},
    Lights: {"others", "no reply helps", "threat", "forced"},
}  # fmt: skip
"""Kinds that a game has no case of."""


class Truth:
    """The values of the reference, and what follows from them by definition."""

    def __init__(self, game: Game) -> None:
        self.solution = solve(game, method="reference", symmetries=False)
        self.rules = self.solution.rules
        self.known: dict[Any, tuple[int, int | None]] = {}

    def made(self, state: Any, text: str) -> Any:
        found = [one for one, _ in self.options(state) if self.rules.move_text(one) == text]
        assert len(found) == 1
        return found[0]

    def options(self, state: Any) -> Any:
        return self.rules.position(state).options

    def again(self, state: Any, move: Any) -> bool:
        return self.rules.moves_again(state, move, self.rules.play(state, move))

    def worth(self, state: Any, move: Any) -> int:
        """A value, 1 to 3 from loss to win, or points, for the mover."""
        return self._after(state, move)[0]

    def plies(self, state: Any, move: Any) -> int | None:
        return self._after(state, move)[1]

    def _after(self, state: Any, move: Any) -> tuple[int, int | None]:
        if (state, move) not in self.known:
            child, again = self.rules.play(state, move), self.again(state, move)
            plies = self.solution.remoteness(child)
            if self.rules.scoring:
                score = self.solution.score(child)
                worth = int(self.rules.gain(state, move) + (score if again else -score))
            else:
                value = int(self.solution.value(child))
                worth = value if again else int(Value.WIN) + int(Value.LOSS) - value
            self.known[state, move] = worth, None if plies is None else plies + 1
        return self.known[state, move]

    def texts(self, state: Any, holds: Callable[[Any], bool]) -> set[str]:
        return {self.rules.move_text(move) for move, _ in self.options(state) if holds(move)}

    def keeping(self, state: Any) -> set[str]:
        most = max(self.worth(state, move) for move, _ in self.options(state))
        return self.texts(state, lambda move: self.worth(state, move) == most)

    def best(self, state: Any) -> set[str]:
        plies, keeping = self.solution.remoteness(state), self.keeping(state)
        as_long = self.texts(state, lambda move: self.plies(state, move) == plies)
        return keeping & as_long


def numbers(sentence: str) -> list[int]:
    return [int(text.replace(",", "")) for text in re.findall(r"\d+", sentence)]


def check(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """A fact by its definition in docs/why.md, and the numbers of its sentence."""
    assert fact.state == state
    globals()[f"_{fact.kind.replace(' ', '_')}"](truth, state, move, fact)


def _over(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    assert move is None
    assert not truth.options(state)
    _same_worth(truth, state, fact)


def _value(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    assert truth.options(state)
    _same_worth(truth, state, fact)
    assert fact.plies == truth.solution.remoteness(state)
    if not truth.rules.scoring and fact.plies is not None and "cannot" not in fact.sentence:
        assert numbers(fact.sentence) == [fact.plies]


def _same_worth(truth: Truth, state: Any, fact: Fact) -> None:
    if truth.rules.scoring:
        assert fact.score == truth.solution.score(state)
    else:
        assert fact.value == str(truth.solution.value(state))


def _keep(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    assert set(fact.moves) == truth.keeping(state)
    every, kept = len(truth.options(state)), len(fact.moves)
    assert len(set(fact.moves)) == kept
    if kept < every:
        assert fact.sentence.startswith(f"{kept:,} of {every:,} moves ")
    elif every > 1:
        assert fact.sentence.startswith("Both moves " if every == 2 else f"All {every:,} moves ")


def _others(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    if truth.rules.scoring:
        expected = truth.texts(state, lambda _: True) - truth.keeping(state)
        assert set(fact.moves) == expected
        assert fact.score == max(truth.worth(state, truth.made(state, one)) for one in fact.moves)
        return
    value = {"loss": Value.LOSS, "draw": Value.DRAW}[str(fact.value)]
    assert set(fact.moves) == truth.texts(state, lambda one: truth.worth(state, one) == value)
    every, count = len(truth.options(state)), len(fact.moves)
    if count > 1:
        rest = (
            f"The other {count:,}" if count < every else "Both" if count == 2 else f"All {count:,}"
        )
        assert fact.sentence.startswith((rest, f"{count:,} other moves"))
        if fact.sentence.startswith("The other"):
            assert set(fact.moves) | truth.keeping(state) == truth.texts(state, lambda _: True)
    met = {one for one in fact.moves if fact.reply is not None and _wins(truth, state, one, fact)}
    assert set(fact.met) == met
    if fact.reply is not None and len(met) < count:
        assert f" {len(met):,} of them to the reply {fact.reply}." in fact.sentence


def _wins(truth: Truth, state: Any, text: str, fact: Fact) -> bool:
    """Whether the reply is legal after a move, is the opponent's, and wins."""
    move = truth.made(state, text)
    after = truth.rules.play(state, move)
    if truth.again(state, move) or fact.reply not in truth.texts(after, lambda _: True):
        return False
    return truth.worth(after, truth.made(after, str(fact.reply))) == int(Value.WIN)


def _move(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    assert fact.moves == (move,)
    made = truth.made(state, str(move))
    worth = truth.worth(state, made)
    assert fact.plies == truth.plies(state, made)
    if truth.rules.scoring:
        assert fact.score == worth
    else:
        assert fact.value == str(Value(worth))
    keeping, every = truth.keeping(state), len(truth.options(state))
    lost = not truth.rules.scoring and max(worth, int(Value.LOSS)) == int(Value.LOSS)
    only = keeping == {move} and every > 1
    assert ("as the only one of" in fact.sentence) == (only and not lost)
    if not truth.rules.scoring and truth.rules.game.players == 2:
        assert (": it was a " in fact.sentence) == (move not in keeping)
        assert ("as every move does" in fact.sentence) == (lost and move in keeping)


def _at_once(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    (text,) = fact.moves
    assert not truth.options(truth.rules.play(state, truth.made(state, text)))


def _no_reply_helps(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """By the rules alone: after each reply there is a move that ends the play and wins."""
    (text,) = fact.moves
    made = truth.made(state, text)
    assert not truth.again(state, made)
    after = truth.rules.play(state, made)
    assert set(fact.met) == truth.texts(after, lambda _: True) != set()
    assert set(fact.met) == met_at_once(truth, after)


def met_at_once(truth: Truth, state: Any) -> set[str]:
    """By the rules alone: the moves after which the opponent can end the play and win."""
    found = set()
    for move, then in truth.options(state):
        ends = [
            (truth.rules.position(last).outcome, truth.again(then, one))
            for one, last in truth.options(then)
        ]
        if not truth.again(state, move) and (
            (Value.LOSS, False) in ends or (Value.WIN, True) in ends
        ):
            found.add(truth.rules.move_text(move))
    return found


def _threat(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    first = fact.sentence.startswith("After ")
    if first:
        (text,) = fact.moves
        assert move in (None, text)
        made = truth.made(state, text)
        assert not truth.again(state, made)
        state = truth.rules.play(state, made)
    stop = truth.texts(state, lambda _: True) - set(fact.met)
    assert set(fact.met) == met_at_once(truth, state)
    assert 1 <= len(stop) <= 2
    assert len(stop) < len(fact.met)
    assert first or (set(fact.moves) == stop and truth.solution.value(state) is not Value.WIN)
    for said in stop:
        assert said in fact.sentence


def _zugzwang(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    passed = truth.solution.value(other_to_move(state))
    assert fact.value == str(passed.negated)
    assert passed.negated > truth.solution.value(state)


def other_to_move(state: Any) -> Any:
    """The same state of ``Corridor`` and its like with the other player to move."""
    return (1 - state[0], *state[1:])


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


def is_threatened(truth: Truth, state: Any) -> bool:
    """Whether a threat is to be told of a position, or of its first best move."""
    if truth.rules.scoring or truth.rules.game.players == 1 or not truth.options(state):
        return False
    won = truth.solution.value(state) is Value.WIN
    if not won and _few_stop(truth, state):
        return True
    first = truth.made(state, truth.solution.probe(state).moves[0].text)
    return not truth.again(state, first) and _few_stop(truth, truth.rules.play(state, first))


def _few_stop(truth: Truth, state: Any) -> bool:
    met = met_at_once(truth, state)
    return 1 <= len(truth.options(state)) - len(met) <= min(2, len(met) - 1)


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
    assert [fact.kind for fact in after.facts] == ["value", "threat", "keep", "line"]


def _line(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """Each move but a first one that was asked about is a best one; marks as they are defined."""
    assert len(fact.moves) == len(fact.only) <= 8
    for i, (text, only) in enumerate(zip(fact.moves, fact.only, strict=True)):
        best = truth.best(state)
        assert text in best or (i == 0 and text == move)
        assert only == (best == {text} and len(truth.options(state)) > 1)
        state = truth.rules.play(state, truth.made(state, text))
    assert (fact.plies is None) == bool(truth.options(state))
    assert fact.plies in (None, len(fact.moves))


def _forced(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """Each later move of the loser is the only one that holds out so long."""
    losers = 0
    for i, text in enumerate(fact.moves):
        if i and truth.solution.value(state) is Value.LOSS:
            losers += 1
            plies = truth.solution.remoteness(state)
            lasting = truth.texts(state, lambda one: truth.plies(state, one) == plies)  # noqa: B023
            assert lasting == {text}
        state = truth.rules.play(state, truth.made(state, text))
    assert losers
    assert not truth.options(state)


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
