"""What the moves of a play were worth."""
