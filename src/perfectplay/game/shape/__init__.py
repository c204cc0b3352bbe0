"""The shape of states: nested tuples, records, words and sets as fields, and their keys."""
