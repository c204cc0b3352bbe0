"""``perfectplay stats``: the number of plays of a game, and its states by ply and remoteness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, say, say_table
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import count_words
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.sides import Sides, sides_of

if TYPE_CHECKING:
    from perfectplay.analysis.statistics import Branching, GraphStatistics, Plays, Statistics

VALUES = ("wins", "draws", "losses")
PUZZLE_VALUES = ("solvable", "not solvable")
"""The values of states, and their heads in tables of a puzzle."""

SEATS = ("first", "second")
"""The names of plays that seat 0 and seat 1 win, in the counts."""

ENDS = {
    "drawn": "drawn",
    "either": "won by either, as the play went",
    "solved": "solved",
    "unsolved": "not solved",
}


def stats(
    source: SourceArguments,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: Annotated[bool, option("Leave out the counts up to symmetry.")] = False,
) -> Answer:
    """Count plays by result and length, states by ply and remoteness.

    All counts are exact. Up to symmetry, parallel moves are merged.
    """
    from perfectplay.analysis.statistics import statistics

    game = source.game()
    with shown_progress() as progress:
        found = statistics(
            game,
            symmetries=not no_symmetries,
            threads=threads,
            progress=progress,
            max_states=max_states,
        )
    return Answer(found.as_dict, lambda: _show(found), game)


def _show(found: Statistics) -> None:
    spreads = [found.all] if found.representatives is None else [found.all, found.representatives]
    sides = sides_of(CheckedGame(found.game))
    puzzle = found.game.players == 1 and not found.game.scoring
    kinds = PUZZLE_VALUES if puzzle else VALUES
    _show_counts(spreads, sides)
    for spread, suffix in zip(spreads, ("", ", up to symmetry"), strict=False):
        _show_plays(spread.plays, suffix, sides)
        _show_plies(spread, suffix, kinds)
        _show_remoteness(spread, suffix, kinds)


def _show_counts(spreads: Sequence[GraphStatistics], sides: Sides) -> None:
    rows = list(_count_rows(spreads, sides))
    head = ("", "all", "up to symmetry")[: len(spreads) + 1]
    say_table(head, rows, right=head[1:])
    if spreads[0].plays.endless:
        say()
        say("A play can go on for ever; only plays that end are counted.")
    for why in sorted({s.plays.why for s in spreads if s.plays.why and s.plays.count is not None}):
        say()
        say(f"No counts by length: {why}.")


def _count_rows(spreads: Sequence[GraphStatistics], sides: Sides) -> Iterator[tuple[str, ...]]:
    """A row for each number that is not none everywhere."""
    won = {kind: f"won by {name}" for kind, name in zip(SEATS, sides.names, strict=True)}
    words = {**won, **ENDS}
    yield "states", *(f"{s.states:,}" for s in spreads)
    yield "moves", *(f"{s.moves:,}" for s in spreads)
    yield "moves in a state", *(_branching(s.branching) for s in spreads)
    yield "terminal states", *(f"{s.terminal:,}" for s in spreads)
    for name in spreads[0].ends:
        if any(s.ends[name] for s in spreads):
            yield f"  {words[name]}", *(f"{s.ends[name]:,}" for s in spreads)
    yield "plays", *(_number(s.plays.count) for s in spreads)
    for name in spreads[0].plays.by_result:
        numbers = [s.plays.by_result[name] for s in spreads]
        if any(number != 0 for number in numbers):
            yield f"  {words[name]}", *map(_number, numbers)
    if any(s.plays.by_length for s in spreads):
        yield "length of a play", *(_lengths(s.plays) for s in spreads)
    if any(s.plays.tree is not None for s in spreads):
        yield "nodes of the tree", *(_number(s.plays.tree) for s in spreads)


def _number(number: int | None) -> str:
    return "infinitely many" if number is None else count_words(number)


def _branching(branching: Branching) -> str:
    if branching.mean is None:
        return "-"
    return f"{branching.mean:,.2f} ({branching.least:,} to {branching.most:,})"


def _lengths(plays: Plays) -> str:
    if not plays.by_length:
        return "-"
    shortest, longest = min(plays.by_length), max(plays.by_length)
    return f"{shortest:,}" if shortest == longest else f"{shortest:,} to {longest:,}"


def _show_plays(plays: Plays, suffix: str, sides: Sides) -> None:
    if not plays.by_length:
        return
    results = tuple(plays.by_result)
    words = dict(zip(SEATS, sides.words, strict=True))
    head = ("length", "plays", *(words.get(name, name) for name in results))
    rows = [
        (f"{length:,}", count_words(row["plays"]), *(count_words(row[name]) for name in results))
        for length, row in plays.by_length.items()
    ]
    _table(f"plays by length{suffix}", head, rows)


def _show_plies(spread: GraphStatistics, suffix: str, kinds: tuple[str, ...]) -> None:
    rows = [
        (
            str(ply), f"{row['states']:,}", f"{row['terminal']:,}", *_by_value(row, kinds),
            f"{row['moves']:,}", _branching(row["branching"]),
        )
        for ply, row in enumerate(spread.by_ply)
    ]  # fmt: skip
    head = ("ply", "states", "terminal", *kinds, "moves", "moves in a state")
    _table(f"states by ply{suffix}", head, rows)


def _show_remoteness(spread: GraphStatistics, suffix: str, kinds: tuple[str, ...]) -> None:
    rows = [
        ("endless" if plies is None else f"{plies:,}", *_by_value(row, kinds))
        for plies, row in spread.by_remoteness.items()
    ]
    _table(f"states by remoteness{suffix}", ("remoteness", *kinds), rows)


def _by_value(row: dict[str, Any], kinds: tuple[str, ...]) -> list[str]:
    """The counts of a row under the heads of its values; nothing solves a puzzle's draws."""
    counts = [row[name] for name in VALUES]
    if kinds == PUZZLE_VALUES:
        counts = [counts[0], counts[1] + counts[2]]
    return [f"{count:,}" for count in counts]


def _table(name: str, head: tuple[str, ...], rows: list[Any]) -> None:
    say()
    say(name)
    say_table(head, rows, right=head, cut=True)
