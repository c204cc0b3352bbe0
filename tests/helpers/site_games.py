"""Games that sites are made of in tests, and a site read back from its files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOX = '''
from perfectplay import Cells, Game, Piece, Value

ROADS = {0: (1, 4), 1: (0, 2, 5), 2: (1, 3, 5), 3: (2, 4, 5), 4: (0, 3), 5: (1, 2, 3)}
PLACES = [(1, 0), (2, 1), (1.6, 2), (0.4, 2), (0, 1), (1.2, 1.2)]

class Fox(Game):
    """A fox and a hunter go from village to village along roads, round and round; who cannot
    move out of the other\'s sight is caught. <b>Mind & look</b> </script> before "you" leap."""
    stuck = Value.LOSS

    def start(self):
        return (0, 3, 0)

    def moves(self, state):
        mover, other = state[state[2]], state[1 - state[2]]
        return [v for v in ROADS[mover] if v != other]

    def play(self, state, move):
        places = list(state[:2])
        places[state[2]] = move
        return (*places, 1 - state[2])

    def outcome(self, state):
        near = state[1] in ROADS[state[0]]
        return (Value.LOSS if state[2] == 0 else Value.WIN) if near and state[0] == 5 else None

    def player(self, state):
        return state[2]

    def text(self, state, seat):
        return f"fox {state[0]} </script><!-- {state[1]}\\nhunter\\u2028 é 🦊 {'fh'[state[2]]}"

    def parse(self, text):
        first, second = text.split("\\n")
        return (int(first[4]), int(first[-1]), "fh".index(second[-1]))

    def move_text(self, move):
        return f"to <{move}> & \\"on\\""

    def board(self, state, seat):
        pieces = {state[0]: Piece("F<", 0), state[1]: Piece("H", 1)}
        at = state[state[2]]
        joined = [(a, b) for a in ROADS for b in ROADS[a] if a < b]
        return Cells(PLACES, pieces, {move: (at, move) for move in self.moves(state)}, joined)
'''

VALUES = {1: "loss", 2: "draw", 3: "win"}


class Site:
    """The files of a site, read as docs/sites.md says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, Any] = {}
        told = self.content("site")
        self.size, self.count, self.texts = told["size"], told["positions"], told["texts"]

    def content(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = self._content(name)
        return self._read[name]

    def _content(self, name: str) -> Any:
        text = (self.folder / "data" / f"{name}.js").read_text(encoding="ascii")
        assert text.startswith(f'perfectplayData("{name}",')
        assert text.endswith(")\n")
        return json.loads(text[len(f'perfectplayData("{name}",') : -2])

    def position(self, number: int) -> dict[str, Any]:
        file = self.content(f"p{number // self.size}")
        text, seat, value, remoteness, picture, moves, *points = file["positions"][
            number % self.size
        ]
        made = [
            (self.move(file["choices"][choice]), after)
            for choice, after in zip(moves[::2], moves[1::2], strict=True)
        ]
        record = {
            "text": text, "value": VALUES[value], **scored(points), "remoteness": remoteness,
            "seat": seat, "terminal": not moves, "moves": [move for move, _ in made],
        }  # fmt: skip
        parts = [part if isinstance(part, str) else file["parts"][part] for part in picture]
        return {"record": record, "after": [a for _, a in made], "drawing": "".join(parts)}

    def reasons(self, number: int) -> list[list[str]]:
        """The sentences about a position, and about each of its moves."""
        size = self.content("site")["reasons"]
        file = self.content(f"w{number // size}")
        lists = [file["reasons"][one] for one in file["positions"][number % size]]
        texts = ["".join(file["parts"][part] for part in parts) for parts in file["sentences"]]
        return [[texts[one] for one in numbers] for numbers in lists]

    def move(self, choice: Sequence[Any]) -> dict[str, Any]:
        text, value, remoteness, grade, *points = choice
        return {
            "text": text, "value": VALUES[value], **scored(points), "remoteness": remoteness,
            "best": grade == 2, "keeps": grade > 0,
        }  # fmt: skip

    def find(self, text: str) -> list[list[Any]]:
        """The entries of a text in all files of texts."""
        files = [self.content(f"t{number}") for number in range(self.texts)]
        return [entry for file in files for entry in file if entry[0] == text]


def scored(points: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(("score", "score_text"), points, strict=False))
