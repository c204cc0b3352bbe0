"""REST: what a solution says, under /api."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool

from perfectplay.contract.game import parameters
from perfectplay.contract.rules import Rules
from perfectplay.explorer.playing import play_of, position_of
from perfectplay.explorer.problems import Answer
from perfectplay.explorer.schemas import GamesOut, OneGameOut, PlayOut, Problem, RecordOut
from perfectplay.explorer.served import Served
from perfectplay.results.record import jsonable
from perfectplay.results.solution import Solution
from perfectplay.words.value import State

MOST_MOVES = 1_000
"""So many moves a request may make."""

Id = Annotated[str, Path(description="The id of a game, such as connect_four;width=5.")]
StateText = Annotated[
    str | None, Query(description="A state, as the game writes it; default: the start.")
]
MoveTexts = Annotated[
    list[str],
    Query(max_length=MOST_MOVES, description="A move from there; repeat it for more."),
]
Seat = Annotated[
    int | None,
    Query(ge=0, le=1, description="The side to move in `state`, where the game cannot tell."),
]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "No such game, or no such state."},
    409: {"model": Problem, "description": "The game is not solved yet."},
    422: {"model": Problem, "description": "Not a state, or not a legal move."},
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/games", response_model=GamesOut)
async def games(request: Request) -> Answer:
    """What is served."""
    listed = request.app.state.catalogue.listed()
    return Answer({"games": [described(served) for served in listed]})


@router.get("/games/{id}", response_model=OneGameOut)
async def game(request: Request, id: Id) -> Answer:  # noqa: A002
    """One game: whether it is solved, and the summary of its solution."""
    return await run_in_threadpool(_game, request, id)


def _game(request: Request, id: str) -> Answer:  # noqa: A002
    served = request.app.state.catalogue.get(id)
    summary = served.summary()
    return Answer({**described(served), "detail": served.failure, "summary": summary})


@router.get("/games/{id}/position", response_model=RecordOut)
async def position(
    request: Request,
    id: Id,  # noqa: A002
    state: StateText = None,
    move: MoveTexts = [],  # noqa: B006
    seat: Seat = None,
) -> Answer:
    """The record of the position that the moves reach."""

    def question(solution: Solution) -> dict[str, Any]:
        first, known = found(solution, state, seat)
        reached, to_move = position_of(solution, first, seat, move, known)
        return solution.probe(reached.state, to_move).as_dict()

    return await ask(request, id, question)


@router.get("/games/{id}/play", response_model=PlayOut)
async def play(
    request: Request,
    id: Id,  # noqa: A002
    state: StateText = None,
    move: MoveTexts = [],  # noqa: B006
    seat: Seat = None,
) -> Answer:
    """The play so far, and the position that it has reached, drawn."""

    def question(solution: Solution) -> dict[str, Any]:
        first, known = found(solution, state, seat)
        return play_of(solution, first, seat, move, known)

    return await ask(request, id, question)


async def ask(request: Request, id: str, question: Callable[[Solution], Any]) -> Answer:  # noqa: A002
    """What the solution of a game says, as a response."""
    catalogue = request.app.state.catalogue

    def asked() -> Any:
        return catalogue.get(id).ask(question)

    return Answer(await run_in_threadpool(asked))


def found(solution: Solution, text: str | None, seat: int | None) -> tuple[State, bool]:
    """The state of a text, and whether the seat to move is known there."""
    if text is None:
        return solution.start, True
    state = solution.find(text)
    return state, seat is not None or solution.rules.player(state) is not None


def described(served: Served) -> dict[str, Any]:
    """A game in a list."""
    game = served.game
    return {
        "id": served.id,
        "name": served.name,
        "about": about(game),
        "parameters": {name: jsonable(value) for name, value in parameters(game).items()},
        "players": Rules(game).game.players,
        "status": served.status,
    }


def about(game: Any) -> str:
    """The first sentence of what the rules say of themselves."""
    text = inspect.getdoc(type(game)) or ""
    return " ".join(text.split("\n\n")[0].split())
