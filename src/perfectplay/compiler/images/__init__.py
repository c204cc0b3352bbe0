"""Symmetries that are data: images of states by tables of the compiled code."""
