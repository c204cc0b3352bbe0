"""Found rules: the shortest rule that says which states have a value, looked for and checked."""
