"""The command line: what it answers, on a terminal too, and how one plays with it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from importlib import import_module
from queue import Queue
from threading import Event
from types import SimpleNamespace

import pytest

from perfectplay.cli.main import COMMANDS, GROUPS, run
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.core.progress import Progress
from perfectplay.game.naming import GAMES

# --- answers --------------------------------------------------------------------------------------


def test_help_lists_every_command(answer):
    for asked in ([], ["--help"], ["-h"]):
        text = answer(*asked)
        for name in ("games", "new", "check", "solve", "show", "line", "play", "export"):
            assert f"\n  {name} " in text


def test_help_groups_the_commands_and_shows_examples(answer, monkeypatch):
    """Each summary is one whole line of at most 80 columns; each command stands in one group."""
    monkeypatch.setenv("COLUMNS", "80")
    text = answer()
    listed = []
    for group, verbs in GROUPS.items():
        lines = text.split(f"\n{group}:\n")[1].split("\n\n")[0].splitlines()
        assert [line.split()[0] for line in lines] == list(verbs)
        assert all(line.endswith(".") and "..." not in line and len(line) <= 80 for line in lines)
        listed += verbs
    assert sorted(listed) == sorted(COMMANDS)
    assert text.count("  perfectplay ") == 3
    assert "perfectplay new mine.py" in text


@pytest.mark.parametrize(
    ("shell", "typed", "found"),
    [
        ("bash", "perfectplay so", ["solve"]),
        ("bash", "perfectplay solve --me", ["--memory", "--method"]),
        ("fish", "perfectplay veri", ["Prove a stored solution correct from the rules alone."]),
        ("zsh", "perfectplay tourn", ['"tournament":"Play many times between two players']),
        ("bash", "perfectplay nothing-like-it --x", []),
    ],
)
def test_shells_complete_commands_and_options(shell, typed, found, answer, monkeypatch):
    words = typed.split()
    monkeypatch.setenv("_PERFECTPLAY_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    text = answer()
    assert all(word in text for word in found)
    assert found or not text.strip()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("solve three", "three_mens_morris three_rocks"),
        ("export t", "three_mens_morris three_rocks tic_tac_toe there.py thus"),
        ("serve nim three", "three_mens_morris three_rocks"),
        ("prove nim", "nim"),
        ("solve no/folder", ""),
        ("plan connect_four wi", "width=5"),
        ("conjecture nim ro", "rows=1,3,5,7"),
        ("tournament three_rocks ", "left=10 right=10 most=3"),
        ("solve there.py ", ""),
    ],
)
def test_shells_complete_games_and_parameters(answer, monkeypatch, tmp_path, typed, offered):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.py").write_text("raise SystemExit('a file is not run to complete a word')")
    (tmp_path / "thus").mkdir()
    (tmp_path / "thus" / "manifest.json").touch()
    (tmp_path / "the rest").mkdir()
    monkeypatch.setenv("_PERFECTPLAY_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"perfectplay {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" "))))
    assert answer().split() == offered.split()


@pytest.mark.parametrize(
    ("shell", "part"),
    [("bash", "complete -o default -F"), ("zsh", "#compdef"), ("fish", "complete --command")],
)
def test_the_script_of_a_shell_is_shown(answer, shell, part):
    assert part in answer("--show-completion", shell)


def test_completion_that_cannot_be_installed_says_so(refused, monkeypatch, tmp_path):
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    said = refused("--install-completion", "bash")
    assert "cannot be written: " in said
    assert "--show-completion" in said


def test_a_command_imports_no_other():
    """All 24 take twice as long to import as one, which a small solve would wait for."""
    program = (
        "import sys; from perfectplay.cli.main import COMMANDS, run; run(['games', '--json']);"
        "print(*[x for x in COMMANDS if 'perfectplay.cli.verbs.' + x in sys.modules],"
        "file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert shown.stderr.split() == ["games"]


def test_the_help_of_all_imports_no_command():
    """It took 0.26 s of processor time; now what Typer itself takes, 0.1 s."""
    program = (
        "import sys; from perfectplay.cli.main import COMMANDS, run; run(['--help']);"
        "print(*[x for x in COMMANDS if 'perfectplay.cli.verbs.' + x in sys.modules],"
        "file=sys.stderr);"
        "print(*({'numpy', 'pydantic', 'perfectplay.play', 'perfectplay.tablebase',"
        "'perfectplay.game.checks'} & {*sys.modules}), file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert shown.stderr.split() == []
    assert re.search(r"^  solve +Solve a game", shown.stdout, re.M)


@pytest.mark.parametrize(("group", "verb"), [(g, v) for g, verbs in GROUPS.items() for v in verbs])
def test_a_summary_is_that_of_the_command(group, verb):
    command = getattr(import_module(f"perfectplay.cli.verbs.{verb}"), verb)
    assert command.__doc__.splitlines()[0] == GROUPS[group][verb]


@pytest.mark.parametrize("name", ["solve", "show", "line", "play", "export"])
def test_what_solves_takes_the_options_of_solving(answer, name):
    text = answer(name, "--help")
    for option in ("--method", "--threads", "--max-states", "--no-symmetries"):
        assert option in text


def test_the_help_imports_no_numpy():
    """That would take a third of its time."""
    program = "import sys; from perfectplay.cli.main import run; run(['--help']); "
    program += "sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


def test_the_version_is_shown(answer):
    assert answer("--version").startswith("perfectplay")


def test_games_lists_all_with_their_parameters(answer):
    text = answer("games")
    for name in GAMES:
        assert f"{name} " in text
    assert "left=10 right=10 most=3" in text
    listed = json.loads(answer("games", "--json"))["games"]
    assert [game["name"] for game in listed] == list(GAMES)
    rocks = next(game for game in listed if game["name"] == "three_rocks")
    assert rocks["parameters"] == {"left": 10, "right": 10, "most": 3}


def test_games_shows_the_rules_of_one(answer):
    text = answer("games", "tic_tac_toe")
    assert text.index("take turns to mark an empty cell") < text.index("State, an integer")
    assert "``" not in text
    assert json.loads(answer("games", "tic_tac_toe", "--json"))["name"] == "tic_tac_toe"


# --- on a terminal --------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Looks like a terminal to who asks."""

    def isatty(self):
        return True


