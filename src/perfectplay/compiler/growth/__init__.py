"""Games that grow without end: states that recur with nothing changed but fields that grow."""
