"""REST: what solutions say, under /api."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool

from perfectplay.analysis.perfect_line import perfect_line
from perfectplay.core.errors import PerfectPlayError, PlotError
from perfectplay.core.value import Value
from perfectplay.game.game import Game, parameters
from perfectplay.game.naming import game_name
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution
from perfectplay.web import schemas
from perfectplay.web.game_session import GameSession, SolveRefusedError
from perfectplay.web.heat import heat_map
from perfectplay.web.http_players import replier, reply_of
from perfectplay.web.problems import PROBLEM, JsonAnswer, body_of
from perfectplay.web.request_positions import begun, play_of, reached, record_of
from perfectplay.web.schemas import ProblemDetails
from perfectplay.web.timed_calls import TimedCalls
from perfectplay.web.wordings import about

Id = Annotated[
    str, Path(description="The id of a game, such as tic_tac_toe or connect_four;width=5;height=3.")
]
Position = Annotated[schemas.PositionQuery, Query()]

Made = TypeVar("Made")

Question = Callable[[GameSession, Solution], Any]
"""What is asked of a solution; the answer is JSON."""


def _says(status: int, description: str) -> tuple[int | str, dict[str, Any]]:
    return status, {
        "model": ProblemDetails,
        "description": description,
        "content": {PROBLEM: {}},
    }


ALWAYS = dict(
    (
        _says(400, "Not a request."),
        _says(403, "From a page of another site."),
        _says(404, "No such game, or no such state."),
        _says(413, "The body is too large."),
        _says(414, "The address is too long."),
        _says(421, "For another host."),
        _says(422, "Not a parameter, a state or a legal move; or the rules cannot answer."),
        _says(429, "Too many questions at once."),
        _says(503, "The server is about to stop."),
    )
)
OF_SOLUTIONS = dict((_says(409, "The game is not solved yet, or its folder cannot be read."),))
OF_SOLVES = dict((_says(409, "The solve is refused."),))
OF_BODIES = dict((_says(415, "The body is not JSON."),))

router = APIRouter(prefix="/api", responses=ALWAYS)


@router.get("/games", response_model=schemas.GamesOut)
async def games(
    request: Request,
    asked: Annotated[schemas.NoParameters, Query()],  # noqa: ARG001
) -> JsonAnswer:
    """What is served."""
    listed = request.app.state.catalogue.listed()
    return await run_in_threadpool(
        lambda: JsonAnswer({"games": [described(one) for one in listed]})
    )


@router.get("/games/{id}", response_model=schemas.OneGameOut)
async def game(
    request: Request,
    id: Id,  # noqa: A002
    asked: Annotated[schemas.NoParameters, Query()],  # noqa: ARG001
) -> JsonAnswer:
    """One game: whether it is solved, and the summary of its solution.

    A small game is solved now.
    """
    served = await served_of(request, id)

    return await in_turn(request, served, lambda: JsonAnswer(_one_game(served)))


@router.post(
    "/games/{id}/solve",
    response_model=schemas.OneGameOut,
    status_code=202,
    responses={
        200: {"model": schemas.OneGameOut, "description": "It is solved."},
        **OF_SOLVES,
        **OF_BODIES,
    },
)
async def solve(request: Request, id: Id, asked: schemas.NoParameters) -> JsonAnswer:  # noqa: A002, ARG001
    """Begins a solve, or goes on with one; GET of the game says how far it is.

    A small game is solved now.
    """
    served = await served_of(request, id)

    def question() -> JsonAnswer:
        begun = served.begin()
        if begun is not None and begun.state in ("refused", "failed"):
            raise SolveRefusedError(begun.sentence)
        return JsonAnswer(_one_game(served), 200 if begun is None else 202)

    return await in_turn(request, served, question)


def _one_game(served: GameSession) -> dict[str, Any]:
    """A game with its solution, or with its solve."""
    summary, solve = served.summary(), served.solve
    told = {"progress": None, "place": None, "notes": []} if solve is None else solve.as_dict()
    return {
        **described(served),
        "detail": served.failure,
        "progress": told["progress"],
        "place": told["place"],
        "notes": told["notes"],
        "summary": summary,
    }


@router.get("/games/{id}/position", response_model=schemas.RecordOut, responses=OF_SOLUTIONS)
async def position(request: Request, id: Id, asked: Position) -> JsonAnswer:  # noqa: A002
    """The record of a position: its value, its remoteness, and its moves, best first."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:
        return record_of(served, solution, asked.state, asked.move, asked.seat).as_dict()

    return await ask(request, id, question)


