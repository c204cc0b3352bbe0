"""The code of rule operators, as a part of the fingerprints of their games."""

from __future__ import annotations

import hashlib

from perfectplay.game.operators.operator import Operator, own_class
from perfectplay.game.operators.sums import Sum
from perfectplay.identity.closure import ReachableCode
from perfectplay.identity.members import ClassMembers

CODE = "code of "
"""Beginning of the names of such parts: ``code of misere``."""

FIRST_CODE = {
    "misere": "9204522877a724a09c4e9e78daf4733e49d47f33fb9a84b1e1bfd75597978e79",
    "cap": "24cedc3941f27f7a572c387978e20fc1b9cb89608647eef856231dfa9b994854",
    "pie": "86c2361e24a8a1f3847f42a0ce1c19f0859256d584321f05e03c2a191a9e6400",
    "counted": "8fe20cc48cc76d06295a2c409079132f6bda2d00e0b325d87ab322b685f80386",
    "start_at": "9a7b8c9f7cdd5678afa07bdcbed893c8e579c2e4a9a77509bc1a99786d228a16",
    "sum_of": "94952ec4e703b8c1aa8671ce6f9b09dd7486f7985e9f7cfb9e0a149899fba7d6",
}
"""Digest of each operator's code when it was first included. A fingerprint stored before that
matches today's rules only if the code is still the same. Never change these."""


def operator_code(game: Operator | Sum) -> tuple[str, str]:
    """The name of the part, and as text all code of its package that the operator's rules reach.

    It does not depend on the game inside: the forms of methods that only some games have
    (`Operator.GIVEN`) are always included.

    >>> from perfectplay.game.operators.misere import misere
    >>> from perfectplay.games.nim import Nim
    >>> operator_code(misere(Nim()))[0]
    'code of misere'
    """
    name, kinds = "sum_of", [type(game)]
    if isinstance(game, Operator):
        own = own_class(type(game))
        name, kinds = own.verb, [own, *own.GIVEN.values()]
    classes = tuple(dict.fromkeys(cls for kind in kinds for cls in kind.__mro__))
    reach = ReachableCode(skip=classes)
    ClassMembers(classes, reach).follow()
    return CODE + name, "\n".join(f"{label}: {text}" for label, text in sorted(reach.parts.items()))


def is_first_code(name: str, text: str) -> bool:
    """True if the code of an operator is unchanged since it was first included; ``name`` and
    ``text`` as from `operator_code`."""
    return FIRST_CODE.get(name.rpartition(CODE)[2]) == digest_of(text)


def digest_of(text: str) -> str:
    """The SHA-256 of a text, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
