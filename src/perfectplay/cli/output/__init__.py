"""Answers as text and JSON: words, tables, plays; files; progress on standard error."""
