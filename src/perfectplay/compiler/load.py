"""A game's rules as compiled kernels, compiled now or taken from the cache (``code_cache.py``).

The module that `translate` and ``template.py`` give is written into a folder whose name is the
SHA-256 of everything that it depends on: its text (with all constants in it), its tables, the
support code, the versions of Python, NumPy and Numba. Numba keeps machine code beside a module
and trusts the module's file; since a changed rule has another folder, it never meets old code.
The text that is run is always the one that was made here, never one read from the folder.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError

from perfectplay.compiler.code_cache import (
    KERNELS,
    has_code,
    keep_checked,
    keep_nothing,
    module_file,
    note_overtaken,
    silence_warnings,
    was_overtaken,
)
from perfectplay.compiler.compiler_messages import WORDS_TOGETHER
from perfectplay.compiler.first_call import first_call, meaning
from perfectplay.compiler.glue import glue_of
from perfectplay.compiler.images.cell_tables import CellNumbers
from perfectplay.compiler.rule_helpers import HELPERS, helper_lines
from perfectplay.compiler.runtime import (
    cell_images,
    double_key_code,
    key_fields,
    set_helpers,
    set_types,
    single_key_code,
    state_texts,
    support,
    text_types,
    tuple_helpers,
    varying_types,
    varying_values,
    words,
)
from perfectplay.compiler.shared_numbers import SharedText, lifted, with_numbers
from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.compiler.source.refusals import LIST
from perfectplay.compiler.translate import Translation, translate
from perfectplay.core.arrays import IntArray
from perfectplay.core.interrupts import heard
from perfectplay.game.game import Game, StateKind, has_again, kind_of
from perfectplay.game.shape.packing import Keys, TupleKeys, layout_of
from perfectplay.game.shape.state_shape import StateShape

_TEMPLATES = [Path(__file__).with_name(name) for name in ("template.py", "class_template.py")]


@dataclass
class CompiledRules:
    """The kernels of one game: a module; see ``template.py`` for what each does."""

    game: Game
    kind: StateKind
    kernels: Any
    has_again: bool
    has_symmetries: bool
    has_tier: bool
    scoring: bool
    sites: list[str]
    shape: StateShape | None
    cells: CellNumbers | None = None
    numbers: tuple[int, ...] = ()
    double: bool = False
    _layout: tuple[Any, Any] = (None, None)

    def layout(self, keys: Keys) -> IntArray:
        """The layout of keys for kernels: [2, F] int64, the lowest value and the size of each
        field; with a third row of tables if symmetries are data, or of the ``numbers`` that other
        games have, too, with other values."""
        if not self.numbers and (self.cells is None or not isinstance(keys, TupleKeys)):
            return layout_of(keys)
        known, layout = self._layout
        if known is not keys:
            if self.cells is not None and isinstance(keys, TupleKeys):
                layout = self.cells.layout(keys)
            else:
                layout = with_numbers(layout_of(keys), self.numbers)
            self._layout = (keys, layout)
        found: IntArray = layout
        return found

    def failed(self, problem: Exception, state: str = "") -> NotCompilable:
        """The reason for running interpreted after only compiled code raised an exception.

        ``state``: the text of the state in which it did, if known. The place is the user's line if
        compiled code gives one.
        """
        at = f" in state {state}" if state else ""
        place, idiom = "", ""
        match problem.args:
            case (str(text), int(site)) if text == tuple_helpers.OTHER_LENGTH:
                place = self.sites[site] if 0 <= site < len(self.sites) else ""
                text = "a tuple has another length than compiled code expects"
                idiom = "write out its items, or make it of a list of a constant length, [0] * 3"
            case (str(said),) if said.startswith("expected ") and said.endswith(", got None"):
                text = "compiled code takes None for another value"
            case _:
                text = f"compiled code fails where Python does not ({problem})"
        return NotCompilable(text + at, place, idiom)

    @property
    def digest(self) -> str:
        """32 hexadecimal digits of all that the kernels depend on: the rules, the support code, the
        versions of Python, NumPy and Numba."""
        name = str(self.kernels.__name__).rpartition("_")[2]
        if not self.numbers:
            return name
        return hashlib.sha256(f"{name} {self.numbers}".encode()).hexdigest()[:32]


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


def compile_rules(
    game: Game, *, symmetries: bool = True, tables: bool = True, double: bool = False,
    more: ExtraKernels | None = None,
) -> CompiledRules:  # fmt: skip
    """The game's kernels, compiled now or taken from disk, with ``more`` among them.

    ``tables``: whether `symmetries` that only permute fields are compiled as data; if not, they are
    compiled as they are written. ``double``: for keys of two words.

    Raises NotCompilable with the reason, the user's line and the idiom that compiles.
    """
    given = RulesToCompile(game, symmetries=symmetries, tables=tables, double=double, more=more)
    return given.compile()


class RulesToCompile:
    """The rules of a game, translated once: whether their machine code is kept, and it. Arguments
    as `compile_rules`. Its methods raise NotCompilable."""

    def __init__(
        self, game: Game, *, symmetries: bool, tables: bool = True, double: bool = False,
        more: ExtraKernels | None = None,
    ) -> None:  # fmt: skip
        self.game, self.symmetries, self.tables = game, symmetries, tables
        self.double, self.more = double, more
        self.spells = False

    @cached_property
    def translation(self) -> Translation:
        """The rules as a module."""
        if getattr(numba.config, "DISABLE_JIT", False):
            raise NotCompilable("NUMBA_DISABLE_JIT is set")
        return translate(
            self.game, symmetries=self.symmetries, tables=self.tables,
            more=self.more.roles if self.more else (), texts=self.spells,
        )  # fmt: skip

    @cached_property
    def text(self) -> str:
        """The text of the module of the kernels."""
        glue = glue_of(self.game, self.translation, double=self.double)
        keys = double_key_code if self.double else single_key_code
        return _module_text(glue, self.translation, keys, self.more)

    def is_kept(self) -> bool:
        """Whether the kernels are in this process, or on disk from an earlier run."""
        first = ("walk",) if self.more is None else self.more.kernels[:1]
        digest = self.digest
        return _module_name(digest) in sys.modules or has_code(digest, ("expand", *first))

    @property
    def digest(self) -> str:
        """The name of the folder of the kernels' machine code."""
        return _digest(self._kept_text, self.translation, self.more)

    @property
    def _kept_text(self) -> str:
        """The text of the module that is kept: that of a family of games, if they share it."""
        shared = _shared(self.text, self.translation, self.more)
        return self.text if shared is None else shared.text

    @property
    def was_overtaken(self) -> bool:
        """Whether the interpreter has finished before the rules were compiled, once before."""
        return was_overtaken(self.digest)

    def note_overtaken(self) -> None:
        """Remember this, so that a later run waits for the compiler, and all others gain by it."""
        note_overtaken(self.digest, self._kept_text)

    @property
    def is_kept_once_compiled(self) -> bool:
        """Whether another process finds the machine code, once it was compiled."""
        return not self.translation.recursive

    def compile(self) -> CompiledRules:
        """The kernels, compiled now or taken from disk."""
        try:
            return self._compiled_as_translated()
        except NotCompilable as refusal:
            if self.spells or not refusal.reason.startswith(WORDS_TOGETHER):
                raise
            reason = refusal
        self.spells = True  # what types alone tell: rules put texts together
        del self.translation, self.text
        try:
            return self._compiled_as_translated()
        except NotCompilable:
            raise reason from None

    def _compiled_as_translated(self) -> CompiledRules:
        text, translation = self.text, self.translation
        silence_warnings()
        with heard():
            shared = _shared(text, translation, self.more)
            if shared is not None:
                with suppress(NotCompilable):  # a number may be needed while compiling
                    return self._compiled(shared.text, shared.numbers)
            return self._compiled(text)

    def _compiled(self, text: str, numbers: tuple[int, ...] = ()) -> CompiledRules:
        game, translation, more = self.game, self.translation, self.more
        cells = None if self.double else translation.cells
        rules = CompiledRules(
            game, kind_of(game.start()), _loaded(text, translation, more), has_again(game),
            "symmetries" in translation.roles or cells is not None,
            "tier" in translation.roles, game.scoring, translation.sites, translation.shape,
            cells, numbers, self.double,
        )  # fmt: skip
        first_call(rules.kernels, numbers, translation, None if more is None else more.first_call)
        return rules


