"""``perfectplay diff``: two games compared position by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import looks_like_parameter, stored_at
from perfectplay.cli.output.answer import Answer, Facts, note, say, say_facts, say_table, say_title
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import percent, title
from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.game.showing import visible
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.diff.changed_position import ChangedPosition
    from perfectplay.analysis.diff.difference import Difference

TWO = "diff compares two games: name a second one, or two values of a parameter (misere=no,yes)"


@dataclass(frozen=True)
class _Named:
    """A game, or the folder of a solution, and the parameters after it."""

    address: str
    given: tuple[str, ...]


def diff(
    a: options.GameOrFolder,
    others: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the first game; then a second game, or folder, and its parameters. Or "
            "two values of one parameter instead: misere=no,yes.",
            "[NAME=VALUE]... [GAME [NAME=VALUE]...]",
        ),
    ] = None,
    memory: options.Memory = None,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
) -> Answer:
    """Compare two games: which positions change their value.

    Their states must look alike. The first change on a perfect play is shown, the smallest, and the
    nearest to the start.
    """
    from perfectplay.analysis.diff.difference import diff as difference

    one, other = _two(_named([a, *(others or ())]))
    with shown_progress() as progress:
        found = difference(
            one, other, threads=threads, memory=memory, max_states=max_states, progress=progress
        )
    if found.note:
        note(found.note)
    if found.classes:
        note("one state of each class of equal states was compared")
    return Answer(found.as_dict, lambda: _show(found))


def _named(words: Sequence[str]) -> list[_Named]:
    """Each game with the parameters that follow it. Raises ParameterError."""
    found: list[_Named] = []
    for word in words:
        if looks_like_parameter(word) and found:
            found[-1] = _Named(found[-1].address, (*found[-1].given, word))
        else:
            found.append(_Named(word, ()))
    if len(found) > 2:
        names = ", ".join(named.address for named in found)
        raise ParameterError(f"diff compares two games, got {len(found)}: {names}")
    return found


def _two(named: Sequence[_Named]) -> list[Game | Solution]:
    """The two games, or solutions. Raises ParameterError."""
    if len(named) == 2:
        return [_one(each) for each in named]
    if stored_at(named[0].address) is not None:
        raise ParameterError(TWO)
    games = _combined(named[0])
    if len(games) != 2:
        got = f"; these are {len(games):,} games" if len(games) > 1 else ""
        raise ParameterError(f"{TWO}{got}")
    return [*games]


def _one(named: _Named) -> Game | Solution:
    if (stored := stored_at(named.address)) is not None:
        if named.given:
            raise ParameterError(
                f"{named.address} has its parameters already; leave out {' '.join(named.given)}"
            )
        return stored
    games = _combined(named)
    if len(games) != 1:
        words = " ".join([named.address, *named.given])
        raise ParameterError(f"diff compares two games; {words} are {len(games):,} alone")
    return games[0]


def _combined(named: _Named) -> list[Game]:
    from perfectplay.analysis.atlas.sweep_ranges import combinations, ranges_of

    game = load_class(named.address)
    return [build(game, values) for values in combinations(game, ranges_of(named.given))]


# --- for people -----------------------------------------------------------------------------------


def _show(found: Difference) -> None:
    say_title("\n".join(title(game) for game in found.games))
    say()
    say_facts(_facts(found))
    if found.changes:
        say()
        _show_changes(found)
    if found.by is not None and found.changed:
        say()
        _show_rows(found)
    shown: list[ChangedPosition] = []
    for name, position in (
        ("the first change on a perfect play of the first game", found.first),
        ("the nearest change to the start", found.nearest),
        ("the smallest change", found.smallest),
    ):
        if position is not None and position not in shown:
            shown.append(position)
            say()
            _show_position(name, position)
    if found.changed and found.first is None:
        say()
        say("No position of a perfect play of the first game has changed.")


def _facts(found: Difference) -> Facts:
    one, other = found.states
    what = "classes" if found.classes else "states"
    facts = [(what, f"{one:,}" if one == other else f"{one:,} and {other:,}")]
    both = f"{found.common:,}"
    alone = [
        f"{count:,} only in the {which}"
        for count, which in zip(found.alone, ("first", "second"), strict=True)
        if count
    ]
    facts.append(("in both", ", ".join([both, *alone])))
    if found.common:
        same = found.common - found.changed
        facts.append(("changed", f"{found.changed:,} ({percent(found.changed, found.common)})"))
        later = f", {found.later:,} of them with other plies to the end" if found.later else ""
        facts.append(("the same", f"{same:,}{later}"))
    return facts


def _show_changes(found: Difference) -> None:
    kinds = list(dict.fromkeys(kind for pair in found.changes for kind in pair))
    kinds.sort(reverse=True)
    head = ("value", *(f"then {kind}" for kind in kinds))
    rows = [
        (str(one), *(f"{found.changes.get((one, other), 0):,}" for other in kinds)) for one in kinds
    ]
    say_table(head, rows, right=head[1:])


def _show_rows(found: Difference) -> None:
    head: tuple[str, ...] = (str(found.by), "in both", "changed", "share", "only in the first")
    rows: list[tuple[str, ...]] = [
        (f"{group}", f"{row.common:,}", f"{row.changed:,}", percent(row.changed, row.common),
         f"{row.alone:,}")
        for group, row in found.rows.items()
    ]  # fmt: skip
    if not found.alone[0]:
        head, rows = head[:-1], [row[:-1] for row in rows]
    say_table(head, rows, right=head, cut=True)


def _show_position(name: str, position: ChangedPosition) -> None:
    from perfectplay.analysis.diff.changed_position import worth_words

    say(name)
    way = "not known"
    if position.ply is not None:
        way = "  ".join(position.moves) if position.moves else "none: it is the start"
    facts = [("moves to it", way), ("position", visible(position.text))]
    for which, worth, line in (
        ("in the first", position.before, position.line_before),
        ("in the second", position.after, position.line_after),
    ):
        facts.append((which, worth_words(worth) + (f": {'  '.join(line)}" if line else "")))
    say_facts([(f"  {name}", text) for name, text in facts])
