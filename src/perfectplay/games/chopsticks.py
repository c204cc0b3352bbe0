"""Chopsticks, a family of counting games played with the fingers of two hands.

A hit adds the fingers of one's own live hand to a live hand of the other player. A hand that
reaches ``fingers`` dies; a hand that exceeds it dies too (``cut-off``) or keeps the remainder
(``roll-over``). A player whose hands are both dead has lost. Instead of a hit, a player may,
depending on the parameters:

* ``splits``: ``halve_into_empty`` (0, 2k) to (k, k); ``even``: any unequal hands of even sum to
  equal ones; ``live``: between two live hands, both staying alive; ``any``: to any new pair, where
  ``revive`` allows a dead hand to come alive and ``empty`` a live hand to be emptied (both count
  for ``any`` only). A new pair is not the old one with left and right exchanged.
* ``conjoin``: ``left`` moves the fingers of two live hands to the left one, if that stays alive.

State: (left, right, their left, their right), the player to move first; with ``sorted_hands`` the
smaller hand of each player first. A dead hand is 0. Move: (kind, a, b), the kinds as below; a and b
are the hand that hits and the hand that is hit, or the new pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Cells, Piece
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues

Hands: TypeAlias = tuple[int, int, int, int]
Choice: TypeAlias = tuple[int, int, int]
Overflow: TypeAlias = Literal["cut-off", "roll-over"]
Splits: TypeAlias = Literal["none", "halve_into_empty", "even", "live", "any"]
Conjoin: TypeAlias = Literal["none", "left"]

HIT, CONJOIN, HALVE, SHARE = 0, 1, 2, 3
SIDES = ("left", "right")
CODES = ((HIT, 0, 0), (HIT, 0, 1), (HIT, 1, 0), (HIT, 1, 1), (CONJOIN, 0, 0), (HALVE, 0, 0))
"""The moves with the codes 1 to 6, as in Spoons."""

_BY_FINGERS = (  # fingers; states with cut-off, roll-over; value of the start; plies of a win
    (2, 4, 4, Value.WIN, 3, 3), (3, 21, 26, Value.DRAW, None, None),
    (4, 68, 84, Value.WIN, 17, 11), (6, 354, 412, Value.DRAW, None, None),
    (7, 658, 748, Value.DRAW, None, None), (8, 1_117, 1_250, Value.DRAW, None, None),
    (9, 1_786, 1_970, Value.DRAW, None, None), (10, 2_709, 2_958, Value.DRAW, None, None),
)  # fmt: skip


def _row(
    overflow: str, splits: str, states: int, terminal: int, wld: str, value: Value,
    remoteness: int | None = None, *, empty: bool = False,
) -> PublishedValues:  # fmt: skip
    wins, losses, draws = (int(number) for number in wld.split("/"))
    return PublishedValues(
        parameters={"overflow": overflow, "splits": splits, "empty": empty},
        states=states, terminal=terminal, wins=wins, losses=losses, draws=draws, value=value,
        remoteness=remoteness, source="recomputed by tests/games/test_games.py",
    )  # fmt: skip


@dataclass(frozen=True)
class Chopsticks(Game[Hands, Choice]):
    """Hit the other player's hands with your fingers until both are dead.

    Each player has two hands and begins with one finger raised on each. In a move, a player hits a
    live hand of the other player with a live hand: the fingers of the hitting hand are added to
    the hand that is hit. A hand that reaches ``fingers`` is dead. Instead of a hit, a player may
    split the fingers of both hands in another way, as far as the parameters allow. A player with
    two dead hands has lost. A play that never ends is a draw.

    Source: Chopsticks (hand game), https://en.wikipedia.org/wiki/Chopsticks_(hand_game)
    """

    title = "Chopsticks"
    category = "Hands"

    fingers: int = 5
    overflow: Overflow = "cut-off"
    splits: Splits = "any"
    revive: bool = True
    empty: bool = False
    conjoin: Conjoin = "none"
    sorted_hands: bool = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        _row("cut-off", "none", 92, 8, "57/35/0", Value.LOSS, 8),
        _row("cut-off", "live", 144, 10, "95/49/0", Value.LOSS, 10),
        _row("cut-off", "halve_into_empty", 153, 11, "58/26/69", Value.DRAW),
        _row("cut-off", "any", 171, 11, "42/18/111", Value.DRAW),
        _row("cut-off", "any", 191, 14, "120/61/10", Value.LOSS, 26, empty=True),
        _row("roll-over", "none", 200, 14, "82/46/72", Value.DRAW),
        _row("roll-over", "halve_into_empty", 202, 14, "48/28/126", Value.DRAW),
        _row("roll-over", "any", 204, 14, "25/17/162", Value.DRAW),
        _row("roll-over", "any", 207, 14, "72/35/100", Value.DRAW, empty=True),
        *(
            PublishedValues(
                parameters={"fingers": fingers, "overflow": overflow}, states=states, value=value,
                remoteness=remoteness, source="recomputed by tests/games/test_games.py",
            )
            for fingers, cut, rolled, value, cut_plies, rolled_plies in _BY_FINGERS
            for overflow, states, remoteness in (
                ("cut-off", cut, cut_plies), ("roll-over", rolled, rolled_plies)
            )
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if not 2 <= self.fingers <= 1_000:
            raise ValueError("fingers must be from 2 to 1000")
        for name, choices in (("overflow", Overflow), ("splits", Splits), ("conjoin", Conjoin)):
            if getattr(self, name) not in get_args(choices):
                raise ValueError(f"{name} must be one of {', '.join(get_args(choices))}")

    @property
    def rolls_over(self) -> bool:
        return self.overflow == "roll-over"

    @property
    def conjoins(self) -> bool:
        return self.conjoin == "left"

    @property
    def halves(self) -> bool:
        return self.splits in ("even", "halve_into_empty")

    @property
    def halves_live(self) -> bool:
        return self.splits == "even"

    @property
    def shares(self) -> bool:
        return self.splits in ("live", "any")

    @property
    def revives(self) -> bool:
        return self.splits == "any" and self.revive

    @property
    def empties(self) -> bool:
        return self.splits == "any" and self.empty

    def start(self) -> Hands:
        return (1, 1, 1, 1)

    def moves(self, state: Hands) -> Iterator[Choice]:
        left, right = state[0], state[1]
        for hand in range(2):
            for target in range(2):
                if state[hand] > 0 and state[2 + target] > 0:
                    # Equal hands that are kept sorted are one: the first stands for both.
                    same = (hand == 1 and left == right) or (target == 1 and state[2] == state[3])
                    if not (self.sorted_hands and same):
                        yield (HIT, hand, target)
        total = left + right
        if self.conjoins and left > 0 and right > 0 and total < self.fingers:
            yield (CONJOIN, 0, 0)
        if self.halves_between(left, right):
            yield (HALVE, 0, 0)
        if self.shares and (self.revives or (left > 0 and right > 0)):
            least = 0 if self.empties else 1
            for new in range(least, total + 1 - least):
                other = total - new
                fits = new < self.fingers and other < self.fingers
                if fits and new not in (left, right) and (new <= other or not self.sorted_hands):
                    yield (SHARE, new, other)

    def halves_between(self, left: int, right: int) -> bool:
        """True if an even split of these hands is legal."""
        even = left != right and (left + right) % 2 == 0
        return self.halves and even and (self.halves_live or left == 0 or right == 0)

    def play(self, state: Hands, move: Choice) -> Hands:
        kind, first, second = move
        left, right, their_left, their_right = state
        if kind == HIT:
            fingers = (left if first == 0 else right) + (their_left if second == 0 else their_right)
            if fingers >= self.fingers:
                fingers = fingers - self.fingers if self.rolls_over else 0
            if second == 0:
                their_left = fingers
            else:
                their_right = fingers
        elif kind == CONJOIN:
            left, right = left + right, 0
        elif kind == HALVE:
            left = (left + right) // 2
            right = left
        else:
            left, right = first, second
        if self.sorted_hands and left > right:
            left, right = right, left
        if self.sorted_hands and their_left > their_right:
            their_left, their_right = their_right, their_left
        return (their_left, their_right, left, right)

    def outcome(self, state: Hands) -> Value | None:
        return Value.LOSS if state[0] == 0 and state[1] == 0 else None

    def text(self, state: Hands, seat: int | None = None) -> str:
        """The hands of the player to move first; for seat 1, those of seat 0 first."""
        mover, other = f"{state[0]} {state[1]}", f"{state[2]} {state[3]}"
        return f"{other} | {mover}, second to move" if seat == 1 else f"{mover} | {other}"

    def board(self, state: Hands, seat: int | None = None) -> Cells:
        """The player to move is at the bottom; a hit is an arrow, other moves have no place."""
        mover = 0 if seat is None else seat
        hands = (*state[2:], *state[:2])
        pieces = [Piece("hand", 1 - mover if hand < 2 else mover, hands[hand]) for hand in range(4)]
        hits = {move: (2 + move[1], move[2]) for move in self.moves(state) if move[0] == HIT}
        labels = ((1.0, -0.75, "the other player"), (1.0, 3.15, "to move"))
        places = ((0.0, 0.0), (2.0, 0.0), (0.0, 2.4), (2.0, 2.4))
        return Cells(places, pieces, hits, labels=labels)

    def parse(self, text: str) -> Hands:
        found = re.fullmatch(
            r"(\d+)[ ,]+(\d+) *[|/] *(\d+)[ ,]+(\d+)(, *(first|second) to move)?", text.strip()
        )
        hands = tuple(int(found[i]) for i in range(1, 5)) if found else ()
        if not found or max(hands) >= self.fingers:
            raise ParseError(
                "expected the hands of the two players, the player to move first, each hand below "
                f'{self.fingers}, such as "1 1 | 1 1", got "{text}"'
            )
        if found[6] == "second":
            hands = hands[2:] + hands[:2]
        if self.sorted_hands:
            hands = (*sorted(hands[:2]), *sorted(hands[2:]))
        return (hands[0], hands[1], hands[2], hands[3])

    def move_text(self, move: Choice) -> str:
        kind, first, second = move
        if kind == HIT:
            return f"{SIDES[first]} hits {SIDES[second]}"
        if kind == SHARE:
            return f"split {first} {second}"
        return "conjoin" if kind == CONJOIN else "split evenly"

    def parse_move(self, text: str) -> Choice:
        """The words of `move_text`, or a code: 1 left hits left, 2 left hits right, 3 right hits
        left, 4 right hits right, 5 conjoin, 6 split evenly."""
        words = " ".join(text.lower().split())
        if words in ("1", "2", "3", "4", "5", "6"):
            return CODES[int(words) - 1]
        for code in CODES:
            if words == self.move_text(code):
                return code
        found = re.fullmatch(r"split (\d+)[ ,]+(\d+)", words)
        if not found:
            raise ParseError(
                'expected "left hits right" or the like, "conjoin", "split evenly", '
                f'"split 1 2", or a code from 1 to 6, got "{text}"'
            )
        return (SHARE, int(found[1]), int(found[2]))
