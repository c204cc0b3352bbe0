"""``perfectplay solve``: the solution of a game in a summary."""

from __future__ import annotations

import re
import shlex
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import GameArguments, SymmetricEngineOptions, stored_at
from perfectplay.cli.input.cluster import workers_at
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, Facts, note, say_facts
from perfectplay.cli.output.wording import (
    bare_value_words,
    percent,
    record_words,
    speed,
    winner_words,
)
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Value
from perfectplay.game.moves import listed
from perfectplay.game.sides import sides_of
from perfectplay.solver.estimate.interval import size_words
from perfectplay.tablebase.counts import Counts
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.remote_files import folder_at

MEASURABLE = 0.5
MANY = 10_000
"""Seconds and states from which on the speed of a solve is shown: below, imports take the time."""


def solve(
    source: GameArguments,
    engine: SymmetricEngineOptions,
    output: Annotated[
        Path | None,
        option(
            "Keep the solution in this folder, or at s3://BUCKET/FOLDER; a solve that was "
            "stopped goes on there.",
            "-o",
            "--output",
            metavar="FOLDER",
        ),
    ] = None,
    memory: options.Memory = None,
    force: Annotated[
        bool, option("Begin although the estimate is far beyond this machine.", "--force")
    ] = False,
    cluster: options.Cluster = None,
    audit: Annotated[
        str | None,
        option(
            "Of the workers' tasks, this process computes this share again and compares.",
            "--audit",
            metavar="1/1000",
        ),
    ] = None,
) -> Answer:
    """Solve a game: who wins, how soon, and what its states are worth."""
    engine = replace(engine, memory=memory, force=force)
    if cluster is not None and output is None:
        raise ParameterError("--cluster needs a folder that all workers reach; say -o FOLDER")
    share = _audit_share(audit, cluster)
    solution: Solution
    if output is None:
        solution = stored_at(source.address) or engine.solve(source.game())
    else:
        if stored_at(source.address) is not None:
            raise ParameterError(
                f"{source.address} is a solution already; leave -o out, or copy the folder"
            )
        game = source.game()
        _need_folder(source, output)
        with nullcontext() if cluster is None else workers_at(cluster) as executor:
            stored = replace(engine, executor=executor, audit=share).solve_into(game, output)
        solution = stored.solution
        if stored.was_there:
            note(f"{folder_at(output)} holds this solution already; nothing was solved")
    return Answer(solution.summary, lambda: say_facts(_facts(solution)), solution.game)


def _need_folder(source: GameArguments, output: Path) -> None:
    """Raise ParameterError if the folder would have the name of a file of states."""
    kind = output.suffix.removeprefix(".").lower()
    if kind and not output.exists():
        from perfectplay.cli.verbs.export import StateFormat

        if kind in list(StateFormat):
            words = shlex.join([source.address, *(source.arguments or ()), "-o", str(output)])
            raise ParameterError(
                f"solve keeps a solution in a folder, and {output} is the name of a file; for a "
                f"file of all states: perfectplay export {words}"
            )


def _audit_share(text: str | None, cluster: str | None) -> int:
    """One task in how many is computed again; 0: none."""
    if text is None:
        return 0
    if cluster is None:
        raise ParameterError("--audit computes tasks of workers again; say --cluster WORKERS too")
    if not re.fullmatch("1/[1-9][0-9]{0,8}", text):
        raise ParameterError(f"{text!r} is no share of all tasks; write 1/1000, or 1/1 for all")
    return int(text[2:])


def _facts(solution: Solution) -> Facts:
    return [
        *_start_facts(solution),
        *_count_facts(solution),
        *_engine_facts(solution),
        *_folder_facts(solution),
    ]


def _start_facts(solution: Solution) -> Facts:
    sides = sides_of(solution.rules)
    start = solution.probe(solution.start, seat=sides.first)
    words = record_words(solution.rules, start)
    if start.value is Value.DRAW and start.score is None and solution.game.players == 2:
        words += f"; {winner_words(sides, start.value, sides.first)}"
    facts = [("start", words)]
    if start.moves:
        facts.append(("first moves", _first_moves(solution, start)))
    return facts


