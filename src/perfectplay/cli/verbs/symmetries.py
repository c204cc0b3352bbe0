"""``perfectplay symmetries``: permutations of fields that seem to be symmetries of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import GameArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, note, say
from perfectplay.game.naming import game_name
from perfectplay.game.texts.default_texts import state_text

if TYPE_CHECKING:
    from perfectplay.conformance.symmetry.search_result import SymmetrySearchResult


def symmetries(
    source: GameArguments,
    samples: Annotated[int, option("How many states to try them on.", min=1)] = 10_000,
    seed: options.Seed = 0,
) -> Answer:
    """Look for symmetries of a game, and offer them.

    Nothing is changed: the symmetries are shown, with the lines of Python that would declare them.
    """
    from perfectplay.conformance.symmetry.offer import as_dict
    from perfectplay.conformance.symmetry.symmetry_search import search_symmetries

    found = search_symmetries(source.game(), states=samples, seed=seed)
    return Answer(lambda: as_dict(found, game_name(found.game)), lambda: _show(found), found.game)


def _show(found: SymmetrySearchResult) -> None:
    if found.reason:
        say(f"nothing is offered: {found.reason}")
    elif not found.generators:
        count = f"{'all' if found.complete else 'the'} {found.checked:,} states that were looked at"
        say(f"no permutation of the fields that was tried holds on {count}")
    else:
        _show_found(found)
    for one in found.refuted:
        state = state_text(one.state, found.game.start)
        say(f"\nnot offered: {one.permutation.name}, which held on many states, fails on {state}")
    if found.late:
        note("the time was up before all was tried")


def _show_found(found: SymmetrySearchResult) -> None:
    from perfectplay.conformance.symmetry.offer import declaration_text, held, picture, why_nothing
    from perfectplay.conformance.symmetry.search_result import LARGEST

    count = f"more than {LARGEST:,}" if found.capped else f"{found.order:,}"
    say(f"{count} permutations of the fields, with the one that changes nothing, {held(found)};")
    least = "at least " if found.capped or why_nothing(found) else "about "
    say(f"one state would stand for {least}{found.saving:.1f}")
    for one, shape in zip(found.generators, found.shapes, strict=True):
        say(f"\n{one.name}")
        say("\n".join(f"  {row}".rstrip() for row in picture(one, shape).split("\n")))
    say()
    if found.declared:
        say("the game's own symmetries give all of these")
    elif why_nothing(found):
        say(f"nothing is offered: {why_nothing(found)}")
    else:
        say("to declare them, paste this into the class, and run perfectplay check on it:\n")
        say(declaration_text(found))
