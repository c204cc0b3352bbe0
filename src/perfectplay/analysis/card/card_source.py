"""A card as a Python file: a strategy that `prove` accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay.analysis.card.card_candidates import CardRule
from perfectplay.analysis.card.own_features import OwnFeature
from perfectplay.core.value import Move, State
from perfectplay.game.game import Game
from perfectplay.game.showing import one_line, shown, shown_move
from perfectplay.game.texts.lasting_repr import lasting_repr

PLACE = "perfectplay.analysis.card"
"""Where the modules are that a file needs."""

_HELPERS = ("gcd", "nim_sum", "pairs_up")

ANSWER = "card"
"""The name of the strategy in the file."""

_PLAY = f'''

def {ANSWER}(game, state):
    """The first of these moves; None if no rule fits."""
    return next(iter(moves(game, state)), None)
'''


@dataclass(frozen=True)
class CardException:
    """A position in which a card names the move. ``number``: of the move among the legal ones, from
    0."""

    state: State
    text: str
    move: Move
    move_text: str
    number: int


def source_of(
    game: Game,
    about: str,
    seat: int,
    rules: Sequence[CardRule],
    exceptions: Iterable[CardException],
    own: Sequence[OwnFeature],
) -> str:
    """The text of a Python file with the functions ``moves`` and ``card``. ``about``: its first
    line."""
    codes = [rule.code for rule in rules]
    exceptions = list(exceptions)
    helpers = [name for name in _HELPERS if any(f"{name}(" in code for code in codes)]
    used = [one for one in own if any(f"{one.name}(" in code for code in codes)]
    lines = [_quoted(about), ""]
    lines += dict.fromkeys(line for one in used for line in one.import_lines())
    lines.append(f"from {PLACE}.facts_of_moves import move_facts")
    if helpers:
        lines.append(f"from {PLACE}.numbers_of_states import {', '.join(helpers)}")
    if exceptions:
        lines.append("from perfectplay.game.texts.lasting_repr import lasting_repr")
        lines += ["", "# positions, and which of the legal moves to play, from 0", "EXCEPTIONS = {"]
        for one in exceptions:
            comment = f"{shown(game, one.state)}: {shown_move(game, one.move)}"
            key = lasting_repr(one.state)
            lines.append(f"    {key!r}: {one.number},  # {one_line(comment)}")
        lines.append("}")
    lines += [
        "", "", "def moves(game, state):",
        '    """The moves that the card allows; any of them will do."""',
        f"    options = move_facts(game, state, seat={seat})",
    ]  # fmt: skip
    if exceptions:
        lines += [
            "    number = EXCEPTIONS.get(lasting_repr(state))",
            "    if number is not None:",
            "        return [options[number].move]",
        ]
    lines += ["    if len(options) == 1:", "        return [options[0].move]"]
    lines += _chosen(rules, codes)
    return "\n".join(lines) + "\n" + _PLAY


def _chosen(rules: Sequence[CardRule], codes: Sequence[str]) -> list[str]:
    if not rules:
        return ["    return []"]
    lines = ["    chosen = ("]
    for number, (rule, code) in enumerate(zip(rules, codes, strict=True)):
        lines.append(f"        # {number + 1}. {one_line(rule.words)}")
        lines.append(f"        {'or ' if number else ''}{code}")
    return [*lines, "    )", "    return [m.move for m in chosen]"]


def _quoted(about: str) -> str:
    """The first line of a file, safe within three quotes."""
    safe = one_line(about).replace("\\", "/").replace('"""', "'''")
    return f'"""{safe}"""'


def run_source(
    source: str, own: Sequence[OwnFeature]
) -> tuple[Callable[[Game, State], list[Move]], Callable[[Game, State], Move | None]]:
    """The functions ``moves`` and ``card`` of the text of a card."""
    names: dict[str, Any] = {"__name__": "perfectplay_card"}
    lines = {line for one in own for line in one.import_lines()}
    text = "\n".join(line for line in source.split("\n") if line not in lines)
    names.update({one.name: one.function for one in own})
    exec(compile(text, "<card>", "exec"), names)  # our own text
    return names["moves"], names[ANSWER]


def write_source(path: Path | str, source: str) -> None:
    """Write the file, which replaces an earlier one as a whole. Raises StoreError."""
    from perfectplay.tablebase.store.atomic_files import write_whole

    write_whole(Path(path), source.encode())
