"""Statistics, lines, proofs, conjectures, explained rules, Grundy values."""
