"""The games of a command line: names, files and folders, each with its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from perfectplay.core.errors import MissingRulesError, ParameterError
from perfectplay.game.explicit.explicit_game import ENDINGS
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import OPENSPIEL, load_class, split_address
from perfectplay.registry.parameters import parse_parameters
from perfectplay.tablebase.store.manifest import MANIFEST
from perfectplay.tablebase.store.remote_files import folder_at, is_remote
from perfectplay.web.catalogue import OfferedGame, plain_class


def offers_of(words: Iterable[str]) -> list[OfferedGame]:
    """The games of a list of words, each game followed by its parameters ``name=value``.

    Raises what loading a game raises, and ParameterError for a parameter without a game.

    >>> [(offer.name, offer.given) for offer in offers_of(["nim", "rows=3,5", "chomp"])]
    [('nim', {'rows': (3, 5)}), ('chomp', {})]
    """
    groups: list[tuple[str, list[str]]] = []
    for word in words:
        if not re.match(r"[A-Za-z_]\w*=", word):
            groups.append((word, []))
        elif groups:
            groups[-1][1].append(word)
        else:
            raise ParameterError(
                f"{word} stands before any game; a parameter comes after its game, as in "
                f"perfectplay serve connect_four {word}"
            )
    return [_offer(address, given) for address, given in groups]


def _offer(address: str, given: list[str]) -> OfferedGame:
    if is_remote(address) or (address not in GAMES and (folder_at(address) / MANIFEST).exists()):
        return _stored(folder_at(address), given)
    found = load_class(address)
    return OfferedGame(name_at(address), found, parse_parameters(found, given), address=address)


def _stored(folder: Path, given: list[str]) -> OfferedGame:
    """A stored solution with its rules; its tables are not opened yet."""
    from perfectplay.game.naming import parameters
    from perfectplay.tablebase.store.find_rules import copy_path
    from perfectplay.tablebase.store.stored_solution import open_solution

    if given:
        raise ParameterError(
            f"a stored solution has its parameters already; leave out {' '.join(given)}"
        )
    solution = open_solution(folder)
    if not solution.has_rules:
        copy = copy_path(folder, solution.manifest.copies)
        hint = "" if copy is None else f"; a copy of it is kept in {copy}: look at it first"
        raise MissingRulesError(
            f"the rules of the solution in {folder} were not found: put their file beside the "
            "folder, or start the server in the folder of that file"
            f"{hint}"
        )
    game = solution.game
    found = plain_class(game)
    name = name_at(solution.manifest.game.address)
    return OfferedGame(name, found, parameters(game), folder)


def name_at(address: str) -> str:
    """The name that a game at an address has in its id.

    >>> [name_at(a) for a in ("nim", "games/rocks.py", "rocks.py:Deep", "tree.json", "my.mod:G")]
    ['nim', 'rocks', 'Deep', 'tree', 'G']
    >>> name_at("misere(rocks.py:Deep)"), name_at("openspiel:nim"), name_at("a;b=2.py")
    ('misere(rocks.py:Deep)', 'openspiel:nim', 'a,b=2')
    """
    if "(" in address or address.startswith(OPENSPIEL):
        return address.replace("/", ":").replace(";", ",")
    place, name = split_address(address)
    if name:
        return name
    known = (ending for ending in (".py", *ENDINGS) if place.lower().endswith(ending))
    # (not `stem`, which takes the last ending off dots alone in some versions of Python)
    dropped = len(next(known, ""))
    name = Path(place).name[:-dropped] if dropped else place.replace("/", ":")
    return name.replace(";", ",").strip(".") or "game"  # ".." in a URL leads up
