"""The text of the module of a game's kernels, and the digest that names its folder.

The digest is of everything that the machine code depends on: the text (with all constants in it),
its tables, the support code, the versions of Python, NumPy and Numba.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np

from perfectplay.compiler.rule_helpers import HELPERS, helper_lines
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.runtime import (
    cell_images,
    key_fields,
    set_helpers,
    set_types,
    state_texts,
    support,
    text_types,
    varying_types,
    varying_values,
    words,
)
from perfectplay.compiler.source import own_names, set_slots, start_states, text_rows

_TEMPLATES = [Path(__file__).with_name(name) for name in ("template.py", "class_template.py")]


@dataclass(frozen=True)
class ExtraKernels:
    """Further kernels besides those of ``template.py``.

    ``roles``: optional methods of the game that they call. ``imports``: import lines, of modules
    whose files are in ``sources``. ``glue``: returns the text between the rules and the file
    ``template``. ``kernels``: names of those whose machine code is cached. ``first_call``: compiles
    them by calls without states.
    """

    roles: tuple[str, ...]
    imports: tuple[str, ...]
    sources: tuple[Path, ...]
    glue: Callable[[Translation], str]
    template: Path
    kernels: tuple[str, ...]
    first_call: Callable[[Any], None]


def text_of_module(
    glue: str, translation: Translation, keys: ModuleType, more: ExtraKernels | None
) -> str:
    """The module: a head, the rules as they are translated, the ``glue``, the templates, and what
    ``more`` adds. ``keys``: the support code of keys of one word or of two."""
    added = "" if more is None else more.glue(translation)
    head = [
        "# Written by perfectplay from the rules of a game; not to be edited.",
        "import numpy as np",
        "from numba import njit",
        *helper_lines(translation.text + glue + added, translation.sets_from),
        f"from {support.__name__} import field, inner, outcome_code, score_code, "
        "slot_in, slot_of, tier_code",
        f"from {words.__name__} import WordConstant, word_field, word_of",
        f"from {text_types.__name__} import bytes_of, need, text_of",
        f"from {key_fields.__name__} import all_fields, all_word_fields, some_of, words_of",
        f"from {keys.__name__} import ABSENT_KEY, KEY_WORDS, fields_of, key_at, key_of, "
        "missing, put_key, smaller",
        f"from {set_types.__name__} import SetConstant, set_like",
        f"from {set_helpers.__name__} import set_field",
        f"from {cell_images.__name__} import image_by_definition, smallest_by_definition",
        f"from {varying_types.__name__} import Room",
        f"from {varying_values.__name__} import converted, empty_like, held_all, varying_of",
        f"from {state_texts.__name__} import empty_text, state_text, text_of_room",
        *(more.imports if more else ()),
    ]
    # rules come first, so that lines of the module are lines of the translation plus the head
    parts = ["\n".join(head) + "\n", translation.text, glue, "\n", *map(_text_of, _TEMPLATES)]
    return "".join([*parts, added, _text_of(more.template) if more else ""])


def _text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def with_tables(text: str, translation: Translation) -> str:
    """The text with a line that tells modules of other tables apart."""
    digest = hashlib.sha256()
    _add_tables(digest, translation)
    return f"{text}\n'tables {digest.hexdigest()}'\n"


_BELOW = (own_names, set_slots, start_states, text_rows)
"""Modules that the support code takes names and numbers from."""


def digest_of(text: str, translation: Translation, more: ExtraKernels | None) -> str:
    """64 hexadecimal digits of all that the machine code of a module depends on."""
    digest = hashlib.sha256()
    files = sorted(Path(str(HELPERS[0].__file__)).parent.glob("*.py"))
    files += [Path(str(module.__file__)) for module in _BELOW]
    support_text = b"".join(f.read_bytes() for f in (*files, *(more.sources if more else ())))
    versions = f"{sys.version} {platform.machine()} {np.__version__} {numba.__version__}"
    for part in (text.encode(), support_text, versions.encode()):
        digest.update(len(part).to_bytes(8, "little") + part)
    _add_tables(digest, translation)
    return digest.hexdigest()


def _add_tables(digest: hashlib._Hash, translation: Translation) -> None:
    for name, table in translation.tables.items():
        digest.update(f"{name} {table.shape}".encode() + table.tobytes())
