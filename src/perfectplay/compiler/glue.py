"""The text between a game's rules and the kernels: keys, ends of plays, marks of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from perfectplay.compiler.images.cell_lines import image_of_cells, smallest_of_cells
from perfectplay.compiler.rules_text import Translation
from perfectplay.compiler.source.inline_yield import spliced
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.set_constants import NO_ELEMENTS
from perfectplay.core.value import Value
from perfectplay.game.checks.score_range import as_score, value_of_score
from perfectplay.game.game import Game
from perfectplay.game.shape.shape_tree import NONE, Part, ShapeTree
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import EMPTY, Word

_REPRESENTATIVE = "representative(state, key, layout)"

_FROM_FIELD: dict[type, str] = {
    bool: "{} != 0", Word: "word_of({})", BitSet: f"set_like({{}}, {NO_ELEMENTS})",
}  # fmt: skip
_TO_FIELD: dict[type, str] = {Word: "word_field", BitSet: "set_field"}
_BOARDS: dict[type, str] = {str: "text_of({})", bytes: "bytes_of({})"}

_SMALLEST = (
    "for image in images(state):",
    "    other = encode(image, layout)",
    "    if missing(other):",
    "        return other",
    "    key = smaller(key, other)",
    "return key",
)


def glue_of(game: Game, translation: Translation, *, double: bool = False) -> str:
    """The text of the functions that kernels call, which depend on the methods of the game.

    ``double``: for keys of two words, which have no tables of symmetries.
    """
    roles = translation.roles
    parts = [_endings(game)]
    if translation.shape is not None:
        parts.append(_codec(translation.shape, translation.classes, translation.room))
    else:
        parts.append(function("decode(key, layout)", ["return key"]))
        parts.append(function("encode(state, layout)", ["return field(state)"]))
    parts.append(f"{own('encode')}, {own('smaller')} = encode, smaller")
    copied = representative(translation.text) if "symmetries" in roles else None
    smallest: Iterable[str] = _SMALLEST if "symmetries" in roles else ("return key",)
    images, image = "(state,)", "encode(image, layout)"
    if "symmetries" in roles:
        images = "symmetries(state)"
    elif translation.cells is not None and not double:
        smallest = smallest_of_cells(translation.cells)
        parts.append(function("image_of_cells(n, key, layout)", image_of_cells(translation.cells)))
        images, image = f"range({translation.cells.images})", "image_of_cells(image, key, layout)"
    parts.append(function(_REPRESENTATIVE, smallest) if copied is None else copied[0])
    again = "pass"
    if "moves_again" in roles:
        again = "marks[n] = moves_again(state, move)"
    elif "player" in roles:
        again = "marks[n] = player(state) == player(child)"
    gain = "gains[n] = score_code(gain(state, move))" if "gain" in roles else "pass"
    bodies = {
        "images(state)": f"return {images}",
        "key_of_image(image, key, layout)": f"return {image}",
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
        ("_pp_key = _pp_smaller(_pp_key, _pp_encode(ANSWER, _pp_layout))",), "_pp_key",
    )  # fmt: skip


def _endings(game: Game) -> str:
    """STUCK and STUCK_SCORE, and ``ending``: the value of a state that is over, and its score."""
    stuck, score = (int(game.stuck) if isinstance(game.stuck, Value) else 0), 0
    body = ["return outcome_code(outcome(state)), 0"]
    if game.scoring:
        if (given := as_score(game.stuck)) is not None:
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


def _codec(shape: StateShape, classes: dict[type, str], room: str) -> str:
    """``decode`` and ``encode`` between keys and states of a shape. ``room``: the name of that for
    tuples and texts that change their length."""
    decode = [
        f"fields = fields_of(key, layout, {shape.size})",
        f"return {_state_text(shape, classes, count())}",
    ]
    kinds = any(shape.byte_fields)
    lines, places = _taken_apart(shape, "state", classes, count(), kinds=kinds)
    encode = [*lines, f"return key_of(layout, ({', '.join(places)},))"]
    room = f"\nROOM = {room}\n" if shape.lengths else ""
    codecs = function("decode(key, layout)", decode), function("encode(state, layout)", encode)
    return "\n\n".join([room, *codecs] if room else codecs)


def _state_text(shape: ShapeTree, classes: dict[type, str], numbers: Iterator[int]) -> str:
    """The expression that makes a state of its ``fields``."""
    row, items = shape.row, []
    if row is not None:
        places = [next(numbers) for _ in shape.parts]
        some = "words_of" if row is Word else "some_of"
        whole = f"{some}(fields, {places[0]}, {len(places)})"
    else:
        for part in shape.parts:
            if isinstance(part, ShapeTree):
                items.append(_state_text(part, classes, numbers))
            else:
                items.append(_FROM_FIELD.get(part, "{}").format(f"fields[{next(numbers)}]"))
        whole = f"({', '.join(items)},)"
    if shape.varying:
        made = "text_of_room" if shape.cls is str else "varying_of"
        return f"{made}({whole}, fields[{next(numbers)}], ROOM)"
    if row is not None:
        return _BOARDS.get(shape.cls, "{}").format(whole)
    return _made(shape, items, classes)


def _made(shape: ShapeTree, items: list[str], classes: dict[type, str]) -> str:
    """The expression that makes a value of its items."""
    if shape.cls in _BOARDS:
        return _BOARDS[shape.cls].format(f"({', '.join(items)},)")
    if shape.cls is frozenset:
        return items[0]
    if shape.cls is NONE:
        return f"{own('perhaps')}({', '.join(items)})"
    name = classes.get(shape.cls, "")
    return f"{name}({', '.join(items)}{'' if name else ','})"


def _blank(part: Part | ShapeTree, classes: dict[type, str]) -> str:
    """The expression that makes what stands where a tuple has no item."""
    if not isinstance(part, ShapeTree):
        return _FROM_FIELD.get(part, "{}").format(int(EMPTY) if part is Word else 0)
    if part.varying and part.cls is str:
        return "empty_text(ROOM)"
    if part.varying:
        return f"empty_like({_blank(part.parts[0], classes)}, ROOM)"
    return _made(part, [_blank(inner, classes) for inner in part.parts], classes)


def _taken_apart(
    shape: ShapeTree, text: str, classes: dict[type, str], numbers: Iterator[int], *, kinds: bool
) -> tuple[list[str], list[str]]:
    """Lines that take apart a state, which ``text`` names, or give up where a tuple has another
    length; and expressions of the numbers of its fields, of one or of a row of them. ``kinds``: the
    lines do not compile where bytes are a tuple, or a tuple is bytes."""
    lines: list[str] = []
    if shape.cls is NONE:
        name = f"v{next(numbers)}"
        lines.append(f"{name} = {own('told_apart')}({text}, {_blank(shape.parts[1], classes)})")
        text = name
    elif kinds and shape.cls is not frozenset:
        name = shape.cls.__name__ if shape.cls in (bytes, str) else "tuple"
        lines.append(f"need({text}, {name!r})")
    places: list[str] = []
    whole = text
    if shape.varying:
        name = f"v{next(numbers)}"
        if shape.cls is str:  # which has no length yet if it is a letter
            lines.append(f"{name} = state_text({text}, ROOM)")
            text = name
        lines.append(f"if len({text}) > {len(shape.parts)}:")
        lines.append("    return ABSENT_KEY")
        if shape.cls is not str:
            lines.append(f"{name} = converted({text}, {_blank(shape, classes)})")
        text, whole = f"all_{name}", name
        lines.append(f"{text} = held_all({name})")
    elif shape.cls not in (frozenset, NONE):
        lines += [f"if len({text}) != {len(shape.parts)}:", "    return ABSENT_KEY"]
    row = shape.row
    if row is not None:
        places.append(f"all_{_TO_FIELD.get(row, 'field')}s({text}, {len(shape.parts)})")
    for i, part in enumerate(() if row is not None else shape.parts):
        if isinstance(part, ShapeTree):
            inner, more = _taken_apart(part, f"{text}[{i}]", classes, numbers, kinds=kinds)
            lines += inner
            places += more
        else:
            place = text if shape.cls is frozenset else f"{text}[{i}]"
            places.append(f"{_TO_FIELD.get(part, 'field')}({place})")
    return lines, [*places, f"len({whole})"] if shape.varying else places


def function(head: str, body: Iterable[str]) -> str:
    """The text of a function that only compiled code calls."""
    return "@inner(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)
