"""From rules to kernels that can be trusted: the only way in which engines compile rules.

Imported only if rules are compiled, since it loads the compiler. (The verifier and the conformance
checker have their own ways, so that they do not share a fault with the engines.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.compiler.class_checks import check_classes
from perfectplay.compiler.compare import compare, refusal_of
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.numba_found import require_compiler
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import KeyChoice, TupleKeys

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules
    from perfectplay.compiler.load import RulesToCompile


@dataclass(frozen=True)
class PreparedRules:
    """The kernels of a game, with keys, that agree with the interpreter on some states."""

    expander: Expander

    def check(self, states: Sequence[State]) -> None:
        """Raise RulesError if compiled and interpreted rules differ in one of the states, or if
        one of them shows that ``symmetries`` gives no class; NotCompilable if only compiled code
        fails."""
        self.compare(states)
        if self.expander.compiled.has_symmetries:
            check_classes(self.expander.rules, states)

    def compare(self, states: Sequence[State]) -> None:
        """Raise RulesError if compiled and interpreted rules differ in one of the states;
        NotCompilable if only compiled code fails."""
        expander = self.expander
        difference = compare(expander.compiled, expander.rules, expander.keys, states)
        if difference is None:
            return
        if refusal := refusal_of(difference, expander.compiled, expander.rules):
            raise refusal
        raise difference


def prepare_rules(
    rules: CheckedGame,
    sample: Sequence[State],
    *,
    symmetries: bool,
    compared: int | None = None,
    compiled: Callable[[Keys], CompiledRules] | None = None,
    choose: KeyChoice = TupleKeys.of_limits,
    before: Callable[[Keys, RulesToCompile], None] | None = None,
) -> PreparedRules:
    """Choose keys for a game, compile its rules, and try both on a sample of states.

    ``sample``: the first states of the game, the start first; the keys hold them all.
    ``symmetries``: True if a state stands for its class, in a game that declares classes.
    ``compared``: number of states of the sample that are compared with the interpreter (default:
    all). ``compiled`` compiles the rules for the keys (default: `compile_rules`). ``choose``: keys
    from the limits of all fields. ``before`` is called with the keys, and with what is to be
    compiled, before that.

    Raises NotCompilable if the rules or their states do not allow compilation, RulesError if the
    sample shows that they break a promise.
    """
    if symmetries and has_symmetries(rules.game):
        check_classes(rules, sample)  # first: rules that do not compile are interpreted with them
    require_compiler()
    from perfectplay.compiler.load import RulesToCompile
    from perfectplay.compiler.shared_numbers import SHARED

    given = RulesToCompile(rules.game, symmetries=symmetries)
    shape = rules.shape
    if shape is not None and shape.has_tables:
        shape = given.translation.shape
    keys = first_keys(rules, list(sample), shape, choose)
    if before is not None:
        before(keys, given)
    kernels = compiled(keys) if compiled else given.compile()
    if kernels.shape != shape:  # kernels that know more words
        keys = first_keys(rules, list(sample), kernels.shape, choose)
    prepared = PreparedRules(Expander(kernels, rules, keys, choose))
    try:
        prepared.compare(sample[:compared])
    except (RulesError, NotCompilable) as problem:
        if not (given.takes_another_way(problem) or kernels.numbers):
            raise
        SHARED.set({})  # kernels with all numbers in them, as everywhere else, have the last word
        return prepare_rules(
            rules, sample, symmetries=symmetries, compared=compared, compiled=compiled,
            choose=choose, before=before,
        )  # fmt: skip
    return prepared
