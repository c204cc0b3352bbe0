"""``perfectplay card``: a short list of rules by which one side plays, proved."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, note, say
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.writing import check_new, check_place, write_file
from perfectplay.cli.verbs.prove import StrategySide
from perfectplay.core.errors import GameFileError
from perfectplay.core.shortened import shortened
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.showing import number_of, one_line, visible
from perfectplay.game.sides import sides_of

if TYPE_CHECKING:
    from perfectplay.analysis.card.card import Card

SHOWN = 20
"""Exceptions that are listed; all are in the JSON and in the file."""


class CardClaims(StrEnum):
    """What a card does."""

    KEEP = "keep"
    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class CardOptions:
    """What card is looked for, and how far."""

    side: Annotated[
        StrategySide, option("Which player the card is for.", "--as", show_default=False)
    ]
    claim: Annotated[
        CardClaims,
        option(
            "That each move keeps the value of its position, that every play is won, or that none "
            "is lost.",
            "--claim",
        ),
    ] = CardClaims.KEEP
    feature: Annotated[
        list[str] | None,
        option(
            "A function (state) or (game, state) that rules may ask about the state after a move; "
            "repeat it for more.",
            "--feature",
            metavar="FILE:NAME",
        ),
    ] = None
    ahead: Annotated[int, option("The most plies that a rule may look ahead.", min=1, max=4)] = 4
    most: Annotated[int, option("The most rules.", min=1)] = 10
    tries: Annotated[int, option("Look at so many lists for a shorter one.", min=0)] = 20_000
    max_positions: Annotated[
        int, option("Refuse a game with more positions of the side that can come up.", min=1)
    ] = 60_000
    max_states: Annotated[int, option("Refuse a game of more states.", min=1)] = 2_000_000

    def find(self, game: Game) -> Card:
        """The card, found and proved with a progress bar."""
        from perfectplay.analysis.card.card import card as found_card

        with shown_progress() as progress:
            return found_card(
                game, self.side.value, self.claim.value, features=self.feature or (),
                ahead=self.ahead, most=self.most, tries=self.tries,
                max_positions=self.max_positions, max_states=self.max_states, progress=progress,
            )  # fmt: skip


def card(
    source: SourceArguments,
    how: CardOptions,
    write: Annotated[
        Path | None,
        option(
            "Write the card as a Python file, a strategy for perfectplay prove.",
            "--write",
            "-o",
            metavar="FILE",
        ),
    ] = None,
    force: options.Replace = False,
) -> Answer:
    """Find a short list of rules that plays one side, and prove it.

    The first rule that some legal move fits decides, and any move that fits will do. If no list
    keeps everywhere, the card also names the move in some positions.
    """
    if write is not None:
        if str(write) == "-":
            raise GameFileError("--write needs the name of a file; --json has the text of it")
        check_place(str(write), "--write")
        check_new(write, force)
    game = source.game()
    found = how.find(game)
    if write is not None:
        write_file(write, found.source.encode())
        rules = [] if source.rules is None else ["--game", source.rules]
        words = shlex.join([source.address, f"{write}:card", *(source.arguments or ()), *rules])
        wanted = "win" if found.proof.claim == "win" else "draw"
        note(f"wrote {write}; perfectplay prove {words} --as {how.side.value} --claim {wanted}")
    return Answer(found.as_dict, lambda: _show(found), game)


def _show(found: Card) -> None:
    name = sides_of(CheckedGame(found.game)).names[found.seat]
    say(f"a card for {name}, who {found.promise}")
    say()
    if found.exceptions:
        say("In these positions:")
        say()
        for one in found.exceptions[:SHOWN]:
            text = shortened(" / ".join(line.strip() for line in visible(one.text).splitlines()))
            say(f"    {text}   play {one_line(one.move_text)}")
        if len(found.exceptions) > SHOWN:
            say(f"    and {len(found.exceptions) - SHOWN:,} more")
        say()
    if found.rules:
        other = "In all others play" if found.exceptions else "Play"
        say(f"{other} the first of these that you can; if several moves fit, any will do:")
        say()
        for number, rule in enumerate(found.rules, 1):
            say(f"{number:>4}  {one_line(rule.words)}")
        say()
    elif not found.exceptions:
        say("There is never a choice, so no rule is needed.")
        say()
    _say_proof(found, name)


def _say_proof(found: Card, name: str) -> None:
    proof = found.choice
    say(
        f"proved: every choice against every reply, {number_of(proof.positions, 'position')} of "
        f"{name}, {number_of(proof.replies, 'reply', 'replies')}"
    )
    say(
        f"size: {number_of(len(found.rules), 'rule')}, "
        f"{number_of(len(found.exceptions), 'exception')}; the game has "
        f"{number_of(found.side_positions, 'position')} of {name}"
    )
    if found.candidates:
        say(f"shorter lists: {_shorter(found)}")


def _shorter(found: Card) -> str:
    """What is known of shorter lists."""
    kinds = f"of {number_of(found.candidates, 'kind')} of moves tried"
    if found.nearer:
        kinds += ", which must bring a win nearer"
    if found.shortest:
        return f"none, {kinds}"
    if found.longer_than < 1:
        known = "not looked through"
    else:
        known = f"none of up to {number_of(found.longer_than, 'rule')}"
    without = " without exceptions" if found.exceptions else ""
    return f"{known}{without}, {kinds}; longer ones were not all looked through (--tries)"
