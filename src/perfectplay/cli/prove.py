"""``perfectplay prove``: whether a strategy wins, or holds the draw, against every reply."""

from __future__ import annotations

import shlex
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from perfectplay.cli import options
from perfectplay.cli.arguments import SourceArguments
from perfectplay.cli.options import option
from perfectplay.cli.output import Answer, say
from perfectplay.cli.play_table import show_play
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.core.errors import ParameterError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import plies_words, shown_move
from perfectplay.game.sides import sides_of

if TYPE_CHECKING:
    from perfectplay.analysis.proof import Proof


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
    seat = sides_of(CheckedGame(chosen)).seat_of(list(StrategySide).index(side))
    with shown_progress() as progress:
        proof = prove_strategy(
            chosen, rest[0], seat, claim.value, progress=progress, max_states=max_states
        )
    return Answer(proof.as_dict, lambda: _show(proof, [game, *given]), chosen, proof.holds)


def _show(proof: Proof, words: list[str]) -> None:
    if proof.broken is None:
        say(f"holds: {proof.states:,} states, {proof.replies:,} replies")
        say(_holds(proof))
        return
    answer = proof.as_dict()["broken"]
    say(f"broken: {_broken(proof, answer)}")
    say()
    endless = answer["loop_from"] is not None
    say("no play that ends breaks it:" if endless else "no play breaks it sooner:")
    say()
    show_play(CheckedGame(proof.game), answer["line"])
    if answer["plies"]:
        texts = [step["move_text"] for step in answer["line"][:-1]]
        if any(text.startswith("-") for text in texts):
            words = [*words, "--"]
        say()
        say(f"perfectplay replay {shlex.join([*words, *texts])}")


def _holds(proof: Proof) -> str:
    name = _who(proof)
    ends = (
        "plays need not end"
        if proof.longest is None
        else f"the longest play has {plies_words(proof.longest)}"
    )
    if proof.game.players == 1:
        what = "solves the puzzle" if proof.claim == "win" else "never comes to a lost end"
    else:
        what = "wins every play" if proof.claim == "win" else "loses no play"
    return f"{name} {what}; {ends}"


def _broken(proof: Proof, broken: dict[str, Any]) -> str:
    from perfectplay.analysis.proof import BreakKind

    assert proof.broken is not None
    name, after = _who(proof), f"after {plies_words(broken['plies'])}"
    match proof.broken.kind:
        case BreakKind.NO_ANSWER:
            return f"{after}, {name} has no answer"
        case BreakKind.ILLEGAL:
            illegal = shown_move(proof.game, proof.broken.answer)
            return f"{after}, {name} answers {illegal}, which is not legal"
        case BreakKind.LOST:
            return f"{name} loses {after}"
        case BreakKind.DRAWN:
            return f"{name} only draws {after}"
    back = f"ply {broken['loop_from']}"
    return f"{name} does not win: {after} all is as it was at {back}, and so on for ever"


def _who(proof: Proof) -> str:
    name = proof.strategy.name
    if proof.game.players == 1:
        return name
    return f"{sides_of(CheckedGame(proof.game)).names[proof.seat]} ({name})"
