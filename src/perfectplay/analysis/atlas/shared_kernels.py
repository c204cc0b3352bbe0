"""Kernels that combinations of a sweep share: found out and compiled in a copy of the process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.analysis.atlas.row_processes import Ended, RowProcesses
from perfectplay.analysis.atlas.solved_row import SweepLimits
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_symmetries
from perfectplay.registry.parameters import build

if TYPE_CHECKING:
    from perfectplay.compiler.shared_numbers import Places

SHARED_STATES = 20_000_000
"""If a combination may have more states, nothing is shared: kernels with all constants in them are
a tenth faster, which then is more than it takes to compile them."""

LOOKED_AT = 100
"""The most combinations of which the rules are translated."""


def share_kernels(
    game: type[Game] | Game,
    given: Sequence[Mapping[str, Any]],
    known: int,
    limits: SweepLimits,
    alive: Callable[[], None],
) -> None:
    """Let what is compiled from now on share kernels, as far as rules differ in numbers only.

    ``known``: the number of a combination that compiles. ``alive`` is called some times a second.
    """
    from perfectplay.compiler.shared_numbers import SHARED

    def work(number: int, alive: Callable[[], None]) -> Places:
        return _places(game, given, number, limits, alive)

    def take(_: int, answer: Places | Ended) -> Sequence[int]:
        SHARED.set({} if isinstance(answer, Ended) else answer)
        return ()

    if limits.max_states is not None and limits.max_states <= SHARED_STATES:
        RowProcesses(work, lambda _: limits.seconds, 1).run([known], take, alive)


def _places(
    game: type[Game] | Game,
    given: Sequence[Mapping[str, Any]],
    known: int,
    limits: SweepLimits,
    alive: Callable[[], None],
) -> Places:
    """The numbers that the kernels of several combinations read instead of having them in their
    code; empty if they share none. They are set here, too. ``known``: the number of a combination
    that compiles, for which the shared kernels are compiled, into the code cache.

    Runs rules: raises whatever they raise.
    """
    from perfectplay.compiler.load import module_text
    from perfectplay.compiler.prepare_rules import prepare_rules
    from perfectplay.compiler.shared_numbers import SHARED, places_of
    from perfectplay.solver.estimate.sample_budget import warm_up

    texts = []
    for parameters in given[:: -(-len(given) // LOOKED_AT)]:
        alive()
        try:
            texts.append(module_text(build(game, parameters), symmetries=limits.symmetries))
        except Exception:  # the row of the combination says what is wrong with it
            continue
    SHARED.set(places_of(texts))
    rules = CheckedGame(build(game, given[known]))
    symmetric = limits.symmetries and has_symmetries(rules.game)
    expander = prepare_rules(rules, [rules.start()], symmetries=symmetric).expander
    if not expander.compiled.numbers:
        SHARED.set({})
    else:
        warm_up(expander)
    return SHARED.get()
