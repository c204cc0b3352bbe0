"""The entry point. It imports almost nothing, so that Ctrl-C works at once.

The rest of the program takes a third of a second to import, and libraries that are being imported
turn a KeyboardInterrupt into other errors, or lose it. Until then, Ctrl-C just ends the process.
"""

import os
import signal
import sys

from perfectplay.cli import INTERRUPTED


def main() -> None:
    """Run the command line and exit with its status."""
    # a program that a shell started in the background ignores Ctrl-C
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, _end)
    from perfectplay.cli.main import run
    from perfectplay.cli.output.answer import write_anything

    write_anything()
    try:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = run(sys.argv[1:])
        if ours:  # Python has its own work to do before it ends
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:  # between two lines above
        _end()
    sys.exit(status)


def _end(*_: object) -> None:
    """End the process at once; no work has begun."""
    os.write(2, f"perfectplay: {INTERRUPTED}\n".encode())
    os._exit(2)
