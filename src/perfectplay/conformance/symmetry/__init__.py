"""Symmetries that are found by trying: permutations of the fields of states that are tuples."""

from perfectplay.conformance.symmetry.symmetry_search import find_symmetries, search_symmetries

__all__ = ["find_symmetries", "search_symmetries"]
