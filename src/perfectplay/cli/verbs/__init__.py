"""The verbs, a module each; imported when one is called."""
