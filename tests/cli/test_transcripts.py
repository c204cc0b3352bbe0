"""Whole commands with all that they write, kept as golden files.

A file of ``golden/`` is one session: the commands are run again, in an empty folder, and what
they write must be as it was. ``pytest tests/cli/test_transcripts.py --rewrite-golden`` (or ``make
golden``) writes what they write now; look at the difference before you keep it.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import dataclass
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from files_of_sessions import FILES
from perfectplay import solve
from perfectplay.analysis.explain import pool
from perfectplay.cli.main import COMMANDS, run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.tablebase.store.saving import save
from places import TESTS

GOLDEN = TESTS / "golden"

STORED = {
    "rocks": ThreeRocks(2, 1),
    "broken": ThreeRocks(2, 1),
}
"""Solutions that are stored in folders; a byte of the broken one is another."""


@dataclass(frozen=True)
class Step:
    """A command, what is typed into it, and the files and folders that must be there before."""

    command: str
    typed: str = ""
    needs: tuple[str, ...] = ()


SUM = "value(sorted(a + b)[6:]) == LOSS"
FITS = "value(s) == LOSS and sorted(a + b)[5] == 0 and known(sorted(a + b)[6:])"
"""The sum hypothesis of Last Mouse Lost: see docs/conjectures.md."""


SESSIONS: dict[str, tuple[Step, ...]] = {
    "games": (
        Step("games"),
        Step("games three_rocks"),
        Step("games three_rocks --json"),
    ),
    "new": (
        Step("new rocks.py"),
        Step("new rocks.py"),
        Step("solve rocks.py stones=30"),
        Step("show rocks.py 10"),
    ),
    "check": (
        Step("check three_rocks left=3 right=3 --seconds 900"),
        Step("check tic_tac_toe --seconds 900 --samples 500"),
        Step("check three_rocks left=3 right=3 --json --seconds 900"),
        Step("check dead.py --seconds 900", needs=("dead.py",)),
    ),
    "symmetries": (
        Step("symmetries cells.py", needs=("cells.py",)),
        Step("symmetries cells.py --samples 500", needs=("cells.py",)),
        Step("symmetries wythoff left=4 right=4"),
        Step("symmetries wythoff left=4 right=4 --json"),
        Step("symmetries nim rows=1,1,1,1,1,1"),
        Step("symmetries kalah"),
        Step("symmetries connect_four"),
        Step("symmetries dead.py", needs=("dead.py",)),
    ),
    "plan": (  # what it says of memory and time is this machine's
        Step("plan three_rocks --memory lots"),
        Step("plan three_rock"),
        Step("plan three_rocks lefft=3"),
        Step("plan dead.py", needs=("dead.py",)),
    ),
    "solve": (
        Step("solve three_rocks"),
        Step("solve tic_tac_toe"),
        Step("solve kalah"),
        Step("solve fingers_down"),
        Step("solve old.py", needs=("old.py",)),
        Step("solve three_rocks --json"),
        Step("solve tic_tac_toe --json"),
    ),
    "books": (
        Step("search three_rocks left=5 right=5 --book mine"),
        Step("search three_rocks left=5 right=5 --book mine"),
        Step("search three_rocks left=5 right=5 --move 1,2 --book mine"),
        Step("search three_rocks left=5 right=5 3,3 --no-moves --book mine --json"),
        Step("verify mine"),
        Step("show mine"),
        Step("search three_rocks left=5 right=5 most=2 --book mine"),
        Step("search three_rocks left=3 right=2 --known rocks", needs=("rocks",)),
        Step("search three_rocks left=3 right=2 most=2 --known rocks"),
        Step("search three_rocks --book rocks"),
    ),
    "search": (
        Step("search three_rocks 5,2"),
        Step("search tic_tac_toe --move 5 --value-only"),
        Step("search coins.py", needs=("coins.py",)),
        Step("search fingers_down --no-moves"),
        Step("search three_rocks 2,1 --json"),
        Step("search three_rocks 5,x"),
        Step("search connect_four width=7 height=6 --table 3x"),
    ),
    "scores": (
        Step("solve coins.py", needs=("coins.py",)),
        Step("solve coins.py row=2,5,2 --json"),
        Step("show coins.py"),
        Step("show coins.py --move right"),
        Step("show coins.py --move left --json"),
        Step("line coins.py"),
        Step("line coins.py 1,4"),
        Step("line coins.py row=5 --json"),
        Step("play coins.py", typed="left\nundo\nright\nleft\n"),
        Step("play coins.py row=2,2 --first perfect --second random:1"),
        Step("export coins.py row=5,2 --format csv"),
        Step("export coins.py row=5 --format jsonl"),
        Step("solve coins.py -o coins"),
        Step("show coins"),
        Step("line coins"),
        Step("verify coins"),
    ),
    "trees": (
        Step("solve tree.json", needs=("tree.json",)),
        Step("show tree.json"),
        Step("show tree.json /a2"),
        Step("line tree.json"),
        Step("play tree.json", typed="a1\n"),
        Step("check tree.json --seconds 900"),
        Step("solve halves.json", needs=("halves.json",)),
        Step("show halves.json --move left"),
        Step("show halves.json --json --move right"),
        Step("line halves.json"),
        Step("solve tree.json -o tree"),
        Step("show tree /a3"),
        Step("verify tree"),
        Step("solve no_leaf.json", needs=("no_leaf.json",)),
        Step("solve none.json"),
        Step("show tree.json --move b1"),
        Step("show tree.json /a9"),
    ),
    "verify": (
        Step("verify rocks", needs=("rocks",)),
        Step("verify rocks --json"),
        Step("verify rocks --game tic_tac_toe"),
        Step("verify broken", needs=("broken",)),
        Step("verify nowhere"),
    ),
    "show": (
        Step("show tic_tac_toe"),
        Step("show tic_tac_toe --move 1 --move 2"),
        Step("show three_rocks 3,2"),
        Step("show three_rocks 0,0"),
        Step("show three_rocks 2,1 --json"),
        Step("show tic_tac_toe --move 5 --move 2 --board"),
        Step("show spoons '1 4 | 1 2' --board"),
        Step("show three_rocks left=2 right=1 1,0 --svg rocks.svg"),
        Step("show three_rocks left=2 right=1 1,0 --svg -"),
        Step("show three_rocks --svg nowhere/rocks.svg"),
        Step("show bad_board.py --board", needs=("bad_board.py",)),
    ),
    "line": (
        Step("line three_rocks"),
        Step("line tic_tac_toe --move 1 --move 2"),
        Step("line fingers_down"),
        Step("line three_rocks 2,2 --json"),
    ),
    "prove": (
        Step("prove last_mouse_lost mirror --as second"),
        Step("prove last_mouse_lost mirror_as_stated --as second"),
        Step("prove three_rocks rule.py:to_four --as second", needs=("rule.py",)),
        Step("prove three_rocks rule.py:to_four --as first"),
        Step("prove three_rocks rule.py:left left=1 right=2 --as first"),
        Step("prove three_rocks rule.py:left left=1 right=1 --as first --json"),
        Step("prove three_rocks rule.py:too_far left=1 right=2 --as first"),
        Step("prove tic_tac_toe rule.py:first_free --as first --claim draw"),
        Step("prove walk.py walk.py:to_the_middle --as second", needs=("walk.py",)),
        Step("prove walk.py walk.py:to_the_middle size=8 --as second --claim draw"),
        Step("prove eight_puzzle rule.py:first_free --as first --max-states 1000"),
        Step("prove three_rocks rule.py:raises --as first"),
        Step("prove three_rocks rule.py:nonsense --as first"),
        Step("prove three_rocks rule.py --as first"),
        Step("prove three_rocks rule.py:two_four --as first"),
        Step("prove three_rocks mirror --as first"),
        Step("prove last_mouse_lost miror --as second"),
        Step("prove last_mouse_lost mirror"),
    ),
    "advise": (
        Step("advise three_rocks --opponent first", typed="1,0\n9,9\nundo\n0,2\nquit\n"),
        Step("advise three_rocks left=3 right=3", typed="1,1\nhelp\n2,0\n"),
        Step("advise three_rocks left=5 right=3 --opponent second", typed=""),
        Step("advise tic_tac_toe --opponent second", typed="5\n9\n4\n"),
        Step("advise rocks --opponent second", typed="undo\n1,0\n", needs=("rocks",)),
        Step("advise eight_puzzle"),
    ),
    "play": (
        Step("play three_rocks left=4 right=3", typed="5,5\nhelp\n1,0\nundo\n3,0\n0,1\n"),
        Step("play tic_tac_toe --first perfect --second random:4"),
        Step("play three_rocks left=1 right=1 --first random:1 --second human", typed=""),
        Step("play last_mouse_lost rows=1,3,1 --first minimax:2 --second mirror"),
        Step(
            "play three_rocks left=0 right=4 --first lazy.py:left --second greedy",
            needs=("lazy.py",),
        ),
    ),
    "evaluate": (
        Step("evaluate tic_tac_toe minimax:2"),
        Step("evaluate three_rocks left=4 lazy.py:left", needs=("lazy.py",)),
        Step("evaluate tic_tac_toe greedy --positions 300 --by difficulty --worst 1 --seed 4"),
        Step("evaluate dots_and_boxes height=1 greedy --plays 20 --worst 2"),
        Step("evaluate rocks random:1 --json --worst 1", needs=("rocks",)),
        Step("evaluate three_rocks"),
        Step("evaluate three_rocks random greedy"),
        Step("evaluate three_rocks human"),
        Step("evaluate three_rocks lfet=3 random"),
        Step("evaluate three_rocks random --all --positions 4"),
        Step("evaluate three_rocks random --all --by value"),
        Step("evaluate three_rocks random --plays 3 --positions 4"),
        Step("evaluate three_rocks random --seconds 0"),
        Step("evaluate three_rocks random --seconds nan"),
        Step("evaluate three_rocks lazy.py:nowhere", needs=("lazy.py",)),
        Step("evaluate three_rocks random --plot picture.pdf"),
        Step("evaluate three_rocks random --plot nowhere/picture.png"),
        Step("evaluate three_rocks left=1 right=1 greedy --worst 0 --plot picture.svg"),
    ),
    "engine": (
        Step(
            "engine tic_tac_toe",
            typed="ugi\nisready\nposition startpos moves 1 5\nquery p1turn\ngo movetime 100\n"
            "position fen XX. OO. ...\nquery result\ngo\nposition startpos moves 1 1\n"
            "go\nfly\nquit\n",
        ),
        Step("engine spoons", typed="position startpos moves left_hits_left\nquery p1turn\n"),
        Step("engine rocks", typed="isready\ngo\n", needs=("rocks",)),
        Step("engine nowhere", typed="ugi\n"),
        Step("engine tic_tac_toe wdith=3", typed="ugi\n"),
    ),
    "tournament": (
        Step("tournament last_mouse_lost random mirror_as_stated --games 2000 --no-swap"),
        Step("tournament tic_tac_toe random perfect --games 2000 --seed 7"),
        Step("tournament fingers_down perfect perfect --games 10 --max-plies 50"),
        Step("tournament three_rocks left=4 lazy.py:left random --games 100", needs=("lazy.py",)),
        Step("tournament rocks keeping random --games 100 --json", needs=("rocks",)),
        Step("tournament three_rocks random"),
        Step("tournament three_rocks random perfekt"),
        Step("tournament three_rocks lfet=3 random perfect"),
        Step("tournament three_rocks random human"),
        Step("tournament three_rocks random mirror"),
        Step("tournament three_rocks random lazy.py:greedy", needs=("lazy.py",)),
        Step("tournament three_rocks random perfect --games 0"),
        Step("tournament eight_puzzle random perfect"),
    ),
    "replay": (
        Step("replay spoons 1 2 3 4"),
        Step("replay spoons 1 2 3 4 5 6"),
        Step("replay spoons sorted_hands=yes --from '1 4 | 1 2' 2 1 --values"),
        Step("replay tic_tac_toe 5 1 3 --values"),
        Step("replay three_rocks left=2 right=1 1,1 1,0"),
        Step("replay three_rocks left=2 right=1 2,1 1,0"),
        Step("replay three_rocks left=2 right=1 1,1 --json"),
        Step("replay rocks 1,1", needs=("rocks",)),
    ),
    "lines": (
        Step("lines three_rocks left=2 right=1 --depth 2"),
        Step("lines three_rocks left=2 right=1 --depth 2 --values"),
        Step("lines spoons --depth 20 --skip-symmetric --most 3"),
        Step("lines spoons '1 4 | 1 2' --depth 9 --skip-symmetric --values --most 2"),
        Step("lines spoons --depth 2 --skip-symmetric --json"),
        Step("lines three_rocks --depth 30 --most 1 --no-count"),
        Step("lines three_rocks"),
    ),
    "stats": (
        Step("stats tic_tac_toe"),
        Step("stats spoons"),
        Step("stats subtraction stones=120"),
        Step("stats three_rocks left=2 right=1 --json"),
        Step("stats dead.py", needs=("dead.py",)),
    ),
    "conjecture": (
        Step('conjecture three_rocks "(value(s) == LOSS) == ((s[0] + s[1]) % 4 == 0)"'),
        Step('conjecture three_rocks "implies(sum(s) > 3, value(s) == WIN)" --most 3'),
        Step('conjecture nim "value(s) != LOSS" --where "sum(s) % 2 == 1"'),
        Step(f'conjecture last_mouse_lost multiset=yes --over 2 "{SUM}" --where "{FITS}"'),
        Step(
            f'conjecture last_mouse_lost multiset=yes --over 2 "{SUM}" '
            f'--where "{FITS} and max(s) > 1"'
        ),
        Step('conjecture three_rocks left=2 right=1 "value(s) == WIN" --most 1 --json'),
        Step("conjecture three_rocks"),
        Step('conjecture three_rocks "9**9**9 > s[0]"'),
        Step('conjecture three_rocks "s[2] == 0"'),
        Step("conjecture three_rocks \"open('notes.txt') == s\""),
        Step('conjecture three_rocks "s.__class__ == 1"'),
        Step('conjecture three_rocks "a < b" --over 2 --max-pairs 10000'),
    ),
    "explain": (
        Step("explain three_rocks"),
        Step("explain last_mouse_lost multiset=yes"),
        Step("explain subtraction stones=100 takes=2,4,7"),
        Step("explain wythoff"),
        Step("explain wythoff left=5 right=5"),
        Step("explain three_rocks --value win --json"),
        Step("explain tic_tac_toe"),
        Step("explain old.py", needs=("old.py",)),
        Step("explain connect_four --max-states 1000"),
    ),
    "plot": (
        Step("plot three_rocks"),
        Step("plot three_rocks left=3 right=2 --format md"),
        Step("plot three_rocks left=3 right=2 -o rocks.csv"),
        Step("plot three_rocks --moves -o rocks.svg"),
        Step("plot subtraction stones=7"),
        Step("plot nim rows=2,3,4"),
        Step("plot nim rows=2,3,4 --fix 2=1"),
        Step("plot nim rows=2,3,4 --x 0 --y 1 --aggregate lost"),
        Step("plot fingers_down --kind bars"),
        Step("plot subtraction stones=2 --kind graph"),
        Step("plot three_rocks left=1 right=0 --json"),
        Step("plot tic_tac_toe --kind graph"),
        Step("plot three_rocks --x middle"),
        Step("plot three_rocks --fix left=11"),
        Step("plot three_rocks --kind heat"),
        Step("plot three_rocks -o rocks.pdf"),
        Step("plot old.py", needs=("old.py",)),
    ),
    "grundy": (
        Step("grundy nim rows=3,5,6"),
        Step("grundy nim rows=3,5,6 3,5,1"),
        Step("grundy kayles 5+2 --json"),
        Step("grundy kayles n=0..200"),
        Step("grundy dawsons_kayles n=0..170"),
        Step("grundy subtraction takes=1,3,4 stones=0..28 --json"),
        Step("grundy grundys_game n=0..60"),
        Step("grundy chomp"),
        Step("grundy 'misere(chomp)'"),
        Step("grundy hexapawn"),
    ),
    "operators": (
        Step("solve 'misere(nim)' rows=2,3"),
        Step("solve 'cap(chopsticks,20)'"),
        Step("show 'pie(hexapawn)' --move b1-b2"),
        Step("show 'pie(hexapawn)' --move b1-b2 --move swap"),
        Step("line 'start_at(cap(nim,9),0,1,2,3 after 4 plies)'"),
        Step("games 'cap(misere(nim),9)'"),
        Step("solve 'cap(nim)'"),
        Step("solve 'mesere(nim)'"),
    ),
    "export": (
        Step("export three_rocks left=2 right=1"),
        Step("export three_rocks left=2 right=1 --format csv"),
        Step("export three_rocks left=2 right=1 --format jsonl -o rocks.jsonl"),
        Step("export tic_tac_toe width=2 height=1 length=2 --format csv"),
    ),
    "serve": (
        Step("serve width=4"),
        Step("serve connect_four width=wide"),
        Step("serve tictactoe"),
        Step("serve gone.py"),
        Step("serve three_rocks --memory much"),
    ),
    "errors": (
        Step("solve tictactoe"),
        Step("solve gone.py"),
        Step("solve three_rocks lfet=3"),
        Step("solve three_rocks left=many"),
        Step("solve three_rocks left=-1"),
        Step("solve dead.py", needs=("dead.py",)),
        Step("show three_rocks 3,x"),
        Step("show three_rocks 30,30"),
        Step("show three_rocks --move 4,4"),
        Step("play three_rocks --first smart"),
    ),
    "site": (  # how large it is depends on the page
        Step("site nim"),
        Step("site connect_four -o site"),
        Step("site tic_tac_toe --max-states 1000 -o old.py", needs=("old.py",)),
        Step("site tic_tac_toe -o ."),
        Step("site tic_tac_to -o site"),
        Step("site rocks left=3 -o site", needs=("rocks",)),
    ),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_it_was(name, request, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.cli.check.EVERY", inf)  # a slow machine would say more
    monkeypatch.setattr(pool, "time", SimpleNamespace(perf_counter=lambda: 0.0))  # never too late
    told = "\n".join(_transcript(step, monkeypatch, capsys) for step in SESSIONS[name])
    file = GOLDEN / f"{name}.txt"
    if request.config.getoption("--rewrite-golden"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8"), "if this is meant: make golden"


def test_every_command_has_a_session():
    assert set(COMMANDS) <= set(SESSIONS)


def test_every_golden_file_has_a_session():
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(SESSIONS)


def _transcript(step: Step, monkeypatch, capsys) -> str:
    """The command as typed, both its outputs, and its status where it is not 0."""
    for name in step.needs:
        if name in FILES:
            Path(name).write_text(FILES[name], encoding="utf-8")
        else:
            _store(name)
    monkeypatch.setattr(sys, "stdin", io.StringIO(step.typed))
    status = run(shlex.split(step.command))
    out, err = capsys.readouterr()
    told = f"$ perfectplay {step.command}\n{_masked(out)}"
    told += "".join(f"stderr: {line}\n" for line in _masked(err).splitlines())
    return told + (f"exit status {status}\n" if status else "")


def _store(name: str) -> None:
    save(solve(STORED[name]), Path(name))
    if name == "broken":
        part = Path(name) / "tier-0-0.parquet"
        content = bytearray(part.read_bytes())
        content[40] ^= 1
        part.write_bytes(content)


def _masked(text: str) -> str:
    """Times and speeds differ from run to run."""
    text = re.sub(r"\d+\.\d\d s(, [\d,.]+ (million )?states/s)?", "<time>", text)
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": <time>', text)
