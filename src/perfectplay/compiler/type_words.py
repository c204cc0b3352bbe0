"""Types and variables of Numba's messages, in the words of authors of games."""

from __future__ import annotations

import re

_TYPES: tuple[tuple[str, str], ...] = (
    (r"^(?:Literal\[int\]\(.*\)|u?int\d+|intp)$", "an integer"),
    (r"^(?:Literal\[bool\]\(.*\)|bool(ean)?)$", "True or False"),
    (r"^float\d+$", "a fraction (float)"),
    (r"^none$", "None"),
    (r"^Word$", "a word"),
    (r"^Text\((\d+)\)$", r"a text of \1 characters"),
    (r"^Loose\(.*$", "a text whose length varies"),
    (r"^Varying\(.*$", "a tuple whose length varies"),
    (r"^Bytes\((\d+)\)$", r"bytes of \1 numbers"),
    (r"^OptionalType\(.*$|^\?.*$|^Optional.*$", "a number or None"),
    (r"^(?:unicode_type|Literal\[str\]\(.*)$", "a string"),
    (r"^UniTuple\(u?int\d+ x 1\)$", "a tuple of 1 integer"),
    (r"^UniTuple\(u?int\d+ x (\d+)\)$", r"a tuple of \1 integers"),
    (r"^UniTuple\(.* x (\d+)\)$", r"a tuple of \1 items"),
    (r"^LiteralList\(.*$", "a list of unlike items"),
    (
        r"^(?:Named)(?:Uni)?[Tt]uple\(.*\)$|^\w+\(.* x \d+\)$|^_pp\d+_\w+\(.*$",
        "an object of a class",
    ),
    (r"^Tuple\(\)$", "an empty tuple"),
    (r"^Tuple\(.*\)$", "a tuple of unlike items"),
    (r"^(?:reflected )?list\(.*$|^ListType.*$", "a list"),
    (r"^(?:reflected )?set\(.*$|^Set\(.*$", "a set"),
    (r"^Frozenset\w*\(.*$", "a frozenset"),
    (r"^array\(.*$|^Array\(.*$", "an array"),
    (r"^range.*$", "a range"),
    (r"^generator\(.*$|.*generator.*", "a generator"),
)


def variable(name: str) -> str:
    """A variable by the user's name; "a value" for variables of the compiler."""
    if name.startswith("$"):
        return "a value"
    name = re.split(r"[.\d]*$", name.strip("$"))[0]
    plain = name and not name.startswith(("_pp", "$", "["))
    return name if plain else "a value"


def kind(name: str) -> str:
    """A compiler's type in words."""
    name = name.strip().rstrip(",")
    if (inside := re.match(r"^Tuple\((.+)\)$", name)) is not None:
        parts = [kind(part) for part in parts_of_list(inside[1])]
        if set(parts) == {"an integer"}:
            return f"a tuple of {len(parts)} integer{'s' if len(parts) > 1 else ''}"
    for pattern, words in _TYPES:
        if (found := re.match(pattern, name)) is not None:
            return found.expand(words)
    parts = parts_of_list(name)
    if len(parts) > 1:
        return " and ".join(kind(part) for part in parts)
    return "something else"


def parts_of_list(text: str) -> list[str]:
    """The parts of a list between its outermost commas."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
