"""Facts about moves: which keep the value, what the others come to, and what follows a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from perfectplay.analysis.why.known_moves import KnownMoves
from perfectplay.analysis.why.paired_moves import Pairs
from perfectplay.analysis.why.reason import MANY, ONE, Fact, does_in, points
from perfectplay.analysis.why.threat_facts import met_at_once, threat_after
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, plies_words
from perfectplay.tablebase.record import MoveRecord, Record

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


def other_moves(known: KnownMoves, record: Record) -> Iterator[Fact]:
    """What the moves come to that do not keep the value; in a lost position, all."""
    if record.score is not None:
        yield from _fewer_points(known.rules, record)
        return
    lost = record.value is Value.LOSS
    for value in (Value.LOSS, Value.DRAW):
        if group := [one for one in record.moves if one.value is value and (lost or not one.keeps)]:
            yield _met(known, record, group, value)


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


def _met(known: KnownMoves, record: Record, group: Sequence[MoveRecord], value: Value) -> Fact:
    """Moves of one value, and the reply that meets most of them."""
    every, count = len(record.moves), len(group)
    if count == every:
        many = _all_moves(count)
    elif count + sum(one.keeps for one in record.moves) == every:
        many = "The other move" if count == 1 else f"The other {count:,} moves"
    else:
        many = f"{number_of(count, 'other move')}"
    does = _does(known.rules, value, count)
    reply, met = _commonest(known, record, group)
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
    known: KnownMoves, record: Record, group: Sequence[MoveRecord]
) -> tuple[str | None, tuple[str, ...]]:
    """The winning reply that meets most of these moves, with them."""
    rules, met = known.rules, Counter[str]()
    replies: list[tuple[str, set[str]]] = []
    for one in group:
        if rules.moves_again(record.state, one.move, one.state):
            continue  # the next move is not the opponent's
        named = known.record(one.state).moves
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
        had = choice[2:] if choice else had
        sentence = f"{made.text} brings {brings}, {had}{_untimely(record, made)}."
        return Fact("move", sentence, record.state, None, made.score, plies, (made.text,))
    does = does_in(made.value, plies)
    if rules.game.players == 1:
        end = f" in {number_of(plies or 0, 'move')}" if made.value is Value.WIN else ""
        does = f"{_does(rules, made.value, 1)}{end}"
    if not made.keeps:
        choice = f": it was a {record.value}" if rules.game.players == 2 else ""
    elif made.value is Value.LOSS:
        choice = ", as every move does"
    sentence = f"{made.text} {does}{choice}{_untimely(record, made)}."
    return Fact("move", sentence, record.state, str(made.value), None, plies, (made.text,))


def _untimely(record: Record, made: MoveRecord) -> str:
    """How much later or sooner than with a best move it ends, for a move that loses nothing."""
    if made.best or not made.keeps or record.remoteness is None:
        return ""
    if made.remoteness is None:
        return f"; it could be over in {plies_words(record.remoteness)}"
    later = made.remoteness + 1 - record.remoteness
    when = "later" if later > 0 else "sooner"
    return f", {plies_words(abs(later))} {when} than with the best move"


def the_reply(known: KnownMoves, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """The best reply to a move that loses, or loses something."""
    rules = known.rules
    lost = made.score is None and made.value is Value.LOSS
    if rules.game.players == 1 or (made.keeps and not lost):
        return
    after = known.record(made.state)
    if after.terminal or rules.moves_again(record.state, made.move, made.state):
        return
    reply = after.moves[0]
    if sum(one.text == reply.text for one in after.moves) > 1:
        return  # nobody could tell which one is meant
    plies = after.remoteness
    kept = tuple(one.text for one in after.moves if one.keeps)
    if after.score is not None:
        does = f"brings the opponent {points(rules, after.score)}"
        alike = "brings as much" if len(kept) == 2 else "bring as much"
    else:
        does = does_in(after.value, plies)
        alike = f"{(ONE if len(kept) == 2 else MANY)[after.value]}, too"
    if len(kept) > 1:
        rest = f"; {number_of(len(kept) - 1, 'other')} {alike}"
    else:
        rest = f", as the only one of {len(after.moves):,}" if len(after.moves) > 1 else ""
    yield Fact(
        "reply", f"The reply {reply.text} {does}{rest}.", record.state,
        None if after.score is not None else str(after.value), after.score, plies,
        (made.text,), reply.text, kept,
    )  # fmt: skip


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


def after_the_move(
    known: KnownMoves, pairs: Pairs, record: Record, made: MoveRecord
) -> Iterator[Fact]:
    """What follows a move: its end, the replies that do not help, or the line."""
    rules = known.rules
    after = known.record(made.state)
    if after.terminal:
        yield Fact(
            "at once", f"{made.text} ends the play at once.", record.state, None, None, 1,
            (made.text,),
        )  # fmt: skip
        return
    if record.score is None and _no_reply_helps(known, record, made, after):
        yield Fact(
            "no reply helps",
            f"After {made.text} every reply is met by a move that wins at once.",
            record.state, "win", None, 3, (made.text,), None,
            tuple(one.text for one in after.moves),
        )  # fmt: skip
        return
    yield from threat_after(rules, record, made, after)
    yield from pairs.after(record, made)
    yield from _line(known, record, made)


def _no_reply_helps(known: KnownMoves, record: Record, made: MoveRecord, after: Record) -> bool:
    """Whether the mover, after each reply, has a move that wins and ends the play."""
    rules = known.rules
    if rules.game.players == 1 or rules.moves_again(record.state, made.move, made.state):
        return False
    return all(met_at_once(rules, after, one) for one in after.moves)


def _line(known: KnownMoves, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """A move and best moves after it; and whether the loser's were all forced."""
    rules = known.rules
    now, moves, only = known.record(made.state), [made.text], [_is_only(record, made)]
    forced, met = list[bool](), set[State]()
    while now.state not in met and len(moves) < PLIES and now.moves:
        met.add(now.state)
        best = now.moves[0]
        moves.append(best.text)
        only.append(_is_only(now, best))
        if now.value is Value.LOSS:
            forced.append(sum(one.best for one in now.moves) == 1)
        now = known.record(best.state)
    whole = now.terminal
    marked = "  ".join(text + "!" * one for text, one in zip(moves, only, strict=True))
    plies = len(moves) if whole else None
    tail = "" if whole else ", round and round." if now.state in met else " …"
    yield Fact(
        "line", f"The line: {marked}{tail}", record.state,
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


def _is_only(record: Record, move: MoveRecord) -> bool:
    """Whether a move is the only best one of several."""
    return move.best and len(record.moves) > 1 and sum(one.best for one in record.moves) == 1
