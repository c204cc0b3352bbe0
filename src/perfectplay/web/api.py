"""REST: answers about solutions, under /api."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.concurrency import run_in_threadpool

from perfectplay.analysis.replay import perfect_line
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Value
from perfectplay.drawing.plots.plot_axes import fixed_values
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.record import Record, game_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.web import rest_answers as answers
from perfectplay.web import rest_requests as requests
from perfectplay.web import search_answers
from perfectplay.web.figures import FiguresOut, figures_of
from perfectplay.web.game_request import OneGame
from perfectplay.web.game_session import GameSession, SolveRefusedError
from perfectplay.web.heat import heat_map
from perfectplay.web.http_players import player_of
from perfectplay.web.problems import PROBLEM, JsonAnswer, problem_of
from perfectplay.web.request_positions import followed, play_of, reached, start_of
from perfectplay.web.searching import SearchPlace
from perfectplay.web.unsolved_positions import read_start
from perfectplay.web.wordings import about


def _responses(descriptions: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    """Problems in the OpenAPI document, by status."""
    model = {"model": answers.ProblemDetails, "content": {PROBLEM: {}}}
    return {status: {**model, "description": text} for status, text in descriptions.items()}


ALWAYS = _responses(
    {
        400: "Not a request.",
        403: "From a page of another site.",
        404: "No such game, or no such state.",
        413: "The body is too large.",
        414: "The address is too long.",
        421: "For another host.",
        422: "Not a parameter, a state or a legal move; or the rules cannot answer.",
        429: "Too many questions at once.",
        503: "The server is about to stop.",
    }
)
OF_SOLUTIONS = _responses({409: "The game is not solved yet, or its folder cannot be read."})
OF_SOLVES = _responses({409: "The solve is refused."})
OF_BODIES = _responses({415: "The body is not JSON."})

router = APIRouter(prefix="/api", responses=ALWAYS)


Position = Annotated[requests.PositionQuery, Query()]


def _no_parameters(given: Annotated[requests.NoParameters, Query()]) -> None:
    """Refuses all parameters."""


NO_PARAMETERS = [Depends(_no_parameters)]


@router.get("/games", response_model=answers.GamesOut, dependencies=NO_PARAMETERS)
async def games(request: Request) -> JsonAnswer:
    """The games that are served."""
    listed = request.app.state.catalogue.listed()
    return await run_in_threadpool(
        lambda: JsonAnswer(answers.GamesOut([answers.GameOut(**_described(one)) for one in listed]))
    )


@router.get("/games/{id}", response_model=answers.OneGameOut, dependencies=NO_PARAMETERS)
async def game(game: OneGame) -> JsonAnswer:
    """One game: whether it is solved, and the summary of its solution.

    A small game is solved now.
    """
    return await game.call(lambda session: JsonAnswer(_one_game(session)))


SOLVED: dict[int | str, Any] = {200: {"model": answers.OneGameOut, "description": "It is solved."}}


@router.post(
    "/games/{id}/solve",
    response_model=answers.OneGameOut,
    status_code=202,
    responses={**SOLVED, **OF_SOLVES, **OF_BODIES},
)
async def solve(game: OneGame, body: requests.NoParameters) -> JsonAnswer:  # noqa: ARG001
    """Begin a solve, or continue one; GET of the game gives its progress.

    A small game is solved now.
    """

    def question(session: GameSession) -> JsonAnswer:
        solve = session.begin()
        if solve is not None and solve.state in ("refused", "failed"):
            raise SolveRefusedError(solve.sentence)
        return JsonAnswer(_one_game(session), 200 if solve is None else 202)

    return await game.call(question)


def _one_game(session: GameSession) -> answers.OneGameOut:
    """A game with its solution, or with its solve."""
    summary, solve = session.summary(), session.solve
    return answers.OneGameOut(
        **_described(session),
        detail=session.failure,
        progress=None if solve is None else solve.progress,
        place=None if solve is None else solve.place,
        notes=() if solve is None else solve.notes,
        summary=summary,
    )


def _record(
    session: GameSession, solution: Solution, place: requests.PositionQuery | requests.PositionIn
) -> Record:
    """The record of the position that a request names."""
    start = start_of(session, solution, place.state, place.seat)
    moves = place.move if isinstance(place, requests.PositionQuery) else place.moves
    return start.record(solution, reached(solution.rules, start, moves))


@router.get("/games/{id}/figures", response_model=FiguresOut, dependencies=NO_PARAMETERS)
async def figures(game: OneGame) -> JsonAnswer:
    """The size, the result and the difficulty of a game, as far as they are known.

    A small game is solved now.
    """
    return await game.call(lambda session: JsonAnswer(figures_of(session)))


@router.get("/games/{id}/position", response_model=answers.RecordOut, responses=OF_SOLUTIONS)
async def position(game: OneGame, query: Position) -> JsonAnswer:
    """The record of a position: its value, its remoteness, and its moves, best first."""
    return await game.ask(lambda session, solution: _record(session, solution, query))


@router.post(
    "/games/{id}/positions",
    response_model=answers.PositionsOut,
    responses={**OF_SOLUTIONS, **OF_BODIES},
)
async def positions(game: OneGame, body: requests.PositionsIn) -> JsonAnswer:
    """The records of many positions: for each its record, or the problem with it."""

    def one(
        session: GameSession, solution: Solution, place: requests.PositionIn
    ) -> answers.OnePositionOut:
        try:
            return answers.OnePositionOut(_record(session, solution, place), None)
        except PerfectPlayError as error:
            return answers.OnePositionOut(None, problem_of(error))

    return await game.ask(
        lambda session, solution: answers.PositionsOut(
            [one(session, solution, place) for place in body.positions]
        )
    )


@router.get("/games/{id}/play", response_model=answers.PlayOut, responses=OF_SOLUTIONS)
async def play(game: OneGame, query: Position) -> JsonAnswer:
    """The play so far, the value of each move, and the position that it has reached, drawn."""
    return await game.ask(
        lambda session, solution: play_of(
            solution, start_of(session, solution, query.state, query.seat), query.move
        )
    )


@router.get("/games/{id}/board", response_model=search_answers.BoardOut)
async def board(game: OneGame, query: Position) -> JsonAnswer:
    """The play so far and the position that it has reached, drawn without values: no solution is
    needed."""

    def question(rules: CheckedGame) -> JsonAnswer:
        start, known = read_start(rules, query.state, query.seat)
        return JsonAnswer(search_answers.board_out(rules, start, known, query.move))

    return await game.call(lambda session: session.ask_rules(question))


@router.post(
    "/games/{id}/search",
    response_model=search_answers.SearchOut,
    responses={**OF_SOLVES, **OF_BODIES},
)
async def search(game: OneGame, body: requests.SearchIn) -> JsonAnswer:
    """What is proved of the moves of a position, by searching it for some seconds.

    The answer comes at once; ask again for more. A search that nobody asks for ends after three
    seconds.
    """

    def question(session: GameSession, rules: CheckedGame) -> JsonAnswer:
        if session.searches is None:
            raise SolveRefusedError("no positions are searched here")
        start, known = read_start(rules, body.state, body.seat)
        at, texts = followed(rules, start, body.moves)
        place = SearchPlace(body.state, body.seat, tuple(texts))
        status = session.searches.ask(
            session.id, session.game, place, seconds=body.seconds, reader=body.reader,
            address=session.address,
        )  # fmt: skip
        seat = rules.player(at.state)
        seat = at.seat if seat is None and known else seat
        return JsonAnswer(search_answers.search_out(rules, at, seat, status))

    return await game.call(
        lambda session: session.ask_rules(lambda rules: question(session, rules))
    )


@router.get("/games/{id}/line", response_model=answers.LineOut, responses=OF_SOLUTIONS)
async def line(game: OneGame, query: Annotated[requests.LineQuery, Query()]) -> JsonAnswer:
    """A perfect play from a position: of several best moves the first in the rules' order."""

    def question(session: GameSession, solution: Solution) -> answers.LineOut:
        start = start_of(session, solution, query.state, query.seat)
        first = reached(solution.rules, start, query.move)
        steps, loops = perfect_line(solution, first, start.known, query.plies)
        complete = loops or steps[-1]["remoteness"] == 0
        fields = game_fields(solution.game)
        return answers.LineOut(**fields, line=steps, loops=loops, complete=complete)

    return await game.ask(question)


