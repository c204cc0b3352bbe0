"""What a proof file can claim."""

from __future__ import annotations

import re
from dataclasses import dataclass

from perfectplay.core.errors import ParameterError
from perfectplay.game.showing import answer_text

_TEXT = re.compile(
    r"(?:the )?(first|second)(?: player)? (wins|does not lose)"
    r"(?: in (?:at most )?(\d{1,6}) pl(?:y|ies))?"
)


@dataclass(frozen=True)
class CertifiedClaim:
    """``second``: the claim is about the player who does not begin; ``wins``: that this player
    wins, else that it does not lose; ``plies``: in at most so many, None for any number.

    >>> CertifiedClaim.read("the second player wins in 12 plies")
    CertifiedClaim(second=True, wins=True, plies=12)
    >>> str(CertifiedClaim(second=False, wins=False))
    'the first player does not lose'
    """

    second: bool
    wins: bool
    plies: int | None = None

    @classmethod
    def read(cls, text: str) -> CertifiedClaim:
        """The claim that a sentence makes. Raises ParameterError."""
        if not isinstance(text, str):
            raise ParameterError(
                f'a claim is a text such as "{cls(False, False)}", got {answer_text(text)}; a '
                "strategy is given as strategy=…"
            )
        found = _TEXT.fullmatch(" ".join(text.strip().rstrip(".").split()).lower())
        if found is None or (found[3] is not None and found[2] != "wins"):
            raise ParameterError(
                f'{text[:60]!r} is no claim that can be proved; say "the first player wins", "the '
                'second player wins in 12 plies" or "the first player does not lose"'
            )
        plies = None if found[3] is None else int(found[3])
        return cls(found[1] == "second", found[2] == "wins", plies)

    def __str__(self) -> str:
        who = "second" if self.second else "first"
        end = "" if self.plies is None else f" in at most {self.plies} plies"
        return f"the {who} player {'wins' if self.wins else 'does not lose'}{end}"
