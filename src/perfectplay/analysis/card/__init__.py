"""Short lists of rules to play by, found for a side and proved."""
