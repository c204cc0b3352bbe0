"""A verb as Typer calls it: records of options as options, and the answer written."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_origin, get_type_hints

from perfectplay.cli.input.options import Json
from perfectplay.cli.output.answer import Answer, prints_aside

LAST = ("method", "threads", "max_states", "no_symmetries", "rules", "json")
"""Shared options that stand last in the help of every verb, in this order."""


def command_of(verb: Callable[..., Answer | None]) -> Callable[..., None]:
    """A function with a signature that Typer can read.

    A parameter of the verb that is a record of options is replaced by the options in it. A verb
    that returns an `Answer` gets the option ``--json``.
    """
    hints = get_type_hints(verb, include_extras=True)
    answers = hints.pop("return") is Answer
    records = {name: _options(hint) for name, hint in hints.items() if is_dataclass(hint)}
    options: list[Parameter] = []
    for name, parameter in signature(verb).parameters.items():
        own = _parameter(name, hints[name], parameter.default)
        options += records.get(name, [own])
    if answers:
        options.append(_parameter("json", Json, False))
    options.sort(key=lambda option: LAST.index(option.name) if option.name in LAST else -1)

    @wraps(verb)
    def command(**given: Any) -> None:
        json = given.pop("json") if answers else False
        for name, taken in records.items():
            given[name] = hints[name](**{option.name: given.pop(option.name) for option in taken})
        with prints_aside():
            if (answer := verb(**given)) is not None:
                answer.write(json)

    command.__signature__ = Signature(options)  # type: ignore[attr-defined]
    command.__annotations__ = {}  # all of them are in the signature
    return command


def _options(record: Any) -> list[Parameter]:
    """The fields of a record that have a Typer annotation."""
    hints = get_type_hints(record, include_extras=True)
    return [
        _parameter(
            field.name,
            hints[field.name],
            Parameter.empty if field.default is MISSING else field.default,
        )
        for field in fields(record)
        if get_origin(hints[field.name]) is Annotated
    ]


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    """A parameter for Typer; one that is False by default is an option without a negative form."""
    if default is False:
        info = copy(annotation.__metadata__[0])
        if info.default is ...:  # Typer's place for the first name of the option
            info.default = f"--{name.replace('_', '-')}"
        annotation = Annotated[bool, info]
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
