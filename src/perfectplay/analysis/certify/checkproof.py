"""Check a proof file of perfectplay, with the rules of the game and nothing else.

    python checkproof.py PROOF rules.py[:Class]       or package.module:Class

A proof is a strategy of one player: for each of its positions, in the order of a breadth-first walk
from the start, the number of its move among the legal moves, from 0; or several, as in 0,2, if any
of them may be made. The opponent makes every move. If no play breaks the claim, it holds.

Rules of a file get stand-ins of perfectplay's Game, Value and helpers; a module is imported as is.
"""

from __future__ import annotations

import importlib
import re
import sys
import types
from ast import literal_eval
from collections import Counter, deque
from enum import IntEnum
from pathlib import Path
from typing import Any


class ProofError(Exception):
    """The file is no proof; the message says where it fails."""


StandInValue = IntEnum("StandInValue", {"UNKNOWN": 0, "LOSS": 1, "DRAW": 2, "WIN": 3})


class StandInGame:
    """What rules inherit."""

    stuck: Any = None
    __class_getitem__ = classmethod(lambda cls, _: cls)

    def player(self, state: Any) -> Any:
        """The seat to move, if the state tells."""

    def moves_again(self, state: Any, move: Any) -> bool:
        """Whether the mover moves next, too."""
        seat = self.player(state)
        return seat is not None and bool(seat == self.player(self.play(state, move)))  # type: ignore[attr-defined]


HELPERS = {
    "Game": StandInGame,
    "Value": StandInValue,
    "put": lambda s, i, v: tuple(v if k == i % len(s) else x for k, x in enumerate(s)),
    "swap": lambda s, i, j: tuple(s[j if k == i else i if k == j else k] for k in range(len(s))),
    "sort": lambda s: tuple(sorted(s)),
    "popcount": lambda n: bin(n).count("1"),
    "bits": lambda n: (i for i in range(n.bit_length()) if n >> i & 1),
}


def rules_of(address: str, parameters: dict[str, Any]) -> Any:
    """The game at an address, with its parameters."""
    place, _, name = address.partition(":")
    if place.endswith(".py"):
        stand_in, module = types.ModuleType("perfectplay"), types.ModuleType("rules")
        vars(stand_in).update(HELPERS)
        sys.modules.update(perfectplay=stand_in, rules=module)
        exec(compile(Path(place).read_bytes(), place, "exec"), vars(module))
    else:
        module = importlib.import_module(place)
    own = [one for one in vars(module).values() if hasattr(one, "outcome")]
    found = [one for one in own if one.__module__ == module.__name__]
    return (getattr(module, name) if name else found[-1])(**parameters)


def read(path: str) -> tuple[bool, bool, int | None, dict[str, Any], list[list[int]]]:
    """Whether the claim is of the second player, of a win, of how many plies; parameters, moves."""
    title, *lines = Path(path).read_text(encoding="utf-8").split("\n")
    if title != "perfectplay proof 1" or "moves:" not in lines:
        raise ProofError("this is no proof file of perfectplay")
    end = lines.index("moves:")
    head = dict(line.partition(": ")[::2] for line in lines[:end])
    claim = r"the (first|second) player (wins|does not lose)(?: in at most (\d+) plies)?"
    found = re.fullmatch(claim, head.get("claim", ""))
    numbers = " ".join(lines[end + 1 :])
    if found is None or not re.fullmatch(r"[0-9, ]*", numbers):
        raise ProofError("there is no claim, or the moves are no numbers")
    most = None if found[3] is None else int(found[3])
    given = literal_eval(head.get("parameters", "{}"))
    moves = [[int(number) for number in one.split(",")] for one in numbers.split()]
    return found[1] == "second", found[2] == "wins", most, given, moves


def check(game: Any, second: bool, wins: bool, most: int | None, numbers: list[list[int]]) -> int:
    """The positions of a proof. Raises ProofError."""
    first = (start := game.start()), game.player(start) or 0
    prover, left = first[1] ^ second, deque(numbers)
    children: dict[Any, list[Any]] = {first: []}
    for here in (waiting := [first]):  # grows
        state, seat = here
        value, legal = game.outcome(state), []
        if value is None:
            legal = list(game.moves(state))
            value = None if legal else game.stuck or 0
        if value is not None:
            mine = int(value) if seat == prover else 4 - int(value)
            if not (mine == 3 or (mine == 2 and not wins)):
                raise ProofError(f"a play ends badly in {state!r}")
            continue
        if seat == prover:
            chosen = left.popleft() if left else [len(legal)]
            if max(chosen) >= len(legal):
                raise ProofError(f"there is no move for {state!r}")
            legal = [legal[number] for number in chosen]
        for move in legal:
            after = game.play(state, move), seat if game.moves_again(state, move) else 1 - seat
            children[here].append(after)
            if after not in children:
                children[after] = []
                waiting.append(after)
    if left:
        raise ProofError(f"{len(left)} moves are left over")
    if wins and plies(children) > (len(children) if most is None else most):
        raise ProofError(f"a play takes more than {most} plies")
    return len(children)


def plies(children: dict[Any, list[Any]]) -> int:
    """The plies of the longest play. Raises ProofError if a play need not end."""
    arriving = Counter(after for some in children.values() for after in some)
    longest, ready = dict.fromkeys(children, 0), [one for one in children if not arriving[one]]
    for here in ready:  # grows
        for after in children[here]:
            longest[after] = max(longest[after], longest[here] + 1)
            arriving[after] -= 1
            if not arriving[after]:
                ready.append(after)
    if len(ready) < len(children):
        raise ProofError("a play need never end")
    return max(longest.values())


if __name__ == "__main__":
    try:
        second, wins, most, given, moves = read(sys.argv[1])
        count = check(rules_of(sys.argv[2], given), second, wins, most, moves)
    except Exception as failure:
        use = "" if isinstance(failure, ProofError) else "; use: PROOF rules.py or package.module"
        sys.exit(f"not proved: {type(failure).__name__}: {failure}{use}")
    claim = f"the {'second' if second else 'first'} player {'wins' if wins else 'does not lose'}"
    end = "" if most is None else f" in at most {most} plies"
    sys.stdout.write(f"proved on {count} positions: {claim}{end}, with the parameters {given}\n")
