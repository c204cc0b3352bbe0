"""What `prove` found, in sentences."""

from __future__ import annotations

from perfectplay.analysis.all_replies import BreakKind
from perfectplay.analysis.proof import Proof
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import plies_words, shown_move
from perfectplay.game.sides import sides_of


def prover_words(proof: Proof) -> str:
    """The player whom the strategy plays, with its name: ``the first player (mirror)``."""
    name = proof.strategy.name
    if proof.game.players == 1:
        return name
    return f"{sides_of(CheckedGame(proof.game)).names[proof.seat]} ({name})"


def holds_words(proof: Proof) -> str:
    """What was proved, and how long plays are."""
    name = prover_words(proof)
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


def broken_words(proof: Proof) -> str:
    """How the claim breaks, after how many plies."""
    assert proof.broken is not None
    name, after = prover_words(proof), f"after {plies_words(len(proof.broken.moves))}"
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
        case BreakKind.LATE:
            return f"{after}, {name} has not won"
    back = f"ply {proof.broken.loop_from}"
    return f"{name} does not win: {after} all is as it was at {back}, and so on for ever"
