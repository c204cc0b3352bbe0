"""A game's rules as compiled kernels, compiled now or kept from an earlier run (see ``kept.py``).

The module that `translate` and ``template.py`` give is written into a folder whose name is the
SHA-256 of everything that it depends on: its text (with all constants in it), its tables, the
support code, the versions of Python, NumPy and Numba. Numba keeps machine code beside a module
and trusts the module's file; since a changed rule has another folder, it never meets old code.
The text that is run is always the one that was made here, never one read from the folder.
"""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError

from perfectplay.contract.compiled import items, support
from perfectplay.contract.compiled.constants import NotCompilable
from perfectplay.contract.compiled.kept import (
    KERNELS,
    keep_checked,
    module_file,
    silence_warnings,
)
from perfectplay.contract.compiled.messages import said
from perfectplay.contract.compiled.refusals import LIST
from perfectplay.contract.compiled.smallest import representative
from perfectplay.contract.compiled.translate import Translation, translate
from perfectplay.contract.game import Game, StateKind, has_again, kind_of, overrides
from perfectplay.contract.scores import as_score, value_of_score
from perfectplay.words.value import Value


@dataclass
class CompiledRules:
    """The kernels of one game; see ``template.py`` for what each does."""

    game: Game
    kind: StateKind
    module: ModuleType
    has_again: bool
    has_symmetries: bool
    has_tier: bool
    scoring: bool

    @property
    def kernels(self) -> Any:
        """The module; its kernels are those of ``template.py``."""
        return self.module


def compile_rules(game: Game, *, symmetries: bool = True) -> CompiledRules:
    """The game's kernels, compiled now or taken from disk.

    Raises NotCompilable with the reason, the user's line and the idiom that compiles.
    """
    if getattr(numba.config, "DISABLE_JIT", False):
        raise NotCompilable("NUMBA_DISABLE_JIT is set")
    translation = translate(game, symmetries=symmetries)
    has_symmetries = symmetries and overrides(game, "symmetries")
    again = has_again(game)
    text = _module_text(game, translation, has_symmetries, again)
    silence_warnings()
    module = _loaded(text, translation)
    has_tier = overrides(game, "tier")
    rules = CompiledRules(
        game, kind_of(game.start()), module, again, has_symmetries, has_tier, game.scoring
    )
    _first_call(rules, translation)
    return rules


# --- the text of the module -----------------------------------------------------------------------


def _module_text(game: Game, translation: Translation, has_symmetries: bool, again: bool) -> str:
    head = [
        "# Written by perfectplay from the rules of a game; not to be edited.",
        "import numpy as np",
        "from numba import njit",
        *_helpers(translation.text),
        f"from {support.__name__} import field, inner, move_code, outcome_code, "
        "score_code, slot_of, tier_code",
    ]
    # rules come first, so that lines of the module are lines of the translation plus the head
    template = (Path(__file__).parent / "template.py").read_text(encoding="utf-8")
    glue = _glue(game, translation, has_symmetries, again)
    return "\n".join(head) + "\n" + translation.text + glue + "\n" + template


def _helpers(text: str) -> list[str]:
    """Imports of what rules have from support.py and items.py, each with _pp_ before its name."""
    names = sorted(set(re.findall(r"\b_pp_([a-z_]+)\b", text)))
    homes = {name: home for home in (support, items) for name in names if hasattr(home, name)}
    return [f"from {home.__name__} import {name} as _pp_{name}" for name, home in homes.items()]


def _glue(game: Game, translation: Translation, has_symmetries: bool, again: bool) -> str:
    start = game.start()
    parts = [_endings(game)]
    if isinstance(start, tuple):
        parts.append(_tuple_codec(start, translation.state_class))
    else:
        parts.append(_function("decode(key, layout)", ["return key"]))
        parts.append(_function("encode(state, layout)", ["return field(state)"]))
    images = "symmetries(state)" if has_symmetries else "()"
    smallest = ["return key"]
    copied = representative(translation.text) if has_symmetries else None
    if has_symmetries:
        parts.append(_function("images(state)", [f"return {images}"]))
        smallest = [
            "for image in images(state):",
            "    other = encode(image, layout)",
            "    if other < 0:",
            "        return other",
            "    key = min(key, other)",
            "return key",
        ]
    plain = _function("representative(state, key, layout)", smallest)
    parts.append(plain if copied is None else copied[0])
    mark = "pass"
    if again and overrides(game, "moves_again"):
        mark = "marks[n] = moves_again(state, move)"
    elif again:
        mark = "marks[n] = player(state) == player(child)"
    parts.append(_function("mark_again(marks, n, state, move, child)", [mark]))
    if not has_symmetries:
        parts.append(_function("images(state)", ["return (state,)"]))
    has_tier = overrides(game, "tier")
    tier = "tier_code(tier(state))" if has_tier else "0"
    parts.append(_function("tier_of(state)", [f"return {tier}"]))
    mark = "tiers[n] = tier_of(child)" if has_tier else "pass"
    parts.append(_function("mark_tier(tiers, n, child)", [mark]))
    gains = game.scoring and overrides(game, "gain")
    mark = "gains[n] = score_code(gain(state, move))" if gains else "pass"
    parts.append(_function("mark_gain(gains, n, state, move)", [mark]))
    mark = "finals[n] = final" if game.scoring else "pass"
    parts.append(_function("mark_final(finals, n, final)", [mark]))
    return "\n\n".join(parts)


