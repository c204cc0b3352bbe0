"""What a solution tells: statistics, lines, proofs, conjectures, explained rules, Grundy values."""
