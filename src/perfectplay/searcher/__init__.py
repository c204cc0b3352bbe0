"""Exact values of single positions of games that are too large to solve."""
