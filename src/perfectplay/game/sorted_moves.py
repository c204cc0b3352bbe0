"""The order of moves that rules give as a set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def in_order(answers: Iterable[Any]) -> Iterable[Any]:
    """The answers of a rule; those of a set sorted, by their ``repr`` if they cannot be compared.

    A set of texts has another order in each run of Python, and a table of moves must not.

    >>> in_order({"b7", "a1"}), in_order(["b7", "a1"]), in_order({None, 3})
    (['a1', 'b7'], ['b7', 'a1'], [3, None])
    """
    if not isinstance(answers, set | frozenset):
        return answers
    if any(isinstance(x, set | frozenset) for x in answers):  # which `<` orders only in part
        return sorted(answers, key=_text)
    try:
        return sorted(answers)
    except TypeError:
        return sorted(answers, key=repr)


def _text(answer: Any) -> str:
    of_set = isinstance(answer, set | frozenset)
    return repr(sorted(map(repr, answer)) if of_set else answer)
