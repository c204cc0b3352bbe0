"""``perfectplay grundy``: Grundy values of impartial games, and periods in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from perfectplay.cli.input import options
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import Answer, Facts, say, say_facts, say_table, say_title
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import percent
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.registry.parameters import build, parameter_texts, parse_parameters
from perfectplay.tablebase.record import game_fields, jsonable

if TYPE_CHECKING:
    from perfectplay.analysis.grundy_values import GrundyValues
    from perfectplay.analysis.periods import GrundySequence

ROW = 20
"""Values of a sequence in a row."""


@dataclass(frozen=True)
class GrundyArguments(PositionOptions):
    """GAME, its parameters, of which one may be a range, at most one state, and moves."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game, then a state as the game writes it (default: the start). "
            "One parameter may be a range, as in n=0..200: then the values of the starts, and the "
            "period in them.",
            "[NAME=VALUE]... [STATE]",
        ),
    ] = None


def grundy(
    source: GrundyArguments, threads: options.Threads = None, max_states: options.MaxStates = None
) -> Answer:
    """Show Grundy values of an impartial game, or of a range of games.

    A state's Grundy value is the least number that no move from it leads to; 0 is lost for the
    player to move, and a sum of games has the nim-sum of their values.
    """
    ranges = [text for text in source.arguments or () if _range(text)]
    if ranges and source.stored is None:
        return _sequence(source, ranges)
    arguments = source.parse()
    rules, state = arguments.rules, arguments.unsolved().state
    from perfectplay.analysis.impartial import grundy as grundy_of

    with shown_progress() as progress:
        found = grundy_of(arguments.game, threads=threads, max_states=max_states, progress=progress)
        value = found.value(state)
    return Answer(
        lambda: _as_dict(rules, found, state, value),
        lambda: _show(rules, found, state, value),
        arguments.game,
    )


def _as_dict(rules: CheckedGame, found: GrundyValues, state: State, value: int) -> dict[str, Any]:
    return {
        **game_fields(rules.game),
        "state": jsonable(state),
        "text": rules.text(state),
        "grundy": value,
        "of": found.of,
        "counts": {str(value): count for value, count in found.counts.items()},
    }


def _show(rules: CheckedGame, found: GrundyValues, state: State, value: int) -> None:
    result = f"{value}: {'lost' if value == 0 else 'won'} for the player to move"
    say_facts([("state", rules.shown_text(state)), ("Grundy value", result)])
    say()
    whole = sum(found.counts.values())
    rows = [(f"{v}", f"{n:,}", percent(n, whole)) for v, n in found.counts.items()]
    say_table(("value", found.of, "share"), rows, right=("value", found.of, "share"))


# --- a range of games -----------------------------------------------------------------------------


def _range(text: str) -> re.Match[str] | None:
    return re.fullmatch(r"([A-Za-z_]\w*)=(-?\d+)\.\.(-?\d+)", text)


def _sequence(source: GrundyArguments, ranges: Sequence[str]) -> Answer:
    base, found = source.entry, _range(ranges[0])
    assert found is not None
    name, first, last = found[1], int(found[2]), int(found[3])
    if len(ranges) > 1:
        raise ParameterError(f"one parameter can be a range, got {' and '.join(ranges)}")
    if last < first:
        raise ParameterError(f"{ranges[0]} has nothing in it: the end is below the beginning")
    if source.move:
        raise ParameterError("a range is of the starts of games; leave --move out")
    others = [text for text in source.arguments or () if text != ranges[0]]
    given = parse_parameters(base, [*others, f"{name}={last}"])
    if type(given[name]) is not int:
        raise ParameterError(f"{name} is not a whole number, so it cannot be a range")
    game = build(base, given)
    from perfectplay.analysis.periods import grundy_sequence

    values = grundy_sequence(game, name, first, last)
    return Answer(lambda: _sequence_as_dict(game, values), lambda: _show_sequence(game, values))


def _sequence_as_dict(game: Game, found: GrundySequence) -> dict[str, Any]:
    period, fields = found.period, game_fields(game)
    del fields["parameters"][found.name]
    return {
        **fields,
        "range": {"parameter": found.name, "first": found.first, "last": found.last},
        "values": list(found.values),
        "period": None
        if period is None
        else {
            "length": period.length,
            "from": period.start,
            "last_exception": found.last_exception,
            "proved": period.proved,
            "needs": period.needs,
        },
    }


def _show_sequence(game: Game, found: GrundySequence) -> None:
    seen = f"{found.name}={found.first}..{found.last}"
    given = [text for text in parameter_texts(game) if not text.startswith(f"{found.name}=")]
    say_title(f"{game_name(game)}  {' '.join([seen, *given])}")
    say()
    width = max(len(str(value)) for value in found.values)
    edge = len(str(found.last))
    for at in range(0, len(found.values), ROW):
        row = " ".join(f"{value:>{width}}" for value in found.values[at : at + ROW])
        say(f"{found.first + at:>{edge}}  {row}")
    say()
    say_facts(_facts(found))


def _facts(found: GrundySequence) -> Facts:
    seen = f"{found.name}={found.first}..{found.last}"
    period = found.period
    if period is None:
        return [("period", f"none seen in {seen}")]
    text = f"{period.length} from {found.name}={period.start} on"
    if found.last_exception is not None:
        text += f"; the last exception is {found.last_exception}"
    name, proof = "not proved", f"seen in {seen}; it may end beyond"
    if period.proved:
        name = "proved"
        proof = f"it goes on for ever: seen up to {found.last}, and {period.needs} is enough"
    elif period.needs is not None:
        proof = f"seen in {seen}; up to {period.needs} would prove it"
    return [("period", text), (name, proof)]
