"""What a solve will take, told from samples before it begins."""
