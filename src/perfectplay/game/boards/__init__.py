"""Boards of states: what ``board`` returns, checked, or a default."""
