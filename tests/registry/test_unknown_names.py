"""Names that are no game, errors and warnings of addresses."""

from __future__ import annotations

import warnings

import pytest

from perfectplay.compiler.translate import translate
from perfectplay.core.errors import (
    GameFileError,
    PerfectPlayError,
    UnknownGameError,
)
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.registry.address import load_class, load_game


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tictactoe", "no game 'tictactoe' in the library; did you mean tic_tac_toe"),
        ("three-rocks", "did you mean three_rocks"),
        ("zzzz", "no game 'zzzz' in the library; `perfectplay games` lists them"),
        ("", "no game '' in the library"),
        ("rocks", r"no game 'rocks' in the library; for the file in this folder write rocks.py"),
        ("folder", "'folder' is a folder, not a game"),
        ("solved", "'solved' is a stored solution, and this command reads rules: name the game"),
        ("s3://bucket/solved", "'s3://bucket/solved' is a stored solution, and this command reads"),
    ],
)
def test_an_unknown_name(write, tmp_path, name, said):
    write("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "solved").mkdir()
    (tmp_path / "solved" / "manifest.json").touch()
    with pytest.raises(UnknownGameError, match=said):
        load_class(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("solved/", "'solved' is a stored solution, and this command reads rules: name the game"),
        ("./solved", "'solved' is a stored solution, and this command reads rules: name the game"),
        ("solved/manifest.json", "part of a stored solution; name its folder, solved"),
        ("solved/tier-0-0.parquet", "part of a stored solution; name its folder, solved"),
    ],
)
def test_files_of_a_stored_solution(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solved").mkdir()
    (tmp_path / "solved" / "manifest.json").write_text('{"format": "perfectplay"}')
    (tmp_path / "solved" / "tier-0-0.parquet").write_bytes(b"PAR1\x80")
    with pytest.raises(GameFileError, match=said):
        load_class(name)


def test_errors_are_children_of_the_builtins():
    assert issubclass(UnknownGameError, LookupError)
    assert issubclass(GameFileError, OSError)
    assert issubclass(GameFileError, PerfectPlayError)


def test_a_warning_of_python_about_a_file_is_given_once(tmp_path):
    """Though the source is read again for the fingerprint, and to compile it."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from perfectplay.games.three_rocks import ThreeRocks\n"
        "class Mine(ThreeRocks):\n"
        "    def outcome(self, state):\n"
        "        return super().outcome(state) if '\\d' else None\n"
    )
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        game = load_game(str(file))
        assert fingerprint(game).parts["Mine.outcome"]
        assert "outcome" in translate(game).roles
    [one] = given
    assert "invalid escape" in str(one.message)
