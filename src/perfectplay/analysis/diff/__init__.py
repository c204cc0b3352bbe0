"""Two games with the same states compared, position by position."""
