"""Plays as text: written and read, in the manner of PGN and of SGF."""
