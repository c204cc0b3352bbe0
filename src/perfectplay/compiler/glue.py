"""The text between a game's rules and the kernels: keys, ends of plays, marks of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from perfectplay.compiler.inline_yield import spliced
from perfectplay.compiler.set_constants import NO_ELEMENTS
from perfectplay.compiler.syntax_trees import own
from perfectplay.compiler.translate import Translation
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.game.state_sets import BitSet
from perfectplay.game.state_shape import StateShape
from perfectplay.game.state_words import Word

_REPRESENTATIVE = "representative(state, key, layout)"

_FROM_FIELD: dict[type, str] = {
    bool: "{} != 0", Word: "word_of({})", BitSet: f"set_like({{}}, {NO_ELEMENTS})",
}  # fmt: skip
_TO_FIELD: dict[type, str] = {Word: "word_field", BitSet: "set_field"}

_SMALLEST = (
    "for image in images(state):",
    "    other = encode(image, layout)",
    "    if other < 0:",
    "        return other",
    "    key = min(key, other)",
    "return key",
)


def glue_of(game: Game, translation: Translation) -> str:
    """The text of the functions that kernels call, which depend on the methods of the game."""
    roles = translation.roles
    parts = [_endings(game)]
    if translation.shape is not None:
        parts.append(_codec(translation.shape, translation.classes))
    else:
        parts.append(function("decode(key, layout)", ["return key"]))
        parts.append(function("encode(state, layout)", ["return field(state)"]))
    parts.append(f"{own('encode')} = encode")
    copied = representative(translation.text) if "symmetries" in roles else None
    smallest = _SMALLEST if "symmetries" in roles else ("return key",)
    parts.append(function(_REPRESENTATIVE, smallest) if copied is None else copied[0])
    again = "pass"
    if "moves_again" in roles:
        again = "marks[n] = moves_again(state, move)"
    elif "player" in roles:
        again = "marks[n] = player(state) == player(child)"
    gain = "gains[n] = score_code(gain(state, move))" if "gain" in roles else "pass"
    bodies = {
        "images(state)": f"return {'symmetries(state)' if 'symmetries' in roles else '(state,)'}",
        "seat_of(state)": f"return {'np.int64(player(state))' if 'player' in roles else '0'}",
        "tier_of(state)": f"return {'tier_code(tier(state))' if 'tier' in roles else '0'}",
        "mark_again(marks, n, state, move, child)": again,
        "mark_tier(tiers, n, child)": "tiers[n] = tier_of(child)" if "tier" in roles else "pass",
        "mark_gain(gains, n, state, move)": gain,
        "mark_final(finals, n, final)": "finals[n] = final" if game.scoring else "pass",
    }
    parts += [function(head, [body]) for head, body in bodies.items()]
    return "\n\n".join(parts)


def representative(text: str) -> tuple[str, int] | None:
    """The text of ``representative(state, key, layout)`` made from that of ``symmetries``, and the
    line of ``text`` at which the generator begins, line by line the same; None if ``symmetries`` is
    no plain generator, or missing.

    A negative key, of a state that the layout cannot hold, is smaller than all others.
    """
    return spliced(
        text, "symmetries", "representative", ("_pp_key", "_pp_layout"),
        ("_pp_key = _pp_min(_pp_key, _pp_encode(ANSWER, _pp_layout))",), "_pp_key",
    )  # fmt: skip


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
    return constants + "\n\n" + function("ending(state)", body)


def _codec(shape: StateShape, classes: dict[type, str]) -> str:
    """``decode`` and ``encode`` between keys and states of a shape."""
    decode: list[str] = []
    for i in reversed(range(1, shape.size)):
        decode.append(f"rest = key // layout[1, {i}]")
        decode.append(f"f{i} = key - rest * layout[1, {i}] + layout[0, {i}]")
        decode.append("key = rest")
    decode.append("f0 = key + layout[0, 0]")
    decode.append(f"return {_state_text(shape, classes, count())}")
    kinds = any(shape.byte_fields)
    encode = [*_unlike(shape, "state", kinds=kinds), "key = 0"]
    for i, place in enumerate(_places(shape, "state")):
        encode.append(f"digit = {place} - layout[0, {i}]")
        encode.append(f"if digit < 0 or digit >= layout[1, {i}]:")
        encode.append("    return -1")
        encode.append(f"key = key * layout[1, {i}] + digit")
    encode.append("return key")
    codecs = function("decode(key, layout)", decode), function("encode(state, layout)", encode)
    return "\n\n".join(codecs)


def _state_text(shape: StateShape, classes: dict[type, str], numbers: Iterator[int]) -> str:
    """The expression that makes a state of its fields f0, f1, ..."""
    items = []
    for part in shape.parts:
        if isinstance(part, StateShape):
            items.append(_state_text(part, classes, numbers))
        else:
            number = f"f{next(numbers)}"
            items.append(_FROM_FIELD.get(part, "{}").format(number))
    if shape.cls is str:
        return f"text_of(({', '.join(items)},))"
    if shape.cls is bytes:
        return f"bytes_of(({', '.join(items)},))"
    if shape.cls is frozenset:
        return items[0]
    name = classes.get(shape.cls, "")
    return f"{name}({', '.join(items)}{'' if name else ','})"


def _places(shape: StateShape, text: str) -> Iterator[str]:
    """The expression of the number of each field of a state, which ``text`` names."""
    for i, part in enumerate(shape.parts):
        if isinstance(part, StateShape):
            yield from _places(part, f"{text}[{i}]")
        else:
            place = text if shape.cls is frozenset else f"{text}[{i}]"
            yield f"{_TO_FIELD.get(part, 'field')}({place})"


def _unlike(shape: StateShape, text: str, *, kinds: bool) -> list[str]:
    """Lines that give up where a tuple in a state has another length. ``kinds``: and do not compile
    where bytes are a tuple, or a tuple is bytes."""
    if shape.cls is frozenset:
        return []
    name = shape.cls.__name__ if shape.cls in (bytes, str) else "tuple"
    lines = [f"need({text}, {name!r})"] if kinds else []
    lines += [f"if len({text}) != {len(shape.parts)}:", "    return -1"]
    for i, part in enumerate(shape.parts):
        if isinstance(part, StateShape):
            lines += _unlike(part, f"{text}[{i}]", kinds=kinds)
    return lines


def function(head: str, body: Iterable[str]) -> str:
    """The text of a function that only compiled code calls."""
    return "@inner(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)
