"""Boards that are guessed from the states and moves of a game that declares none."""