def _endings(game: Game) -> str:
    """STUCK and STUCK_SCORE, and ``ending``: the value of a state that is over, and its score."""
    stuck, score = (int(game.stuck) if isinstance(game.stuck, Value) else 0), 0
    body = ["return outcome_code(outcome(state)), 0"]
    if game.scoring:
        given = as_score(game.stuck)
        if given is not None:
            stuck, score = int(value_of_score(given)), given
        body = [
            "answer = outcome(state)",
            "if answer is None:",
            "    return 0, 0",
            "final = score_code(answer)",
            "return (3 if final > 0 else 1 if final < 0 else 2), final",
        ]
    constants = f"\nSTUCK, STUCK_SCORE = {stuck}, {score}\n"
    return constants + "\n\n" + _function("ending(state)", body)


def _tuple_codec(start: tuple[int, ...], state_class: str) -> str:
    fields = range(len(start))
    decode = []
    for i in reversed(fields):
        if i:
            decode.append(f"rest = key // layout[1, {i}]")
            decode.append(f"f{i} = key - rest * layout[1, {i}] + layout[0, {i}]")
            decode.append("key = rest")
        else:
            decode.append("f0 = key + layout[0, 0]")
    items = ", ".join(f"f{i}" for i in fields)
    decode.append(f"return {state_class}({items}{'' if state_class else ','})")
    encode = [f"if len(state) != {len(start)}:", "    return -1"]
    encode += ["key = 0"]
    for i in fields:
        encode.append(f"digit = field(state[{i}]) - layout[0, {i}]")
        encode.append(f"if digit < 0 or digit >= layout[1, {i}]:")
        encode.append("    return -1")
        encode.append(f"key = key * layout[1, {i}] + digit")
    encode.append("return key")
    return (
        _function("decode(key, layout)", decode)
        + "\n\n"
        + _function("encode(state, layout)", encode)
    )


def _function(head: str, body: list[str]) -> str:
    return "@inner(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)


# --- the module -----------------------------------------------------------------------------------


def _loaded(text: str, translation: Translation) -> ModuleType:
    digest = _digest(text, translation)
    name = f"perfectplay_rules_{digest[:32]}"
    if name in sys.modules:
        return sys.modules[name]
    try:
        file = module_file(digest, text)
    except OSError as problem:
        raise NotCompilable(f"there is no folder to compile in: {problem}") from problem
    module = ModuleType(name)
    module.__file__ = str(file)
    module.__dict__.update(translation.tables)
    sys.modules[name] = module
    try:
        exec(compile(text, str(file), "exec"), module.__dict__)
    except BaseException as problem:
        del sys.modules[name]
        if isinstance(problem, NumbaError):
            raise NotCompilable(*_meaning(problem, "")) from problem
        if isinstance(problem, Exception):
            raise NotCompilable(
                f"its rules cannot be translated ({type(problem).__name__}: {problem})", idiom=LIST
            ) from problem
        raise
    for kernel in KERNELS:
        keep_checked(getattr(module, kernel), digest)
    return module


def _digest(text: str, translation: Translation) -> str:
    digest = hashlib.sha256()
    support_text = b"".join(Path(str(part.__file__)).read_bytes() for part in (support, items))
    versions = f"{sys.version} {platform.machine()} {np.__version__} {numba.__version__}"
    for part in (text.encode(), support_text, versions.encode()):
        digest.update(len(part).to_bytes(8, "little") + part)
    for name, table in translation.tables.items():
        digest.update(f"{name} {table.shape}".encode() + table.tobytes())
    return digest.hexdigest()


# --- the first call, which compiles ---------------------------------------------------------------


def _first_call(rules: CompiledRules, translation: Translation) -> None:
    """Compiles ``expand`` on no states at all, and says in the user's words what does not."""
    fields = len(rules.game.start()) if rules.kind is StateKind.TUPLE else 1
    layout = np.ones((2, fields), np.int64)
    empty = np.empty(0, np.int64)
    bytes_ = np.empty(0, np.uint8)
    try:
        degrees = np.empty(0, np.int32)
        rules.kernels.expand(
            empty, 0, 0, layout, empty, bytes_, empty, degrees, bytes_, degrees, degrees
        )
    except NumbaError as problem:
        raise _refusal(problem, translation, rules.module) from problem
    except Exception as problem:  # the compiler itself stumbles
        raise NotCompilable(
            f"the compiler stumbles over these rules ({type(problem).__name__})", idiom=LIST
        ) from problem


def _refusal(problem: Exception, translation: Translation, module: ModuleType) -> NotCompilable:
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    offset = text[: text.index(translation.text)].count("\n")
    copied = representative(translation.text)
    copy = text.count("\n", 0, max(0, text.find("\ndef representative("))) + 2
    place = ""
    for found in re.finditer(r'File "[^"]*rules\.py", line (\d+)', str(problem)):
        line = int(found.group(1))
        where = translation.places.get(line - offset)
        if where is None and copied is not None and line >= copy:
            where = translation.places.get(line - copy + copied[1])
        if where is not None:
            place = f"{where[0]}:{where[1]}"
    return NotCompilable(*_meaning(problem, place))


def _meaning(problem: Exception, place: str) -> tuple[str, str, str]:
    reason, idiom = said(problem)
    return reason, place, idiom or LIST
