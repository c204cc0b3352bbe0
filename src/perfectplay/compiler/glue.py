"""The text between a game's rules and the kernels: keys, ends of plays, marks of moves."""

from __future__ import annotations

from collections.abc import Iterable

from perfectplay.compiler.inline_yield import spliced
from perfectplay.compiler.syntax_trees import own
from perfectplay.compiler.translate import Translation
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.score_range import as_score, value_of_score

_REPRESENTATIVE = "representative(state, key, layout)"

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
    roles, start = translation.roles, game.start()
    parts = [_endings(game)]
    if isinstance(start, tuple):
        parts.append(_tuple_codec(start, translation.state_class))
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


def _tuple_codec(start: tuple[int, ...], state_class: str) -> str:
    fields = range(len(start))
    decode: list[str] = []
    for i in reversed(fields[1:]):
        decode.append(f"rest = key // layout[1, {i}]")
        decode.append(f"f{i} = key - rest * layout[1, {i}] + layout[0, {i}]")
        decode.append("key = rest")
    items = ", ".join(f"f{i}" for i in fields)
    decode.append("f0 = key + layout[0, 0]")
    decode.append(f"return {state_class}({items}{'' if state_class else ','})")
    encode = [f"if len(state) != {len(start)}:", "    return -1", "key = 0"]
    for i in fields:
        encode.append(f"digit = field(state[{i}]) - layout[0, {i}]")
        encode.append(f"if digit < 0 or digit >= layout[1, {i}]:")
        encode.append("    return -1")
        encode.append(f"key = key * layout[1, {i}] + digit")
    encode.append("return key")
    codecs = function("decode(key, layout)", decode), function("encode(state, layout)", encode)
    return "\n\n".join(codecs)


def function(head: str, body: Iterable[str]) -> str:
    """The text of a function that only compiled code calls."""
    return "@inner(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)
