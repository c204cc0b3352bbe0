"""Addresses of operators: ``misere(nim)``, ``cap(chopsticks,50)``, ``pie(misere(nim))``.

Parameters follow the address and belong to the innermost game: ``misere(nim) rows=3,5``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import partial

from perfectplay.core.errors import ParameterError, UnknownGameError
from perfectplay.core.shortened import listed
from perfectplay.game.game import Game
from perfectplay.game.operators.cap import cap
from perfectplay.game.operators.counted import counted
from perfectplay.game.operators.misere import misere
from perfectplay.game.operators.operator import Applied, Operator
from perfectplay.game.operators.pie import pie
from perfectplay.game.operators.start_at import Written, start_at

FORMS = {
    "misere": "misere(GAME)",
    "cap": "cap(GAME,PLIES)",
    "pie": "pie(GAME)",
    "start_at": "start_at(GAME,STATE)",
    "counted": "counted(GAME)",
}


def applied(address: str, load: Callable[[str], type[Game] | Game]) -> Applied | None:
    """The operator at an address, or None if it is not of the form ``name(...)``.

    ``load`` finds the game in it. Raises UnknownGameError, ParameterError, and whatever ``load``
    raises.
    """
    found = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*", address, re.DOTALL)
    if found is None:
        return None
    verb, within = found[1], found[2]
    if verb not in FORMS:
        near = difflib.get_close_matches(verb.lower(), FORMS, n=1)
        guess = f"did you mean {FORMS[near[0]]}?" if near else f"there are {listed(FORMS.values())}"
        raise UnknownGameError(f"no operator {verb!r}; {guess}")
    game, argument = _split(within)
    if not game or (argument is None) != (FORMS[verb] == f"{verb}(GAME)"):
        raise ParameterError(f"{address!r} is no {FORMS[verb]}")
    return Applied(address, _maker(verb, argument or ""), load(game))


def _maker(verb: str, argument: str) -> Callable[[Game], Operator]:
    if verb == "cap":
        if not re.fullmatch(r"\d+", argument):
            raise ParameterError(
                f"cap needs a number of plies, as in cap(GAME,50), got {argument!r}"
            )
        return partial(cap, plies=int(argument))
    if verb == "start_at":
        return partial(start_at, state=Written(argument))
    return {"misere": misere, "pie": pie, "counted": counted}[verb]


def _split(within: str) -> tuple[str, str | None]:
    """The game, and the text after the first comma outside of parentheses, or None."""
    depth = 0
    for place, letter in enumerate(within):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            return within[:place].strip(), within[place + 1 :].strip()
    return within.strip(), None
