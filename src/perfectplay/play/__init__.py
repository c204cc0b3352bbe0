"""Players, matches, tournaments, advice."""
