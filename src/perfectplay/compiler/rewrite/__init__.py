"""One function of the rules, rewritten so that Numba takes it; ``rewrite.py`` is its door."""
