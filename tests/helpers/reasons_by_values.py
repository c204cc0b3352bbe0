"""Whether a fact of a reason is true, by the values of the reference solver."""

import re
from collections.abc import Callable
from typing import Any

from perfectplay import Game, Value, solve
from perfectplay.analysis.why.reason import Fact


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

    best = truth.best(state)
    late = fact.sentence.rpartition(" than with the best move")[0]
    if move in best or move not in keeping or truth.solution.remoteness(state) is None:
        assert not late
        assert "could be over" not in fact.sentence
    elif truth.plies(state, made) is None:
        end = f"it could be over in {truth.solution.remoteness(state):,} pl"
        assert end in fact.sentence
    else:
        more = (truth.plies(state, made) or 0) - (truth.solution.remoteness(state) or 0)
        assert late.split()[-3] == f"{abs(more):,}"
        assert late.endswith("later" if more > 0 else "sooner")


def _reply(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """The opponent's best move after one that loses, or that loses something."""
    made = truth.made(state, str(move))
    assert fact.moves == (move,)
    assert move not in truth.keeping(state) or fact.value == "win"
    assert not truth.again(state, made)
    after = truth.rules.play(state, made)
    _same_worth(truth, after, fact)
    assert fact.plies == truth.solution.remoteness(after)
    assert fact.reply in truth.best(after)
    assert set(fact.met) == truth.keeping(after)
    kept, every = len(fact.met), len(truth.options(after))
    assert (f"; {kept - 1:,} other" in fact.sentence) == (kept > 1)
    assert (f", as the only one of {every:,}." in fact.sentence) == (kept == 1 < every)


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


def _pairs(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """Every play in which one side answers by pairs, and freely where it cannot, keeps the value
    that is said; by the rules alone, each play to its end, or until a state comes again."""
    assert 2 <= len(fact.pairs) <= 6
    named = [text for pair in fact.pairs for text in set(pair)]
    assert len(named) == len(set(named))
    wins = fact.value == "win"
    assert wins == (" wins by answering" in fact.sentence)
    free = _paired(truth, state, fact, wins)
    assert free == ("any move will do where there is no partner" in fact.sentence)
    for one, two in fact.pairs:
        assert f"{one} and {'itself' if one == two else two}" in fact.sentence


def _paired(truth: Truth, state: Any, fact: Fact, wins: bool) -> bool:
    """Whether an answer was free in some play; each must end well."""
    partner = {one: two for pair in fact.pairs for one, two in (pair, pair[::-1])}
    if fact.moves:
        state = truth.rules.play(state, truth.made(state, fact.moves[0]))
    free, most = False, int(Value.LOSS if wins else Value.DRAW)
    known: set[Any] = set()
    plays = [(state, frozenset[Any]())]
    while plays:
        here, before = plays.pop()
        if here in before:
            assert not wins
            continue
        if here in known and not wins:
            continue
        known.add(here)
        end = truth.rules.position(here).outcome
        assert end is None or int(end) <= most
        for first, after in truth.options(here):
            assert not truth.again(here, first)
            end = truth.rules.position(after).outcome
            assert end is None or int(end) >= 4 - most
            answers = {truth.rules.move_text(one): then for one, then in truth.options(after)}
            chosen = partner.get(truth.rules.move_text(first))
            free |= bool(answers) and chosen not in answers
            for text, then in answers.items():
                if text == chosen or chosen not in answers:
                    plays.append((then, before | {here}))
    return free


def _line(truth: Truth, state: Any, move: str | None, fact: Fact) -> None:
    """Each move but a first one that was asked about is a best one; marks as they are defined."""
    assert len(fact.moves) == len(fact.only) <= 8
    seen = set()
    for i, (text, only) in enumerate(zip(fact.moves, fact.only, strict=True)):
        best = truth.best(state)
        assert text in best or (i == 0 and text == move)
        assert only == (best == {text} and len(truth.options(state)) > 1)
        assert state not in seen
        seen |= {state} if i else set()
        state = truth.rules.play(state, truth.made(state, text))
    assert (fact.plies is None) == bool(truth.options(state))
    assert fact.plies in (None, len(fact.moves))
    assert fact.sentence.endswith("round and round.") == (state in seen)


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
