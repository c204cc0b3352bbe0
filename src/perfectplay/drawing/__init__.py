"""Boards as text and SVG; plots."""
