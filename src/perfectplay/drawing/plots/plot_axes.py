"""Choice of the fields of a state that are the axes of a table, and of the fixed ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from perfectplay.core.errors import PlotError
from perfectplay.drawing.plots.plot_columns import (
    FieldColumns,
    FieldValues,
    StateBlocks,
    find_field,
    survey,
)
from perfectplay.game.naming import game_name
from perfectplay.game.texts.default_texts import default_text
from perfectplay.tablebase.state_fields import StateField


@dataclass(frozen=True)
class AxisChoice:
    """Fields of the axes (``y`` is None if there is one axis), fixed fields with their values,
    other fields that vary, and the values of all fields."""

    x: StateField
    y: StateField | None
    fixed: dict[StateField, str]
    free: list[StateField]
    seen: list[FieldValues]


def asked_fields(
    columns: FieldColumns, x: str | None, y: str | None, fixed: Mapping[str, object]
) -> tuple[StateField | None, StateField | None, dict[StateField, str]]:
    """The fields named for x, for y, and as fixed. Raises PlotError."""
    rules, known = columns.rules, columns.fields
    across = None if x is None else find_field(rules, known, x)
    up = None if y is None else find_field(rules, known, y)
    if across is not None and across == up:
        raise PlotError(f"x and y are both {across.name}; choose two fields, or leave one out")
    values: dict[StateField, str] = {}
    for name, value in fixed.items():
        field = find_field(rules, known, name)
        if field in values:
            raise PlotError(f"{field.name} is fixed twice; leave one of both out")
        if field in (across, up):
            raise PlotError(f"{field.name} is an axis and cannot be fixed too; leave one of both")
        values[field] = _plain(value)
    return across, up, values


def choose(
    states: StateBlocks,
    columns: FieldColumns,
    x: str | None,
    y: str | None,
    fixed: Mapping[str, object],
    aggregated: bool,
) -> AxisChoice:
    """The requested axes; a missing one is the next field that varies. Raises PlotError."""
    across, up, values = asked_fields(columns, x, y, fixed)
    known = columns.fields
    seen = survey(states, columns, values)
    if not seen[0].values:
        raise _nothing(states, columns, values)
    free = [f for f in known if seen[f.index].varies and f not in values and f not in (across, up)]
    if across is None and up is None:
        if len(free) > 2:
            raise _too_many(columns, seen, free)
        across, up, free = (free or [known[0]])[0], free[1] if free[1:] else None, []
    elif len(free) == 1 and not aggregated and (across is None or up is None):
        across, up, free = across or free[0], up or free[0], []
    if across is None:
        assert up is not None
        across, up = up, None
    return AxisChoice(across, up, values, free, seen)


def fixed_values(texts: Iterable[str]) -> dict[str, str]:
    """Fixed values as people write them, by the names of fields. Raises PlotError."""
    fixed: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not (name and value):
            raise PlotError(f"{text!r} fixes no field: expected name=value, as in 2=0")
        if name in fixed:
            raise PlotError(f"{name} is fixed twice; leave one of both out")
        fixed[name] = value
    return fixed


def _plain(value: object) -> str:
    """A value as its field writes it: numbers without a sign or zeros before them."""
    text = default_text(value).strip()
    try:
        return str(int(text))
    except ValueError:
        return text


def many_states(choice: AxisChoice) -> PlotError:
    """Error for a cell of several states without an aggregate."""
    free = choice.free
    if not free:
        return PlotError(
            "a cell would hold many states, which differ in more than their fields; aggregate them "
            "with --aggregate lost"
        )
    names = ", ".join(field.name for field in free)
    axis = "" if choice.y is not None else "give one of them to the other axis, "
    return PlotError(
        f"a cell would hold many states, as {names} {'vary' if free[1:] else 'varies'} too; "
        f"{axis}fix {'the others' if axis else 'them' if free[1:] else 'it'}, as in "
        f"--fix {_example(free[-1], choice.seen)}, or aggregate all with --aggregate lost"
    )


def _example(field: StateField, seen: Sequence[FieldValues]) -> str:
    return f"{field.name}={default_text(seen[field.index].sorted[0])}"


def _too_many(
    columns: FieldColumns, seen: Sequence[FieldValues], free: Sequence[StateField]
) -> PlotError:
    listed = ", ".join(f"{f.title}: {seen[f.index].range_text}" for f in free[:8])
    more = f" and {len(free) - 8} more" if len(free) > 8 else ""
    return PlotError(
        f"a table has two coordinates, and {len(free)} fields of {game_name(columns.rules.game)} "
        f"vary ({listed}{more}); choose two, as in --x {free[0].name} --y {free[1].name}, and fix "
        f"the others, as in --fix {_example(free[2], seen)}, or aggregate them with "
        "--aggregate lost"
    )


def _nothing(
    states: StateBlocks, columns: FieldColumns, values: Mapping[StateField, str]
) -> PlotError:
    """Error for fixed values that no state has: one of them, or all together."""
    seen = survey(states, columns, {})
    for field, text in values.items():
        alone = survey(states, columns, {field: text})
        if not alone[0].values:
            known = seen[field.index]
            kind = "from" if known.numbers else "one of"
            return PlotError(
                f"no state has {field.name}={text}; {field.name} is {kind} {known.range_text}"
            )
    together = " and ".join(f"{field.name}={text}" for field, text in values.items())
    return PlotError(f"no state has {together} at once; leave one of them free")
