"""``python -m perfectplay``: the command line, where its script is not on the path."""

from perfectplay.cli.entry import main

if __name__ == "__main__":
    main()
