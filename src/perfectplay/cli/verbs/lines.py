"""``perfectplay lines``: every line from a position to a depth, with how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.options import finite, option
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import (
    Facts,
    answers,
    json_text,
    note,
    say,
    say_facts,
    say_heading,
)
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import count_words, state_words
from perfectplay.core.errors import CountTimeError
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import plies_words, visible
from perfectplay.tablebase.record import game_fields, jsonable
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.lines import Ending, Lines, ListedLine


def lines(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    depth: Annotated[int, option("The most plies of a line.", metavar="N", min=1)],
    skip_symmetric: Annotated[
        bool,
        option(
            "Follow only the first of the moves to symmetric states; end a line at a state "
            "that is symmetric to an earlier one."
        ),
    ] = False,
    count: Annotated[bool, option("Count first how many lines end in which way.")] = True,
    seconds: Annotated[
        float, option("Stop counting inside loops after so long.", min=0, callback=finite)
    ] = 20.0,
    most: Annotated[
        int | None, option("List so many lines at most.", metavar="N", min=0, show_default="all")
    ] = None,
    values: Annotated[bool, option("Solve the game; show the exact value at each end.")] = False,
    json: Annotated[bool, option("Answer with one JSON object, written line by line.")] = False,
) -> None:
    """List every line to a depth, and how it ends.

    Win and loss are those of the player to move where the lines begin. A line ends in a cycle
    when it returns to one of its states.
    """
    from perfectplay.analysis.lines import Lines

    arguments = source.parse()
    rules, position = arguments.rules, arguments.unsolved()
    found = Lines(rules, position, depth, skip_symmetric)
    solution = arguments.solution(engine) if values else None
    endings = None
    if count:
        with shown_progress() as progress:
            try:
                endings = found.count(
                    threads=engine.threads, progress=progress, max_states=engine.max_states,
                    seconds=seconds,
                )  # fmt: skip
            except CountTimeError as error:
                note(str(error))
    head = _head(found, arguments.seat_in(position), endings, solution)
    listed = (_entry(rules, line, solution) for line in islice(found, most))
    if json:
        _write(head, listed)
    else:
        _show(found, head, listed)


def _head(
    found: Lines, seat: int | None, endings: dict[Ending, int] | None, solution: Solution | None
) -> dict[str, Any]:
    """The answer without the lines."""
    state = found.position.state
    head: dict[str, Any] = {
        **game_fields(found.rules.game),
        "state": jsonable(state),
        "text": found.rules.text(state, seat),
        "seat": seat,
        "depth": found.depth,
        "skip_symmetric": found.skip_symmetric,
        "count": None if endings is None else sum(endings.values()),
        "endings": None if endings is None else {str(e): n for e, n in endings.items()},
    }
    if solution is not None:
        value, remoteness = solution.value(state), solution.remoteness(state)
        within = remoteness is not None and remoteness <= found.depth
        head["value"], head["remoteness"] = str(value), remoteness
        # see docs/lines.md: a search of the lines can go wrong in no other way
        head["searched"] = str(value if within else Value.DRAW)
    return head


def _entry(rules: CheckedGame, line: ListedLine, solution: Solution | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "moves": [jsonable(move) for move in line.moves],
        "move_texts": [rules.move_text(move) for move in line.moves],
        "state": jsonable(line.states[-1]),
        "ending": str(line.ending),
    }
    if solution is not None:
        value = solution.value(line.states[-1])
        entry["exact"] = str(value.negated if line.turned else value)
    return entry


def _write(head: dict[str, Any], listed: Iterable[dict[str, Any]]) -> None:
    """Write the answer as one JSON object, with each line of the game on a line of its own."""
    out = answers()
    text = json_text(head, out, indent=2)
    out.write(text.removesuffix("\n}") + ',\n  "lines": [')
    end = "]\n}"
    for number, entry in enumerate(listed):
        out.write(("," if number else "") + "\n    " + json_text(entry, out))
        end = "\n  ]\n}"
    say(end)


def _show(found: Lines, head: dict[str, Any], listed: Iterable[dict[str, Any]]) -> None:
    say_heading(found.rules.game)
    say_facts(_facts(found, head))
    for number, entry in enumerate(listed):
        if number == 0:
            say()
            say("ending  " + ("exact  " if "exact" in entry else "") + "moves")
        texts = entry["move_texts"]
        moves = ("  " if any("," in text for text in texts) else ", ").join(texts)
        exact = f"{entry['exact']:<7}" if "exact" in entry else ""
        say(f"{entry['ending']:<8}{exact}{moves}".rstrip())


def _facts(found: Lines, head: dict[str, Any]) -> Facts:
    facts = [("from", visible(head["text"])), ("depth", plies_words(found.depth))]
    if head["count"] is not None:
        parts = [f"{count_words(n)} {name}" for name, n in head["endings"].items() if n]
        facts.append(("lines", f"{count_words(head['count'])}: {', '.join(parts)}"))
    if "value" in head:
        puzzle = found.rules.game.players == 1
        value = Value[head["value"].upper()]
        facts.append(("exact", state_words(value, head["remoteness"], puzzle=puzzle)))
        searched = head["searched"]
        if searched != head["value"]:
            text = f"of these lines, with depth and cycles as draws, says {searched}"
            facts.append(("a search", text))
    return facts
