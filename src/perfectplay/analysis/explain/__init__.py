"""Search for the shortest rule that says which states have a value."""
