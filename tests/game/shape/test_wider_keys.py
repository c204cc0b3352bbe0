"""Keys that become wider have spare room, unless they would be sparse for it."""

from __future__ import annotations

from perfectplay.game.shape.wider_keys import learnt, widened

CELLS = 25


def _board(*pieces: int) -> tuple[int, ...]:
    return (*pieces, *([0] * (CELLS - len(pieces))))


def test_fields_that_grow_get_spare_room() -> None:
    keys = learnt([(0,) * 9, (2,) * 9])
    wider = widened(keys, [(3, *[0] * 8)])
    assert wider.size == (6, *[3] * 8)


def test_no_spare_room_that_makes_keys_sparse() -> None:
    states = [_board(), _board(1, 2), _board(*[2] * CELLS)]
    keys = learnt(states)
    new = (3,) * CELLS
    wider = widened(keys, [new])  # 4 ** 25 is less than 2 ** 63, but not 6 ** 25
    assert wider.size == (4,) * CELLS
    assert not wider.usual
    assert [wider.state(wider.key(state)) for state in (*states, new)] == [*states, new]


def test_keys_that_are_sparse_anyway_have_room() -> None:
    states = [_board(), _board(1, 2)]
    keys = learnt([*states, _board(*range(9))])
    wider = widened(keys, [_board(10), *(_board(*[0] * i, 9) for i in range(CELLS))])
    assert wider.usual
    assert wider.size[0] > 11
