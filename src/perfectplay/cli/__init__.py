"""The command line, one module per verb. Answers go to standard output, the rest to stderr."""
