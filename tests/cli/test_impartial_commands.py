"""The command `grundy` and operators on the command line, with a game of one's own: Cram."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from grundy_by_definition import DAWSON
from perfectplay import Solution, grundy, misere, solve, start_at, sum_of
from perfectplay.cli.main import run
from perfectplay.core.errors import MissingRulesError, RulesDifferError
from perfectplay.games.kayles import DawsonsKayles
from perfectplay.games.nim import Nim
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.rules_address import address_of

CRAM = '''
from dataclasses import dataclass

from perfectplay import Game, Value


@dataclass(frozen=True)
class Cram(Game):
    """Both players put dominoes on a board, either way; who cannot, loses. State: the cells
    that are free."""

    rows: int
    columns: int = 3

    impartial = True
    stuck = Value.LOSS

    def start(self):
        return (1 << self.rows * self.columns) - 1

    def moves(self, state):
        for cell in range(self.rows * self.columns):
            if cell % self.columns < self.columns - 1 and state >> cell & 3 == 3:
                yield 3 << cell
            if state >> cell & 1 and state >> cell + self.columns & 1:
                yield 1 << cell | 1 << cell + self.columns

    def play(self, state, move):
        return state ^ move

    def outcome(self, state):
        return None


class InParts(Cram):
    """Cells that hang together are a part."""

    def parts(self, state):
        left = sum(1 << row * self.columns for row in range(self.rows))
        while state:
            part, wider = 0, state & -state
            while part != wider:
                part = wider
                beside = (part & ~left) >> 1 | part << 1 & ~left
                wider |= (beside | part << self.columns | part >> self.columns) & state
            state ^= part
            yield part
'''


@pytest.fixture
def cram(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "cram.py"
    file.write_text(CRAM, encoding="utf-8")
    return file


def said(capsys, command: str, status: int = 0) -> str:
    assert run(shlex.split(command)) == status
    out, err = capsys.readouterr()
    if status:
        assert out == ""
        assert err.count("\n") == 1
    return err if status else out


# --- Cram -----------------------------------------------------------------------------------------


def test_cram_on_one_row_is_dawsons_kayles(cram, capsys):
    for name in ("Cram", "InParts"):
        asked = f"grundy cram.py:{name} rows=1 columns=0..{len(DAWSON) - 1} --json"
        assert json.loads(said(capsys, asked))["values"] == DAWSON
    assert list(DAWSON[:6]) == [grundy(DawsonsKayles(n)).start for n in range(6)]


def test_cram_on_two_rows(cram, capsys):
    """Winning Ways, ch. 15: 2 by n is 0 for even n, 1 for odd n."""
    asked = "grundy cram.py:InParts rows=2 columns=1..9"
    out = said(capsys, asked)
    assert "1  1 0 1 0 1 0 1 0 1\n" in out
    assert "not proved   seen in columns=1..9; it may end beyond" in out


def test_parts_change_nothing_but_the_work(cram):
    whole = grundy(load_game("cram.py:Cram", {"rows": "3", "columns": "4"}))
    parts = grundy(load_game("cram.py:InParts", {"rows": "3", "columns": "4"}))
    assert all(parts.value(state) == value for state, value in whole.table())
    assert len(parts.table()) < len(whole.table())


def test_a_part_that_is_none_is_refused(cram, capsys):
    cram.write_text(CRAM + "            yield None + 1\n", encoding="utf-8")
    err = said(capsys, "grundy cram.py:InParts rows=2", 2)
    assert "InParts.parts raised TypeError" in err


def test_a_parameter_without_default_goes_into_operators_too(cram, capsys):
    out = said(capsys, "solve 'misere(cram.py:Cram)' rows=2")
    assert out.startswith("misere(Cram)  rows=2 columns=3\n")
    err = said(capsys, "solve 'misere(cram.py:Cram)'", 2)
    assert "Cram needs a value for rows: add rows=…" in err


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("grundy chess", "no game 'chess'"),
        ("grundy hexapawn", "hexapawn is not declared impartial; if both players have"),
        ("grundy eight_puzzle", "eight_puzzle is a puzzle"),
        ("grundy nim misere=yes", "misère play"),
        ("grundy nim 9,9,9,9", "no play of nim reaches 9,9,9,9"),
        ("grundy nim many", "cannot be read as a state"),
        ("grundy nim 1,3,5,7 --move 'all of it'", "is not legal in 1,3,5,7"),
        ("grundy kayles n=9..0", "n=9..0 has nothing in it"),
        ("grundy kayles n=0..4 --move 1", "leave --move out"),
        ("grundy kayles n=-3..4", "n must not be negative"),
        ("grundy kayles m=0..4", "Kayles has no parameter 'm'"),
        ("grundy nim rows=0..4", "rows is not a whole number, so it cannot be a range"),
        ("grundy three_rocks left=0..2 right=0..2", "one parameter can be a range"),
        ("grundy octal code=.8 n=0..9", "code '.8' is no octal code"),
        ("grundy octal code=1.7", "code '1.7' is no octal code"),
        ("solve 'mesere(nim)'", "no operator 'mesere'; did you mean misere(GAME)?"),
        ("solve 'sum(nim)'", "there are misere(GAME), cap(GAME,PLIES), pie(GAME), start_at("),
        ("solve 'misere()'", "'misere()' is no misere(GAME)"),
        ("solve 'misere(nim,3)'", "is no misere(GAME)"),
        ("solve 'cap(nim)'", "'cap(nim)' is no cap(GAME,PLIES)"),
        ("solve 'cap(nim,soon)'", "as in cap(GAME,50), got 'soon'"),
        ("solve 'misere(chess)'", "no game 'chess'"),
        ("solve 'misere(eight_puzzle)'", "misere is for games of two; eight_puzzle is a puzzle"),
        ("solve 'start_at(nim,x)'", 'expected 4 whole numbers such as "1,3,5,7", got "x"'),
        ("solve 'misere(nim)' lines=3", "misere(nim) has no parameter 'lines'"),
    ],
)
def test_bad_input_is_one_sentence(command, sentence, capsys):
    assert sentence in said(capsys, command, 2)


# --- operators on the command line ----------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "misere(nim)", "cap(chopsticks,20)", "pie(hexapawn)", "pie(cap(misere(nim),9))",
        "start_at(nim,0,1,2,3)", "start_at(cap(nim,9),0,1,2,3 after 4 plies)",
        "start_at(hexapawn,B.B/.W./W.W)", " misere( nim ) ",
    ],
)  # fmt: skip
def test_an_address_is_that_of_its_game(address):
    game = load_game(address)
    again = load_game(address_of(game))
    assert again == game
    assert again.start() == game.start()
    assert address_of(again) == address_of(game)
    assert "\n" not in game.name


def test_parameters_are_those_of_the_game():
    game = load_game("cap(misere(nim),5)", {"rows": "2,3"})
    assert game.start() == (2, 3, 0)
    assert game.name == "cap(misere(nim),5)"


def test_a_stored_solution_finds_its_rules_again(cram, tmp_path):
    games = [
        misere(Nim((2, 3))),
        start_at(Nim((2, 3)), (1, 2)),
        load_game("pie(cram.py:Cram)", {"rows": "2"}),
        load_game("cap(start_at(cram.py:Cram,15),3)", {"rows": "2"}),
    ]
    for n, game in enumerate(games):
        solution = solve(game)
        solution.save(tmp_path / f"{n}")
        opened = Solution.open(tmp_path / f"{n}")
        assert opened.game.start() == game.start()
        assert all(opened.value(s) is solution.value(s) for s in solution.states())


def test_rules_that_differ_are_noticed(cram, tmp_path):
    solve(load_game("misere(cram.py:Cram)", {"rows": "2"})).save(tmp_path / "stored")
    cram.write_text(CRAM.replace("& 3 == 3", "& 3 > 2"), encoding="utf-8")
    with pytest.raises(RulesDifferError, match=r"Cram\.moves"):
        Solution.open(tmp_path / "stored")


def test_a_stored_sum_says_where_its_rules_are_missing(tmp_path):
    game = sum_of(Nim((1, 2)), Nim((2,)))
    solve(game).save(tmp_path / "stored")
    opened = Solution.open(tmp_path / "stored", game=game)
    assert opened.value(((1, 2), (2,))) is solve(game).value(((1, 2), (2,)))
    with pytest.raises(MissingRulesError, match=r"sum_of\(nim,nim\).*--game ADDRESS"):
        Solution.open(tmp_path / "stored").game.start()
