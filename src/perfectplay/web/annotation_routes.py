"""REST: plays whose moves are judged, and the reasons of values."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from perfectplay.web.annotation_answers import AnnotationOut, ReasonOut, annotation_of, reason_of
from perfectplay.web.api import ALWAYS, OF_BODIES, OF_SOLUTIONS
from perfectplay.web.game_request import OneGame
from perfectplay.web.problems import JsonAnswer
from perfectplay.web.rest_requests import PlayIn, WhyQuery

router = APIRouter(prefix="/api", responses=ALWAYS)


@router.post(
    "/games/{id}/annotation", response_model=AnnotationOut, responses={**OF_SOLUTIONS, **OF_BODIES}
)
async def annotation(game: OneGame, body: PlayIn) -> JsonAnswer:
    """What each move of a play was worth, what it lost and what was better, with a summary."""
    return await game.ask(lambda session, solution: annotation_of(session, solution, body))


@router.get("/games/{id}/why", response_model=ReasonOut, responses=OF_SOLUTIONS)
async def why(game: OneGame, query: Annotated[WhyQuery, Query()]) -> JsonAnswer:
    """Why a position, or a move in it, has its value: at most five sentences, each a fact."""
    return await game.ask(lambda session, solution: reason_of(session, solution, query))
