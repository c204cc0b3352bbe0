"""Layer 1: the words that everything above shares. Knows nothing of the other layers."""
