"""How good a player is: its moves, measured by a solution."""
