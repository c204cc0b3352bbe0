"""The rules of a game as the text of a module of plain functions.

``self.width`` becomes a constant, ``self.helper(state)`` a call of a function, a generator
expression a function of its own. Python that Numba lacks becomes calls of ``support.py``,
``items.py`` and ``tuple_helpers.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from perfectplay.compiler.function_trees import function_trees
from perfectplay.compiler.images.cell_tables import CellNumbers
from perfectplay.compiler.images.permuting_rules import permuted_cells
from perfectplay.compiler.rules_text import Translation, text_of
from perfectplay.compiler.source.not_compilable import (
    MovesVaryError,
    NotCompilable,
    TableOfNonesError,
)
from perfectplay.compiler.source.refusals import LIST, STRINGS
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.wide_moves import longest_text
from perfectplay.game.checks.declared_cells import declared_cells
from perfectplay.game.game import Game, has_again, has_symmetries, overrides

ONLY_SYMMETRIES = "only symmetries needs it: --no-symmetries leaves it out"


def translate(
    game: Game, *, symmetries: bool = True, tables: bool = True, more: Sequence[str] = (),
    texts: bool = False, named: bool = False, nones: bool = False, vary: bool = False,
) -> Translation:  # fmt: skip
    """The rules as a module with ``outcome``, ``moves``, ``play`` and what kernels need besides.

    ``tables``: `symmetries` that only permute fields become data, too. ``more``: further methods of
    the game that kernels call. ``texts``: texts that rules put together are boards. ``named``:
    those that they name are words where no board could hold them. ``nones``: what rules take from
    constant tables may be None. ``vary``: moves are tuples of unlike lengths.

    Raises NotCompilable with the reason, in words for the game's author.
    """
    roles = ["outcome", "moves", "play"]
    cells = None
    if symmetries:
        cells = declared_cells(game) or (permuted_cells(game) if tables else None)
    if symmetries and cells is None and has_symmetries(game):
        roles.append("symmetries")
    if has_again(game):
        roles.append("moves_again" if overrides(game, "moves_again") else "player")
    roles += ["tier"] * overrides(game, "tier")
    roles += ["gain"] * (game.scoring and overrides(game, "gain"))
    try:
        if texts:
            module = RulesModule(
                game, function_trees, texts=True, apart=False, nones=nones, vary=vary
            )
            translation = text_of(module, roles, more)
        elif named:
            words = RulesModule(game, function_trees).plays.table_words
            module = RulesModule(game, function_trees, named=words, nones=nones, vary=vary)
            translation = text_of(module, roles, more)
        else:
            translation = _with_or_without_parts(game, roles, more, nones=nones, vary=vary)
        if cells is not None and translation.shape is not None:
            if translation.shape.may_be_none:
                reason = (
                    "cell_symmetries of states with parts that are None or numbers run interpreted"
                )
                raise NotCompilable(reason, idiom="a method symmetries compiles")
            translation.cells = CellNumbers.of(cells, translation.shape)
            translation.tables.update(translation.cells.arrays)
        return translation
    except NotCompilable as refusal:
        if not (vary or texts or named) and has_long_texts(game):
            with suppress(NotCompilable):
                longer = translate(
                    game, symmetries=symmetries, tables=tables, more=more, nones=nones, vary=True
                )
                longer.refused = refusal
                return longer
        if "symmetries" in roles and _translates_without(game, more):
            idiom = f"{refusal.idiom}; {ONLY_SYMMETRIES}" if refusal.idiom else ONLY_SYMMETRIES
            raise NotCompilable(refusal.reason, refusal.place, idiom) from None
        raise
    except (TableOfNonesError, MovesVaryError) as met:
        return translate(
            game, symmetries=symmetries, tables=tables, more=more, texts=texts, named=named,
            nones=nones or isinstance(met, TableOfNonesError),
            vary=vary or isinstance(met, MovesVaryError),
        )  # fmt: skip
    except Exception as problem:  # Python that nobody thought of: interpreted, it runs
        raise NotCompilable(
            f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
        ) from problem


def names_words(game: Game) -> bool:
    """Whether rules name texts of several characters that no board in their states could hold."""
    module = RulesModule(game, function_trees)
    return not module.plays.table_words <= set(module.constants.known_words)


def has_long_texts(game: Game) -> bool:
    """Whether the moves of plays at random are texts of several characters."""
    return longest_text(game, game.start()) > 1


def _with_or_without_parts(
    game: Game, roles: list[str], more: Sequence[str], **given: bool
) -> Translation:
    """The module; moves that are texts put together are the values in them, if that compiles."""
    tried: list[RulesModule] = []
    if given["vary"] and has_long_texts(game):
        return _with_or_without_words(game, roles, more, [], apart=False, **given)
    try:
        return _with_or_without_words(game, roles, more, tried, apart=True, **given)
    except NotCompilable:
        if not any(module.has_parts for module in tried):
            raise
    return _with_or_without_words(game, roles, more, [], apart=False, **given)


def _with_or_without_words(
    game: Game,
    roles: list[str],
    more: Sequence[str],
    tried: list[RulesModule],
    *,
    apart: bool,
    **more_given: bool,
) -> Translation:
    """The module; texts that rules name are words if they do not compile otherwise."""

    def made(
        *, words: bool = False, texts: bool = False, named: frozenset[str] = frozenset()
    ) -> RulesModule:
        given = {"words": words, "texts": texts, "apart": apart, **more_given}
        tried.append(RulesModule(game, function_trees, named=named, **given))
        return tried[-1]

    module = made()
    if module.plays.move_words.unlike:
        with suppress(NotCompilable):
            return text_of(made(named=module.plays.move_words.words), roles, more)
    try:
        return text_of(module, roles, more)
    except NotCompilable as refusal:
        first: RulesModule = module
        reason = refusal
    if first.plays.move_words.words and not first.plays.move_words.unlike:
        with suppress(NotCompilable):
            return text_of(made(named=first.plays.move_words.words), roles, more)
    if first.constants.met_a_text:
        module = made(words=True)
        try:
            return text_of(module, roles, more)
        except NotCompilable as other:
            told = module.has_options or first.constants.met_a_thing
            reason = other if told or reason.idiom == STRINGS[1] else reason
    if not first.plays.table_words <= set(first.constants.known_words):
        with suppress(NotCompilable):
            return text_of(made(named=first.plays.table_words), roles, more)
    if not module.constants.met_a_spelling:  # it is no text that rules spell
        raise reason from None
    return text_of(made(texts=True), roles, more)


def _translates_without(game: Game, more: Sequence[str]) -> bool:
    """Whether the rules can be translated if symmetries are left out."""
    try:
        translate(game, symmetries=False, more=more)
    except NotCompilable:
        return False
    return True
