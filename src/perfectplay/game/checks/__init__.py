"""The promises of rules, and the rules with every answer checked."""
