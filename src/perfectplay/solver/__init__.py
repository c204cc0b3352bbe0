"""From rules to a solution: explore, then retrograde analysis."""
