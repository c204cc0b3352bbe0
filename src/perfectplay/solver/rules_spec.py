"""The rules of a compiled game in a form that travels to other processes.

A `RulesSpec` holds no code and no objects: a process loads the rules from their address, and goes
on only if they are the same, and compiled to the same code, as where the spec was made.
"""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from perfectplay.compiler.expander import Expander
from perfectplay.core.errors import MissingRulesError, PerfectPlayError, RulesDifferError
from perfectplay.core.version import __version__
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.packing import IntegerKeys, TupleKeys

if TYPE_CHECKING:
    from perfectplay.game.game import Game

_LOADING = threading.Lock()


def _version() -> str:
    with suppress(ImportError):
        import pyarrow

        return f"{__version__} with pyarrow {pyarrow.__version__}"
    return __version__


@dataclass(frozen=True)
class RulesSpec:
    """``address``: of the game, a file with its whole path; ``parameters``: as JSON; ``low`` and
    ``size``: the keys of a tuple state, empty for an integer; ``symmetries``: whether a state
    stands for its class; ``fingerprint``: of the rules, whole, and ``parts`` by name; ``code``:
    the digest of the compiled rules, with the versions of Python, NumPy and Numba; ``version``: of
    perfectplay and of pyarrow, which writes the files."""

    address: str
    parameters: str
    low: tuple[int, ...]
    size: tuple[int, ...]
    symmetries: bool
    fingerprint: str
    parts: tuple[tuple[str, str], ...]
    code: str
    version: str = field(default_factory=_version)

    @classmethod
    def of(cls, expander: Expander, address: str | None = None) -> RulesSpec:
        """The spec of an expander's rules and keys.

        ``address``: where other processes find the game (default: where this one has it).
        """
        from perfectplay.identity.fingerprint import fingerprint
        from perfectplay.tablebase.store.rules_address import address_of, game_entry

        game, keys = expander.rules.game, expander.keys
        mark = fingerprint(game)
        low, size = (keys.low, keys.size) if isinstance(keys, TupleKeys) else ((), ())
        return cls(
            address or address_of(game, folders=True),
            json.dumps(dict(game_entry(game).parameters), sort_keys=True),
            low,
            size,
            expander.compiled.has_symmetries,
            mark.whole,
            tuple(mark.parts.items()),
            expander.compiled.digest,
        )

    def expander(self) -> Expander:
        """A new expander of these rules.

        Raises MissingRulesError if this process cannot load or compile the game, RulesDifferError
        if it finds other rules or compiles them to other code.
        """
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.numba_found import require_compiler

        if self.version != _version():
            raise RulesDifferError(
                f"this process has perfectplay {_version()}, and the one that started the solve "
                f"has {self.version}; install the same version in both"
            )
        game = self._game()
        try:
            require_compiler()
            from perfectplay.compiler.load import compile_rules

            compiled = compile_rules(game, symmetries=self.symmetries)
        except NotCompilable as reason:
            raise MissingRulesError(
                f"this process cannot compile the rules of {self.address}: {reason}; install "
                "perfectplay here as it is where the solve was started"
            ) from None
        if compiled.digest != self.code:
            raise RulesDifferError(
                f"this process compiles the rules of {self.address} to different code than the "
                "process that started the solve; install the same versions of perfectplay, "
                "Python, NumPy and Numba in both"
            )
        start = game.start()
        keys = TupleKeys(self.low, self.size, type(start)) if self.low else IntegerKeys()
        return Expander(compiled, CheckedGame(game), keys)

    def _game(self) -> Game:
        from perfectplay.identity.fingerprint import differences, is_of
        from perfectplay.tablebase.store.manifest import GameEntry
        from perfectplay.tablebase.store.rules_address import game_at

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
            f"the rules of {self.address} are not those of the process that started the solve; "
            f"what differs: {differ}; put the same files in both places and start it again"
        )


def expander_of(rules: Expander | RulesSpec) -> Expander:
    """An expander itself, or that of a spec, which a process loads once.

    Raises MissingRulesError, RulesDifferError.
    """
    if isinstance(rules, Expander):
        return rules
    with _LOADING:  # compiling is done once, also if several threads ask
        return _loaded(rules)


@lru_cache(maxsize=4)
def _loaded(spec: RulesSpec) -> Expander:
    return spec.expander()
