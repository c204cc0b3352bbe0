"""The rules as they are written: their syntax trees, constants and words, and what is refused."""