def _shared(text: str, translation: Translation, more: ExtraKernels | None) -> SharedText | None:
    """The module without the numbers in which other games differ; None if it is not shared."""
    if more is not None or translation.recursive or translation.cells is not None:
        return None
    return lifted(_with_tables(text, translation))


def module_text(game: Game, *, symmetries: bool = True) -> str:
    """The text of the module of a game's kernels, with a digest of its tables. Raises
    NotCompilable."""
    given = RulesToCompile(game, symmetries=symmetries)
    return _with_tables(given.text, given.translation)


# --- the text of the module -----------------------------------------------------------------------


def _module_text(
    glue: str, translation: Translation, keys: ModuleType, more: ExtraKernels | None
) -> str:
    added = "" if more is None else more.glue(translation)
    head = [
        "# Written by perfectplay from the rules of a game; not to be edited.",
        "import numpy as np",
        "from numba import njit",
        *helper_lines(translation.text + glue + added),
        f"from {support.__name__} import field, inner, move_code, outcome_code, "
        "score_code, slot_in, slot_of, tier_code",
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


# --- the module -----------------------------------------------------------------------------------


def _loaded(text: str, translation: Translation, more: ExtraKernels | None) -> ModuleType:
    digest = _digest(text, translation, more)
    name = _module_name(digest)
    if name in sys.modules:
        return sys.modules[name]
    try:
        file = module_file(digest, text)
    except OSError as problem:
        raise NotCompilable(f"there is no folder to compile in: {problem}") from problem
    module = ModuleType(name)
    module.__file__ = str(file)
    module.__dict__.update(translation.tables)
    sys.modules[name] = module
    try:
        with warnings.catch_warnings():  # what is odd in rules was said where they were loaded
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compile(text, str(file), "exec")
        exec(code, module.__dict__)
    except BaseException as problem:
        del sys.modules[name]
        if isinstance(problem, NumbaError):
            raise NotCompilable(*meaning(problem, "")) from problem
        if isinstance(problem, Exception):
            raise NotCompilable(
                f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
            ) from problem
        raise
    for kernel in (*KERNELS, *(more.kernels if more else ())):
        if translation.recursive:
            keep_nothing(getattr(module, kernel))
        else:
            keep_checked(getattr(module, kernel), digest)
    return module


def _module_name(digest: str) -> str:
    return f"perfectplay_rules_{digest[:32]}"


def _with_tables(text: str, translation: Translation) -> str:
    """The text with a line that tells modules of other tables apart."""
    digest = hashlib.sha256()
    _add_tables(digest, translation)
    return f"{text}\n'tables {digest.hexdigest()}'\n"


def _digest(text: str, translation: Translation, more: ExtraKernels | None) -> str:
    digest = hashlib.sha256()
    files = sorted(Path(str(HELPERS[0].__file__)).parent.glob("*.py"))
    support_text = b"".join(f.read_bytes() for f in (*files, *(more.sources if more else ())))
    versions = f"{sys.version} {platform.machine()} {np.__version__} {numba.__version__}"
    for part in (text.encode(), support_text, versions.encode()):
        digest.update(len(part).to_bytes(8, "little") + part)
    _add_tables(digest, translation)
    return digest.hexdigest()


def _add_tables(digest: hashlib._Hash, translation: Translation) -> None:
    for name, table in translation.tables.items():
        digest.update(f"{name} {table.shape}".encode() + table.tobytes())
