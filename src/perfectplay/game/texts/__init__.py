"""Texts of states and moves for games that define none, and how they are read."""
