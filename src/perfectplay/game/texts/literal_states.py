"""Read states of nested parts, of words and of dataclasses from what Python prints for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from perfectplay.core.errors import ParseError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import State
from perfectplay.game.texts.lasting_repr import in_letters, shown_repr

_GAP = re.compile(r"""('[^']*'|"[^"]*")|(?<=[\w)\]}'"])\s+(?=[\w(\[{'"-])""")
"""A text in quotes, or the blanks between two parts of a state."""

LONGEST = 100_000
"""Maximum number of characters of a text that is read."""


def read_literal(text: str, like: State) -> State:
    """The state that a text describes, of the same type as the state ``like``. Raises ParseError.

    Nothing in the text is run: it is taken apart, and only tuples, sets, numbers, words and the
    classes that stand in ``like`` are built. Words need no quotes and parts no commas, a list is
    read as a tuple or a set, and a dict as its sorted pairs.

    >>> read_literal("((1, 2), [3], w)", ((0, 0), (0,), "b")), read_literal("3 w", (0, "b"))
    (((1, 2), (3,), 'w'), (3, 'w'))
    >>> read_literal("__import__('os')", (0, "b"))
    Traceback (most recent call last):
    perfectplay.core.errors.ParseError: expected a state such as (0, 'b'), got "__import__('os')"
    """
    try:
        if len(text) > LONGEST:
            raise ValueError("too long")
        # the repr of a member of an Enum is <Colour.RED: 'red'>
        plain = re.sub(r"<(\w+(?:\.\w+)*): [^<>]*>", r"\1", text.strip())
        found = _Builder(like).built(_parsed(plain, words="'" in repr(like)), like)
        if type(found) is not type(like):
            raise TypeError("another type")
    except Exception as error:  # the parser's own kinds, and whatever a user's class raises
        raise not_a_state(text, like) from error
    return found


def _parsed(text: str, *, words: bool) -> ast.expr:
    """The tree of a text; if it is no expression, of the text with commas between its parts."""
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        if not words:  # among numbers alone, a word is a slip
            raise
        return ast.parse(_GAP.sub(lambda found: found[1] or ", ", text), mode="eval").body


def not_a_state(text: str, like: State) -> ParseError:
    """Error for a text that cannot be read as a state such as ``like``."""
    example = shown_repr(like)
    if isinstance(like, bytes):
        example = like.decode("ascii") if in_letters(like) else ",".join(map(str, like))
    example = shortened(example)
    return ParseError(f'expected a state such as {example}, got "{shortened(text)}"')


class _Builder:
    """Builds a state like a model. ``models``: an object of each class in it, by its name."""

    def __init__(self, model: Any) -> None:
        self.models: dict[str, Any] = {}
        self._find(model)

    def _find(self, part: Any) -> None:
        if isinstance(part, Enum) or _named(part):
            self.models.setdefault(type(part).__name__, part)
        inner = [getattr(part, name) for name in _named(part)]
        for each in part if isinstance(part, tuple | frozenset) else inner:
            self._find(each)

    def built(self, node: ast.expr, like: Any) -> Any:
        match node:
            case ast.Tuple(parts) | ast.List(parts) if isinstance(like, frozenset):
                return self._set(parts, like)
            case ast.Constant() | ast.Name() if isinstance(like, frozenset):
                found = self._set([node], like)
                if {*map(type, found)} <= {*map(type, like or {0})}:
                    return found
            case ast.Dict([_, *_], parts) if isinstance(like, tuple):
                keys = [key for key in node.keys if key]  # None before what ** spreads
                pairs = [ast.Tuple([key, part]) for key, part in zip(keys, parts, strict=True)]
                return tuple(sorted(self._of_parts(pairs, like)))
            case ast.Constant(str(value)) if isinstance(like, bytes):
                return value.encode("latin-1")
            case ast.Constant(value):
                return str(value) if isinstance(like, str) and isinstance(value, int) else value
            case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)):
                return -number
            case ast.Tuple(parts) | ast.List(parts):
                return self._of_parts(parts, like)
            case ast.Set(parts):
                return self._set(parts, like)
            case ast.Dict([], []) if isinstance(like, frozenset):
                return frozenset()
            case ast.Call(ast.Name("frozenset" | "set"), [] | [ast.Dict([], [])], []):
                return frozenset()  # stored solutions write it as frozenset({})
            case ast.Call(ast.Name("frozenset" | "set"), [ast.Set(parts) | ast.List(parts)], []):
                return self._set(parts, like)
            case ast.Call(ast.Name() | ast.Attribute(), args, keywords):
                return self._of_class(ast.unparse(node.func), args, keywords, like)
            case ast.Name(word) | ast.Attribute(_, word):
                return self._word(ast.unparse(node), word, like)
        raise ValueError(ast.dump(node))

    def _of_parts(self, nodes: Sequence[ast.expr], like: Any) -> Any:
        """A tuple, or an object whose fields are written as a tuple."""
        if _named(like):
            return self._of_class(type(like).__qualname__, nodes, [], like)
        if isinstance(like, bytes):
            return bytes(self.built(node, 0) for node in nodes)
        models = like if isinstance(like, tuple) else ()
        if len(models) != len(nodes):
            models = (models[:1] or (None,)) * len(nodes)
        return tuple(map(self.built, nodes, models))

    def _set(self, nodes: Sequence[ast.expr], like: Any) -> frozenset[Any]:
        model = next(iter(like), None) if isinstance(like, frozenset) else None
        return frozenset(self.built(node, model) for node in nodes)

    def _of_class(
        self, name: str, nodes: Sequence[ast.expr], keywords: Sequence[ast.keyword], like: Any
    ) -> Any:
        """An object of the class of ``like``, or of another one in the model; the name may lack
        what stands before its last dot."""
        last = name.rsplit(".", maxsplit=1)[-1]
        if not _named(like) or last != type(like).__name__:
            like = self.models.get(last)
        if not _named(like):
            raise ValueError(f"unknown {name}")
        kind = type(like)
        names = _named(like)
        given = {field: getattr(like, field) for field in names}
        parts = dict(zip(names, nodes, strict=False)) if len(nodes) <= len(names) else {}
        if len(parts) != len(nodes):
            raise ValueError("too many fields")
        parts.update((word.arg or "", word.value) for word in keywords)
        if set(parts) != set(names):
            raise ValueError("other fields")
        return kind(**{field: self.built(parts[field], given[field]) for field in names})

    def _word(self, whole: str, word: str, like: Any) -> Any:
        """A member of an Enum, or a text without quotes."""
        if not isinstance(like, Enum) and "." in whole:
            like = self.models.get(whole.removesuffix(f".{word}").rsplit(".", maxsplit=1)[-1])
        return type(like)[word] if isinstance(like, Enum) else whole


def _named(like: Any) -> list[str]:
    """The names of the fields of a dataclass or a named tuple; empty for other objects."""
    if is_dataclass(like):
        return [field.name for field in fields(like) if field.init]
    return list(getattr(like, "_fields", ())) if isinstance(like, tuple) else []
