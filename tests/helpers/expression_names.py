"""The names that expressions of rules use, in plain Python."""

from __future__ import annotations

import builtins
import math
from functools import reduce
from operator import xor
from typing import Any


def names(s: Any) -> dict[str, Any]:
    """What the expressions of rules use, in plain Python."""

    def nim_sum(*args):
        items = [x for a in args for x in (a if hasattr(a, "__iter__") else [a])]
        return reduce(xor, items, 0)

    return {"s": s, "nim_sum": nim_sum, "gcd": lambda xs: math.gcd(*xs), **vars(builtins)}
