"""A page for each game of the library: its rules, its figures with their sources, a live board.

Nothing on these pages is typed in: the rules are docstrings, the figures are those of ``KNOWN``,
which tests/games/test_games.py compares with solves, and the board is solved when it is written.
"""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generate.live_boards import LATE, WITHOUT, Board, make_boards, plain_picture
from generate.written import clear, write
from perfectplay import Game
from perfectplay.core.value import Value
from perfectplay.game.naming import GAMES
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.titles import category_of, game_title
from perfectplay.registry.address import load_class, load_game
from perfectplay.registry.parameter_texts import parameter_text
from perfectplay.registry.parameters import defaults_of

COLUMNS: dict[str, str] = {
    "states": "states",
    "representatives": "up to symmetry",
    "terminal": "ends",
    "wins": "won",
    "draws": "drawn",
    "losses": "lost",
    "value": "the start is",
    "score": "score",
    "remoteness": "plies",
    "best": "best first moves",
    "longest_win": "longest win",
    "longest_loss": "longest loss",
}
"""Figures of `PublishedValues` and the heads of their columns."""


def write_game_pages(docs: Path, names: Sequence[str]) -> None:
    """Write games/NAME.rst for each game, games/index.rst, and the boards in _made/boards/."""
    boards = make_boards(list(names), docs / "_made" / "extra" / "boards")
    for name in names:
        write(docs / "games" / f"{name}.rst", game_page(name, boards.get(name)))
    write(docs / "games" / "index.rst", index_page(names, boards))
    clear(docs / "games", {"index.rst", *(f"{name}.rst" for name in names)})


def game_page(name: str, board: Board | None) -> str:
    """The page of a game, as reStructuredText: docstrings are written in it."""
    cls = load_class(name)
    game = cls if isinstance(cls, type) else type(cls)
    first, _, more = as_rest(inspect.getdoc(inspect.getmodule(game)) or "").partition("\n\n")
    parts = [
        _heading(game_title(load_game(name), name), "="),
        _summary(game) or first,
        _heading("Play it", "-"),
        _board(name, board),
        *([_heading("Rules, states and moves", "-"), more] if more else []),
        *_parameters(game),
        _heading("Known figures", "-"),
        _figures(game, getattr(game, "KNOWN", ())),
        _heading("On your machine", "-"),
        _commands(name),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def index_page(names: Sequence[str], boards: Mapping[str, Board]) -> str:
    """The page of all games: a card with a picture for each."""
    parts = [
        _heading("Games", "="),
        "Every game of the library has a page: its rules, its parameters, figures with their "
        "sources, and a board on which you can play it. The picture on a card is the first "
        "position of that board, with the value of each move.",
    ]
    by_category: dict[str, list[str]] = {}
    for name in names:
        by_category.setdefault(category_of(load_game(name)), []).append(name)
    for category, here in by_category.items():
        parts += [_heading(category, "-"), _cards(here, boards)]
    parts.append(_toctree(names))
    return "\n\n".join(parts) + "\n"


def as_rest(doc: str) -> str:
    """A docstring as reStructuredText: paragraphs that are indented are drawings, and stay so.

    >>> print(as_rest("A board:\\n\\n      . x\\n    . . .\\n\\nMove: a cell."))
    A board:
    <BLANKLINE>
    ::
    <BLANKLINE>
           . x
         . . .
    <BLANKLINE>
    Move: a cell.
    """
    parts: list[str] = []
    drawing = False
    for block in doc.split("\n\n"):
        indented = block.startswith("    ")
        if indented and not drawing:
            parts.append("::")
        parts.append(_indented(block, 1) if indented else _linked(block))
        drawing = indented
    return "\n\n".join(parts)


def _linked(text: str) -> str:
    """Text whose addresses are whole links: by itself, reStructuredText ends one at a bracket.

    >>> _linked("See https://example.org/a_(b), too.")
    'See `https://example.org/a_(b) <https://example.org/a_(b)>`__, too.'
    >>> _linked("(https://example.org/)")
    '(`https://example.org/ <https://example.org/>`__)'
    """
    return re.sub(r"https?://[^\s<>`]+", _link, text)


def _link(found: re.Match[str]) -> str:
    address, rest = found[0], ""
    while address[-1] in ".,;:" or (address[-1] == ")" and address.count("(") < address.count(")")):
        address, rest = address[:-1], address[-1] + rest
    return f"`{address} <{address}>`__{rest}"


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * max(4, len(text))}"


def _indented(text: str, by: int = 3) -> str:
    return "\n".join(" " * by + line if line.strip() else "" for line in text.splitlines())


def _summary(game: type[Game]) -> str:
    """The docstring of the class, unless dataclass has made it."""
    doc = inspect.getdoc(game) or ""
    return "" if doc.startswith(f"{game.__name__}(") else as_rest(doc)


