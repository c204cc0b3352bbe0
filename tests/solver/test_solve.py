"""The arguments of `solve`, and the way it takes by itself."""

from __future__ import annotations

import pytest

from games_to_solve import METHODS, Chain, Piles, Planted, Steps
from perfectplay import Game, Value, solve
from perfectplay.core.errors import MethodError, StateLimitError
from perfectplay.core.progress import Progress
from random_games import AgainIntegers, AgainTuples


class Halves(Game):
    """States hold a fraction, which does not compile."""

    def start(self):
        return (0.5, 2)

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return (state[0], state[1] - move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 0 else None


def test_bad_arguments() -> None:
    game = Planted()
    for bad in (0, -1):
        with pytest.raises(ValueError, match="threads"):
            solve(game, threads=bad)
        with pytest.raises(ValueError, match="max_states"):
            solve(game, max_states=bad)
    for bad in ("2", 1.5, True):
        with pytest.raises(TypeError, match="threads"):
            solve(game, threads=bad)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="max_states"):
            solve(game, max_states=bad)  # type: ignore[arg-type]
    with pytest.raises(MethodError, match="auto, compiled, interpreted, reference"):
        solve(game, method="fast")
    with pytest.raises(TypeError, match=r"Planted\(\)"):
        solve(Planted)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a game"):
        solve(None)  # type: ignore[arg-type]


def test_max_states_is_the_most_that_may_be() -> None:
    for method in METHODS:
        assert len(solve(Planted(), method=method, max_states=12)) == 12
        with pytest.raises(StateLimitError) as problem:
            solve(Planted(), method=method, max_states=11)
        assert problem.value.states >= 11
        assert "max_states" in str(problem.value)


def test_what_does_not_compile_says_why() -> None:
    with pytest.raises(MethodError, match=r"0\.5 in field 0"):
        solve(Halves(), method="compiled")
    with pytest.raises(MethodError, match="a tuple has another length"):
        solve(Piles((1, 2), "nested"), method="compiled")

    class Large(Steps):
        def start(self):
            return (self.length, 2**40, 2**40)

        def play(self, state, move):
            return (state[0] - 1, state[2] - 2**40, state[1])

        def outcome(self, state):
            return Value.LOSS if state[0] == 0 else None

    with pytest.raises(MethodError, match="63 bits"):
        solve(Large(5), method="compiled")
    assert solve(Large(5)).remoteness((5, 2**40, 2**40)) == 5
    functions = Game.from_functions(
        2, [1], lambda m, s: s - m if id(s) else False, lambda s: 0 if not s else "undecided"
    )
    with pytest.raises(MethodError, match="id does not compile"):
        solve(functions, method="compiled")


def test_small_games_never_wait_for_a_compiler() -> None:
    for game in (Planted(), AgainIntegers(9), AgainTuples(9)):
        solution = solve(game)
        assert (solution.engine, solution.why) == ("interpreted", None)


def test_large_games_are_compiled_or_say_why_not() -> None:
    large = solve(Chain(60_000), threads=1)  # with two, the interpreter may be done first
    assert (large.engine, large.why) == ("compiled", None)

    class Grows(Steps):
        """Tuples that change their length late."""

        def start(self):
            return (self.length,)

        def play(self, state, move):
            return (state[0] - 1,) if state[0] > 10 else (state[0] - 1, 0)

        def outcome(self, state):
            return Value.LOSS if state[0] == 0 else None

    told: list[tuple[str, int]] = []
    solution = solve(
        Grows(250_000),
        threads=1,
        progress=lambda p: told.extend((note, p.states) for note in p.notes),
    )
    assert solution.engine == "interpreted"
    assert solution.why
    because, *rest = [note for note, _ in told]
    assert because == f"interpreted, because {solution.why}"
    assert [note.partition(":")[0] for note in rest] == ["forecast", "plan"]
    assert "no estimate: new levels were still being found when sampling ended" in rest[0]
    assert solution.remoteness((250_000,)) == 250_000
    assert len(solution) == 250_001

    class Words(Steps):
        def start(self):
            return str(self.length)

        def play(self, state, move):
            return str(int(state) - 1)

        def outcome(self, state):
            return Value.LOSS if state == "0" else None

    words = solve(Words(60_000), threads=1)
    assert words.engine == "interpreted"
    assert "str" in str(words.why)
    assert words.remoteness("60000") == 60_000


def test_progress() -> None:
    told: list[Progress] = []
    solve(Chain(200_000), progress=told.append)
    stages = [p.stage for p in told]
    for stage in ("exploring", "compiling", "resolving"):
        assert stage in stages
    assert all(p.done <= (p.total or p.done) and p.seconds >= 0 for p in told)
    assert [p.seconds for p in told] == sorted(p.seconds for p in told)


class Marked(Game):
    """Two heaps and a mark that no move changes, although states with the other mark are equal."""

    def start(self) -> tuple[int, int, int]:
        return 6, 6, 1

    def moves(self, state: tuple[int, int, int]) -> list[int]:
        return [heap for heap in (0, 1) if state[heap]]

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        left, right, mark = state
        return left - (move == 0), right - (move == 1), mark

    def outcome(self, state: tuple[int, int, int]) -> Value | None:
        return Value.LOSS if state[:2] == (0, 0) else None

    def symmetries(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        left, right, mark = state
        return [(a, b, m) for a, b in ((left, right), (right, left)) for m in (mark, -mark)]


def test_states_that_cannot_be_counted_within_the_limits() -> None:
    """Of 49 states, 28 stand for all; the images of the start are not reached."""
    assert solve(Marked()).counts.states == 49
    with pytest.raises(StateLimitError, match=r"^the game is solved up to symmetry, but .* 30 st"):
        solve(Marked(), max_states=30)
    assert solve(Marked(), max_states=49).counts.states == 49
