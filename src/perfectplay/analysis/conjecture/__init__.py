"""Conjectures: Python expressions over states, tried on every state of a solution."""
