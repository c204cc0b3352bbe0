"""The first of our code that runs: it imports almost nothing, so that Ctrl-C is heard at once.

The rest of the program takes a third of a second to import, and libraries that are being loaded
make other errors of a KeyboardInterrupt, or lose it. So Ctrl-C simply ends the process meanwhile.
"""

import os
import signal
import sys

INTERRUPTED = "interrupted: nothing was written"


def main() -> None:
    """Run the command line and exit with its status."""
    # where a shell has started the program in the background, Ctrl-C is not for it
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, _end)
    from perfectplay.cli.main import run
    from perfectplay.cli.output import write_anything

    write_anything()
    try:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = run(sys.argv[1:])
        if ours:  # Python has its own work to do before it ends
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:  # between two lines of this function
        _end()
    sys.exit(status)


def _end(*_: object) -> None:
    """End the process at once; nothing has been begun."""
    os.write(2, f"perfectplay: {INTERRUPTED}\n".encode())
    os._exit(2)
