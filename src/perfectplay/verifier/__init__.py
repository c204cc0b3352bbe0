"""The verifier of stored solutions. It reads the solution and the rules, and no engine's code."""
