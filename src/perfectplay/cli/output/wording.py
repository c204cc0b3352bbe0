"""Values, players and counts in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.game.score_words import points_text
from perfectplay.game.showing import number_of, plies_words, worth_in_plies
from perfectplay.game.sides import Sides, sides_of
from perfectplay.registry.parameters import parameter_texts
from perfectplay.tablebase.record import Record

PLAYER_TO_MOVE = "the player to move"


def bare_value_words(value: Value, remoteness: int | None, *, puzzle: bool = False) -> str:
    """The value of a state without an article, as in a table.

    >>> bare_value_words(Value.WIN, 9), bare_value_words(Value.DRAW, None)
    ('win in 9 plies', 'endless draw')
    """
    if puzzle and value is Value.WIN:
        return f"solved in {number_of(remoteness, 'move')}" if remoteness else "solved"
    if puzzle:
        return "cannot be solved"
    return worth_in_plies(str(value), remoteness)


def state_words(
    value: Value, remoteness: int | None, *, puzzle: bool = False, mover: str = PLAYER_TO_MOVE
) -> str:
    """The value of a state in a sentence; ``mover`` is the player to move there.

    >>> state_words(Value.LOSS, 0)
    'the play is over: a loss for the player to move'
    """
    words = bare_value_words(value, remoteness, puzzle=puzzle)
    if puzzle:
        return f"can be {words}" if value is Value.WIN and remoteness else words
    over = "the play is over: " if remoteness == 0 else ""
    article = "an" if words.startswith("endless") else "a"
    return f"{over}{article} {words}" + ("" if value is Value.DRAW else f" for {mover}")


def winner_words(sides: Sides, value: Value, seat: int) -> str:
    """Who wins with perfect play when ``seat`` is to move."""
    if value is Value.DRAW:
        return "neither player can force a win"
    winner = seat if value is Value.WIN else 1 - seat
    return f"{sides.names[winner]} wins"


def record_words(rules: CheckedGame, record: Record) -> str:
    """The value or the score of a position, and who wins if the seat is known."""
    sides, puzzle = sides_of(rules), rules.game.players == 1
    mover = sides.mover(record.seat)
    if record.score is not None:
        words = points_words(rules, record.score, record.remoteness or 0, mover=mover)
        if puzzle or record.seat is None:
            return words
        later = record.state != rules.start()
        return f"{words}; {ahead_words(rules, record.score, record.seat, from_here=later)}"
    words = state_words(record.value, record.remoteness, puzzle=puzzle, mover=mover)
    if puzzle or record.seat is None or record.value is Value.DRAW:
        return words
    return f"{words}; {winner_words(sides, record.value, record.seat)}"


def end_words(rules: CheckedGame, value: Value, seat: int | None, after: str) -> str:
    """How a play ended for the player to move, who has ``seat`` (None: unknown)."""
    if rules.game.players == 1:
        return f"{'solved' if value is Value.WIN else 'not solved'} {after}"
    if value is Value.DRAW:
        return f"a draw {after}"
    if seat is None:
        return (
            f"{'won' if value is Value.WIN else 'lost'} {after} for the player who is then to move"
        )
    return f"{winner_words(sides_of(rules), value, seat)} {after}"


# --- games of points ------------------------------------------------------------------------------


def points_words(rules: CheckedGame, score: int, remoteness: int, *, mover: str) -> str:
    """The score of a state in a sentence, for the player to move, who is ``mover``."""
    end = f" in {plies_words(remoteness)}" if remoteness else ""
    over = "" if remoteness else "the play is over: "
    if rules.game.players == 1:
        return f"{over}{points_text(rules, score)}{end}"
    if not score:
        return f"{over}a draw{end}"
    word = "win" if score > 0 else "loss"
    return f"{over}a {word} by {rules.score_text(abs(score))}{end} for {mover}"


def so_far_words(rules: CheckedGame, points: Sequence[int]) -> str:
    """The points won so far in a play."""
    if rules.game.players == 1:
        return f"points so far: {rules.score_text(sum(points))}"
    return f"points so far: {tally_words(rules, points)}"


def ahead_words(rules: CheckedGame, score: int, seat: int, *, from_here: bool = False) -> str:
    """Who wins by how much when ``seat`` is to move; ``from_here``: who gets how much more."""
    here = " from here" if from_here else ""
    if not score:
        return f"neither player gets more{here}"
    winner = sides_of(rules).names[seat if score > 0 else 1 - seat]
    by = rules.score_text(abs(score))
    return f"{winner} {f'gets {by} more{here}' if from_here else f'wins by {by}'}"


def tally_words(rules: CheckedGame, points: Sequence[int]) -> str:
    """The points of both seats, that of seat 0 first, or of the one player of a puzzle.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> tally_words(CheckedGame(ThreeRocks()), (12, 8))
    '12 to 8'
    """
    if rules.game.players == 1:
        return points_text(rules, sum(points))
    texts = [rules.score_text(some) for some in points]
    sides = sides_of(rules)
    if sides.numbered:
        texts = [f"{text} ({name})" for text, name in zip(texts, sides.names, strict=True)]
    return " to ".join(texts)


# --- games and numbers ----------------------------------------------------------------------------


def title(game: Game) -> str:
    """The game with its parameters as they are typed."""
    return f"{game_name(game)}  {' '.join(parameter_texts(game))}".rstrip()


def percent(part: int, whole: int) -> str:
    """A share; 0.0 % means none and 100.0 % means all.

    >>> [percent(part, 10_000) for part in (0, 1, 1234, 9_999, 10_000)]
    ['0.0 %', '< 0.1 %', '12.3 %', '> 99.9 %', '100.0 %']
    """
    if not whole:
        return "-"
    share = f"{100 * part / whole:.1f}"
    if share == "0.0" and part:
        return "< 0.1 %"
    return "> 99.9 %" if share == "100.0" and part < whole else f"{share} %"


def count_words(count: int) -> str:
    """An integer of any size; of very large ones the first digits and how many there are.

    >>> count_words(1_234_567), count_words(7**400)
    ('1,234,567', '1.0945e+338 (339 digits)')
    """
    if count < 10**30:
        return f"{count:,}"
    # not by its text: Python refuses to write thousands of digits
    digits = int((count.bit_length() - 1) * log10(2)) + 1
    digits += count >= 10**digits
    first = count // 10 ** (digits - 5)
    return f"{first / 10_000:.4f}e+{digits - 1} ({digits:,} digits)"


def speed(states: int, seconds: float) -> str:
    """States per second, to three figures.

    >>> speed(12_345_678, 4.0)
    '3.09 million states/s'
    """
    rate = states / seconds if seconds > 0 else 0.0
    if rate >= 1e6:
        return f"{rate / 1e6:.3g} million states/s"
    return f"{float(f'{rate:.3g}'):,.0f} states/s"
