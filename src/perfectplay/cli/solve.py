"""``perfectplay solve``: the solution of a game in a summary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod, game_of, memory_of
from perfectplay.cli.output import note, say, say_facts, say_json, say_title
from perfectplay.cli.progress_bar import speed
from perfectplay.cli.stored import stored_at
from perfectplay.cli.wording import (
    ahead_words,
    percent,
    points_words,
    state_words,
    title,
    value_words,
    winner_words,
)
from perfectplay.core.value import Value
from perfectplay.game.moves import listed
from perfectplay.game.sides import sides_of
from perfectplay.solver.estimate.interval import size_words
from perfectplay.tablebase.counts import Counts
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution

MEASURABLE = 0.5
"""Seconds of a solve from which on its speed means something."""


def solve(
    game: options.GameAddress,
    parameters: options.Parameters = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Keep the solution in this folder; a solve that was stopped goes on there.",
            show_default=False,
        ),
    ] = None,
    memory: options.Memory = None,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    json: options.Json = False,
) -> None:
    """Solve a game: who wins, how soon, and what its states are worth."""
    engine = EngineOptions(method, threads, max_states, no_symmetries, memory_of(memory))
    if output is None:
        solution = stored_at(game, None) or engine.solve(game_of(game, parameters))
    else:
        stored = engine.solve_into(game_of(game, parameters), output)
        solution = stored.solution
        if stored.was_there:
            note(f"{output} holds this solution already; nothing was solved")
    if json:
        say_json(solution.summary())
    else:
        _summary(solution)


def _summary(solution: Solution) -> None:
    say_title(title(solution.game))
    say()
    facts = [*_start_facts(solution), *_count_facts(solution), *_engine_facts(solution)]
    say_facts([*facts, *_folder_facts(solution)])


def _folder_facts(solution: Solution) -> list[tuple[str, str]]:
    folder = getattr(solution, "folder", None)
    if folder is None:
        return []
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    stored = (solution.representatives or solution.counts).states
    each = f"{size / stored:.2f} bytes a stored state"
    return [("folder", f"{folder}, {size_words(size)}, {each}")]


def _start_facts(solution: Solution) -> list[tuple[str, str]]:
    puzzle = solution.game.players == 1
    start = solution.probe(solution.start, seat=0)
    sides = sides_of(solution.rules)
    mover = sides.mover(sides.first)
    words = state_words(start.value, start.remoteness, puzzle=puzzle, mover=mover)
    if start.score is not None:
        words = points_words(solution.rules, start.score, start.remoteness or 0, mover=mover)
        if not puzzle:
            words += f"; {ahead_words(solution.rules, start.score, sides.first)}"
    elif not puzzle:
        words += f"; {winner_words(sides, start.value, sides.first)}"
    facts = [("start", words)]
    if start.moves:
        facts.append(("first moves", _first_moves(solution, start)))
    return facts


def _first_moves(solution: Solution, start: Record) -> str:
    """The best moves of the start; those of them that are perfect, where not all are."""
    rules = solution.rules
    best = [move.move for move in start.moves if move.best]
    perfect = [move.move for move in start.moves if move.perfect]
    if start.value is Value.LOSS and start.score is None:
        text = "every move loses"
        hint = "" if len(perfect) == len(best) else f"; longest: {listed(rules, perfect)}"
        return text + hint
    if len(start.moves) == 1:
        return f"{listed(rules, best)}, the only one"
    one, many = ("keeps", "keep") if start.value is Value.DRAW else ("wins", "win")
    what = " the draw" if start.value is Value.DRAW else ""
    if solution.game.players == 1:
        one, many, what = "leads", "lead", " to the end"
    if start.score is not None:
        one, many, what = "keeps", "keep", " the score"
    if len(best) == len(start.moves):
        text = f"all {len(best):,} {many}{what}"
    else:
        verb = one if len(best) == 1 else many
        text = f"{listed(rules, best)} ({len(best):,} of {len(start.moves):,} {verb}{what})"
    if len(perfect) < len(best):
        text += f"; soonest: {listed(rules, perfect)}"
    return text


def _count_facts(solution: Solution) -> list[tuple[str, str]]:
    counts = solution.counts
    kind = _kind(solution)
    facts = [("states", _counts_words(counts, kind))]
    same = solution.representatives
    if same is not None:
        facts.append(("up to symmetry", _counts_words(same, kind)))
    facts.append(("moves", f"{counts.moves:,}"))
    longest = None if solution.rules.scoring else solution.longest_win
    if longest is not None:
        state, remoteness = longest
        words = value_words(Value.WIN, remoteness, puzzle=solution.game.players == 1)
        text = solution.rules.text(state)
        name = "farthest" if solution.game.players == 1 else "longest win"
        facts.append((name, f"{words}, from\n{text}" if "\n" in text else f"{words}, from {text}"))
    return facts


def _kind(solution: Solution) -> tuple[str, str, str]:
    """What is said of states that are wins, draws and losses."""
    if solution.game.players == 2:
        return ("won", "drawn", "lost")
    if solution.rules.scoring:
        return ("with points to win", "with none", "with points to lose")
    return ("solvable", "not solvable", "not solvable")


def _counts_words(counts: Counts, kind: tuple[str, str, str]) -> str:
    whole, (won, drawn, lost) = counts.states, kind
    parts = [(counts.wins, won), (counts.draws, drawn), (counts.losses, lost)]
    if drawn == lost:
        parts = [(counts.wins, won), (counts.draws + counts.losses, lost)]
    said = ", ".join(f"{part:,} {name} ({percent(part, whole)})" for part, name in parts if part)
    lines = [f"{whole:,}: {said}", f"{counts.terminal:,} of them terminal"]
    if counts.endless:
        lines[1] += f"; {counts.endless:,} of the draws endless"
    return "\n".join(lines)


def _engine_facts(solution: Solution) -> list[tuple[str, str]]:
    seconds = solution.seconds
    stored = solution.representatives or solution.counts
    text = f"{solution.engine}, {seconds:.2f} s"
    if seconds >= MEASURABLE:
        text += f", {speed(stored.states, seconds)}"
    facts = [("engine", text)]
    if solution.why:
        facts.append(("", f"not compiled: {solution.why}"))
    return facts
