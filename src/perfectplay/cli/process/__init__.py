"""What happens to the process: Ctrl-C, rules that never return, rules that end it."""
