"""Games given by functions, compiled: the same as interpreted in every state, or why not."""

from __future__ import annotations

import textwrap
import warnings

import pytest

from perfectplay import Game, Value, search, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.registry.address import load_game
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")


HEAD = """
LINES = [(0, 1), (2, 3), (0, 2), (1, 3)]

def over(state):
    return any(state[a] != "." and state[a] == state[b] for a, b in LINES)

def turn(state):
    return "X" if state.count("X") == state.count("O") else "O"

def evaluateGameState(gameState):
    if over(gameState):
        return -1
    return "undecided" if "." in gameState else 0

startGameState = "...."
"""

COMPILED = {
    "numbers": """
        possibleMoveTypes = [0, 1, 2, 3]
        def doMove(moveType, gameState):
            if gameState[moveType] != ".":
                return False
            return gameState[:moveType] + turn(gameState) + gameState[moveType + 1:]
    """,
    "texts that are read as numbers": """
        possibleMoveTypes = ["0", "1", "2", "3", "swap"]
        def doMove(moveType, gameState):
            if moveType == "swap":
                return gameState[::-1] if gameState == "X..." else False
            cell = int(moveType)
            cells = list(gameState)
            if cells[cell] != ".":
                return False
            cells[cell] = turn(gameState)
            return "".join(cells)
    """,
    "numbers, pairs and None": """
        possibleMoveTypes = (0, 3, (1, 2), (2, 1), None)
        def doMove(moveType, gameState):
            if moveType is None:
                return False if "." in gameState else gameState
            if isinstance(moveType, tuple):
                a, b = moveType
                ok = gameState[a] == gameState[b] == "."
                return gameState[:a] + turn(gameState) + gameState[a + 1:] if ok else False
            if gameState[moveType] == ".":
                return gameState[:moveType] + turn(gameState) + gameState[moveType + 1:]
            return False
    """,
    "states that are numbers, 0 among them": """
        startGameState = 9
        possibleMoveTypes = range(1, 4)
        def doMove(moveType, gameState):
            return gameState - moveType if moveType <= gameState else False
        def evaluateGameState(gameState):
            value = 1 - 2 * (gameState % 2)
            return "undecided" if gameState else value
    """,
    "states that are tuples, a move that is always legal": """
        startGameState = (3, 2, 0)
        possibleMoveTypes = [("take", 0), ("take", 1), ("both",)]
        def doMove(moveType, gameState):
            a, b, n = gameState
            if moveType == ("both",):
                return (max(a - 1, 0), max(b - 1, 0), 1 - n)
            what, i = moveType
            if gameState[i] == 0:
                return False
            return (a - 1, b, 1 - n) if i == 0 else (a, b - 1, 1 - n)
        def evaluateGameState(gameState):
            a, b, n = gameState
            return "undecided" if a + b else 1 if n else -1
    """,
}

REFUSED = {
    "do_move returns None": """
        possibleMoveTypes = [0, 1, 2, 3]
        def doMove(moveType, gameState):
            if gameState[moveType] != ".":
                return  # HERE
            return gameState
    """,
    "do_move gives a number or None": """
        startGameState = 9
        possibleMoveTypes = [1, 2]
        def doMove(moveType, gameState):
            after = None
            if moveType <= gameState:
                after = gameState - moveType
            return after  # HERE
        def evaluateGameState(gameState): return "undecided" if gameState else -1
    """,
    "do_move gives True or False": """
        startGameState = 9
        possibleMoveTypes = [1, 2]
        def doMove(moveType, gameState):
            return gameState == moveType  # HERE
        def evaluateGameState(gameState): return "undecided" if gameState else -1
    """,
    "evaluate returns 2, not -1, 0, 1": """
        startGameState = 9
        possibleMoveTypes = [1, 2]
        def doMove(moveType, gameState): return gameState - moveType if gameState > 1 else False
        def evaluateGameState(gameState):
            return "undecided" if gameState else 2  # HERE
    """,
    "evaluate gives True or False": """
        startGameState = 9
        possibleMoveTypes = [1, 2]
        def doMove(moveType, gameState): return gameState - moveType if gameState > 1 else False
        def evaluateGameState(gameState):
            return gameState == 1  # HERE
    """,
}


def written(folder, body):
    file = folder / "older.py"
    file.write_text(HEAD + textwrap.dedent(body))
    return file


@pytest.mark.parametrize("name", COMPILED)
def test_what_compiles(name, tmp_path):
    game = load_game(str(written(tmp_path, COMPILED[name])))
    rules = CheckedGame(game)
    states, compiled = reached_states(rules), compile_rules(game)
    keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
    assert len(states) > 9
    assert compare(compiled, rules, keys, states) is None


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_refused(reason, tmp_path):
    file = written(tmp_path, REFUSED[reason])
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(load_game(str(file)))
    assert reason in str(refusal.value)
    here = next(i for i, x in enumerate(file.read_text().splitlines(), 1) if x.endswith("# HERE"))
    assert f":{here}" in refusal.value.place


def test_a_solve_and_a_search(tmp_path):
    game = load_game(str(written(tmp_path, COMPILED["texts that are read as numbers"])))
    quick, slow = (solve(game, method=method) for method in ("compiled", "reference"))
    assert all(quick.probe(state) == slow.probe(state) for state in slow)
    assert len(quick) == len(slow)
    found = search(game, "....", method="compiled")
    assert found.value == slow.probe("....").value


def test_states_without_moves_are_mentioned(tmp_path):
    body = """
        startGameState = (2, 2)
        possibleMoveTypes = [0, 1]
        def doMove(move, state):
            if state[move] == 0 or state == (1, 1):
                return False
            return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)
        def evaluateGameState(state): return "undecided" if any(state) else -1
    """
    game = load_game(str(written(tmp_path, textwrap.dedent(body))))
    with pytest.warns(match="has no legal moves and is undecided"):
        slow = solve(game, method="interpreted")
    quick = solve(game, method="compiled")
    assert all(quick.probe(state) == slow.probe(state) for state in slow)
    given = Game.from_functions((2, 2), [0, 1], game._do_move, game._evaluate, stuck=Value.LOSS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solve(given, method="compiled")
