"""The command line: its commands, and how what goes wrong is said.

Exit status: 0; 1 for a failed check, verification or proof; 2 for bad input or an interruption;
141, as the shell has it, where the reader of a pipe has gone.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, TextIO

import typer

from perfectplay.cli.advise import advise
from perfectplay.cli.check import check
from perfectplay.cli.conjecture import conjecture
from perfectplay.cli.entry import INTERRUPTED
from perfectplay.cli.explain import explain
from perfectplay.cli.export import export
from perfectplay.cli.games import games
from perfectplay.cli.grundy import grundy
from perfectplay.cli.lines import lines
from perfectplay.cli.new import new
from perfectplay.cli.output import complain, note, say
from perfectplay.cli.plan import plan
from perfectplay.cli.play import play
from perfectplay.cli.plot import plot
from perfectplay.cli.prove import prove
from perfectplay.cli.replay import replay
from perfectplay.cli.search import search
from perfectplay.cli.serve import serve
from perfectplay.cli.show import line, show
from perfectplay.cli.site import site
from perfectplay.cli.solve import solve
from perfectplay.cli.stats import stats
from perfectplay.cli.symmetries import symmetries
from perfectplay.cli.tournament import tournament
from perfectplay.cli.verify import verify
from perfectplay.core.errors import PerfectPlayError, PerfectPlayWarning

COMMANDS = (
    games,
    new,
    check,
    symmetries,
    plan,
    solve,
    verify,
    search,
    show,
    line,
    replay,
    play,
    advise,
    tournament,
    prove,
    lines,
    stats,
    conjecture,
    explain,
    grundy,
    plot,
    export,
    serve,
    site,
)
"""In the order of the help: find a game, write one, solve it, prove it, look at it, use it."""

HELP = """Solve two-player games from their rules: who wins, in how many plies, and every best move.

GAME is a name of the library (see perfectplay games), file.py, file.py:Class,
package.module:Class, or the folder of a stored solution.
"""


def run(arguments: Sequence[str]) -> int:
    """Runs one command; gives the exit status. Nothing is raised, whatever goes wrong."""
    words, debug = _without_debug(arguments)
    try:
        with _notes():
            status = _invoke(words or ["--help"])
            sys.stdout.flush()
            return status
    except BrokenPipeError:
        # what is still in the buffer has no reader either: Python would complain at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt as stopped:
        complain(str(stopped) or INTERRUPTED)
        return 2
    except SystemExit as left:  # the rules of a user may call anything
        complain(f"the rules ended the program: sys.exit({left.code!r})")
        return 2
    except BaseException as error:  # rules may raise GeneratorExit and the like too
        if debug:
            traceback.print_exc()
        complain(_sentence(error))
        return 2


def _invoke(arguments: list[str]) -> int:
    # not Typer's own main: it turns errors and interruptions into messages of its own
    command = typer.main.get_command(application())
    try:
        with command.make_context("perfectplay", arguments) as context:
            command.invoke(context)
    except typer.Exit as left:
        return int(left.exit_code)
    return 0


def application() -> typer.Typer:
    """The commands with their options."""
    app = typer.Typer(
        add_completion=False,
        help=HELP,
        # frames and colours for people, plain text for pipes
        rich_markup_mode="markdown" if sys.stdout.isatty() else None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    for command in COMMANDS:
        app.command()(command)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            say(f"perfectplay {version('perfectplay')}")
        except PackageNotFoundError:
            say("perfectplay, run from its source")
        raise typer.Exit


def _common(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; works anywhere.")
    ] = False,  # taken away before: here for the help
) -> None:
    """Options that stand before the command."""


def _without_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """The arguments without ``--debug``, which may stand anywhere before ``--``."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word != "--debug"]
    return kept + words[end:], len(kept) < end


def _sentence(error: BaseException) -> str:
    """What went wrong, in one sentence, with the next step."""
    if isinstance(error, PerfectPlayError):
        return str(error)
    usage = getattr(error, "format_message", None)
    if usage is not None:
        return _usage_sentence(usage(), getattr(error, "ctx", None))
    if isinstance(error, MemoryError):
        return "there is not enough memory for this game; --max-states N stops a solve earlier"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the output'}: {error.strerror}"
    return f"unexpected {type(error).__name__}: {error}; --debug shows where"


def _usage_sentence(message: str, context: Any) -> str:
    command = context.command_path if context is not None else "perfectplay"
    message = message.replace("Value error, ", "")  # the checker's word, not ours
    sign = " See" if message.endswith("?") else "; see"
    return f"{message.rstrip('.')}{sign} {command} --help"


@contextmanager
def _notes() -> Iterator[None]:
    """While it lasts, warnings of perfectplay are notes, one line each; others stay as they are."""
    plain = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, PerfectPlayWarning):
            note(str(message))
        else:
            plain(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", PerfectPlayWarning)
        warnings.showwarning = show
        yield
