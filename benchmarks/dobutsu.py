"""Dobutsu shogi ("Let's catch the lion!") on 3×4, as a person would write it.

Each side has a lion, a giraffe, an elephant and a chick. A captured animal changes sides and is
dropped on an empty square later. A chick that moves to the far row becomes a hen. A player who
captures the lion wins, and so does one whose lion reaches the far row where it cannot be captured.

The definition of T. Tanaka (2009): the board is turned so that the player to move sits at the
bottom, mirror images are one position, and a position in which the lion can be captured is not
expanded. Here its only move is that capture, to the position without animals.

State: 12 squares, row after row from the far row (0: empty; 1 to 5: lion, giraffe, elephant, chick,
hen of the player to move; 6 to 10: the other player's), then how many giraffes, elephants and
chicks the player to move has in hand, then those of the other player.

Move: (from, to); from 12, 13 and 14 are drops of a giraffe, an elephant and a chick.
"""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay import Game, Value
from perfectplay.game.published_values import PublishedValues

LION, GIRAFFE, ELEPHANT, CHICK, HEN = 1, 2, 3, 4, 5
THEIRS = 5
HAND, THEIR_HAND = 12, 15
ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STEPS = ((), ORTHOGONAL + DIAGONAL, ORTHOGONAL, DIAGONAL, ((-1, 0),), ORTHOGONAL + DIAGONAL[:2])
TARGETS = tuple(
    tuple(
        3 * (square // 3 + down) + square % 3 + right
        for down, right in steps
        if 0 <= square // 3 + down < 4 and 0 <= square % 3 + right < 3
    )
    for steps in STEPS
    for square in range(12)
)
"""Where the animal of kind k on square s may step: TARGETS[12 * k + s]."""

CAPTURE = (0, 0)
OVER = (0,) * 18

State = tuple[int, ...]
Move = tuple[int, int]


class Dobutsu(Game):
    """Catch the other player's lion, or bring your own to the far row."""

    title = "Dobutsu shogi"
    limits = ((0, 10),) * 12 + ((0, 2),) * 6

    KNOWN = (
        PublishedValues(
            states=246_803_168, value=Value.LOSS, remoteness=78,
            source="T. Tanaka, 2009: 246,803,167 positions; and the one after a capture",
        ),
    )  # fmt: skip

    def start(self) -> State:
        theirs = (7, 6, 8, 0, 9, 0)
        return (*theirs, 0, CHICK, 0, ELEPHANT, LION, GIRAFFE, 0, 0, 0, 0, 0, 0)

    def can_capture(self, state: State) -> bool:
        lion = state.index(LION + THEIRS)
        for square in range(12):
            if 0 < state[square] < 6 and lion in TARGETS[12 * state[square] + square]:
                return True
        return False

    def outcome(self, state: State) -> Value | None:
        if state[9:12].count(LION + THEIRS) == 1 and not self.can_capture(state):
            return Value.LOSS
        return Value.LOSS if sum(state) == 0 else None

    def moves(self, state: State) -> Iterator[Move]:
        if self.can_capture(state):
            yield CAPTURE
            return
        for square in range(12):
            if 0 < state[square] < 6:
                for target in TARGETS[12 * state[square] + square]:
                    if not 0 < state[target] < 6:
                        yield square, target
        for kind in range(3):
            if state[HAND + kind] > 0:
                for square in range(12):
                    if state[square] == 0:
                        yield HAND + kind, square

    def play(self, state: State, move: Move) -> State:
        if move == CAPTURE:
            return OVER
        square, target = move
        after = list(state)
        if square >= HAND:
            after[square] -= 1
            after[target] = square - HAND + GIRAFFE
        else:
            animal, captured = state[square], state[target]
            if captured > 0:
                kind = CHICK if captured == HEN + THEIRS else captured - THEIRS
                after[HAND + kind - GIRAFFE] += 1
            after[square] = 0
            after[target] = HEN if animal == CHICK and target < 3 else animal
        turned = [0] * 18
        for cell in range(12):
            animal = after[11 - cell]
            if animal > 0:
                turned[cell] = animal - THEIRS if animal > THEIRS else animal + THEIRS
        turned[HAND:THEIR_HAND] = after[THEIR_HAND:]
        turned[THEIR_HAND:] = after[HAND:THEIR_HAND]
        return tuple(turned)

    def symmetries(self, state: State) -> Iterator[State]:
        yield state
        yield tuple([state[3 * (i // 3) + 2 - i % 3] if i < 12 else state[i] for i in range(18)])

    def board(self, state: State) -> list[str]:
        animals = ".LGECHlgech"
        return ["".join(animals[animal] for animal in state[i : i + 3]) for i in (0, 3, 6, 9)]
