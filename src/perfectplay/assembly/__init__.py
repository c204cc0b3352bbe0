"""Layer 4: engines and results put together."""