def test_a_terminal_gets_a_layout_with_the_same_words(told, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for arguments in (["show", "three_rocks", "3,2"], ["line", "three_rocks"], ["games"]):
        _, plain, _ = told(*arguments)
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal)
            assert run(arguments) == 0
        shown = re.sub(r"\x1b\[[0-9;]*m|─", "", terminal.getvalue())
        assert shown.split() == plain.split()


def test_a_bar_is_shown_on_a_terminal_alone(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("perfectplay.cli.output.progress_bar.PATIENCE", 0.0)
    arguments = ["solve", "connect_four", "width=3", "height=4", "--method", "interpreted"]
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run(arguments) == 0
    assert "Ctrl-C stops" in terminal.getvalue()


def test_a_bar_begins_though_nothing_is_reported_and_says_how_to_stop(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("perfectplay.cli.output.progress_bar.PATIENCE", 0.01)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    seen = Event()
    monkeypatch.setattr(terminal, "flush", lambda: "stops" in terminal.getvalue() and seen.set())
    with shown_progress(stage="estimating") as callback:
        assert seen.wait(60)
        assert "estimating" in terminal.getvalue()
        callback(Progress("exploring", 5_000, 9_000, 5_000, 0.02))
    drawn = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
    last = [line for line in re.split(r"[\r\n]", drawn) if "exploring" in line][-1]
    assert "left" in last
    assert "Ctrl-C" not in last


def lines_written(monkeypatch):
    """A queue of what is written to standard error, which is no terminal."""
    written = Queue[str]()
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(
        write=written.put, flush=lambda: None, isatty=lambda: False
    ))  # fmt: skip
    return written


def test_a_long_compile_is_reported_without_a_terminal(monkeypatch):
    lines = lines_written(monkeypatch)
    with shown_progress(every=0.05) as callback:
        callback(Progress("compiling", 0, None, 1_234, 0.01))
        assert lines.get(timeout=60) == "compiling: 1,234 states so far, 0 s (Ctrl-C stops)\n"
        assert lines.get(timeout=60) == "compiling: 1,234 states so far, 0 s\n"
    with shown_progress(every=0.05) as callback:
        callback(Progress("compiling", 0, 22, 0, 0.01))
        assert lines.get(timeout=60) == "compiling: 0 s (Ctrl-C stops)\n"


def test_long_work_says_early_what_it_does_and_how_it_ends(monkeypatch):
    lines = lines_written(monkeypatch)
    monkeypatch.setattr("perfectplay.cli.output.progress_bar.FIRST", 0.05)
    with shown_progress(stop="stops after 60 s"):
        assert lines.get(timeout=60) == "preparing: 0 s (stops after 60 s)\n"
    monkeypatch.setattr("perfectplay.cli.output.progress_bar.FIRST", 0.2)
    with shown_progress() as callback:
        callback(Progress("searching", 0, None, 0, 0.0))
        callback(Progress("searching: not lost", 0, None, 30_000_000, 10.0))
        said = "searching: not lost: 30,000,000 states, 10 s, 3 M/s, time left not known"
        assert lines.get(timeout=60) == f"{said} (Ctrl-C stops)\n"
    assert lines.empty()


def test_the_time_left_is_said_in_the_unit_that_people_use(monkeypatch):
    lines = lines_written(monkeypatch)
    with shown_progress(every=0.2) as callback:
        callback(Progress("exploring", 0, 250_000_000_000, 0, 0.0))
        callback(Progress("exploring", 10_000_000, 250_000_000_000, 10_000_000, 30.0))
        assert "30 s, 333 k/s, about 8.7 days left" in lines.get(timeout=60)


# --- play -----------------------------------------------------------------------------------------


def test_a_human_plays_against_the_perfect_player(answer):
    text = answer("play", "three_rocks", "left=3", "right=1", typed="9,9\n0,1\n")
    assert "'9,9' is not legal in 3,1; legal: 0,1" in text
    assert "second player (perfect) plays 3,0" in text
    assert text.endswith("the second player (perfect) wins after 2 plies\n")


def test_help_undo_and_quit(answer):
    text = answer("play", "three_rocks", typed="help\n1,0\nundo\nquit\n")
    assert "commands: hint, undo, help, quit" in text
    assert "took back 2 plies" in text
    assert text.endswith("left after 0 plies; the play is not over\n")


def test_a_hint_names_the_best_moves(answer):
    text = answer("play", "three_rocks", "left=3", "right=2", typed="hint\nquit\n")
    assert "best: 0,1  1,0 (a win in 3 plies for the player to move)" in text
    few = ("--max-states", "5", "--second", "random:1")
    text = answer("play", "three_rocks", *few, typed="hint\nquit\n")
    assert "no hint: the solve has found" in text
    assert "left after 0 plies" in text


def test_the_end_of_input_is_said_plainly(refused):
    said = refused("play", "three_rocks", typed="1,0\n")
    assert said == "the input ended before the play was over"


def test_players_of_all_kinds_meet(answer):
    for first in ("perfect", "random:1", "perfect:2"):
        text = answer("play", "tic_tac_toe", "--first", first, "--second", "random:2")
        assert text.splitlines()[-1].endswith("plies")


def test_a_random_player_can_be_repeated_by_the_name_it_is_shown_with(answer):
    text = answer("play", "three_rocks", "--first", "random", "--second", "random:2")
    name = text[text.index("random:") :].split(")")[0]
    assert answer("play", "three_rocks", "--first", name, "--second", "random:2") == text


def test_play_begins_anywhere(answer):
    text = answer("play", "three_rocks", "1,1", "--first", "perfect", "--second", "perfect")
    assert text.endswith("the first player (perfect) wins after 1 ply\n")
    text = answer("play", "three_rocks", "--move", "3,0", "--first", "random:1", "--second",
                  "random:2")  # fmt: skip
    assert "\n7,10\n\nleft   ●" in text
    assert "●\n\nsecond player (random:2) plays" in text


def test_two_perfect_players_in_an_endless_draw_are_stopped(answer):
    text = answer("play", "fingers_down", "--first", "perfect", "--second", "perfect",
                  "--max-plies", "20")  # fmt: skip
    assert text.endswith(
        "stopped after 20 plies: the play is not over (--max-plies N allows more)\n"
    )


def test_a_search_that_is_stopped_says_that_what_is_proved_holds(told):
    status, out, err = told("search", "connect_four", "--seconds", "0", "--no-moves")
    assert status == 0
    assert "nothing yet for the player to move" in out
    assert "note: the time is up: what is proved so far holds, but is not complete\n" in err


def test_a_guessed_board_is_seen_in_rows_below_the_text(answer, tmp_path):
    rules = tmp_path / "rows.py"
    rules.write_text(
        "from perfectplay import Game, Value\n"
        "class Rows(Game):\n"
        "    stuck = Value.LOSS\n"
        "    board_shape = (2, 3)\n"
        "    def start(self): return '......'\n"
        "    def moves(self, s): return [i for i in range(6) if s[i] == '.']\n"
        "    def play(self, s, i): return s[:i] + 'X' + s[i + 1:]\n"
        "    def outcome(self, s): return None\n",
        encoding="utf-8",
    )
    assert "\n.X....\n\n.  X  .\n.  .  .\n\n" in answer("show", str(rules), ".X....")
    played = answer("play", str(rules), "--second", "perfect", typed="1\nquit\n")
    assert "\n.X....\n\n.  X  .\n.  .  .\n\n" in played
