"""Files of Gambit: what they mean, against a slow reader's own tree, and what is refused."""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from perfectplay import Solution, game_from_efg, game_from_tree, solve
from perfectplay.core.errors import GameFileError, TreeError
from perfectplay.registry.address import load_game

# written by Gambit 16.7, but for its numbers and names
BY_GAMBIT = r"""EFG 2 R "A \"small\" one" { "Al" "Bo" }
"who says what"

p "" 2 1 "" { "m0" "m1" } 0
p "in between" 1 1 "" { "a/b" "~" } 4 "fee" { -1, 1 }
t "" 2 "o1" { 8, -7 }
t "" 1 "o0" { -4, 5 }
t "" 1
"""


def written(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "game.efg"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_file_of_gambit(tmp_path: Path) -> None:
    """The first player is player 2 of the file; ends pay 1 in all, so that half a point is left
    out; what a node between pays counts for the ends below it."""
    game = game_from_efg(written(tmp_path, BY_GAMBIT))
    assert (game.name, game.unit) == ('A "small" one', Fraction(1, 2))
    same = game_from_tree(
        {"m0": {"a/b": Fraction(-13, 2), "~": Fraction(11, 2)}, "m1": Fraction(9, 2)}
    )
    assert (game.nodes, game.unit) == (same.nodes, same.unit)
    solution = solve(game)
    assert solution.best_moves("/") == ["m1"]
    assert game.score_text(solution.score("/")) == "4.5"
    assert solution.best_moves("/m0") == ["a/b"]


@dataclass
class Written:
    """A random game, written node by node, and its tree with utilities of player 1."""

    chance: random.Random
    total: Fraction
    lines: list[str] = field(default_factory=list)
    sets: list[int] = field(default_factory=lambda: [0, 0])

    def number(self) -> Fraction:
        return Fraction(self.chance.randint(-9, 9), self.chance.choice((1, 2, 4, 5)))

    def text(self, number: Fraction) -> str:
        if self.chance.random() < 0.5:
            return str(number)
        return f"{float(number):.2f}" if self.chance.random() < 0.5 else f"{float(number):.3e}"

    def outcome(self, first: Fraction, second: Fraction) -> str:
        both = self.text(first) + self.chance.choice((", ", " ", ",")) + self.text(second)
        return f'{len(self.lines) + 1} "" {{ {both} }}'

    def tree(self, depth: int, paid: Fraction) -> object:
        if depth == 0 or self.chance.random() < 0.2:
            own = self.number()
            self.lines.append(f't "" {self.outcome(own, self.total - own)}')
            return paid + own
        player = self.chance.randint(1, 2)
        self.sets[player - 1] += 1
        moves = [f"m{n}" for n in range(self.chance.randint(1, 3))]
        fee = self.number() if self.chance.random() < 0.3 else Fraction(0)
        pays = self.outcome(fee, -fee) if fee else "0"
        names = " ".join(f'"{move}"' for move in moves)
        self.lines.append(f'p "" {player} {self.sets[player - 1]} "" {{ {names} }} {pays}')
        below = {move: self.tree(depth - 1, paid + fee) for move in moves}
        return (player, below)


def least_and_most(tree: object) -> Fraction:
    """What player 1 gets, by the definition."""
    if isinstance(tree, Fraction):
        return tree
    player, below = tree  # type: ignore[misc]
    worths = [least_and_most(child) for child in below.values()]
    return max(worths) if player == 1 else min(worths)


@pytest.mark.parametrize("seed", range(40))
def test_random_files(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    made = Written(chance, Fraction(chance.choice((0, 0, 1, 10))))
    tree = made.tree(4, Fraction(0))
    content = 'EFG 2 R "" { "one" "two" }\n' + "\n".join(made.lines)
    game = game_from_efg(written(tmp_path, content))
    worth = least_and_most(tree)
    if isinstance(tree, tuple) and tree[0] == 2:  # player 2 moves first
        worth = made.total - worth
    assert solve(game).score("/") * game.unit == worth - made.total / 2


def test_a_set_that_is_used_before_its_moves_are_named_again(tmp_path: Path) -> None:
    """Names of moves may be left out where the set is known; but then it has two nodes."""
    head = 'EFG 2 R "" { "a" "b" }\np "" 1 1 { "x" "" } 0\n'
    game = game_from_efg(written(tmp_path, head + 't "" 1 "" { 1, -1 }\nt "" 2 { 0 0 }\n'))
    assert list(game.moves("/")) == ["x", "2"]


def test_it_is_a_game_like_any_other(tmp_path: Path) -> None:
    path = written(tmp_path, BY_GAMBIT)
    game = load_game(str(path))
    solve(game, folder=tmp_path / "solved")
    path.unlink()
    copy = tmp_path / "solved" / "rules" / "game.efg"
    stored = Solution.open(tmp_path / "solved", load_game(str(copy)))
    assert stored.best_moves("/") == ["m1"]
    assert stored.best_moves("/m0") == ["a/b"]


HEAD = 'EFG 2 R "t" { "a" "b" }\n'
END = 't "" 1 "" { 1, -1 }\n'
FORK = 'p "" 1 1 "" { "l" "r" } 0\n'
NO_GAMES = [
    ("", GameFileError, "line 1: the file ends; expected EFG"),
    ("{}", GameFileError, "line 1: there is {; expected EFG"),
    ("NFG 1 R", GameFileError, "there is NFG; expected EFG"),
    ('EFG 1 R "t"', GameFileError, "expected 2, the version"),
    ('EFG 2 R "t', GameFileError, "line 1: a text in quotes has no end"),
    ('EFG 2 R "t" { "a" }\n' + END, TreeError, "has 1 player;"),
    ('EFG 2 R "t" { "a" "b" "c" }\n' + END, TreeError, "has 3 players;"),
    ('EFG 2 R "t" { "a" b }\n' + END, GameFileError, "there is b; expected the names"),
    (HEAD, GameFileError, "the file ends; expected p, c or t"),
    (HEAD + "x", GameFileError, "line 2: there is x; expected p, c or t"),
    (HEAD + '"" "p" "" 1', GameFileError, 'there is "p"; expected p, c or t'),
    (HEAD + 'c "" 1 "" { "h" 1/2 "t" 1/2 } 0\n', TreeError, "line 2: chance moves"),
    (HEAD + FORK + END, GameFileError, "line 4: the file ends; expected p, c or t"),
    (HEAD + END + END, GameFileError, "line 3: there is t; expected the end of the file"),
    (HEAD + 'p "" 3 1 "" { "l" } 0\n' + END, TreeError, "belongs to a player 3"),
    (HEAD + 'p "" 0 1 "" { "l" } 0\n' + END, GameFileError, "expected the player, 1 or 2"),
    (HEAD + 'p "" 1 1 "" { } 0\n' + END, GameFileError, "the names of the moves in braces"),
    (HEAD + 'p "" 1 1 "" { "l" "l" } 0\n' + END + END, TreeError, 'two moves named "l"'),
    (HEAD + FORK + FORK + END * 3, TreeError, 'line 3: player 1 cannot tell the node "/l" from'),
    (HEAD + 't "" 1 "" { 1, -1, 0 }', TreeError, "line 2: the payoffs are 1, -1, 0; expected"),
    (HEAD + 't "" 1 "" { 1, x }', TreeError, "the payoffs are 1, x; expected"),
    (HEAD + 't "" 1 "" { 1, 1/0 }', TreeError, "the payoffs are 1, 1/0; expected"),
    (HEAD + 't "" 1 "" { 1, 1e999999999 }', TreeError, "expected a number"),
    (HEAD + 't "" 1 "" { 1e30, -1e30 }', TreeError, "which 32 bits do not hold"),
    (HEAD + 't "" 1 "" { nan, nan }', TreeError, "expected a number"),
    (HEAD + 't "" 1', TreeError, "outcome 1 has no payoffs"),
    (HEAD + FORK + END + 't "" 2 "" { 3, 3 }', TreeError, 'get 6 together in the end "/r", and 0'),
    (
        HEAD + "".join(f'p "" 1 {n} "" {{ "l" }} 0\n' for n in range(6_000)) + END,
        TreeError,
        "more than 5,000 moves",
    ),
]


@pytest.mark.parametrize(("content", "kind", "expected"), NO_GAMES)
def test_what_is_no_game_of_ours(
    content: str, kind: type[Exception], expected: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(kind) as error:
        game_from_efg(path)
    assert expected in str(error.value)
    assert str(error.value).startswith(str(path))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match="cannot be read: No such file"):
        load_game(str(tmp_path / "none.efg"))
    (tmp_path / "bytes.efg").write_bytes(b"EFG 2 R \xff")
    with pytest.raises(GameFileError, match="cannot be read"):
        game_from_efg(tmp_path / "bytes.efg")
    with pytest.raises(GameFileError, match="Is a directory"):
        game_from_efg(tmp_path)