@router.get(
    "/games/{id}/statistics",
    response_model=answers.StatisticsOut,
    responses=OF_SOLUTIONS,
    dependencies=NO_PARAMETERS,
)
async def statistics(game: OneGame) -> JsonAnswer:
    """How many states there are, by value and remoteness."""

    def question(_: GameSession, solution: Solution) -> answers.StatisticsOut:
        same = solution.representatives
        return answers.StatisticsOut(
            **game_fields(solution.game) | solution.counts.as_dict(),
            representatives=None if same is None else same.as_dict(),
            by_remoteness=[
                answers.RemotenessOut(plies, **row) for plies, row in solution.by_remoteness.items()
            ],
        )

    return await game.ask(question)


@router.get("/games/{id}/reply", response_model=answers.ReplyOut, responses=OF_SOLUTIONS)
async def reply(game: OneGame, query: Annotated[requests.ReplyQuery, Query()]) -> JsonAnswer:
    """The move of a player in a position."""

    def question(session: GameSession, solution: Solution) -> answers.ReplyOut:
        player = player_of(query.player)
        return answers.ReplyOut(
            player.name, player.reply(_record(session, solution, query), solution)
        )

    return await game.ask(question)


@router.get("/games/{id}/heat-map", response_model=answers.HeatMapOut, responses=OF_SOLUTIONS)
async def heat(game: OneGame, query: Annotated[requests.HeatMapQuery, Query()]) -> JsonAnswer:
    """A map of a game over its coordinates, if its states have some."""

    def question(_: GameSession, solution: Solution) -> answers.HeatMapOut:
        share = None if query.aggregate is None else Value[query.aggregate.upper()]
        return heat_map(solution, query.x, query.y, fixed_values(query.fix), share)

    return await game.ask(question)


def _described(session: GameSession) -> dict[str, Any]:
    """The fields of a `GameOut`."""
    game = session.game
    return {
        "id": session.id,
        "name": session.name,
        "about": about(game),
        "parameters": game_fields(game)["parameters"],
        "players": game.players,
        "status": session.status,
    }
