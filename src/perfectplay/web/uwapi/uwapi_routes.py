"""The routes of UWAPI under /uwapi, and the pages of other sites that may ask them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from perfectplay.analysis.impartial import grundy
from perfectplay.core.errors import (
    NotImpartialError,
    PerfectPlayError,
    StateLimitError,
    UnknownGameError,
)
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import first_position
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_request import GameRequest
from perfectplay.web.game_session import GameSession, NotSolvedError
from perfectplay.web.problems import JsonAnswer, problem_of
from perfectplay.web.request_positions import start_of
from perfectplay.web.unsolved_positions import read_start
from perfectplay.web.uwapi import uwapi_answers as answers

PREFIX = "/uwapi"

router = APIRouter(prefix=PREFIX, include_in_schema=False)


async def _answered(asked: Callable[[], Awaitable[JsonAnswer]]) -> JsonAnswer:
    """The answer, or the error as the front end reads it: an object with ``error``."""
    try:
        return await asked()
    except PerfectPlayError as error:
        problem = problem_of(error)
        return JsonAnswer({"error": problem.detail}, problem.status)


@router.get("/")
async def games(request: Request) -> JsonAnswer:
    """All games."""
    listed = request.app.state.catalogue.listed()
    return await run_in_threadpool(lambda: JsonAnswer(answers.games_of(listed)))


@router.get("/{game}/")
async def game(request: Request, game: str) -> JsonAnswer:
    """A game and its variants."""

    async def asked() -> JsonAnswer:
        listed = request.app.state.catalogue.listed()
        sessions = [session for session in listed if session.name == game]
        if not sessions:
            raise UnknownGameError(f"no game {game[:60]!r} is served here; {PREFIX}/ lists them")
        return await run_in_threadpool(lambda: JsonAnswer(answers.variants_of(sessions)))

    return await _answered(asked)


@router.get("/{game}/{variant}/")
async def variant(request: Request, game: str, variant: str) -> JsonAnswer:
    """A variant: its start, and what its boards are drawn by."""

    def question(session: GameSession) -> JsonAnswer:
        return session.ask_rules(
            lambda rules: JsonAnswer(answers.PositionAnswers(rules).variant(session))
        )

    return await _answered(lambda: _of(request, game, variant).call(question))


@router.get("/{game}/{variant}/positions/")
async def positions(
    request: Request, game: str, variant: str, p: Annotated[str | None, Query()] = None
) -> JsonAnswer:
    """A position and its moves, with the values if the game is solved."""

    def solved(session: GameSession, solution: Solution) -> Any:
        text, seat = (None, None) if p is None else answers.read_position_name(p)
        start = start_of(session, solution, text, seat)
        texts = grundy_texts(session, solution)
        return answers.PositionAnswers(solution.rules, solution, texts).position(start.position)

    def unsolved(rules: CheckedGame) -> Any:
        if p is None:
            return answers.PositionAnswers(rules).position(first_position(rules))
        start, _ = read_start(rules, *answers.read_position_name(p))
        return answers.PositionAnswers(rules).position(start)

    def question(session: GameSession) -> JsonAnswer:
        try:
            found = session.ask(lambda solution: solved(session, solution))
        except NotSolvedError:
            found = session.ask_rules(unsolved)
        return JsonAnswer(found)

    return await _answered(lambda: _of(request, game, variant).call(question))


@router.get("/{game}/{variant}/instructions/")
async def instructions(request: Request, game: str, variant: str) -> JsonAnswer:
    """The rules in words, in the language of the game's author."""

    def question(session: GameSession) -> JsonAnswer:
        return JsonAnswer(answers.instructions_of(session))

    return await _answered(lambda: _of(request, game, variant).call(question))


def _of(request: Request, game: str, variant: str) -> GameRequest:
    return GameRequest(request, answers.session_id(game, variant))


MOST = 50_000
"""States of a game up to which all its Grundy values are computed, at its first question."""

GrundyText = Callable[[State], str]

_known: WeakKeyDictionary[GameSession, GrundyText | None] = WeakKeyDictionary()


def grundy_texts(session: GameSession, solution: Solution) -> GrundyText | None:
    """The text of the Grundy value of each state; None if the game has none, or is too large.

    Only one thread may ask for a session at a time.
    """
    if session not in _known:
        _known[session] = _texts_of(solution)
    return _known[session]


def _texts_of(solution: Solution) -> GrundyText | None:
    if not solution.game.impartial or len(solution) > MOST:
        return None
    try:
        values = grundy(solution, max_states=MOST)
    except (NotImpartialError, StateLimitError):
        return None
    return lambda state: star_text(values.value(state))


def star_text(value: int) -> str:
    """
    >>> star_text(0), star_text(1), star_text(5)
    ('0', '*', '*5')
    """
    return "*" if value == 1 else f"*{value}" if value else "0"
