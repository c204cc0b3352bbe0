"""``perfectplay symmetries``: permutations of fields that the rules seem not to notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import game_of
from perfectplay.cli.output import note, say, say_json, say_title
from perfectplay.cli.wording import title
from perfectplay.game.naming import game_name

if TYPE_CHECKING:
    from perfectplay.conformance.symmetry.symmetry_search import SymmetrySearchResult

Samples = Annotated[int, typer.Option(min=1, help="How many states to try them on.")]
Seed = Annotated[int, typer.Option(help="Where the choice of states begins.")]


def symmetries(
    game: options.GameAddress,
    parameters: options.Parameters = None,
    samples: Samples = 10_000,
    seed: Seed = 0,
    json: options.Json = False,
) -> None:
    """Look for symmetries of a game whose states are tuples, and offer them.

    Nothing is changed: what is found is shown, with the lines of Python that would declare it.
    """
    from perfectplay.conformance.symmetry.offer import as_dict
    from perfectplay.conformance.symmetry.symmetry_search import search_symmetries

    found = search_symmetries(game_of(game, parameters), states=samples, seed=seed)
    if json:
        say_json(as_dict(found, game_name(found.game)))
        return
    say_title(title(found.game))
    say()
    if found.reason:
        say(f"nothing is offered: {found.reason}")
    elif not found.generators:
        count = f"{'all' if found.complete else 'the'} {found.checked:,} states that were looked at"
        say(f"no permutation of the fields that was tried holds on {count}")
    else:
        _show(found)
    _show_refuted(found)
    if found.late:
        note("the time was up before all was tried")


def _show(found: SymmetrySearchResult) -> None:
    from perfectplay.conformance.symmetry.offer import held, method_text, picture, why_no_method
    from perfectplay.conformance.symmetry.symmetry_search import LARGEST

    count = f"more than {LARGEST:,}" if found.capped else f"{found.order:,}"
    say(f"{count} permutations of the fields, with the one that changes nothing, {held(found)};")
    least = "at least " if found.capped or why_no_method(found) else "about "
    say(f"one state would stand for {least}{found.saving:.1f}")
    for one, shape in zip(found.generators, found.shapes, strict=True):
        say(f"\n{one.name}")
        say("\n".join(f"  {row}".rstrip() for row in picture(one, shape).split("\n")))
    say()
    if found.declared:
        say("the game's own symmetries give all of these")
    elif why_no_method(found):
        say(f"no method is offered: {why_no_method(found)}")
    else:
        say("to declare them, paste this into the class, and run perfectplay check on it:\n")
        say(method_text(found))


def _show_refuted(found: SymmetrySearchResult) -> None:
    for one in found.refuted:
        state = ",".join(map(str, one.state))
        say(f"\nnot offered: {one.permutation.name}, which held on many states, fails on {state}")
