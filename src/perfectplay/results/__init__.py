"""Layer 3: what a solve gives. Knows the rules and arrays; knows nothing of engines."""
