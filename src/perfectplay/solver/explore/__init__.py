"""All positions of a game, found from its start."""
