"""Positions with exactly one good move, as puzzles for people."""
