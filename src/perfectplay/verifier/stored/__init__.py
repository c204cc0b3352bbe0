"""The stored tiers of a solution: their files, in memory or within a budget."""
