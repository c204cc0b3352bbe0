"""Stored solutions that are damaged, or written by hand: each fault is found, in one sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Solution
from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    StoreError,
    UnfinishedError,
)
from perfectplay.tablebase.store.checksums import check_files
from perfectplay.tablebase.store.manifest import (
    CopyEntry,
    part_name,
    sum_of,
    text_of,
    write_manifest,
)
from perfectplay.tablebase.store.manifest_reader import manifest_of, read_manifest
from places import ROOT
from table_rows import table_rows

# --- damage ---------------------------------------------------------------------------------------


def test_every_flipped_byte_is_found(own: Path) -> None:
    """By the checksum always; by reading everything, nothing comes out that is wrong."""
    path = own / part_name(0, 0)
    whole = path.read_bytes()
    expected = table_rows(Solution.open(own).table)
    unseen, said = 0, set()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        assert check_files(own) == [f"{path} is not as it was written: its SHA-256 does not fit"]
        try:
            found = table_rows(Solution.open(own).table)
        except DamagedError as error:
            said.add(str(error).split(";")[0])
        else:
            assert found == expected, f"byte {place} changed what is read"
            unseen += 1
    assert all(text.startswith(f"{path} is damaged: ") for text in said)
    assert unseen < len(whole) / 2  # names, statistics and such, which decide nothing
    path.write_bytes(whole)
    assert check_files(own) == []


@pytest.mark.parametrize("length", [0, 1, 4, 100, -1, -8])
def test_truncated_parts(own: Path, length: int) -> None:
    path = own / part_name(0, 0)
    path.write_bytes(path.read_bytes()[:length])
    assert len(check_files(own)) == 1
    with pytest.raises(DamagedError, match=r"has [\d,]+ bytes, not"):
        Solution.open(own).value((10, 10))


def test_a_longest_win_that_only_the_manifest_has(own: Path) -> None:
    path = own / "manifest.json"
    whole = json.loads(path.read_bytes())
    last = next(row for row in reversed(whole["histogram"]) if row[0] == "win")
    last[1] = 1001
    whole["sum"] = sum_of(whole)
    path.write_text(json.dumps(whole))
    with pytest.raises(DamagedError, match="no state that is won in 1001 plies"):
        Solution.open(own).summary()


def test_missing_parts(own: Path) -> None:
    (own / part_name(0, 0)).unlink()
    assert check_files(own) == [f"{own / part_name(0, 0)} is missing"]
    with pytest.raises(DamagedError, match="is missing; copy"):
        Solution.open(own).value((10, 10))


def test_every_flipped_byte_of_the_manifest_is_found(own: Path) -> None:
    """Or changes nothing that it says."""
    path = own / "manifest.json"
    whole = path.read_bytes()
    expected, said = read_manifest(own), set()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        try:
            assert manifest_of(bytes(damaged), path) == expected
        except (DamagedError, NoSolutionError, FormatVersionError) as error:
            said.add(type(error))
    assert DamagedError in said
    for length in range(len(whole) - 1):
        with pytest.raises(StoreError):
            manifest_of(whole[:length], path)


# --- manifests by hand ----------------------------------------------------------------------------


def changed(**new: Any) -> Callable[[dict[str, Any]], None]:
    return lambda whole: whole.update(new)


def in_part(**new: Any) -> Callable[[dict[str, Any]], None]:
    return lambda whole: whole["tiers"][0]["parts"][0].update(new)


def twice(whole: dict[str, Any]) -> None:
    whole["tiers"][0]["parts"] = [
        whole["tiers"][0]["parts"][0],
        dict(whole["tiers"][0]["parts"][0]),
    ]
    whole["tiers"][0]["parts"][1]["file"] = "tier-0-1.parquet"
    whole["tiers"][0]["states"] *= 2


BY_HAND: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (changed(complete=1), '"complete" of it is 1, expected true or false'),
    (changed(tiers=None), '"tiers" of it is None, expected a list'),
    (changed(tiers=[3]), 'item 0 of "tiers" is 3, expected an object'),
    (changed(tiers=[]), "differ in the number of states"),
    (changed(moves=-1), "not negative"),
    (changed(moves=1.0), "expected a whole number"),
    (changed(moves=1 << 70), "expected a whole number"),
    (changed(more=1), "'more', which has no meaning"),
    (changed(symmetries=None), "expected true or false"),
    (changed(keys={"kind": "letters"}), '"integer" or "tuple" or "text"'),
    (changed(keys={"kind": "tuple", "low": [0], "size": [0]}), "63 bits"),
    (changed(keys={"kind": "tuple", "low": [0], "size": [2, 2]}), "63 bits"),
    (changed(keys={"kind": "tuple", "low": [0, 0], "size": [1 << 40] * 2}), "63 bits"),
    (changed(keys={"kind": "integer", "low": [0]}), "has no meaning"),
    (changed(keys={"kind": "text"}), '"key" of "start"'),
    (changed(histogram=[["win", 1, 121]]), "worth what its start is"),
    (changed(histogram=[["win", 1, 0]]), "no value, remoteness and count"),
    (changed(histogram=[["win", 1, 10**30]]), "no value, remoteness and count"),
    (changed(histogram=[["win", None, 5]]), "no right remoteness"),
    (changed(histogram=[["loss", 3, 1], ["win", 3, 1]]), "not sorted"),
    (changed(histogram=[["win", 3, 1], ["win", 3, 1]]), "not sorted, or has a row twice"),
    (changed(histogram=[["won", 3, 1]]), "no value"),
    (changed(covered={"moves": 1, "histogram": []}), "for finished solutions with symmetries"),
    (changed(start=None), '"start" is None, expected an object'),
    (changed(start={"key": -1, "value": "loss", "remoteness": 1}), "not negative"),
    (changed(complete=False), "null while it is not complete"),
    (changed(rules={"fingerprint": "x", "parts": {}}), "64 hexadecimal digits"),
    (changed(rules={"fingerprint": "0" * 64, "parts": {"a": "A" * 16}}), "16 hexadecimal"),
    (changed(game={"name": "x", "address": 3, "parameters": {}}), "expected a text"),
    (in_part(file="../tier-0-0.parquet"), 'expected "tier-0-0.parquet"'),
    (in_part(file="/etc/passwd"), 'expected "tier-0-0.parquet"'),
    (in_part(file="a/tier-0-0.parquet"), 'expected "tier-0-0.parquet"'),
    (in_part(file=None), "expected a text"),
    (in_part(states=-5), "not negative"),
    (in_part(states=0), "cannot hold 0 states"),
    (in_part(bytes=True), "expected a whole number"),
    (in_part(sha256="0" * 63), "64 hexadecimal digits"),
    (in_part(first=100, last=50), "cannot hold"),
    (in_part(first=0, last=5), "cannot hold 121 states"),
    (in_part(first="a"), "expected a whole number"),
    (twice, "overlap"),
    (lambda whole: whole["tiers"].append(whole["tiers"][0]), "one stands twice"),
    (lambda whole: whole["tiers"][0].update(parts=[]), "has no parts"),
    (lambda whole: whole["tiers"][0].update(tier="0"), "whole number of 64 bits"),
    (lambda whole: whole.pop("moves"), 'it has no "moves"'),
]


@pytest.mark.parametrize(("change", "said"), BY_HAND)
def test_manifests_by_hand(
    own: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    path = own / "manifest.json"
    whole = json.loads(path.read_text())
    change(whole)
    path.write_text(json.dumps(whole))
    with pytest.raises(DamagedError, match="its sum does not fit"):
        read_manifest(own)
    whole["sum"] = sum_of(whole)
    path.write_text(json.dumps(whole))
    with pytest.raises(DamagedError) as caught:
        read_manifest(own)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"{path} is wrong: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "kind", "said"),
    [
        ("", DamagedError, "cut off or no JSON"),
        ("[" * 100_000, DamagedError, "cut off or no JSON"),
        ('{"format": "perfectplay", "format": "perfectplay"}', DamagedError, "stands twice"),
        ('{"format": "perfectplay", "version": NaN}', DamagedError, "NaN is no number"),
        ("[]", NoSolutionError, "belongs to something else"),
        ('{"format": "other"}', NoSolutionError, "belongs to something else"),
        ('{"format": "perfectplay"}', FormatVersionError, "version None"),
        ('{"format": "perfectplay", "version": 2}', FormatVersionError, "knows version 1"),
        ('{"format": "perfectplay", "version": true}', FormatVersionError, "version True"),
        ('{"format": "perfectplay", "version": 1}', DamagedError, "its sum does not fit"),
    ],
)
def test_other_files(own: Path, content: str, kind: type[Exception], said: str) -> None:
    (own / "manifest.json").write_text(content)
    with pytest.raises(kind, match=said):
        Solution.open(own)
    (own / "manifest.json").write_bytes(b"\xff\xfe")
    with pytest.raises(DamagedError, match="no JSON"):
        Solution.open(own)


def test_the_text_of_a_manifest(small: Path) -> None:
    found = read_manifest(small)
    assert (small / "manifest.json").read_text() == text_of(found)
    assert manifest_of(text_of(found).encode(), small) == found
    whole = json.loads(text_of(found))
    assert list(whole)[:4] == ["format", "version", "complete", "game"]
    for word in (str(ROOT), os.uname().nodename, "pyarrow"):
        assert word not in text_of(found)


def test_what_is_no_solution(tmp_path: Path) -> None:
    with pytest.raises(NoSolutionError, match="there is no folder"):
        Solution.open(tmp_path / "nothing")
    with pytest.raises(NoSolutionError, match=r"it has no manifest\.json"):
        Solution.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(NoSolutionError, match="is a file"):
        Solution.open(tmp_path / "file")


def test_a_solve_that_has_not_ended(small: Path, tmp_path: Path) -> None:
    whole = read_manifest(small)
    begun = replace(whole, complete=False, start=None, moves=None, histogram=None, tiers=())
    write_manifest(tmp_path, begun)
    with pytest.raises(
        UnfinishedError, match=r"solve three_rocks left=\d+ .*-o .* goes on with it"
    ):
        Solution.open(tmp_path)
    assert not read_manifest(tmp_path, unfinished=True).complete


def test_how_a_solve_of_other_options_goes_on(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without symmetries, of rules in another folder: the same command as before, and the place."""
    monkeypatch.chdir(tmp_path)
    whole = read_manifest(small)
    parts = {**whole.rules.parts, "ThreeRocks.symmetries": "0" * 16}
    begun = replace(
        whole, complete=False, start=None, moves=None, histogram=None, tiers=(), symmetries=False,
        rules=replace(whole.rules, parts=parts), copies=(CopyEntry("rocks.py", 9, "0" * 64),),
        game=replace(whole.game, address="rocks.py:Rocks"),
    )  # fmt: skip
    Path("begun").mkdir()
    write_manifest(tmp_path / "begun", begun)
    with pytest.raises(UnfinishedError) as without:
        Solution.open("begun")
    assert "-o begun --no-symmetries`, with the path of rocks.py, goes on" in str(without.value)
    Path("rocks.py").touch()
    write_manifest(tmp_path / "begun", replace(begun, symmetries=True))
    with pytest.raises(UnfinishedError, match="-o begun` goes on with it"):
        Solution.open("begun")
