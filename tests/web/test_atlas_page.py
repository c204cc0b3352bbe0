"""The page of a sweep: its table, its maps, its texts, its bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from typing import Any

import pytest

from perfectplay import sweep
from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.cli.output.swept_table import (
    closing_lines,
    exception_lines,
    fixed_words,
    rule_facts,
    swept_table,
)
from perfectplay.games.kalah import Kalah
from perfectplay.games.kayles import Kayles
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.web import atlas_page as atlas_page_module
from perfectplay.web.atlas_page import atlas_page


def page_of(found: Atlas) -> str:
    head, rows = swept_table(found)
    exceptions = exception_lines(found, len(found))[1:]
    lines = rule_facts(found), closing_lines(found), exceptions
    return atlas_page(found, fixed_words(found), head, rows, *lines)


def tables(page: str) -> list[list[list[str]]]:
    """The texts of the cells of each table, without tags."""
    found = []
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        found.append([[unescape(re.sub(r"<.*?>", "", cell)) for cell in row] for row in cells])
    return found


@pytest.mark.parametrize(
    ("game", "ranges", "more"),
    [
        (ThreeRocks, {"left": "3..5", "right": "3,4", "most": "2,3"}, {"find_rule": True}),
        (ThreeRocks, {"most": "2..4"}, {"rule": "sum(s) % 3 == 0"}),
        (TicTacToe, {"width": "2..3", "misere": "no,yes"}, {"max_states": 3_000}),
        (Kalah, {"holes": "2", "seeds": "1,2", "scoring": "yes"}, {}),
        (Kayles, {"n": "5"}, {}),
    ],
    ids=["three", "one", "too large", "points", "single"],
)
def test_the_page_has_every_row(game: Any, ranges: Any, more: Any) -> None:
    found = sweep(game, ranges, processes=2, **more)
    *maps, table = tables(page_of(found))
    head, rows = swept_table(found)
    assert table == [head, *rows]
    several = [name for name, values in found.varied.items() if len(values) > 1]
    labels = [cell for one in maps for row in one[1:] for cell in row[1:]]
    assert len(labels) == (len(found) if several else 0)
    marks = {True: "✓", False: "✗", None: ""}
    for row in found if several else ():
        letter = "?" if row.value is None else row.value[0].upper()
        holds = None if row.rule is None else row.rule.holds
        end = row.remoteness if row.score is None else abs(row.score)
        assert f"{letter}{'' if row.value is None else end}{marks[holds]}" in labels


def test_places_in_a_map() -> None:
    found = sweep(ThreeRocks, {"left": "3..5", "right": "1,2", "most": "2,3"}, processes=2)
    first, second, _ = tables(page_of(found))
    values = {row.words(): (row.value or "?")[0].upper() + str(row.remoteness) for row in found}
    for most, table in ((2, first), (3, second)):
        assert table[0] == ["right \\ left", "3", "4", "5"]
        for right, row in ((1, table[1]), (2, table[2])):
            wanted = [values[f"left={left} right={right} most={most}"] for left in (3, 4, 5)]
            assert row == [str(right), *wanted]


@pytest.mark.parametrize("name", ["MOST_CELLS", "MOST_PANELS"])
def test_too_many_cells_are_only_a_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sweep(ThreeRocks, {"left": "1,2", "right": "1,2", "most": "1..3"}, processes=2)
    assert len(tables(page_of(found))) == 4
    monkeypatch.setattr(atlas_page_module, name, 1)
    assert len(tables(page_of(found))) == 1


def test_one_file_that_loads_nothing_and_is_the_same_each_time() -> None:
    found = sweep(Nim, {"rows": [(1, 2), (1, 2, 3)]}, rule="nim_sum(s) == 0")
    page = page_of(found)
    assert page == page_of(found)
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', page)
    nonce = re.search(r"script-src &#39;nonce-(\w+)&#39;;", page)
    assert nonce
    assert all(nonce[1] in tag for tag in re.findall(r"<script([^>]*)>", page))
    assert sha256(page.replace(nonce[1], "").encode()).hexdigest()[:32] == nonce[1]
    assert "a state is lost exactly when nim_sum(s) == 0" in page


@dataclass(frozen=True)
class Odd(ThreeRocks):
    mark: str = ""


def test_texts_are_never_markup() -> None:
    odd = ["</table><script>alert(1)</script>", '"><img src=x>', "{{ 7*7 }}"]
    found = sweep(Odd, {"most": "2..3", "mark": odd}, rule="'<b>' == game.mark")
    page = page_of(found)
    assert "<img" not in page
    assert "alert(1)</script>" not in page
    assert "<b>" not in page
    assert "{{ 7*7 }}" in page
    (_, table) = tables(page)
    assert {row[1] for row in table[1:]} == set(odd)
