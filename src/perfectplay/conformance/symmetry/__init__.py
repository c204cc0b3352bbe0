"""Find symmetries by trial: permutations of the fields of tuple states."""

from perfectplay.conformance.symmetry.symmetry_search import find_symmetries, search_symmetries

__all__ = ["find_symmetries", "search_symmetries"]
