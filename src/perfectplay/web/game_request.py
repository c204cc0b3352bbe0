"""A request about one game, for REST and for pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import Depends, Path, Request

from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession
from perfectplay.web.problems import JsonAnswer

Result = TypeVar("Result")

ID = Path(description="The id of a game, such as tic_tac_toe or connect_four;width=5;height=3.")


class GameRequest:
    """A request about the game of an id."""

    def __init__(self, request: Request, id: Annotated[str, ID]) -> None:  # noqa: A002
        self._catalogue = request.app.state.catalogue
        self._asker = request.app.state.asker
        self._id = id

    async def session(self) -> GameSession:
        """The game. Raises UnknownGameError, ParameterError."""
        known: GameSession | None = self._catalogue.known(self._id)
        if known is None:  # its rules make a new one, which may take some time
            known = await self._asker.ask(
                self._catalogue, lambda: self._catalogue.get(self._id), self._id[:100]
            )
        return known

    async def call(self, question: Callable[[GameSession], Result]) -> Result:
        """The result of a question about the game, after all earlier ones; see `TimedCalls.ask`."""
        session = await self.session()
        result: Result = await self._asker.ask(session, lambda: question(session), session.id)
        return result

    async def ask(self, question: Callable[[GameSession, Solution], Any]) -> JsonAnswer:
        """A response with the answer to a question about the solution of the game.

        Raises NotSolvedError, TakesTooLongError, BusyError and what the question raises.
        """
        return await self.call(
            lambda session: session.ask(lambda solution: JsonAnswer(question(session, solution)))
        )


OneGame: TypeAlias = Annotated[GameRequest, Depends()]
