"""The command line: what it answers, on a terminal too, and how one plays with it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest

from perfectplay import solve
from perfectplay.cli.main import COMMANDS, GROUPS, run
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.core.progress import Progress
from perfectplay.game.naming import GAMES
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from rules_in_text import HEAD

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


def test_the_script_of_a_shell_is_shown(answer, monkeypatch):
    # or else it is that of the shell which runs the tests
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "complete -o default -F" in answer("--show-completion", "bash")


def test_completion_that_cannot_be_installed_says_so(refused, monkeypatch, tmp_path):
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    said = refused("--install-completion", "bash")
    assert "cannot be written: " in said
    assert "--show-completion" in said


def test_a_command_imports_no_other():
    """All 24 take twice as long to import as one, which a small solve would wait for."""
    program = (
        "import sys; from perfectplay.cli.main import COMMANDS, run; run(['games', '--json']);"
        "print(*[x for x in COMMANDS if 'perfectplay.cli.' + x in sys.modules], file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert shown.stderr.split() == ["games"]


def test_the_help_of_all_imports_no_command():
    """It took 0.26 s of processor time; now what Typer itself takes, 0.1 s."""
    program = (
        "import sys; from perfectplay.cli.main import COMMANDS, run; run(['--help']);"
        "print(*[x for x in COMMANDS if 'perfectplay.cli.' + x in sys.modules], file=sys.stderr);"
        "print(*({'numpy', 'pydantic', 'perfectplay.play'} & {*sys.modules}), file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert shown.stderr.split() == []
    assert re.search(r"^  solve +Solve a game", shown.stdout, re.M)


@pytest.mark.parametrize(("group", "verb"), [(g, v) for g, verbs in GROUPS.items() for v in verbs])
def test_a_summary_is_that_of_the_command(group, verb):
    command = getattr(import_module(f"perfectplay.cli.{verb}"), verb)
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
    assert "State" in answer("games", "tic_tac_toe")
    assert json.loads(answer("games", "tic_tac_toe", "--json"))["name"] == "tic_tac_toe"


def test_solve_answers_the_summary_of_the_solution(answer):
    found = json.loads(answer("solve", "three_rocks", "left=4", "--json"))
    wanted = json.loads(json.dumps(solve(ThreeRocks(left=4)).summary()))
    assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    assert list(found) == list(wanted)


def test_solve_says_who_wins_and_what_to_do(answer):
    text = answer("solve", "three_rocks")
    assert "a loss in 10 plies for the player to move; the second player wins" in text
    assert "121: 91 won" in text
    text = answer("solve", "three_rocks", "left=9")
    assert "the first player wins" in text
    assert "(4 of 9 win)" in text


def test_the_speed_is_told_where_it_means_something(answer, monkeypatch):
    assert "states/s" not in answer("solve", "three_rocks")
    monkeypatch.setattr("perfectplay.cli.solve.MEASURABLE", 0.0)
    assert "states/s" in answer("solve", "three_rocks")


def test_solve_counts_with_and_without_symmetries(answer):
    both = json.loads(answer("solve", "tic_tac_toe", "--json"))
    assert (both["states"], both["representatives"]["states"]) == (5478, 765)
    plain = json.loads(answer("solve", "tic_tac_toe", "--json", "--no-symmetries"))
    assert plain["states"] == 5478
    assert "representatives" not in plain


def test_methods_agree(answer):
    answers = []
    for method in ("auto", "interpreted", "reference"):
        found = json.loads(answer("solve", "fingers_down", "--method", method, "--json"))
        answers.append({k: v for k, v in found.items() if k not in ("engine", "seconds")})
    assert answers[0] == answers[1] == answers[2]


def test_show_answers_the_record(answer):
    found = json.loads(answer("show", "three_rocks", "3,2", "--json"))
    assert found == json.loads(json.dumps(solve(ThreeRocks()).probe((3, 2)).as_dict()))


def test_show_marks_the_fastest_moves(answer):
    rows = answer("show", "three_rocks", "4,1").splitlines()
    solution = solve(ThreeRocks())
    record = solution.probe((4, 1))
    shown = [row.split()[0] for row in rows[rows.index("") :] if row[:1].isdigit() and "," in row]
    assert shown == ["4,1", *[move.text for move in record.moves]]
    assert sum(row.endswith("fastest") for row in rows) == len(solution.best_moves((4, 1)))


def test_show_follows_moves_from_the_start_and_from_a_state(answer):
    by_moves = json.loads(answer("show", "tic_tac_toe", "--move", "5", "--move", "1", "--json"))
    assert by_moves["state"] == solve(TicTacToe()).find(by_moves["text"])
    assert by_moves["seat"] == 0
    there = json.loads(answer("show", "three_rocks", "3,2", "--move", "1,2", "--json"))
    assert (there["state"], there["seat"]) == ([2, 0], None)


def test_a_state_may_hold_an_equals_sign(answer):
    Path("sign.py").write_text(HEAD.replace("return 4", "return 'n=4'") + SIGNED)
    found = json.loads(answer("show", "sign.py", "n=3", "--json"))
    assert (found["state"], found["value"]) == ("n=3", "loss")


SIGNED = """
    def start(self):
        return "n=4"
    def moves(self, state):
        return range(1, min(int(state[2:]), 2) + 1)
    def play(self, state, move):
        return f"n={int(state[2:]) - move}"
    def outcome(self, state):
        return Value.LOSS if state == "n=0" else None