def _first_moves(solution: Solution, start: Record) -> str:
    """The moves that keep the value of the start, and the best ones if these are fewer."""
    rules = solution.rules
    keeping = [move.move for move in start.moves if move.keeps]
    best = [move.move for move in start.moves if move.best]
    if solution.game.players == 1 and start.score is None and start.value is not Value.WIN:
        return "none solves it"
    if start.value is Value.LOSS and start.score is None:
        hint = "" if len(best) == len(keeping) else f"; longest: {listed(rules, best)}"
        return f"every move loses{hint}"
    if len(start.moves) == 1:
        return f"{listed(rules, keeping)}, the only one"
    one, many, what = "wins", "win", ""
    if start.score is not None:
        one, many, what = "keeps", "keep", " the score"
    elif solution.game.players == 1:
        one, many, what = "leads", "lead", " to the end"
    elif start.value is Value.DRAW:
        one, many, what = "keeps", "keep", " the draw"
    if len(keeping) == len(start.moves):
        text = f"{'both' if len(keeping) == 2 else f'all {len(keeping):,}'} {many}{what}"
    else:
        verb = one if len(keeping) == 1 else many
        text = f"{listed(rules, keeping)} ({len(keeping):,} of {len(start.moves):,} {verb}{what})"
    if len(best) < len(keeping):
        text += f"; fastest: {listed(rules, best)}"
    return text


def _count_facts(solution: Solution) -> Facts:
    kinds = _kinds(solution)
    facts = [("states", _counts_words(solution.counts, kinds))]
    if solution.representatives is not None:
        facts.append(("up to symmetry", _counts_words(solution.representatives, kinds)))
    facts.append(("moves", f"{solution.counts.moves:,}"))
    longest = None if solution.rules.scoring else solution.longest_win
    if longest is not None:
        state, remoteness = longest
        puzzle = solution.game.players == 1
        name, article = ("farthest", "") if puzzle else ("longest win", "a ")
        words = article + bare_value_words(Value.WIN, remoteness, puzzle=puzzle)
        text = solution.rules.shown_text(state)
        separator = "\n" if "\n" in text else " "
        facts.append((name, f"{words}, from{separator}{text}"))
    return facts


def _kinds(solution: Solution) -> tuple[str, str, str]:
    """The words for states that are wins, draws and losses."""
    if solution.game.players == 2:
        return ("won", "drawn", "lost")
    if solution.rules.scoring:
        return ("with points to win", "with none", "with points to lose")
    return ("solvable", "not solvable", "not solvable")


def _counts_words(counts: Counts, kinds: tuple[str, str, str]) -> str:
    whole, (won, drawn, lost) = counts.states, kinds
    parts = [(counts.wins, won), (counts.draws, drawn), (counts.losses, lost)]
    if drawn == lost:
        parts = [(counts.wins, won), (counts.draws + counts.losses, lost)]
    shares = ", ".join(f"{part:,} {name} ({percent(part, whole)})" for part, name in parts if part)
    drawn = "of them endless" if drawn == lost else "of the draws endless"
    endless = f"; {counts.endless:,} {drawn}" if counts.endless else ""
    return f"{whole:,}: {shares}\n{counts.terminal:,} of them terminal{endless}"


def _engine_facts(solution: Solution) -> Facts:
    seconds = solution.seconds
    states = (solution.representatives or solution.counts).states
    text = f"{solution.engine}, {seconds:.2f} s"
    if seconds >= MEASURABLE and states >= MANY:
        text += f", {speed(states, seconds)}"
    facts = [("engine", text)]
    if solution.why:
        facts.append(("", f"not compiled: {solution.why}"))
    return facts


def _folder_facts(solution: Solution) -> Facts:
    folder = getattr(solution, "folder", None)
    if folder is None:
        return []
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    stored = (solution.representatives or solution.counts).states
    each = f"{size / stored:.2f} bytes a stored state"
    return [("folder", f"{folder}, {size_words(size)}, {each}")]