def _board(name: str, board: Board | None) -> str:
    if board is None:
        return f"{WITHOUT[name]} Its start:\n\n" + _raw(plain_picture(name))
    which = "The board below is the usual game."
    if name in LATE:
        which = (
            f"The whole game is too large for a page. The board below begins after {LATE[name]} "
            "plies, each the first move in the order of the rules."
        )
    elif board.smaller:
        which = f"The usual game is too large for a page. The board below is ``{board.address}``."
    address = f"../boards/{name}/index.html#v=1"
    title = html.escape(f"{game_title(load_game(name), name)}, live")
    frame = (
        f'<iframe class="live-board" src="{address}" title="{title}" '
        'loading="lazy"></iframe>\n'
        f'<p class="live-board-link"><a href="{address}">'
        "Open the board on a page of its own</a></p>"
    )
    return (
        f"{which} It has {board.states:,} states; for the player who begins, perfect play gives "
        f"{board.answer}. The labels on the moves are their values: **W**\\ in, **D**\\ raw or "
        f"**L**\\ oss, and the plies to the end.\n\n{_raw(frame)}"
    )


def _parameters(game: type[Game]) -> list[str]:
    defaults = defaults_of(game)
    if not defaults:
        return []
    rows = [(f"``{name}``", f"``{parameter_text(value)}``") for name, value in defaults.items()]
    return [_heading("Parameters", "-"), _table(("parameter", "default"), rows)]


def _figures(game: type[Game], known: Iterable[PublishedValues]) -> str:
    rows = list(known)
    if not rows:
        return "No figures of this game are published."
    used = {key: head for key, head in COLUMNS.items() if any(_has(row, key) for row in rows)}
    several = any(row.parameters for row in rows)
    sources = list(dict.fromkeys(row.source for row in rows))
    numbered = len(sources) > 1
    head = [*(["parameters"] if several else []), *used.values(), *(["source"] * numbered)]
    cells = [
        [
            *([_given(row)] if several else []),
            *(_figure(game, row, key) for key in used),
            *([f"{sources.index(row.source) + 1}"] * numbered),
        ]
        for row in rows
    ]
    words = (
        "An empty cell is a figure that the source does not give. Won, drawn and lost states are "
        "counted for the player to move. The tests of perfectplay compare each row with a solve."
    )
    if numbered:
        listed = "\n".join(f"{i}. {_escaped(text)}" for i, text in enumerate(sources, start=1))
        named = f"Sources:\n\n{listed}"
    else:
        named = f"Source: {_escaped(sources[0])}."
    return f"{words}\n\n{_table(head, cells)}\n\n{named}"


def _has(row: PublishedValues, key: str) -> bool:
    return getattr(row, key) is not None


def _given(row: PublishedValues) -> str:
    texts = [f"``{key}={parameter_text(value)}``" for key, value in row.parameters.items()]
    return " ".join(texts) or "the defaults"


def _figure(game: type[Game], row: PublishedValues, key: str) -> str:
    value = getattr(row, key)
    if value is None:
        return ""
    if isinstance(value, Value):
        words = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}
        solved = {Value.WIN: "solvable", Value.LOSS: "not solvable", Value.DRAW: "a draw"}
        return (solved if game.players == 1 else words)[value]
    if isinstance(value, tuple):
        return ", ".join(f"``{text}``" for text in value)
    return f"{value:,}"


def _commands(name: str) -> str:
    return (
        "::\n\n"
        f"   perfectplay games {name}      # these rules, in the terminal\n"
        f"   perfectplay plan {name}       # an estimate of its size\n"
        f"   perfectplay solve {name}      # who wins, in how many plies\n"
        f"   perfectplay serve {name}      # play it in a browser"
    )


def _cards(names: Iterable[str], boards: Mapping[str, Board]) -> str:
    cards = []
    for name in names:
        picture = boards[name].picture if name in boards else plain_picture(name)
        facts = (
            f"{boards[name].states:,} states; {boards[name].answer}"
            if name in boards
            else "one position of many"
        )
        card = (
            f".. grid-item-card:: {game_title(load_game(name), name)}\n"
            f"   :link: {name}\n   :link-type: doc\n   :class-card: game-card\n\n"
            f"{_indented(_raw(picture))}\n\n   {facts}"
        )
        cards.append(_indented(card))
    return ".. grid:: 1 2 3 3\n   :gutter: 3\n\n" + "\n\n".join(cards)


def _toctree(names: Iterable[str]) -> str:
    return ".. toctree::\n   :hidden:\n\n" + _indented("\n".join(names))


def _raw(markup: str) -> str:
    return f".. raw:: html\n\n{_indented(markup)}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: auto", "   :class: figures", ""]
    for row in (head, *rows):
        for place, cell in enumerate(row):
            lines.append(f"   {'*' if place == 0 else ' '} - {cell}".rstrip())
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """Text without meaning for reStructuredText."""
    return "".join(f"\\{sign}" if sign in "\\*`|_" else sign for sign in text)


def all_games() -> list[str]:
    """The names of all games of the library.

    >>> "nim" in all_games()
    True
    """
    return list(GAMES)
