"""The text between a game's rules and the kernels: keys, ends of plays, marks of moves."""

from __future__ import annotations

from perfectplay.compiler.smallest import representative
from perfectplay.compiler.syntax_trees import own
from perfectplay.compiler.translate import Translation
from perfectplay.core.value import Value
from perfectplay.game.game import Game, overrides
from perfectplay.game.score_range import as_score, value_of_score


def glue_of(game: Game, translation: Translation, has_symmetries: bool, again: bool) -> str:
    """The functions that kernels call and that depend on what the game has."""
    start = game.start()
    parts = [_endings(game)]
    if isinstance(start, tuple):
        parts.append(_tuple_codec(start, translation.state_class))
    else:
        parts.append(function("decode(key, layout)", ["return key"]))
        parts.append(function("encode(state, layout)", ["return field(state)"]))
    parts.append(f"{own('encode')} = encode")
    images = "symmetries(state)" if has_symmetries else "()"
    smallest = ["return key"]
    copied = representative(translation.text) if has_symmetries else None
    if has_symmetries:
        parts.append(function("images(state)", [f"return {images}"]))
        smallest = [
            "for image in images(state):",
            "    other = encode(image, layout)",
            "    if other < 0:",
            "        return other",
            "    key = min(key, other)",
            "return key",
        ]
    plain = function("representative(state, key, layout)", smallest)
    parts.append(plain if copied is None else copied[0])
    mark = "pass"
    if again and overrides(game, "moves_again"):
        mark = "marks[n] = moves_again(state, move)"
    elif again:
        mark = "marks[n] = player(state) == player(child)"
    parts.append(function("mark_again(marks, n, state, move, child)", [mark]))
    if not has_symmetries:
        parts.append(function("images(state)", ["return (state,)"]))
    knows_seats = again and not overrides(game, "moves_again")  # else `player` is not compiled
    seat = "np.int64(player(state))" if knows_seats else "0"
    parts.append(function("seat_of(state)", [f"return {seat}"]))
    has_tier = overrides(game, "tier")
    tier = "tier_code(tier(state))" if has_tier else "0"
    parts.append(function("tier_of(state)", [f"return {tier}"]))
    mark = "tiers[n] = tier_of(child)" if has_tier else "pass"
    parts.append(function("mark_tier(tiers, n, child)", [mark]))
    gains = game.scoring and overrides(game, "gain")
    mark = "gains[n] = score_code(gain(state, move))" if gains else "pass"
    parts.append(function("mark_gain(gains, n, state, move)", [mark]))
    mark = "finals[n] = final" if game.scoring else "pass"
    parts.append(function("mark_final(finals, n, final)", [mark]))
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
    return constants + "\n\n" + function("ending(state)", body)


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
        function("decode(key, layout)", decode) + "\n\n" + function("encode(state, layout)", encode)
    )


def function(head: str, body: list[str]) -> str:
    """The text of a function that only compiled code calls."""
    return "@inner(nogil=True)\n" + f"def {head}:\n" + "\n".join(f"    {line}" for line in body)
