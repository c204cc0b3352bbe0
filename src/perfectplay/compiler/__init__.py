"""The compiled form of a game: its rules as a module of plain functions, compiled by Numba.

Imported only when a game turns out to be large, since it loads the compiler.
"""
