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
from enum import IntEnum
from graphlib import CycleError, TopologicalSorter
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


SETS = (set, frozenset)
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


def listed(moves: Any) -> list[Any]:
    """Legal moves; those of a set, which has another order in each process, are sorted."""
    if not isinstance(moves, SETS):
        return list(moves)
    texts: Any = {m: repr(sorted(map(repr, m)) if isinstance(m, SETS) else m) for m in moves}
    try:
        return sorted(moves, key=texts.get if any(isinstance(m, SETS) for m in moves) else None)
    except TypeError:
        return sorted(moves, key=texts.get)


def read(path: str) -> tuple[re.Match[str], dict[str, Any], list[list[int]]]:
    """The claim (its player, end and plies), the parameters, the numbers of the moves."""
    text, _, numbers = Path(path).read_text(encoding="utf-8").partition("\nmoves:\n")
    title, *lines = text.split("\n")
    head = dict(line.partition(": ")[::2] for line in lines)
    said = r"the (first|second) player (wins|does not lose)(?: in at most (\d+) plies)?"
    claim = re.fullmatch(said, head.get("claim", ""))
    if title != "perfectplay proof 1" or not claim or not re.fullmatch(r"[0-9, \n]*", numbers):
        raise ProofError("this is no proof file of perfectplay")
    moves = [[int(number) for number in one.split(",")] for one in numbers.split()]
    return claim, literal_eval(head.get("parameters", "{}")), moves


def check(game: Any, claim: re.Match[str], numbers: list[list[int]]) -> int:
    """The positions of a proof. Raises ProofError."""
    first = (start := game.start()), game.player(start) or 0
    prover, wins, left = first[1] ^ (claim[1] == "second"), claim[2] == "wins", iter(numbers)
    children: dict[Any, list[Any]] = {first: []}
    for state, seat in (waiting := [first]):  # grows
        value = game.outcome(state)
        legal = listed(game.moves(state)) if value is None else []
        if not legal:
            value = game.stuck or 0 if value is None else value
            mine = int(value) if seat == prover else 4 - int(value)
            if not (mine == 3 or (mine == 2 and not wins)):
                raise ProofError(f"a play ends badly in {state!r}")
            continue
        if seat == prover:
            chosen = next(left, [len(legal)])
            if max(chosen) >= len(legal):
                raise ProofError(f"there is no move for {state!r}")
            legal = [legal[number] for number in chosen]
        for move in legal:
            after = game.play(state, move), seat if game.moves_again(state, move) else 1 - seat
            children[state, seat].append(after)
            if after not in children:
                children[after] = []
                waiting.append(after)
    if surplus := sum(1 for _ in left):
        raise ProofError(f"{surplus} moves are left over")
    if wins and plies(children) > int(claim[3] or len(children)):
        raise ProofError(f"a play takes more than {claim[3]} plies")
    return len(children)


def plies(children: dict[Any, list[Any]]) -> int:
    """The plies of the longest play. Raises ProofError if a play need not end."""
    longest: dict[Any, int] = {}
    try:
        for here in TopologicalSorter(children).static_order():  # ends of plays come first
            longest[here] = max((1 + longest[after] for after in children[here]), default=0)
    except CycleError:
        raise ProofError("a play need never end") from None
    return max(longest.values())


if __name__ == "__main__":
    try:
        proof, address = sys.argv[1:]
        claim, given, moves = read(proof)
        count = check(rules_of(address, given), claim, moves)
    except Exception as failure:
        use = "" if isinstance(failure, ProofError) else "; use: PROOF rules.py or package.module"
        sys.exit(f"not proved: {type(failure).__name__}: {failure}{use}")
    sys.stdout.write(f"proved on {count} positions: {claim[0]}, with the parameters {given}\n")
