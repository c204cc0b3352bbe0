"""Solutions of small games with a few faults, chosen at random."""

from __future__ import annotations

import random

from games_to_store import Mirrored
from games_to_verify import LoopyTiers, Steps, Tiered, TwoPiles, WideChain
from stored_by_hand import Stored, rows_of
from verify_modes import levels_of


def damaged(stored: Stored, seed: int) -> Stored:
    """Up to three faults in a solution, or none."""
    chosen = random.Random(seed)
    for _ in range(chosen.randrange(4)):
        tier = chosen.choice(list(stored.rows))
        key, value, plies = chosen.choice(stored.rows[tier])
        fault = chosen.randrange(5)
        if fault == 0:
            other = chosen.choice([v for v in (1, 2, 3) if v != value])
            stored = stored.changed(key, other, 1 if plies is None else plies)
        elif fault == 1:
            stored = stored.changed(key, value, (plies or 0) + chosen.choice([1, 2]))
        elif fault == 2 and len(stored.every()) > 2 and key != stored.start[0]:
            stored = stored.without(key)
        elif fault == 3:  # in another tier too, or instead
            other_tier = chosen.choice(list(stored.rows))
            if all(row[0] != key for row in stored.rows[other_tier]):
                moved = stored.without(key) if chosen.random() < 0.5 else stored
                stored = moved.with_rows(other_tier, (key, value, plies))
        else:  # states that no play reaches, whose moves may lead to others like them
            known = {row[0] for row in stored.every()}
            near = [key + n for n in (1, 2, 3, 10) if key + n not in known]  # type: ignore[operator]
            stored = stored.with_rows(tier, *((n, 2, 5) for n in near[: chosen.randrange(1, 4)]))
    return stored


GAMES: dict[str, Stored] = {
    "tiers with loops": rows_of(LoopyTiers()),
    "moves that skip tiers": rows_of(Tiered(5, 4)),
    "symmetries": rows_of(Mirrored(4, 4), symmetries=True),
    "one tier": rows_of(TwoPiles()),
    "levels": levels_of(rows_of(Steps(5))),
    "a long play": rows_of(WideChain(120)),
}
