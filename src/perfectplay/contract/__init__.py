"""Layer 2: the contract of a game, its compiled form and its conformance check."""
