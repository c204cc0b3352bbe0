"""Trees of books."""

from __future__ import annotations

# S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, two-ply game tree: value 3 for
# the maximising root
TEXTBOOK = {
    "player": "max",
    "moves": {
        "a1": {"player": "min", "moves": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"player": "min", "moves": {"c1": 2, "c2": 4, "c3": 6}},
        "a3": {"player": "min", "moves": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
