"""REST: plays whose moves are judged."""

from __future__ import annotations

from fastapi import APIRouter

from perfectplay.web.annotation_answers import AnnotationOut, annotation_of
from perfectplay.web.api import ALWAYS, OF_BODIES, OF_SOLUTIONS
from perfectplay.web.game_request import OneGame
from perfectplay.web.problems import JsonAnswer
from perfectplay.web.rest_requests import PlayIn

router = APIRouter(prefix="/api", responses=ALWAYS)


@router.post(
    "/games/{id}/annotation",
    response_model=AnnotationOut,
    responses={**OF_SOLUTIONS, **OF_BODIES},
)
async def annotation(game: OneGame, body: PlayIn) -> JsonAnswer:
    """What each move of a play was worth, what it lost and what was better, with a summary."""
    return await game.ask(lambda session, solution: annotation_of(session, solution, body))
