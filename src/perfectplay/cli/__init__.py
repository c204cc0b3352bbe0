"""The command line. Answers go to standard output, the rest to standard error."""

INTERRUPTED = "interrupted: nothing was written"
