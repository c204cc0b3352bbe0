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
    ],
)
def test_an_unknown_name(write, tmp_path, name, said):
    write("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "solved").mkdir()
    (tmp_path / "solved" / "manifest.json").touch()
    with pytest.raises(UnknownGameError, match=said):
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
