"""Layer 3: from rules to arrays. Explore, index, resolve; knows nothing of solutions."""
