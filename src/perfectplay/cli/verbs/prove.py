"""``perfectplay prove``: whether a strategy wins, or holds the draw, against every reply."""

from __future__ import annotations

import shlex
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, say
from perfectplay.cli.output.play_table import show_play
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.core.errors import ParameterError
from perfectplay.game.checks.checked_game import CheckedGame

if TYPE_CHECKING:
    from perfectplay.analysis.proof import Proof


_SOONER = {
    "endless-play": "no play that ends breaks it:",
    "late-end": "each play is won in the end, but not soon enough:",
}
"""Of kinds of breaks: what the play that is shown is."""


class StrategySide(StrEnum):
    """The player who moves first from the start, or second."""

    FIRST = "first"
    SECOND = "second"


class StrategyClaims(StrEnum):
    """The claim about a strategy."""

    WIN = "win"
    DRAW = "draw"


def prove(
    game: options.GameOrFolder,
    strategy: Annotated[
        str,
        options.argument(
            "A library name (mirror, mirror_as_stated), file.py:function or "
            "package.module:function.",
            "STRATEGY",
        ),
    ],
    side: Annotated[
        StrategySide, option("Which player the strategy plays.", "--as", show_default=False)
    ],
    parameters: options.Parameters = None,
    claim: Annotated[
        StrategyClaims, option("That it wins every play, or that it loses none.", "--claim")
    ] = StrategyClaims.WIN,
    max_states: options.MaxStates = None,
    rules: options.Rules = None,
) -> Answer:
    """Prove a strategy: every reply of the opponent is tried.

    The exit status is 1 if a play breaks the claim, and the shortest such play is shown.
    """
    from perfectplay.analysis.proof import prove as prove_strategy

    words = [strategy, *(parameters or ())]
    source = SourceArguments(game, words, rules)
    given, rest = source.split()
    if len(rest) != 1:
        raise ParameterError(
            f"expected one strategy and parameters as in width=4, got {' '.join(words)}"
        )
    chosen = source.game(given)
    with shown_progress() as progress:
        proof = prove_strategy(
            chosen, rest[0], side.value, claim.value, progress=progress, max_states=max_states
        )
    return Answer(proof.as_dict, lambda: show_proof(proof, [game, *given]), chosen, proof.holds)


def show_proof(proof: Proof, words: list[str]) -> None:
    """What was proved, or the play that breaks the claim, with the command that replays it;
    ``words``: the game and its parameters."""
    from perfectplay.analysis.proof import broken_words, holds_words

    if proof.broken is None:
        say(f"holds: {proof.states:,} states, {proof.replies:,} replies")
        say(holds_words(proof))
        return
    answer = proof.as_dict()["broken"]
    say(f"broken: {broken_words(proof)}")
    say()
    say(_SOONER.get(answer["kind"], "no play breaks it sooner:"))
    say()
    show_play(CheckedGame(proof.game), answer["line"])
    if answer["plies"]:
        texts = [step["move_text"] for step in answer["line"][:-1]]
        if any(text.startswith("-") for text in texts):
            words = [*words, "--"]
        say()
        say(f"perfectplay replay {shlex.join([*words, *texts])}")