"""


def test_line_realises_the_remoteness(answer):
    found = json.loads(answer("line", "three_rocks", "--json"))
    steps = found["line"]
    assert [step["remoteness"] for step in steps] == list(range(10, -1, -1))
    assert [step["seat"] for step in steps] == [0, 1] * 5 + [0]
    assert steps[-1]["move"] is None
    assert found["loops"] is False
    assert "the second player wins after 10 plies" in answer("line", "three_rocks")


def test_a_line_of_an_endless_draw_stops_where_it_comes_back(answer):
    assert solve(load_game("fingers_down")).summary()["start"]["remoteness"] is None
    assert "an endless draw" in answer("line", "fingers_down")
    assert json.loads(answer("line", "fingers_down", "--json"))["loops"] is True


def test_states_without_a_parser_are_found_by_their_text(answer, refused):
    Path("sets.py").write_text(
        "from perfectplay import Game, Value\n"
        "class Sets(Game):\n"
        "    def start(self):\n        return frozenset({1, 2})\n"
        "    def moves(self, state):\n        return sorted(state)\n"
        "    def play(self, state, move):\n        return state - {move}\n"
        "    def outcome(self, state):\n        return None if state else Value.LOSS\n"
    )
    found = json.loads(answer("show", "sets.py", "frozenset({2})", "--json"))
    assert (found["text"], found["value"]) == ("frozenset({2})", "win")
    assert "frozenset({7})" in refused("show", "sets.py", "frozenset({7})")


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
    monkeypatch.setattr("perfectplay.cli.progress_bar.PATIENCE", 0.0)
    arguments = ["solve", "connect_four", "width=3", "height=4", "--method", "interpreted"]
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run(arguments) == 0
    assert "/s" in terminal.getvalue()


def test_a_long_compile_is_reported_without_a_terminal(monkeypatch):
    written = Queue[str]()
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(
        write=written.put, flush=lambda: None, isatty=lambda: False
    ))  # fmt: skip
    with shown_progress(every=0.05) as callback:
        callback(Progress("compiling", 0, None, 1_234, 0.01))
        assert written.get(timeout=60) == "compiling: 1,234 states so far, 0 s\n"
        callback(Progress("exploring", 5_000, None, 5_000, 0.02))
    assert written.empty()


def test_the_time_left_is_said_in_the_unit_that_people_use(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with shown_progress(every=30) as callback:
        callback(Progress("exploring", 0, 250_000_000_000, 0, 0.0))
        callback(Progress("exploring", 10_000_000, 250_000_000_000, 10_000_000, 30.0))
    assert stream.getvalue().endswith("30 s, about 8.7 days left\n")


# --- play -----------------------------------------------------------------------------------------


def test_a_human_plays_against_the_perfect_player(answer):
    text = answer("play", "three_rocks", "left=3", "right=1", typed="9,9\n0,1\n")
    assert "'9,9' is not legal in 3,1; legal: 0,1" in text
    assert "second player (perfect) plays 3,0" in text
    assert text.endswith("the second player (perfect) wins after 2 plies\n")


def test_help_undo_and_quit(answer):
    text = answer("play", "three_rocks", typed="help\n1,0\nundo\nquit\n")
    assert "commands: undo, help, quit" in text
    assert "took back 2 plies" in text
    assert text.endswith("left after 0 plies; the play is not over\n")


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
    assert "\n7,10\n\nsecond player (random:2) plays" in text


def test_two_perfect_players_in_an_endless_draw_are_stopped(answer):
    text = answer("play", "fingers_down", "--first", "perfect", "--second", "perfect",
                  "--max-plies", "20")  # fmt: skip
    assert text.endswith(
        "stopped after 20 plies: the play is not over (--max-plies N allows more)\n"
    )
