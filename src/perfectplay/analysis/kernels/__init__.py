"""Compiled loops over the graph of a game, for counting and Grundy values."""
