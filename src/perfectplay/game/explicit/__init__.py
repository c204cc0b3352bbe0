"""Explicit games: from a dictionary, a JSON file, or a NetworkX graph."""
