"""Statements replaced by simpler ones that do the same: a file for each idiom."""
