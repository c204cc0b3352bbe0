"""A verification by tasks in any number of processes."""
