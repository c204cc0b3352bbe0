"""Plays as text: what is written is read again, whatever the moves are called."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from perfectplay.core.errors import GameFileError
from perfectplay.play.written.pgn import WIDTH, pgn_text
from perfectplay.play.written.play_file import ENDINGS, plays_text, read_plays
from perfectplay.play.written.written_play import MARKS, RESULTS, WrittenMove, WrittenPlay

STRANGE = [
    "3", "a1-b2", "1-0", "*", "1.5", "1...", "12.", "?", "x!", "!x", "a b", "", " ", '"', "\\",
    "\\n", "(1, 2)", "frozenset({3})", "[4]", "{", "}", ";", "%", "$1", "]", "a]b", ":", "é",
    "🂡", "Ke1", "right hits left", "1/2-1/2", ".", "..", "-", "B[3]", "a\tb", "two\nlines",
    "\\]", "-1", "+",
]  # fmt: skip


def without_lines(play: WrittenPlay) -> WrittenPlay:
    moves = tuple(replace(move, line=0) for move in play.moves)
    return replace(play, moves=moves, headers=dict(play.headers), line=0)


def some_play(chance: random.Random) -> WrittenPlay:
    def text(least: int) -> str:
        return " ".join(chance.choices(STRANGE, k=chance.randint(least, 3))).strip()

    def comment() -> str:
        held = text(0) if chance.random() < 0.4 else ""
        return " ".join(held.replace("{", "(").replace("}", ")").split())

    moves = tuple(
        WrittenMove(chance.choice(STRANGE), chance.choice(("", *MARKS)), comment(), ply % 2 == 1)
        for ply in range(chance.randint(1, 60))
    )
    headers = {"Result": chance.choice(RESULTS), "First": text(1), "From": text(1) + "\n.X."}
    return WrittenPlay(moves, headers, comment())


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_read(seed: int, ending: str, tmp_path: Path) -> None:
    chance = random.Random(seed)
    plays = [some_play(chance) for _ in range(chance.randint(1, 4))]
    if ending == ".sgf":  # names stand in one line there
        plays = [replace(play, headers={**play.headers, "First": "Ann"}) for play in plays]
    path = tmp_path / f"plays{ending}"
    path.write_text(plays_text(plays, ending), encoding="utf-8", newline="")
    assert [without_lines(play) for play in read_plays(path)] == plays


def test_lines_are_short() -> None:
    moves = tuple(WrittenMove("3", "", "% wins in 12 plies", ply % 2 == 1) for ply in range(40))
    text = pgn_text(WrittenPlay(moves))
    assert all(len(line) <= WIDTH for line in text.splitlines())


def test_moves_of_one_player_in_a_row_are_numbered_by_plies() -> None:
    moves = tuple(WrittenMove(text, other=other) for text, other in (("3", False), ("4", False)))
    assert pgn_text(WrittenPlay(moves)) == "1. 3 2. 4 *\n"


def read(tmp_path: Path, text: str, ending: str = ".pgn") -> list[WrittenPlay]:
    path = tmp_path / f"given{ending}"
    path.write_bytes(text.encode())
    return read_plays(path)


def test_a_file_of_another_program(tmp_path: Path) -> None:
    """Comments, variations, glyphs, numbers at their moves, lines of Windows."""
    text = (
        '[Event "x"]\r\n[White "Ann"]\r\n\r\n% skipped {\r\n1.e4! {best\r\nby test} e5 $2 (1... c5 '
        '{other (one)} (1... e6) ) 2.Nf3?? ; the rest\r\n Nc6 1-0\r\n\r\n[Event "y"]\r\n\r\n*\r\n'
    )
    one, two = read(tmp_path, text)
    assert one.texts == ("e4", "e5", "Nf3", "Nc6")
    assert [(move.mark, move.comment) for move in one.moves] == [
        ("!", "best by test"), ("?", ""), ("??", ""), ("", ""),
    ]  # fmt: skip
    assert [move.line for move in one.moves] == [5, 6, 6, 7]
    assert (one.result, one.headers["White"], one.line) == ("1-0", "Ann", 1)
    assert (two.texts, dict(two.headers)) == ((), {"Event": "y", "Result": "*"})


def test_plays_without_headers_are_paragraphs(tmp_path: Path) -> None:
    plays = read(tmp_path, "3 3 4\n2\n\n\n1 2 *\n5 {end}\n\n{nothing}\n", ".txt")
    assert [play.texts for play in plays] == [("3", "3", "4", "2"), ("1", "2"), ("5",)]


def test_a_tree_of_another_program(tmp_path: Path) -> None:
    text = (
        "(;FF[4]GM[1]\nPB[A\\]nn]RE[W+Resign]C[hello];AB[aa][bb];W[pd]BM[1]C[why\\\n not]\n"
        "(;B[dp](;W[pp])(;W[pq];B[aa]))(;B[dq]))\n(;B[])"
    )
    one, two = read(tmp_path, text, ".sgf")
    assert one.texts == ("pd", "dp", "pp")
    assert [move.other for move in one.moves] == [False, True, False]
    assert (one.moves[0].mark, one.moves[0].comment, one.comment) == ("?", "why not", "hello")
    assert (one.headers["First"], one.result) == ("A]nn", "1-0")
    assert (two.texts, two.line) == (("",), 5)


@pytest.mark.parametrize(
    ("text", "ending", "expected"),
    [
        ("1. 3 {no end\n\n4", ".pgn", "line 1: a comment in braces has no end"),
        ('3\n"4', ".pgn", "line 2: a text in quotes has no end"),
        ("[First Ann]", ".pgn", 'line 1: expected a header as in [First "Ann"]'),
        ("3 }", ".pgn", "line 1: '}' cannot stand here"),
        ("3 (4", ".pgn", "ends within parentheses"),
        ("3\n)", ".pgn", "line 2: a closing parenthesis"),
        ("3 4", ".sgf", "line 1: '3' cannot stand here"),
        ("(;B[3", ".sgf", "line 1: a value in brackets has no end"),
        ("(;B[3]\n", ".sgf", "within the play that begins in line 1"),
        (";B[3]", ".sgf", "line 1: expected ( where a play begins"),
        ("([3])", ".sgf", "line 1: expected ; and a property before ["),
        ("(;[3])", ".sgf", "line 1: expected ; and a property before ["),
        ("\x00", ".sgf", "cannot stand here"),
    ],
)
def test_files_that_are_none(text: str, ending: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(GameFileError) as error:
        read(tmp_path, text, ending)
    assert expected in str(error.value)
    assert str(error.value).startswith(str(tmp_path / f"given{ending}"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match=r"ends in \.pgn, \.txt or \.sgf"):
        read_plays(tmp_path / "plays.csv")
    with pytest.raises(GameFileError, match="cannot be read: No such file"):
        read_plays(tmp_path / "none.pgn")
    (tmp_path / "bytes.pgn").write_bytes(b"\xff\xfe")
    with pytest.raises(GameFileError, match="cannot be read"):
        read_plays(tmp_path / "bytes.pgn")


def test_an_empty_file_has_no_plays(tmp_path: Path) -> None:
    assert read(tmp_path, "\n") == read(tmp_path, " ", ".sgf") == []
