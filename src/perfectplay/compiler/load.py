"""A game's rules as compiled kernels, compiled now or taken from the cache (``code_cache.py``).

The module that `translate` and ``template.py`` give is written into a folder whose name is the
SHA-256 of everything that it depends on (``kernel_text.py``). Numba keeps machine code beside a
module and trusts the module's file; since a changed rule has another folder, it never meets old
code. The text that is run is always the one that was made here, never one read from the folder.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

import numba
from numba.core.errors import NumbaError

from perfectplay.compiler.code_cache import (
    KERNELS,
    first_mark,
    has_code,
    has_mark,
    keep_checked,
    keep_nothing,
    module_file,
    put_mark,
    silence_warnings,
)
from perfectplay.compiler.compiled_rules import CompiledRules
from perfectplay.compiler.compiler_messages import (
    TAKE_LEAST,
    TUPLES_DIFFER,
    WORDS_TOGETHER,
)
from perfectplay.compiler.first_call import first_call, meaning
from perfectplay.compiler.glue import glue_of
from perfectplay.compiler.kernel_text import ExtraKernels, digest_of, text_of_module, with_tables
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.runtime import double_key_code, single_key_code
from perfectplay.compiler.runtime.freed_generators import RULES, free_generators
from perfectplay.compiler.runtime.set_helpers import SEVERAL, TAKING_ONE
from perfectplay.compiler.runtime.set_types import ORDER
from perfectplay.compiler.shared_numbers import SharedText, lifted
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.refusals import LIST
from perfectplay.compiler.translate import has_long_texts, names_words, translate
from perfectplay.core.interrupts import heard
from perfectplay.game.game import Game, has_again, kind_of

_OVERTAKEN = "overtaken"  # marks beside kept code
_OTHER_WAYS = _SPELLS, _NAMES, _VARIES, _EITHER = "spells", "names", "varies", "either"


def compile_rules(
    game: Game, *, symmetries: bool = True, tables: bool = True, double: bool = False,
    more: ExtraKernels | None = None, sets_from: str = "last",
) -> CompiledRules:  # fmt: skip
    """The game's kernels, compiled now or taken from disk, with ``more`` among them.

    ``tables``: whether `symmetries` that only permute fields are compiled as data; if not, they are
    compiled as they are written. ``double``: for keys of two words. ``sets_from``: "first" or
    "last", where loops over sets begin if their order may matter (`CompiledRules.sets_from`).

    Raises NotCompilable with the reason, the user's line and the idiom that compiles.
    """
    given = RulesToCompile(
        game, symmetries=symmetries, tables=tables, double=double, more=more, sets_from=sets_from
    )
    return given.compile()


@dataclass(frozen=True)
class _Module:
    """The rules as a module, and the text of the module of the kernels. ``mark``: of the way in
    which it was translated, "" for the plain one."""

    translation: Translation
    text: str
    mark: str


class RulesToCompile:
    """The rules of a game, translated once: whether their machine code is kept, and it. Arguments
    as `compile_rules`. Its methods raise NotCompilable."""

    def __init__(
        self, game: Game, *, symmetries: bool, tables: bool = True, double: bool = False,
        more: ExtraKernels | None = None, sets_from: str = "last",
    ) -> None:  # fmt: skip
        self.game, self.symmetries, self.tables = game, symmetries, tables
        self.double, self.more, self.sets_from = double, more, sets_from

    @cached_property
    def _module(self) -> _Module:
        """The module of the kernels; if an earlier run found that texts are put together in it, as
        a compiler's types alone can tell, the one for that."""
        plain = self._translated()
        digest = digest_of(self._kept(plain), plain.translation, self.more)
        found = first_mark(digest, _OTHER_WAYS)
        return self._translated(found) if found else plain

    def _translated(self, mark: str = "") -> _Module:
        if getattr(numba.config, "DISABLE_JIT", False):
            raise NotCompilable("NUMBA_DISABLE_JIT is set")
        translation = translate(
            self.game, symmetries=self.symmetries, tables=self.tables,
            more=self.more.roles if self.more else (), texts=mark == _SPELLS, named=mark == _NAMES,
            vary=mark == _VARIES,
        )  # fmt: skip
        if mark == _EITHER:
            translation.sets_from = self.sets_from
        glue = glue_of(self.game, translation, double=self.double)
        keys = double_key_code if self.double else single_key_code
        return _Module(translation, text_of_module(glue, translation, keys, self.more), mark)

    @property
    def translation(self) -> Translation:
        """The rules as a module."""
        return self._module.translation

    @property
    def text(self) -> str:
        """The text of the module of the kernels."""
        return self._module.text

    def is_kept(self) -> bool:
        """Whether the kernels are in this process, or on disk from an earlier run."""
        first = ("walk",) if self.more is None else self.more.kernels[:1]
        digest = self.digest
        return _module_name(digest) in sys.modules or has_code(digest, ("expand", *first))

    @property
    def digest(self) -> str:
        """The name of the folder of the kernels' machine code."""
        return digest_of(self._kept(self._module), self.translation, self.more)

    def _kept(self, module: _Module) -> str:
        """The text of a module that is kept: that of a family of games, if they share it."""
        shared = _shared(module.text, module.translation, self.more)
        return module.text if shared is None else shared.text

    @property
    def was_overtaken(self) -> bool:
        """Whether the interpreter has finished before the rules were compiled, once before."""
        return has_mark(self.digest, _OVERTAKEN)

    def note_overtaken(self) -> None:
        """Remember this, so that a later run waits for the compiler, and all others gain by it."""
        put_mark(self.digest, self._kept(self._module), _OVERTAKEN)

    @property
    def is_kept_once_compiled(self) -> bool:
        """Whether another process finds the machine code, once it was compiled."""
        return not self.translation.recursive

    def compile(self) -> CompiledRules:
        """The kernels, compiled now or taken from disk."""
        rules = self._compiled_somehow()
        if rules.sets_from == "last" and "WordConstant(" in self.text:
            # Python's order of words is another one in each run, and may happen to be this one
            given = RulesToCompile(
                self.game, symmetries=self.symmetries, tables=self.tables, double=self.double,
                sets_from="first",
            )  # fmt: skip
            rules.opposite = given.compile()
        return rules

    def _compiled_somehow(self) -> CompiledRules:
        if not self._module.mark and (found := first_mark(self.digest, _OTHER_WAYS)):
            self._module = self._translated(found)  # another process has found that it compiles
        try:
            return self._compiled_as_translated()
        except NotCompilable as refusal:
            if self.translation.refused is not None:
                raise self.translation.refused from None
            if self._module.mark:
                raise
            reason = refusal
        plain, digest = self._module, self.digest
        for mark in self._other_ways(reason):
            try:
                self._module = self._translated(mark)
                rules = self._compiled_as_translated()
                put_mark(digest, self._kept(plain), mark)
                return rules
            except NotCompilable as other:
                if mark == _EITHER:  # the order alone is no obstacle
                    reason = other
        self._module = plain
        raise reason from None

    def _other_ways(self, refusal: NotCompilable) -> Iterator[str]:
        """The marks of the ways to translate the rules that may compile if they do not."""
        if refusal.reason.startswith(ORDER):
            yield _EITHER
        elif refusal.reason.startswith(WORDS_TOGETHER):
            yield _SPELLS
        elif not TUPLES_DIFFER.search(refusal.reason) and names_words(self.game):
            yield _NAMES
        if not self.translation.vary and (
            TUPLES_DIFFER.search(refusal.reason) or has_long_texts(self.game)
        ):
            yield _VARIES

    def refusal_as_written(self) -> NotCompilable:
        """Why the rules do not compile with loops over sets in Python's order alone; or why they
        fail then."""
        self._module = self._translated()
        try:
            self._compiled_as_translated()
        except NotCompilable as refusal:
            return refusal
        return NotCompilable(SEVERAL, self._place_taken(), TAKE_LEAST)

    def _place_taken(self) -> str:
        """The user's file and line where one element is taken out of a set."""
        places = self.translation.places
        for number, line in enumerate(self.translation.text.splitlines(), 1):
            if number in places and any(own(name) in line for name in TAKING_ONE):
                file, where = places[number]
                return f"{file}:{where}"
        return ""

    def takes_either_order(self, refusal: Exception) -> bool:
        """Whether the rules compile with another order of sets than Python's, now that compiled
        code has refused to take one element of several."""
        if self._module.mark or not str(refusal).startswith(SEVERAL):
            return False
        plain, digest = self._module, self.digest
        put_mark(digest, self._kept(plain), _EITHER)
        return has_mark(digest, _EITHER)

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
            cells, numbers, self.double, translation.sets_from,
        )  # fmt: skip
        first_call(rules.kernels, numbers, translation, None if more is None else more.first_call)
        return rules


def _shared(text: str, translation: Translation, more: ExtraKernels | None) -> SharedText | None:
    """The module without the numbers in which other games differ; None if it is not shared."""
    if more is not None or translation.recursive or translation.cells is not None:
        return None
    return lifted(with_tables(text, translation))


def module_text(game: Game, *, symmetries: bool = True) -> str:
    """The text of the module of a game's kernels, with a digest of its tables. Raises
    NotCompilable."""
    given = RulesToCompile(game, symmetries=symmetries)
    return with_tables(given.text, given.translation)


def _loaded(text: str, translation: Translation, more: ExtraKernels | None) -> ModuleType:
    digest = digest_of(text, translation, more)
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
    free_generators()
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
    return f"{RULES}{digest[:32]}"
