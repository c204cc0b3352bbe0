"""Facts about moves: which keep the value, what the others come to, and what follows a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from perfectplay.analysis.why.paired_moves import pairs_after
from perfectplay.analysis.why.reason import MANY, ONE, Fact, points, without_end
from perfectplay.analysis.why.threat_facts import met_at_once, threat_after
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, plies_words
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

NAMED = 6
"""The most moves that a sentence names."""


def moves_that_keep(rules: CheckedGame, record: Record) -> Iterator[Fact]:
    """How many moves keep the value, and which; none where every move loses."""
    kept = [one for one in record.moves if one.keeps]
    if record.score is None and record.value is Value.LOSS:
        return  # the other fact says it
    every, count = len(record.moves), len(kept)
    one = count == 1
    if record.score is not None:
        does = "brings as much" if one else "bring as much"
        value = None
    else:
        does = _does(rules, record.value, count)
        value = str(record.value)
    names = f": {_named(kept)}" if count < every or one else ""
    many = _all_moves(every) if count == every else f"{count:,} of {every:,} moves"
    sentence = f"{many} {does}{names}."
    texts = tuple(move.text for move in kept)
    yield Fact("keep", sentence, record.state, value, record.score, moves=texts)


def other_moves(solution: Solution, record: Record) -> Iterator[Fact]:
    """What the moves come to that do not keep the value; in a lost position, all."""
    if record.score is not None:
        yield from _fewer_points(solution.rules, record)
        return
    lost = record.value is Value.LOSS
    for value in (Value.LOSS, Value.DRAW):
        group = [one for one in record.moves if one.value is value and (lost or not one.keeps)]
        if group:
            yield _met(solution, record, group, value)


def _fewer_points(rules: CheckedGame, record: Record) -> Iterator[Fact]:
    others = [one for one in record.moves if not one.keeps]
    if not others:
        return
    scores = [one.score or 0 for one in others]
    many = "The other move brings" if len(others) == 1 else f"The other {len(others):,} moves bring"
    most = "" if len(others) == 1 else "at most "
    sentence = f"{many} {most}{points(rules, max(scores))}."
    texts = tuple(one.text for one in others)
    yield Fact("others", sentence, record.state, None, max(scores), moves=texts)


def _met(solution: Solution, record: Record, group: Sequence[MoveRecord], value: Value) -> Fact:
    """Moves of one value, and the reply that meets most of them."""
    every, count = len(record.moves), len(group)
    if count == every:
        many = _all_moves(count)
    elif count + sum(one.keeps for one in record.moves) == every:
        many = "The other move" if count == 1 else f"The other {count:,} moves"
    else:
        many = f"{number_of(count, 'other move')}"
    does = _does(solution.rules, value, count)
    reply, met = _commonest(solution, record, group)
    if reply is None or value is Value.DRAW:
        to, reply, met = "", None, ()
    elif len(met) == count:
        to = f" to the reply {reply}"
    else:
        to = f": {len(met):,} of them to the reply {reply}"
    texts = tuple(one.text for one in group)
    sentence = f"{many} {does}{to}."
    return Fact("others", sentence, record.state, str(value), None, None, texts, reply, met)


def _commonest(
    solution: Solution, record: Record, group: Sequence[MoveRecord]
) -> tuple[str | None, tuple[str, ...]]:
    """The winning reply that meets most of these moves, with them."""
    rules, met = solution.rules, Counter[str]()
    replies: list[tuple[str, set[str]]] = []
    for one in group:
        if rules.moves_again(record.state, one.move, one.state):
            continue  # the next move is not the opponent's
        named = solution.probe(one.state).moves
        often = Counter(reply.text for reply in named)
        texts = {reply.text for reply in named if reply.keeps and often[reply.text] == 1}
        replies.append((one.text, texts))
        met.update(sorted(texts))
    if not met:
        return None, ()
    most = max(met.values())
    reply = min(text for text, count in met.items() if count == most)
    return reply, tuple(text for text, texts in replies if reply in texts)


def kept_or_lost(rules: CheckedGame, record: Record, made: MoveRecord) -> Fact:
    """What a move does: it keeps the value or loses it."""
    kept = sum(one.keeps for one in record.moves)
    choice = ""
    if made.keeps and kept == 1 < len(record.moves):
        choice = f", as the only one of {len(record.moves):,} moves"
    plies = None if made.remoteness is None else made.remoteness + 1
    if record.score is not None:
        had = "as much as any move" if made.keeps else f"in place of {points(rules, record.score)}"
        brings = points(rules, made.score or 0)
        sentence = f"{made.text} brings {brings}, {had if not choice else choice[2:]}."
        return Fact("move", sentence, record.state, None, made.score, plies, (made.text,))
    does = _does(rules, made.value, 1)
    if rules.game.players == 1:
        end = f" in {number_of(plies or 0, 'move')}" if made.value is Value.WIN else ""
    elif made.value is Value.DRAW:
        end = without_end(plies)
    else:
        end = f" in {plies_words(plies or 0)}"
    if not made.keeps:
        choice = f": it was a {record.value}" if rules.game.players == 2 else ""
    elif made.value is Value.LOSS:
        choice = ", as every move does"
    sentence = f"{made.text} {does}{end}{choice}."
    return Fact("move", sentence, record.state, str(made.value), None, plies, (made.text,))


def _does(rules: CheckedGame, value: Value, count: int) -> str:
    """What so many moves do."""
    if rules.game.players == 1:
        one, many = ("solves it", "solve it") if value is Value.WIN else ("fails", "fail")
        return one if count == 1 else many
    return (ONE if count == 1 else MANY)[value]


def _all_moves(count: int) -> str:
    few = {1: "The only move", 2: "Both moves"}
    return few.get(count, f"All {count:,} moves")


def _named(moves: Sequence[MoveRecord]) -> str:
    texts = [one.text for one in moves[:NAMED]]
    return "  ".join(texts) + (" …" if len(moves) > NAMED else "")


PLIES = 8
"""The most plies of a line."""


def after_the_move(solution: Solution, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """What follows a move: its end, the replies that do not help, or the line."""
    rules = solution.rules
    if not rules.position(made.state).options:
        yield Fact(
            "at once", f"{made.text} ends the play at once.", record.state, None, None, 1,
            (made.text,),
        )  # fmt: skip
        return
    after = solution.probe(made.state)
    if record.score is None and _no_reply_helps(solution, record, made, after):
        yield Fact(
            "no reply helps",
            f"After {made.text} every reply is met by a move that wins at once.",
            record.state, "win", None, 3, (made.text,), None,
            tuple(one.text for one in after.moves),
        )  # fmt: skip
        return
    yield from threat_after(rules, record, made, after)
    yield from pairs_after(solution, record, made)
    yield from _line(solution, record, made)


def _no_reply_helps(solution: Solution, record: Record, made: MoveRecord, after: Record) -> bool:
    """Whether the mover, after each reply, has a move that wins and ends the play."""
    rules = solution.rules
    if rules.game.players == 1 or rules.moves_again(record.state, made.move, made.state):
        return False
    return all(met_at_once(rules, after, one) for one in after.moves)


def _line(solution: Solution, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """A move and best moves after it; and whether the loser's were all forced."""
    rules = solution.rules
    state, moves, only = made.state, [made.text], [_is_only(solution, record.state, made.best)]
    forced: list[bool] = []
    while len(moves) < PLIES and (best := solution.best_moves(state)):
        moves.append(rules.move_text(best[0]))
        only.append(_is_only(solution, state, True))
        if solution.value(state) is Value.LOSS:
            forced.append(len(best) == 1)
        state = rules.play(state, best[0])
    whole = not rules.position(state).options
    marked = "  ".join(text + "!" * one for text, one in zip(moves, only, strict=True))
    plies = len(moves) if whole else None
    yield Fact(
        "line", f"The line: {marked}{'' if whole else ' …'}", record.state,
        None, None, plies, tuple(moves), only=tuple(only),
    )  # fmt: skip
    alone = rules.game.players == 1
    decided = record.score is None and made.value is not Value.DRAW
    if whole and decided and not alone and forced and all(forced):
        yield Fact(
            "forced",
            f"After {made.text} each move of the loser is the only one that does not lose sooner.",
            record.state, str(made.value), None, plies, tuple(moves),
        )  # fmt: skip


def _is_only(solution: Solution, state: State, best: bool) -> bool:
    """Whether a best move is the only best one of several."""
    several = len(solution.rules.position(state).options) > 1
    return best and several and len(solution.best_moves(state)) == 1
