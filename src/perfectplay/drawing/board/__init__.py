"""Boards drawn: as SVG, and as text for a terminal."""
