"""A judged play in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.analysis.annotate.judged_play import AnnotatedPlay, JudgedMove
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, plies_words

SHOWN = 4
"""The most mistakes that are told one by one."""


def sentences(play: AnnotatedPlay, rules: CheckedGame) -> Iterator[str]:
    """What was to be had, who lost what where, how it ended, and how accurate both were."""
    if play.moves:
        yield _beginning(play, rules)
        yield from _mistakes(play, rules)
    yield _end(play, rules)
    for name, accuracy in zip(play.names, play.accuracy, strict=True):
        if accuracy.share is not None and name:
            yield (
                f"{_upper(name)} kept the {'score' if rules.scoring else 'value'} in "
                f"{accuracy.kept} of {number_of(accuracy.telling, 'move')} that could lose "
                f"something: {100 * accuracy.share:.0f} %."
            )


def _beginning(play: AnnotatedPlay, rules: CheckedGame) -> str:
    first = play.moves[0]
    mover, opponent = _names(play, first)
    if first.before.score is not None:
        ahead = f"{first.before.words()} for {mover}"
        return f"With best play the score was {ahead}."
    if rules.game.players == 1:
        can = first.before.value is Value.WIN
        how = f"could be solved in {number_of(first.before.plies or 0, 'move')}"
        return f"The puzzle {how if can else 'could not be solved'}."
    if first.before.value is Value.DRAW:
        return "With best play it was a draw."
    winner = mover if first.before.value is Value.WIN else opponent
    return f"With best play {winner} wins in {plies_words(first.before.plies or 0)}."


def _mistakes(play: AnnotatedPlay, rules: CheckedGame) -> Iterator[str]:
    mistakes = play.mistakes
    if not mistakes:
        yield f"No move lost {'a point' if rules.scoring else 'anything'}."
        return
    for move in mistakes[:SHOWN]:
        by = _names(play, move)[0]
        yield f"Move {move.ply}, {move.text}{move.mark}, by {by}{_what(move, rules)}."
    if len(mistakes) > SHOWN:
        yield f"{number_of(len(mistakes) - SHOWN, 'more move')} lost something."
    last = play.turning_point
    if len(mistakes) > 1 and last is not None:
        yield f"Move {last} was the turning point: after it nothing was lost any more."


def _what(move: JudgedMove, rules: CheckedGame) -> str:
    """What a mistake has lost, and what was better."""
    only = "was the only move that kept it" if move.good == 1 else "was better"
    best = f"{move.better[0]} {only}"
    if move.before.score is not None:
        text = rules.score_text(move.loss)
        points = f"{text} point{'' if text == '1' else 's'}"
        fewer = f"{move.after.words()} in place of {move.before.words()}"
        return f", lost {points} ({fewer}); {best} ({move.line_words()})"
    lost = "turned a win into a loss" if move.loss == 2 else f"lost the {move.before.value}"
    end = f", in {plies_words(move.before.plies or 0)}" if move.before.value is Value.WIN else ""
    return f", {lost}; {best}{end} ({move.line_words()})"


def _end(play: AnnotatedPlay, rules: CheckedGame) -> str:
    count = plies_words(len(play.moves))
    if play.error is not None:
        if not play.moves:
            return f"No move was judged: {play.error}."
        return f"The play was judged up to move {len(play.moves)}: {play.error}."
    if play.end is None:
        return f"The play is not over after {count}."
    if rules.game.players == 1:
        solved = play.end is Value.WIN or rules.scoring
        return f"The puzzle was {'' if solved else 'not '}solved, after {count}."
    if play.end is Value.DRAW:
        return f"A draw after {count}."
    winner = play.names[(play.end is Value.WIN) == play.end_other]
    return f"{_upper(winner)} won after {count}."


def _names(play: AnnotatedPlay, move: JudgedMove) -> tuple[str, str]:
    """Who made a move, and the opponent."""
    first, second = play.names
    return (second, first) if move.other else (first, second)


def _upper(name: str) -> str:
    """A name at the beginning of a sentence; those of a file stay as they are."""
    return f"The {name.removeprefix('the ')}" if name.startswith("the ") else name
