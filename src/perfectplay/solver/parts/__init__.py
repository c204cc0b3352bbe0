"""A solve as tasks over parts of tiers, which any `concurrent.futures.Executor` runs."""
