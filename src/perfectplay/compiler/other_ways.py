"""Other ways to compile rules, after the plain one has been refused or has failed."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.compiler.compiler_messages import TUPLES_DIFFER, WORDS_TOGETHER
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.runtime.set_types import ORDER, UNKNOWN
from perfectplay.compiler.runtime.taken_elements import SEVERAL, TAKING_ONE
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.translate import has_long_texts, names_words
from perfectplay.game.game import Game

SPELLS, NAMES, VARIES = "spells", "names", "varies"
"""Marks beside kept code: texts that rules put together are boards; those that they name are words;
moves are tuples of unlike lengths."""

_EITHER, _AROUND, _BOTH = "either", "around", "around-either"

EITHER, AROUND = (_EITHER, _BOTH), (_AROUND, _BOTH)
"""Sets are looped over in either order; they may have elements around those of the states."""

WAYS = (_BOTH, _EITHER, _AROUND, SPELLS, NAMES, VARIES)
"""The first one counts of which there is a mark."""


def ways_after(
    refusal: NotCompilable, mark: str, translation: Translation, game: Game
) -> Iterator[str]:
    """The marks of the ways that may compile after a way of this mark ("": the plain one) does
    not."""
    if refusal.reason.startswith(ORDER):
        if mark in ("", _AROUND):
            yield _BOTH if mark else _EITHER
    elif mark:
        return
    elif refusal.reason.startswith(WORDS_TOGETHER):
        yield SPELLS
    elif not TUPLES_DIFFER.search(refusal.reason) and names_words(game):
        yield NAMES
    if mark or translation.vary:
        return
    if TUPLES_DIFFER.search(refusal.reason) or has_long_texts(game):
        yield VARIES


def way_after_fault(fault: Exception, mark: str) -> str:
    """The mark of the way that may compile after compiled code of a way of this mark has failed in
    a state; "" if there is none."""
    wanted = _EITHER if SEVERAL in str(fault) else _AROUND if UNKNOWN in str(fault) else ""
    if not mark:
        return wanted
    return _BOTH if wanted and {mark, wanted} == {_EITHER, _AROUND} else ""


def place_taken(translation: Translation) -> str:
    """The user's file and line where one element is taken out of a set."""
    for number, line in enumerate(translation.text.splitlines(), 1):
        if number in translation.places and any(own(name) in line for name in TAKING_ONE):
            file, where = translation.places[number]
            return f"{file}:{where}"
    return ""
