"""Games that say `impartial = True`: what falsifies it is found, and nothing else is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from perfectplay import Game, Value, check_game, grundy
from perfectplay.cli.main import run as cli
from perfectplay.conformance.report import Report
from perfectplay.core.errors import NotImpartialError


class Base(Game):
    impartial: ClassVar[bool] = True
    stuck: Any = Value.LOSS

    def outcome(self, state: Any) -> Any:
        return None


class Stones(Base):
    """Take one stone, or two: whose turn it is stands in the state. Truly impartial."""

    TAKES: ClassVar[tuple[tuple[int, ...], tuple[int, ...]]] = ((1, 2), (1, 2))

    def start(self) -> Any:
        return self.state(7, 0)

    def state(self, stones: int, seat: int) -> Any:
        return (stones, seat)

    def read(self, state: Any) -> tuple[int, int]:
        return (state[0], state[1])

    def moves(self, state: Any) -> Any:
        stones, seat = self.read(state)
        return [take for take in self.TAKES[seat] if take <= stones]

    def play(self, state: Any, move: Any) -> Any:
        stones, seat = self.read(state)
        return self.state(stones - move, 1 - seat)


class Player(Stones):
    def player(self, state: Any) -> int:
        return self.read(state)[1]


class Named(NamedTuple):
    stones: int
    turn: int


@dataclass(frozen=True)
class Frozen:
    stones: int
    turn: str


class AsNamed(Player):
    def state(self, stones: int, seat: int) -> Any:
        return Named(stones, seat)


class AsText(Player):
    def state(self, stones: int, seat: int) -> Any:
        return f"{'LR'[seat]}{stones}"

    def read(self, state: Any) -> tuple[int, int]:
        return int(state[1:]), "LR".index(state[0])


class AsObject(Player):
    def state(self, stones: int, seat: int) -> Any:
        return Frozen(stones, ("left", "right")[seat])

    def read(self, state: Any) -> tuple[int, int]:
        return state.stones, ("left", "right").index(state.turn)


class AsInteger(Player):
    """Nothing in an integer is a field: `turned` says it."""

    def state(self, stones: int, seat: int) -> Any:
        return stones * 2 + seat

    def read(self, state: Any) -> tuple[int, int]:
        return state // 2, state % 2

    def turned(self, state: Any) -> Any:
        return state ^ 1


class OnlyTurned(Stones):
    """Nothing says who is to move, but how to change it."""

    def turned(self, state: Any) -> Any:
        return (state[0], 1 - state[1])


KINDS = [Player, AsNamed, AsText, AsObject, AsInteger, OnlyTurned]


def false(kind: type[Stones]) -> Stones:
    """The right player may take three stones, and not one."""
    made: Stones = type(kind.__name__, (kind,), {"TAKES": ((1, 2), (2, 3))})()
    return made


def by_definition(game: Any, state: Any) -> int:
    """The least number that is not the Grundy value of a state after a move."""
    moves = game.moves(state) if game.outcome(state) is None else ()
    after = {by_definition(game, game.play(state, move)) for move in moves}
    return min(set(range(len(after) + 1)) - after)


def faults(report: Report) -> list[str]:
    return [finding.promise for finding in report.findings]


@pytest.mark.parametrize("kind", KINDS)
def test_moves_that_depend_on_the_turn(kind: type[Stones]) -> None:
    game = false(kind)
    report = check_game(game, compiled=False)
    assert set(faults(report)) == {"impartial-turn"}
    [finding] = report.findings
    assert "with the other player to move" in finding.message
    assert finding.message.startswith("the moves are ")
    assert finding.state is not None
    with pytest.raises(NotImpartialError, match=r"says impartial = True, and the moves"):
        grundy(game)


@pytest.mark.parametrize("kind", KINDS)
def test_moves_that_do_not(kind: type[Stones]) -> None:
    report = check_game(kind(), compiled=False)
    assert (faults(report), [n for n in report.notes if "impartial" in n]) == ([], [])
    assert grundy(kind()).start == 7 % 3


def test_a_turn_that_is_not_said_is_a_note() -> None:
    """The field may belong to the position: then all is right."""
    game = false(Stones)
    report = check_game(game, compiled=False)
    assert faults(report) == []
    [note] = [note for note in report.notes if "impartial = True" in note]
    assert "say whose turn it is with player(state)" in note
    assert grundy(game).start == by_definition(game, game.start())
    assert not any("impartial" in note for note in check_game(Stones(), compiled=False).notes)


class Dominoes(Base):
    """Domineering on 2x3 cells as a beginner may write it: the board alone gives the turn away, so
    that no two states that plays reach differ in the turn alone."""

    def start(self) -> Any:
        return (*[0] * 6, 0)

    def moves(self, state: Any) -> Any:
        pairs = ((0, 3), (1, 4), (2, 5)) if state[6] == 0 else ((0, 1), (1, 2), (3, 4), (4, 5))
        return [pair for pair in pairs if not any(state[cell] for cell in pair)]

    def play(self, state: Any, move: Any) -> Any:
        cells = list(state[:6])
        for cell in move:
            cells[cell] = 1
        return (*cells, 1 - state[6])

    def player(self, state: Any) -> int:
        return int(state[6])


def test_a_board_that_gives_the_turn_away() -> None:
    assert faults(check_game(Dominoes(), compiled=False)) == ["impartial-turn"]
    with pytest.raises(NotImpartialError):
        grundy(Dominoes())


class Marks(Base):
    """On a strip of four cells a player marks one with their own letter; two marks side by side,
    whose they may be, end the play. So both have the same moves, but for the letters."""

    SAME: ClassVar[bool] = True

    def start(self) -> Any:
        return "....X"

    def player(self, state: Any) -> int:
        return "XO".index(state[4])

    def moves(self, state: Any) -> Any:
        return [cell for cell in range(4) if state[cell] == "."]

    def play(self, state: Any, move: Any) -> Any:
        letter = state[4]
        return f"{state[:move]}{letter}{state[move + 1 : 4]}{'XO'[letter == 'X']}"

    def outcome(self, state: Any) -> Any:
        row = state[:4]
        pairs = [row[i : i + 2] for i in range(3)]
        if self.SAME:
            return Value.LOSS if any("." not in pair for pair in pairs) else None
        return Value.LOSS if "XX" in pairs or "OO" in pairs else None


class OwnMarks(Marks):
    """Only two of the same letter end it: who is to move then matters, and the cells do not show
    it."""

    SAME = False


def test_marks_of_the_players() -> None:
    assert faults(check_game(Marks(), compiled=False)) == []
    assert grundy(Marks()).start == by_definition(Marks(), Marks().start())
    report = check_game(OwnMarks(), compiled=False)
    assert set(faults(report)) == {"impartial-turn"}
    assert "do not lead on as those in" in report.findings[0].message


class Careful(Player):
    """States that no play reaches raise: they are no states."""

    def moves(self, state: Any) -> Any:
        assert (7 - state[0] + state[1]) % 2 == 0, "no such state"
        return [1] if state[0] else []


class Count(Player):
    """The ends of a seat's own count of plies, which is no turn, look like one for a while."""

    def start(self) -> Any:
        return (7, 0, 0)

    def state(self, stones: int, seat: int) -> Any:
        return (stones, seat, seat)


