"""A game's rules as compiled kernels, compiled now or taken from the cache (``code_cache.py``).

The module that `translate` and ``template.py`` give is written into a folder whose name is the
SHA-256 of everything that it depends on (``kernel_text.py``). Numba keeps machine code beside a
module and trusts the module's file; since a changed rule has another folder, it never meets old
code. The text that is run is always the one that was made here, never one read from the folder.
"""

from __future__ import annotations

import sys
import warnings
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
from perfectplay.compiler.compiler_messages import TAKE_LEAST
from perfectplay.compiler.first_call import first_call, meaning
from perfectplay.compiler.glue import glue_of
from perfectplay.compiler.kernel_text import ExtraKernels, digest_of, text_of_module, with_tables
from perfectplay.compiler.other_ways import (
    AROUND,
    EITHER,
    NAMES,
    SPELLS,
    VARIES,
    WAYS,
    place_taken,
    way_after_fault,
    ways_after,
)
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.runtime import double_key_code, single_key_code
from perfectplay.compiler.runtime.freed_generators import RULES, free_generators
from perfectplay.compiler.runtime.taken_elements import SEVERAL
from perfectplay.compiler.shared_numbers import SharedText, lifted
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import LIST
from perfectplay.compiler.source.set_constants import with_margin
from perfectplay.compiler.translate import translate
from perfectplay.core.interrupts import heard
from perfectplay.game.game import Game, has_again, kind_of

_OVERTAKEN = "overtaken"  # marks beside kept code


def compile_rules(
    game: Game, *, symmetries: bool = True, tables: bool = True, double: bool = False,
    more: ExtraKernels | None = None, sets_from: str = "last",
) -> CompiledRules:  # fmt: skip
    """The game's kernels, compiled now or taken from disk, with ``more`` among them.

    ``tables``: whether `symmetries` that only permute fields are compiled as data; if not, they are
    compiled as they are written. ``double``: for keys of two words. ``sets_from``: "first",
    "second" or "last", where loops over sets begin if their order may matter.

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
        found = first_mark(digest, WAYS)
        return self._translated(found) if found else plain

    def _translated(self, mark: str = "") -> _Module:
        if getattr(numba.config, "DISABLE_JIT", False):
            raise NotCompilable("NUMBA_DISABLE_JIT is set")
        translation = translate(
            self.game, symmetries=self.symmetries, tables=self.tables,
            more=self.more.roles if self.more else (), texts=mark == SPELLS, named=mark == NAMES,
            vary=mark == VARIES,
        )  # fmt: skip
        if mark in EITHER:
            translation.sets_from = self.sets_from
        if mark in AROUND:
            translation.text = with_margin(translation.text)
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
        if rules.sets_from == "last":
            given = RulesToCompile(
                self.game, symmetries=self.symmetries, tables=self.tables, double=self.double,
                sets_from="first",
            )  # fmt: skip
            given._module = given._translated(self._module.mark)
            rules.opposite = given._compiled_as_translated()
        return rules

    def compile_to(self, code: str) -> CompiledRules:
        """The kernels with this digest, if some way gives them: another process may have met states
        for which it took another way. If none does, those of the usual way."""
        usual = self.compile()
        if usual.digest != code:
            for mark in (*EITHER, *AROUND):
                self._module = self._translated(mark)
                with suppress(NotCompilable):
                    rules = self.compile()
                    if rules.digest == code:
                        return rules
        return usual

    def _compiled_somehow(self) -> CompiledRules:
        if not self._module.mark and (found := first_mark(self.digest, WAYS)):
            self._module = self._translated(found)  # another process has found that it compiles
        try:
            return self._compiled_as_translated()
        except NotCompilable as refusal:
            if self.translation.refused is not None:
                raise self.translation.refused from None
            reason, before = refusal, self._module
        plain = before if not before.mark else self._translated()
        digest = digest_of(self._kept(plain), plain.translation, self.more)
        for mark in ways_after(reason, before.mark, self.translation, self.game):
            try:
                self._module = self._translated(mark)
                rules = self._compiled_as_translated()
                put_mark(digest, self._kept(plain), mark)
                return rules
            except NotCompilable as other:
                if mark in EITHER:  # the order alone is no obstacle
                    reason = other
        self._module = before
        raise reason from None

    def refusal_as_written(self) -> NotCompilable:
        """Why the rules do not compile with loops over sets in Python's order alone; or why they
        fail then."""
        self._module = self._translated()
        try:
            self._compiled_as_translated()
        except NotCompilable as refusal:
            return refusal
        return NotCompilable(SEVERAL, place_taken(self.translation), TAKE_LEAST)

    def takes_another_way(self, fault: Exception) -> bool:
        """Whether the rules are to be compiled in another way, now that compiled code has failed
        where Python does not: as sets have another order there, or elements that no state has."""
        mark = way_after_fault(fault, self._module.mark)
        if not mark:
            return False
        plain = self._translated()
        digest = digest_of(self._kept(plain), plain.translation, self.more)
        put_mark(digest, self._kept(plain), mark)
        self._module = self._translated(mark)
        return first_mark(digest, WAYS) == mark  # else the next run would fail in the same way

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
