"""The command line: its commands, and how each of them ends.

Exit status: 0; 1 for a failed check, verification or proof; 2 for bad input or an interruption;
141, as in a shell, if the reader of a pipe has gone.
"""

from __future__ import annotations

import os
import shutil
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from perfectplay import __version__
from perfectplay.cli import INTERRUPTED
from perfectplay.cli.command import command_of
from perfectplay.cli.input.meant_commands import meant_command
from perfectplay.cli.input.named_places import check_named
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import complain, note, say
from perfectplay.cli.output.error_sentences import error_sentence, stopped_by_rules
from perfectplay.cli.process.still_running import remarks_on_endless_rules
from perfectplay.cli.process.sudden_end import says_sudden_ends
from perfectplay.core.errors import PerfectPlayWarning
from perfectplay.registry.source import each_file_once

GROUPS: dict[str, dict[str, str]] = {
    "Make a game": {
        "games": "List the games of the library, or show the rules of one.",
        "new": "Write a commented game file that can be solved as it is.",
        "check": "Check that the rules keep the promises of the contract.",
        "symmetries": "Look for symmetries of a game, and offer them.",
    },
    "Solve it": {
        "plan": "Estimate the states, memory, disk and time of a solve.",
        "solve": "Solve a game: who wins, how soon, and what its states are worth.",
        "verify": "Prove a stored solution correct from the rules alone.",
        "search": "Search one position of a game that is too large to solve.",
    },
    "Look at it": {
        "show": "Show a position: its value and all its moves, best first.",
        "line": "Show a perfect play from a position to its end.",
        "replay": "Show the states along a sequence of moves.",
        "annotate": "Judge the moves of a play, or of a file of plays.",
        "why": "Say why a position, or a move, is a win, a draw or a loss.",
        "lines": "List every line to a depth, and how it ends.",
        "plot": "Make a table, a heat map, bars or a drawn graph of a solution.",
        "puzzles": "Find positions with one good move, as puzzles with solutions.",
        "export": "Write every state with its value, remoteness and best moves.",
    },
    "Play it": {
        "play": "Play a game: type a move, or hint, undo, help, quit.",
        "advise": "Get advice in a play against somebody else.",
        "tournament": "Play many times between two players, and count the results.",
        "evaluate": "Judge a player: how many moves are best, what the others lose.",
    },
    "Analyse it": {
        "stats": "Count plays by result and length, states by ply and remoteness.",
        "prove": "Prove a strategy: every reply of the opponent is tried.",
        "certify": "Write a small proof of a claim, which a small program checks.",
        "card": "Find a short list of rules that plays one side, and prove it.",
        "sweep": "Solve a game with many parameters, and make one table of it.",
        "diff": "Compare two games: which positions change their value.",
        "conjecture": "Test a conjecture on every state: it holds, or where it fails.",
        "explain": "Look for the shortest rule that says which states are lost.",
        "grundy": "Show Grundy values of an impartial game, or of a range of games.",
    },
    "Serve it": {
        "serve": "Serve games to a browser on this machine, and over REST.",
        "site": "Write a small solved game as web pages that need no server.",
        "engine": "Answer an arena over standard input and output (UGI).",
    },
}
"""Verbs in the order of the help, with their summaries: each is the function of this name in the
module of this name, and the summary is the first line of its docstring (a test compares them)."""

COMMANDS = tuple(verb for verbs in GROUPS.values() for verb in verbs)
"""All verbs."""

FRAMED = 60
"""Columns of a terminal in which help has frames at least: they leave little room for words."""

HELP = """Solve two-player games from their rules: who wins, in how many plies, and every best move.

GAME is a name of the library (see perfectplay games), file.py, file.py:Class,
package.module:Class, or the folder of a stored solution.
"""

COMPLETE = "_PERFECTPLAY_COMPLETE"
"""The variable by which a shell asks for completions."""

NAMED_SHELL = "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"
"""The variable by which Typer takes the name of a shell, and does not look for the one around."""

COMPLETION_OPTIONS = ("--install-completion", "--show-completion")

EXAMPLES = """Examples:

  perfectplay new mine.py          write rules to begin with
  perfectplay solve tic_tac_toe    who wins, how soon, and the first moves
  perfectplay serve tic_tac_toe    play it in a browser
"""


