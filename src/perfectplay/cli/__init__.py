"""The command line, one module per verb. Answers go to standard output, the rest to stderr."""

INTERRUPTED = "interrupted: nothing was written"
