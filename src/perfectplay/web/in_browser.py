"""Rules that are typed on a page, checked and solved by Python in the same browser.

The page (docs/try/) runs this in a worker, without NumPy and without a server. Requests and answers
are JSON texts.
"""

from __future__ import annotations

import io
import json
import re
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perfectplay.conformance import check_game
from perfectplay.core.errors import PerfectPlayError, PerfectPlayWarning, StateLimitError
from perfectplay.core.progress import Progress
from perfectplay.game.game import Game
from perfectplay.game.moves import PlayPosition, first_position, next_position
from perfectplay.game.showing import faults_of
from perfectplay.game.sides import sides_of
from perfectplay.game.titles import game_title
from perfectplay.registry.address import load_game
from perfectplay.solver.solve import solve
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution
from perfectplay.web.position_pictures import bare, drawing

MOST_STATES = 200_000
"""A browser takes a minute or two for so many states."""

CHECKED, CHECK_SECONDS = 300, 20.0
"""The most states and seconds of a check before a solve."""

NOT_ALL = "not all states were seen"
"""How a check begins its note about a sample."""

TOO_MANY = (
    f"the game has more than {MOST_STATES:,} states, which is too many for a browser; install "
    "perfectplay and solve the same rules with it, or make the game smaller"
)

ADVICE = (
    (r"or install (\S+) beside perfectplay", r"or install perfectplay and \1: a browser lacks it"),
    (r"`perfectplay new FILE` writes one to begin with", "each of the examples is one"),
    (r"; say which: game\.py:\w+", "; this page solves one game: leave the others out"),
    (r"EOFError: EOF when reading a line", "EOFError: input() gets no answer on this page"),
    (
        r"ModuleNotFoundError: [^(]*(\(line \d+: from perfectplay import \*\)); .*",
        r"import * needs what a browser lacks \1; write: from perfectplay import Game, Value",
    ),
)
"""What commands advise, and what a reader of the page can do."""

MOST_PRINTED = 10_000
"""Characters that rules may print onto the page for each solve."""


class Printed(io.TextIOBase):
    """A stream that passes on what is printed, up to a number of characters."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._left = MOST_PRINTED

    def writable(self) -> bool:
        """True: rules may print."""
        return True

    def write(self, text: str, /) -> int:
        """Pass a text on, or as much of it as there is room for; nothing is raised."""
        if self._left > 0:
            shown = text if len(text) <= self._left else f"{text[: self._left]}\n… and more"
            self._left -= len(text)
            self._tell(json.dumps({"printed": shown}))
        return len(text)


class BrowserSession:
    """One page: the game that was solved last, and the play that it shows.

    ``tell`` is called with the progress of a solve and with what rules print (``printed``), JSON
    texts.

    >>> session = BrowserSession(lambda progress: None)
    >>> json.loads(session.solve("left = "))["problem"]
    'game.py is not Python: invalid syntax (line 1: left =)'
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._solution: Solution | None = None
        self._printed = Printed(tell)

    def solve(self, text: str) -> str:
        """Check and solve the game whose rules are a Python text.

        The answer has ``problem``, a sentence, if that failed; else ``title``, ``summary``, and the
        ``notes`` of the check. Nothing is raised.
        """
        self._solution = None
        self._printed = Printed(self._tell)
        with (
            warnings.catch_warnings(record=True) as warned,
            TemporaryDirectory() as folder,
            redirect_stdout(self._printed),
        ):
            warnings.simplefilter("always", PerfectPlayWarning)
            file = Path(folder) / "game.py"
            try:
                file.write_text(text, encoding="utf-8", errors="surrogatepass")
                answer = self._solved(load_game(str(file)))
            except StateLimitError as limit:
                answer = {"problem": TOO_MANY if limit.states else str(limit)}
            except PerfectPlayError as error:
                answer = {"problem": str(error)}
            except MemoryError:
                answer = {"problem": "the browser has not enough memory for this game"}
            except faults_of() as error:  # rules may raise anything, at any time
                answer = {"problem": f"unexpected {type(error).__name__}: {error}"}
            if "problem" in answer:
                answer["problem"] = answer["problem"].replace(f"{folder}/", "")
                for told, here in ADVICE:
                    answer["problem"] = re.sub(told, here, answer["problem"])
        said = [str(w.message) for w in warned if issubclass(w.category, PerfectPlayWarning)]
        if "notes" in answer:
            answer["notes"] = list(dict.fromkeys([*answer["notes"], *said]))
        return json.dumps(answer)

    def _solved(self, game: Game) -> dict[str, Any]:
        self._progress(Progress("checking", 0, None, 0, 0.0))
        report = check_game(
            game, samples=CHECKED, max_seconds=CHECK_SECONDS, compiled=False,
            progress=self._progress,
        )  # fmt: skip
        # this page reads no texts: a game whose texts cannot be read is solved all the same
        if faults := [found for found in report.findings if "text" not in found.promise]:
            return {"problem": "\n".join(map(str, faults))}
        texts = list(dict.fromkeys(f.promise for f in report.findings))
        solution = solve(game, max_states=MOST_STATES, progress=self._progress)
        self._solution = solution
        return {
            "title": game_title(game),
            "about": (type(game).__doc__ or "").strip().split("\n")[0],
            "summary": solution.summary(),
            "why": solution.why,
            "alone": game.players == 1,
            # the solve has looked at the states that the check has not
            "notes": [note for note in report.notes if not note.startswith(NOT_ALL)]
            + [f"perfectplay check reports {promise}" for promise in texts],
        }

    def _progress(self, now: Progress) -> None:
        told = {"stage": now.stage, "states": now.states, "seconds": now.seconds}
        self._tell(json.dumps({**told, "notes": list(now.notes)}))

    def show(self, moves: str) -> str:
        """The position to which moves lead from the start, in JSON: its record and its picture.

        ``moves``: a JSON list of the numbers of moves in the rules' order. The answer has
        ``problem`` if there is no such position.
        """
        solution = self._solution
        if solution is None:
            return json.dumps({"problem": "no game is solved yet"})
        try:
            with redirect_stdout(self._printed):
                return json.dumps(_shown(solution, json.loads(moves)))
        except PerfectPlayError as error:
            return json.dumps({"problem": str(error)})
        except (IndexError, TypeError, ValueError):
            return json.dumps({"problem": "there is no such move in this position"})


def _shown(solution: Solution, numbers: list[int]) -> dict[str, Any]:
    rules = solution.rules
    position, steps = first_position(rules), []
    for number in numbers:
        if type(number) is not int or number < 0:
            raise IndexError(number)
        move = _options(solution, position)[number]
        steps.append(rules.move_text(move))
        position = next_position(rules, position, move)
    record = solution.probe(position.state, position.seat)
    texts = [rules.move_text(move) for move in _options(solution, position)]
    moves = record.as_dict()["moves"]
    for move in moves:
        move["number"] = texts.index(move["text"])
        texts[move["number"]] = ""  # two moves may have one text: each has a number of its own
    return {
        "text": record.text,
        "value": str(record.value),
        "remoteness": record.remoteness,
        "score": jsonable(record.score),
        "seat": position.seat,
        "mover": sides_of(rules).heads[position.seat].capitalize(),
        "terminal": record.terminal,
        "alone": rules.game.players == 1,
        "moves": moves,
        "steps": steps,
        "picture": bare(drawing(record)),
    }


def _options(solution: Solution, position: PlayPosition) -> list[Any]:
    return [move for move, _ in solution.rules.position(position.state).options]