class _GroupedHelp(TyperGroup):
    """Plain help with the commands in groups, each summary on one line."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the groups."""
        for group, verbs in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl(list(verbs.items()), col_max=12)
        formatter.write(f"\n{EXAMPLES}")

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of a word; another word for one is told which it is."""
        if meant := meant_command(args[0]):
            ctx.fail(meant)
        return super().resolve_command(ctx, args)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Nothing is raised."""
    if COMPLETE in os.environ or (arguments and arguments[0] in COMPLETION_OPTIONS):
        return _completed(arguments)
    words, debug = _without_debug(arguments)
    try:
        with _notes(), remarks_on_endless_rules(), says_sudden_ends(words), each_file_once():
            status = _invoke(words or ["--help"])
            sys.stdout.flush()
            return status
    except BrokenPipeError:
        # the rest of the buffer has no reader either: Python would complain when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt as stopped:
        complain(stopped_by_rules(stopped) or str(stopped) or INTERRUPTED)
        sys.unraisablehook = lambda _: None  # what is half made complains when it is freed
        return 2
    except BaseException as error:  # rules may raise anything
        if debug:
            traceback.print_exc()
        complain(error_sentence(error))
        return 2


def _completed(arguments: Sequence[str]) -> int:
    """Answer a shell that completes a command, whose variables have the line so far, or write the
    script that makes a shell ask: the shell that is named, or the one that runs this."""
    named = len(arguments) > 1 and NAMED_SHELL not in os.environ
    if named:
        os.environ[NAMED_SHELL] = "1"
    try:
        typer.main.get_command(application()).main(list(arguments), prog_name="perfectplay")
    except SystemExit as left:
        return int(left.code or 0)
    except OSError as error:
        complain(
            f"{error.filename} cannot be written: {error.strerror}; with --show-completion the "
            "script can be put anywhere"
        )
        return 2
    finally:
        if named:
            del os.environ[NAMED_SHELL]
    return 0


def _invoke(arguments: list[str]) -> int:
    # not Typer's main, which writes its own messages for errors and interruptions
    check_named(arguments)
    words = [word for word in arguments if not word.startswith("-")]
    command = typer.main.get_command(application(words[:1]))
    try:
        with command.make_context("perfectplay", arguments) as context:
            command.invoke(context)
    except typer.Exit as left:
        return int(left.exit_code)
    return 0


def application(wanted: Sequence[str] = COMMANDS) -> typer.Typer:
    """The commands. Those that are not ``wanted`` have a summary, and neither options nor code:
    importing all of them takes a fifth of a second."""
    framed = (
        sys.stdout.isatty()
        and os.environ.get("TERM") != "dumb"
        and shutil.get_terminal_size().columns >= FRAMED
    )
    app = typer.Typer(
        help=HELP,
        cls=_GroupedHelp,
        # frames and colours for people, plain text for pipes and for simple or narrow terminals
        rich_markup_mode="markdown" if framed else None,
        epilog=EXAMPLES.replace("\n", "\n\n") if framed else None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    for group, verbs in GROUPS.items():
        for verb, summary in verbs.items():
            command = _command(verb) if verb in wanted else _not_imported
            app.command(verb, rich_help_panel=group, short_help=summary)(command)
    return app


def _command(verb: str) -> Callable[..., None]:
    return command_of(getattr(import_module(f"perfectplay.cli.verbs.{verb}"), verb))


def _not_imported() -> None:
    """A verb that stands in the help only."""


def _version(wanted: bool) -> None:
    if wanted:
        say(f"perfectplay {__version__}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, option("Show the version.", "--version", callback=_version, is_eager=True)
    ] = False,
    debug: Annotated[
        bool, option("Show the traceback of an error; works anywhere.", "--debug")
    ] = False,  # removed before Typer runs; here for the help
) -> None:
    """Options before the command."""


def _without_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """The arguments without ``--debug``, and whether it stood anywhere before ``--``."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word != "--debug"]
    return kept + words[end:], len(kept) < end


@contextmanager
def _notes() -> Iterator[None]:
    """A context in which warnings of perfectplay are notes, one line each."""
    plain = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, PerfectPlayWarning):
            note(str(message))
        else:
            plain(message, category, *place, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", PerfectPlayWarning)
        warnings.showwarning = show
        yield
