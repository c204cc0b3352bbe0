"""The names that translated modules use.

No name in a translated module hides another. ``_pp_NAME`` is a builtin or a helper of perfectplay;
``_pp7_NAME`` is generated for the rules, each with a different number. Names of the rules stay as
they are unless they begin with ``_pp``: `protect` changes those.
"""

from __future__ import annotations

import ast

_OURS, _THEIRS = "_pp", "_ppu"


OF_DATACLASS = "pp_of_dataclass"
"""The attribute of a NamedTuple that stands for a dataclass in compiled code."""

OF_PLAIN_CLASS = "pp_of_plain_class"
"""The attribute of one that stands for an object of a plain class, which equals itself alone."""

OF_WAYS = "pp_of_ways"
"""The attribute of one whose class says what an index, a loop or a truth value gives."""

OWN_DIGITS = 16
"""How many digits of the name of a module of rules the names of its classes end with."""

OF_RECORD = "pp_own"
"""Before the name of an operator: the attribute of a NamedTuple with the function that it is."""


_PRIVATE = "pp_private"


def field_name(name: str) -> str:
    """The name that a field of a record has in compiled code, where none begins with ``_``.

    >>> field_name("cells"), field_name("_cells")
    ('cells', 'pp_private_cells')
    """
    return _PRIVATE + name if name.startswith("_") else name


def own(name: str) -> str:
    """The name under which a translated module has a builtin or a helper.

    >>> own("len")
    '_pp_len'
    """
    return f"{_OURS}_{name}"


def protected(name: str) -> str:
    """A name of the rules that is none of perfectplay's.

    >>> protected("cell"), protected("_pp_len")
    ('cell', '_ppu_pp_len')
    """
    return _THEIRS + name if name.startswith(_OURS) else name


def unprotected(name: str) -> str:
    """The name that the rules have for it."""
    return name.removeprefix(_THEIRS)


def is_own(name: str) -> bool:
    """Whether a name is none of the rules'.

    >>> is_own("_pp_len"), is_own("_ppu_pp_len"), is_own("cell")
    (True, False, False)
    """
    return name.startswith(_OURS) and not name.startswith(_THEIRS)


def protect(tree: ast.AST) -> None:
    """Change the names of a function of the rules, in place, to protected ones; ``pp_made`` marks
    those that are perfectplay's own."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "name", "rest"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not hasattr(node, "pp_made"):
                setattr(node, field, protected(name))


def private_name(name: str, function: str) -> str:
    """What Python makes of a name in a method, of which ``function`` is the qualified name.

    >>> private_name("__most", "Heap.moves"), private_name("__init__", "Heap.moves")
    ('_Heap__most', '__init__')
    """
    home = function.rpartition(".")[0].rpartition(".")[2].lstrip("_")
    hidden = name.startswith("__") and not name.endswith("__")
    return f"_{home}{name}" if hidden and home and home[0] != "<" else name


def with_private_names(tree: ast.FunctionDef, function: str) -> ast.FunctionDef:
    """The tree of a function with such names in it, in place; its own name stays."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "attr", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not (node is tree and field == "name"):
                setattr(node, field, private_name(name, function))
    return tree
