"""A check of all stored states: by a sweep over the tiers, or in a plain walk from the start."""
