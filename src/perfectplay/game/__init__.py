"""What the author of a game writes, and what is asked of it."""