@router.post(
    "/games/{id}/positions",
    response_model=schemas.PositionsOut,
    responses={**OF_SOLUTIONS, **OF_BODIES},
)
async def positions(request: Request, id: Id, asked: schemas.PositionsIn) -> JsonAnswer:  # noqa: A002
    """The records of many positions: each has its record, or what is wrong with it."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:
        return {"positions": [_one(served, solution, one) for one in asked.positions]}

    return await ask(request, id, question)


def _one(served: GameSession, solution: Solution, asked: schemas.PositionIn) -> dict[str, Any]:
    try:
        record = record_of(served, solution, asked.state, asked.moves, asked.seat)
    except PerfectPlayError as error:
        return {"record": None, "problem": body_of(error)}
    return {"record": record.as_dict(), "problem": None}


@router.get("/games/{id}/play", response_model=schemas.PlayOut, responses=OF_SOLUTIONS)
async def play(request: Request, id: Id, asked: Position) -> JsonAnswer:  # noqa: A002
    """The play so far, what each move was worth, and the position that it has reached, drawn."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:
        return play_of(solution, begun(served, solution, asked.state, asked.seat), asked.move)

    return await ask(request, id, question)


@router.get("/games/{id}/line", response_model=schemas.LineOut, responses=OF_SOLUTIONS)
async def line(
    request: Request,
    id: Id,  # noqa: A002
    asked: Annotated[schemas.LineQuery, Query()],
) -> JsonAnswer:
    """A perfect play from a position: of several perfect moves the first in the rules' order."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:
        start = begun(served, solution, asked.state, asked.seat)
        first = reached(solution.rules, start, asked.move)
        steps, loops = perfect_line(solution, first, start.known, asked.plies)
        over = steps[-1]["remoteness"] == 0
        return {**_heading(solution.game), "line": steps, "loops": loops, "complete": loops or over}

    return await ask(request, id, question)


@router.get("/games/{id}/statistics", response_model=schemas.StatisticsOut, responses=OF_SOLUTIONS)
async def statistics(
    request: Request,
    id: Id,  # noqa: A002
    asked: Annotated[schemas.NoParameters, Query()],  # noqa: ARG001
) -> JsonAnswer:
    """How many states there are, by value and remoteness."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:  # noqa: ARG001
        same = solution.representatives
        rows = solution.by_remoteness.items()
        return {
            **_heading(solution.game),
            **solution.counts.as_dict(),
            "representatives": None if same is None else same.as_dict(),
            "by_remoteness": [{"remoteness": plies, **row} for plies, row in rows],
        }

    return await ask(request, id, question)


@router.get("/games/{id}/reply", response_model=schemas.ReplyOut, responses=OF_SOLUTIONS)
async def reply(
    request: Request,
    id: Id,  # noqa: A002
    asked: Annotated[schemas.ReplyQuery, Query()],
) -> JsonAnswer:
    """The move of a player in a position."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:
        player = replier(asked.player)
        record = record_of(served, solution, asked.state, asked.move, asked.seat)
        return reply_of(record, player)

    return await ask(request, id, question)


@router.get("/games/{id}/heat-map", response_model=schemas.HeatMapOut, responses=OF_SOLUTIONS)
async def heat(
    request: Request,
    id: Id,  # noqa: A002
    asked: Annotated[schemas.HeatMapQuery, Query()],
) -> JsonAnswer:
    """A game over its coordinates, where its states have some."""

    def question(served: GameSession, solution: Solution) -> dict[str, Any]:  # noqa: ARG001
        share = None if asked.aggregate is None else Value[asked.aggregate.upper()]
        return heat_map(solution, asked.x, asked.y, _fixed(asked.fix), share)

    return await ask(request, id, question)


def _fixed(given: list[str]) -> Mapping[str, str]:
    """``name=value`` by name. Raises PlotError."""
    pairs = [text.partition("=") for text in given]
    for (name, sign, _), text in zip(pairs, given, strict=True):
        if not sign or sum(name == other for other, _, _ in pairs) > 1:
            raise PlotError(f"{text!r} fixes no field: expected name=value, each name once")
    return {name: value for name, _, value in pairs}


# --- asking ---------------------------------------------------------------------------------------


async def served_of(request: Request, id: str) -> GameSession:  # noqa: A002
    """The game of an id. Raises UnknownGameError, ParameterError."""
    state = request.app.state
    known: GameSession | None = state.catalogue.known(id)
    if known is None:  # a new one is made by the rules, which may take their time
        known = await state.asker.ask(state.catalogue, lambda: state.catalogue.get(id), id[:100])
    return known


async def ask(request: Request, id: str, question: Question) -> JsonAnswer:  # noqa: A002
    """What the solution of a game says, as a response.

    Raises NotSolvedError, TakesTooLongError, BusyError and what the question raises.
    """
    served = await served_of(request, id)

    def asked() -> JsonAnswer:
        return served.ask(lambda solution: JsonAnswer(question(served, solution)))

    return await in_turn(request, served, asked)


async def in_turn(request: Request, served: GameSession, question: Callable[[], Made]) -> Made:
    """What a question about a game says, after all earlier ones, and within its time."""
    asker: TimedCalls = request.app.state.asker
    return await asker.ask(served, question, served.id)


def described(served: GameSession) -> dict[str, Any]:
    """A game in a list."""
    game = served.game
    return {
        "id": served.id,
        "name": served.name,
        "about": about(game),
        "parameters": _heading(game)["parameters"],
        "players": game.players,
        "status": served.status,
    }


def _heading(game: Game) -> dict[str, Any]:
    values = {name: jsonable(value) for name, value in parameters(game).items()}
    return {"game": game_name(game), "parameters": values}
