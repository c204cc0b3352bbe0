"""Source that is read again, without the warnings that Python gave when it ran the source."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_source_warnings() -> Iterator[None]:
    r"""Silence the compiler's warnings in the block.

    >>> import ast
    >>> with no_source_warnings():
    ...     tree = ast.parse(r"PATTERN = '\d'")
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("ignore", DeprecationWarning)  # escapes such as "\d" in Python 3.11
        yield
