"""A game with many parameters: each combination solved, in one table."""
