"""A game with its compiled rules in a form that travels to other processes.

A `GameSpec` holds no code and no objects: a process loads the rules from their address, and goes on
only if they are the same, and compiled to the same code, as where the spec was made.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from perfectplay.core.errors import MissingRulesError, PerfectPlayError, RulesDifferError
from perfectplay.core.version import __version__
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import differences, fingerprint, is_of
from perfectplay.tablebase.store.manifest import GameEntry
from perfectplay.tablebase.store.rules_address import address_of, game_at, game_entry

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules


def _version() -> str:
    with suppress(ImportError):
        import pyarrow

        return f"{__version__} with pyarrow {pyarrow.__version__}"
    return __version__


@dataclass(frozen=True)
class GameSpec:
    """``address``: of the game, a file with its whole path; ``parameters``: as JSON;
    ``symmetries``: whether a state stands for its class; ``fingerprint``: of the rules, whole, and
    ``parts`` by name; ``code``: the digest of the compiled rules, with the versions of Python,
    NumPy and Numba, "" if the interpreter runs the rules; ``version``: of perfectplay and of
    pyarrow, which writes and reads the files; ``tables``: see `compile_rules`."""

    address: str
    parameters: str
    symmetries: bool
    fingerprint: str
    parts: tuple[tuple[str, str], ...]
    code: str
    version: str = field(default_factory=_version, kw_only=True)
    tables: bool = field(default=True, kw_only=True)

    @classmethod
    def of_game(cls, game: Game, *, symmetries: bool, code: str, **more: Any) -> Self:
        """The spec of a game, where other processes find it as this one does; ``more``: the fields
        of a class below."""
        mark = fingerprint(game)
        given = json.dumps(dict(game_entry(game).parameters), sort_keys=True)
        return cls(
            address_of(game, folders=True), given, symmetries, mark.whole,
            tuple(mark.parts.items()), code, **more,
        )  # fmt: skip

    def game(self) -> Game:
        """The game. Raises MissingRulesError if this process cannot load it, RulesDifferError if
        it finds other rules or has another version of perfectplay."""
        if self.version != _version():
            raise RulesDifferError(
                f"this process has perfectplay {_version()}, and the one that sends the tasks "
                f"has {self.version}; install the same version in both"
            )
        entry = GameEntry(self.address, self.address, json.loads(self.parameters))
        try:
            game = game_at(self.address, entry)
        except PerfectPlayError as error:
            raise MissingRulesError(
                f"this process does not find the rules of {self.address}: {error}; put them where "
                "every process finds them under this address"
            ) from None
        if is_of(game, self.fingerprint):
            return game
        differ = differences(dict(self.parts), game) or "the version of the contract"
        raise RulesDifferError(
            f"the rules of {self.address} are not those of the process that sends the tasks; what "
            f"differs: {differ}; put the same files in both places and start it again"
        )

    def compiled(self, game: Game) -> CompiledRules:
        """The compiled rules of the game. Raises MissingRulesError if this process cannot compile
        them, RulesDifferError if it gets other code."""
        from perfectplay.compiler.numba_found import require_compiler
        from perfectplay.compiler.source.not_compilable import NotCompilable

        try:
            require_compiler()
            from perfectplay.compiler.load import RulesToCompile

            given = RulesToCompile(game, symmetries=self.symmetries, tables=self.tables)
            compiled = given.compile_to(self.code)
        except NotCompilable as reason:
            raise MissingRulesError(
                f"this process cannot compile the rules of {self.address}: {reason}; install "
                "perfectplay here as it is where the command was started"
            ) from None
        if compiled.digest != self.code:
            raise RulesDifferError(
                f"this process compiles the rules of {self.address} to different code than the "
                "process that sends the tasks; install the same versions of perfectplay, Python, "
                "NumPy and Numba in both"
            )
        return compiled
