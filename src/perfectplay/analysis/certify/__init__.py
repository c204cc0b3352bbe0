"""Proof files: the few positions that prove one claim about a game."""