def test_what_cannot_be_known_is_no_fault() -> None:
    assert faults(check_game(Careful(), compiled=False)) == []
    assert grundy(Careful()).start == 1
    assert faults(check_game(Count(), compiled=False)) == []  # two fields look like the turn


def test_a_wrong_turned_is_not_taken_for_more() -> None:
    class NoWayBack(Player):
        def turned(self, state: Any) -> Any:
            return (0, 0)

    class Raises(Player):
        def turned(self, state: Any) -> Any:
            raise ZeroDivisionError

    for game in (NoWayBack(), Raises()):
        assert faults(check_game(game, compiled=False)) == []
        assert grundy(game).start == 1


def test_loops_and_large_trees_end() -> None:
    class Loops(Player):
        def play(self, state: Any, move: Any) -> Any:
            return ((state[0] - move) % 7, 1 - state[1])

        def moves(self, state: Any) -> Any:
            return [1, 2]

    class Large(Player):
        TAKES = ((1, 2, 3), (1, 2, 3))

        def start(self) -> Any:
            return (20_000, 0)

    assert faults(check_game(Loops(), compiled=False, samples=500)) == []
    assert faults(check_game(Large(), compiled=False, samples=5_000, max_seconds=20)) == []


def test_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("takes.py").write_text(
        "from perfectplay import Game, Value\n\n"
        "class Takes(Game):\n    impartial = True\n    stuck = Value.LOSS\n"
        "    def start(self):\n        return (7, 0)\n"
        "    def moves(self, state):\n"
        "        return [n for n in ((1, 2), (2, 3))[state[1]] if n <= state[0]]\n"
        "    def play(self, state, move):\n        return (state[0] - move, 1 - state[1])\n"
        "    def player(self, state):\n        return state[1]\n"
        "    def outcome(self, state):\n        return None\n"
    )
    assert cli(["check", "takes.py"]) == 1
    assert "impartial-turn: the moves are " in capsys.readouterr().out
    assert cli(["grundy", "takes.py"]) == 2
    err = capsys.readouterr().err
    assert (err.count("\n"), "Takes says impartial = True" in err) == (1, True)
