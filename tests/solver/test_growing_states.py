"""What `solve` says of states that become longer with each move."""

from __future__ import annotations

import pytest

from forced_levels import force_levels
from games_to_solve import Chain
from growing_games import (
    Packed,
)
from perfectplay import Game, Value, solve
from perfectplay.core.errors import EndlessGameError, MemoryBudgetError, StateLimitError
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Progress
from perfectplay.solver.estimate.forecast import forecast


class ToTheLast(Chain):
    """The largest state there can be, with a loop."""

    def start(self):
        return 2**63 - 4

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        if move or state == 2**63 - 1:
            return 2**63 - 4
        return state + 1

    def outcome(self, state):
        return Value.LOSS if state == 5 else None


@pytest.mark.parametrize("way", ["interpreted", "compiled", "levels"])
def test_the_largest_state(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(ToTheLast(), method="interpreted" if way == "interpreted" else "compiled")
    assert len(solution) == 4
    assert solution.counts.moves == 8
    assert 2**63 - 1 in solution


class Diary(Game):
    """A walk on a ring whose states keep all moves so far; it need not end."""

    def start(self) -> tuple[int, str]:
        return 0, ""

    def moves(self, state: tuple[int, str]) -> list[int]:
        return [1, 2, 3, 4]

    def play(self, state: tuple[int, str], move: int) -> tuple[int, str]:
        return (state[0] + move) % 12, state[1] + str(move)

    def outcome(self, state: tuple[int, str]) -> Value | None:
        return Value.LOSS if state[0] == 11 else None


def test_states_that_keep_all_moves_are_named_early() -> None:
    """Once, and long before the states are too many."""
    notes: list[tuple[int, str]] = []

    def hear(progress: Progress) -> None:
        notes.extend((progress.states, note) for note in progress.notes)

    with pytest.raises(StateLimitError):
        solve(Diary(), max_states=30_000, method="interpreted", progress=hear)
    ((states, note),) = [one for one in notes if "nothing has changed but the length" in one[1]]
    assert states < 20_000
    assert "where nothing has changed but the length of field 1" in note
    assert note.endswith("if that never ends, the game never ends")


class LetterAndNumber(Game):
    """A letter and a number in one text; ``down``: the number falls to 0, which ends the game."""

    def __init__(self, *, down: bool = False) -> None:
        self.down = down

    def start(self) -> str:
        return "a20000" if self.down else "a0"

    def moves(self, state: str) -> list[str]:
        return ["a", "b"]

    def play(self, state: str, move: str) -> str:
        return f"{move}{int(state[1:]) + (-1 if self.down else 1)}"

    def outcome(self, state: str) -> Value | None:
        return Value.LOSS if state[1:] == "0" and self.down else None


def test_a_number_that_rises_in_a_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.compiler.growth.growth.PUMPED", 1_000)
    notes: list[str] = []
    budget = resident_bytes() + (150 << 20)
    # in a process with much that is free the number of states is at its limit before memory is
    refused = (MemoryBudgetError, StateLimitError)
    with pytest.raises(refused, match=r"in the text.*if that never ends, the game") as no:
        solve(LetterAndNumber(), memory=budget, progress=lambda news: notes.extend(news.notes))
    assert "from 0 to 1; it can be played again and again" in str(no.value)
    assert sum("nothing has changed but the number in the text" in note for note in notes) == 1
    notes.clear()
    down = LetterAndNumber(down=True)
    assert len(solve(down, progress=lambda news: notes.extend(news.notes))) == 40_001
    assert not [note for note in notes if "never ends" in note]


def test_a_forecast_says_what_it_knows_of_the_end() -> None:
    with pytest.raises(EndlessGameError, match="the game grows without end: the move"):
        forecast(Packed(), seconds=0.5)
    found = forecast(Diary(), seconds=0.5)
    assert found.bounded
    assert "nothing has changed but the length of field 1" in found.why
