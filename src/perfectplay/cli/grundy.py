"""``perfectplay grundy``: Grundy values of impartial games, and periods in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perfectplay.cli import options
from perfectplay.cli.output import say, say_facts, say_json, say_table, say_title
from perfectplay.cli.position import PositionArguments, asked_of
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.stored import stored_at
from perfectplay.cli.wording import percent, title
from perfectplay.core.errors import ParameterError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, parameters
from perfectplay.game.naming import game_name
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build, parse_parameters
from perfectplay.tablebase.record import jsonable

if TYPE_CHECKING:
    from perfectplay.analysis.grundy_values import GrundyValues
    from perfectplay.analysis.periods import GrundySequence

ROW = 20
"""So many values of a sequence stand in a row."""

Arguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... [STATE]",
        help="Parameters of the game, then a state as the game writes it (default: the start). "
        "One parameter may be a range, as in n=0..200: then the values of the starts, and the "
        "period in them.",
        show_default=False,
    ),
]


def grundy(
    game: options.GameOrFolder,
    arguments: Arguments = None,
    move: options.Moves = None,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Show Grundy values of an impartial game: of a state, or of a range of games.

    A state's Grundy value is the least number that no move from it leads to; 0 is lost for the
    player to move, and a sum of games has the nim-sum of their values.
    """
    ranges = [text for text in arguments or () if _range(text)]
    if ranges and stored_at(game, rules) is None:
        _sequence(game, arguments or (), ranges, move, json)
        return
    asked = asked_of(game, arguments, move, rules)
    state = asked.unsolved(CheckedGame(asked.game)).state
    from perfectplay.analysis.impartial import grundy as grundy_of

    with shown_progress() as progress:
        found = grundy_of(asked.game, threads=threads, max_states=max_states, progress=progress)
        value = found.value(state)
    if json:
        say_json(_as_dict(asked, found, state, value))
    else:
        _show(asked, found, state, value)


def _as_dict(
    asked: PositionArguments, found: GrundyValues, state: Any, value: int
) -> dict[str, Any]:
    rules = CheckedGame(asked.game)
    return {
        "game": game_name(asked.game),
        "parameters": _parameters(asked.game),
        "state": jsonable(state),
        "text": rules.text(state),
        "grundy": value,
        "of": found.of,
        "counts": {str(value): count for value, count in found.counts.items()},
    }


def _parameters(game: Game) -> dict[str, Any]:
    return {name: jsonable(value) for name, value in parameters(game).items()}


def _show(asked: PositionArguments, found: GrundyValues, state: Any, value: int) -> None:
    say_title(title(asked.game))
    say()
    text = CheckedGame(asked.game).text(state)
    said = "lost" if value == 0 else "won"
    say_facts([("state", text), ("Grundy value", f"{value}: {said} for the player to move")])
    say()
    whole = sum(found.counts.values())
    rows = [(f"{v}", f"{n:,}", percent(n, whole)) for v, n in found.counts.items()]
    say_table(("value", found.of, "share"), rows, right=("value", found.of, "share"))


# --- a range of games -----------------------------------------------------------------------------


def _range(text: str) -> re.Match[str] | None:
    return re.fullmatch(r"([A-Za-z_]\w*)=(-?\d+)\.\.(-?\d+)", text)


def _sequence(
    address: str, arguments: Sequence[str], ranges: Sequence[str], move: object, json: bool
) -> None:
    base = load_class(address)
    found = _range(ranges[0])
    assert found is not None
    name, first, last = found[1], int(found[2]), int(found[3])
    if len(ranges) > 1:
        raise ParameterError(f"one parameter can be a range, got {' and '.join(ranges)}")
    if last < first:
        raise ParameterError(f"{ranges[0]} has nothing in it: the end is below the beginning")
    if move:
        raise ParameterError("a range is of the starts of games; leave --move out")
    others = [text for text in arguments if text != ranges[0]]
    given = parse_parameters(base, [*others, f"{name}={last}"])
    if type(given[name]) is not int:
        raise ParameterError(f"{name} is no whole number, so it cannot be a range")
    game = build(base, given)
    from perfectplay.analysis.periods import grundy_sequence

    made = grundy_sequence(game, name, first, last)
    if json:
        say_json(_sequence_as_dict(game, made))
    else:
        _show_sequence(game, made)


def _sequence_as_dict(game: Game, made: GrundySequence) -> dict[str, Any]:
    period = made.period
    return {
        "game": game_name(game),
        "parameters": {k: v for k, v in _parameters(game).items() if k != made.name},
        "range": {"parameter": made.name, "first": made.first, "last": made.last},
        "values": list(made.values),
        "period": None
        if period is None
        else {
            "length": period.length,
            "from": period.start,
            "last_exception": made.last_exception,
            "proved": period.proved,
            "needs": period.needs,
        },
    }


def _show_sequence(game: Game, made: GrundySequence) -> None:
    others = " ".join(title(game).split()[1:])
    given = " ".join(part for part in others.split() if not part.startswith(f"{made.name}="))
    heading = f"{game_name(game)}  {made.name}={made.first}..{made.last} {given}"
    say_title(heading.rstrip())
    say()
    width = max(len(str(value)) for value in made.values)
    edge = len(str(made.last))
    for at in range(0, len(made.values), ROW):
        row = " ".join(f"{value:>{width}}" for value in made.values[at : at + ROW])
        say(f"{made.first + at:>{edge}}  {row}")
    say()
    say_facts(_facts(made))


def _facts(made: GrundySequence) -> list[tuple[str, str]]:
    seen = f"{made.name}={made.first}..{made.last}"
    period = made.period
    if period is None:
        return [("period", f"none seen in {seen}")]
    exception = (
        "" if made.last_exception is None else f"; the last exception is {made.last_exception}"
    )
    facts = [("period", f"{period.length} from {made.name}={period.start} on{exception}")]
    if period.proved:
        facts.append(
            ("proved", f"it goes on for ever: seen up to {made.last}, enough is {period.needs}")
        )
    elif period.needs is not None:
        facts.append(("not proved", f"seen in {seen}; up to {period.needs} would prove it"))
    else:
        facts.append(("not proved", f"seen in {seen}; it may end beyond"))
    return facts
