"""Rising keys in files: the code beside a plain loop, ranges, and files that are not whole."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from perfectplay.solver.explore import delta_code, key_file
from perfectplay.solver.explore.key_file import KeyFile, write_keys

Keys = NDArray[np.int64]
ENDS = st.integers(-(2**63), 2**63 - 1)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_file, "BLOCK", 7)
    monkeypatch.setattr(key_file, "CHECKED", 2)


def rising(keys: list[int]) -> Keys:
    return np.array(sorted(set(keys)), np.int64)


def slowly_coded(keys: list[int]) -> bytes:
    """The differences, seven bits a byte, the lowest first, as a loop over Python's integers."""
    found = bytearray()
    for before, after in pairwise(keys):
        rest = after - before
        while rest >= 128:
            found.append(rest % 128 + 128)
            rest //= 128
        found.append(rest)
    return bytes(found)


def slowly_decoded(content: bytes, first: int, keys: int) -> list[int] | None:
    """So many keys from the first on; None if these are not all bytes, or not 64 bits."""
    found, rest = [first], list(content)
    for _ in range(keys - 1):
        difference, bits = 0, 0
        while True:
            if not rest or bits > 63:
                return None
            byte = rest.pop(0)
            difference += (byte & 127) << bits
            bits += 7
            if byte < 128:
                break
        found.append((found[-1] + difference + 2**63) % 2**64 - 2**63)
    return None if rest else found


@given(st.lists(ENDS, min_size=1).map(rising))
def test_the_code_is_that_of_a_plain_loop(keys: Keys) -> None:
    coded = np.empty(delta_code.MOST_BYTES * len(keys), np.uint8)
    used = coded[: delta_code.encode(keys, coded)]
    assert used.tobytes() == slowly_coded(keys.tolist())
    again = np.empty_like(keys)
    assert delta_code.decode(used, keys[0], again)
    assert np.array_equal(again, keys)


@given(st.binary(max_size=40), st.integers(1, 9))
def test_any_bytes_are_decoded_or_refused(content: bytes, keys: int) -> None:
    """As a plain loop does."""
    found, wanted = np.empty(keys, np.int64), slowly_decoded(content, 5, keys)
    fine = delta_code.decode(np.frombuffer(content, np.uint8), np.int64(5), found)
    assert (found.tolist() if fine else None) == wanted


def some(random: np.random.Generator) -> Keys:
    """Up to 60 keys, near each other or far apart."""
    spread = int(random.choice([80, 10_000, 2**62]))
    return np.unique(random.integers(-spread, spread, int(random.integers(0, 60))))


def split(random: np.random.Generator, keys: Keys) -> list[Keys]:
    cuts = np.sort(random.integers(0, len(keys) + 1, int(random.integers(0, 5))))
    return np.split(keys, cuts)


def test_a_file_answers_as_an_array_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    for number in range(300):
        keys = some(random)
        written = write_keys(tmp_path / f"{number}.keys", split(random, keys))
        file = random.choice([written, KeyFile.open(written.path)])
        assert len(file) == len(keys)
        assert file.is_whole
        file.check()
        begin, end = sorted(random.integers(0, len(keys) + 1, 2).tolist())
        part, wanted = file.part(begin, end), keys[begin:end]
        assert len(part) == len(wanted)
        assert part.is_whole == (len(wanted) == len(keys))
        for few in (file, part):
            array = keys if few is file else wanted
            assert np.array_equal(few.read(0, len(few)), array)
            at, to = sorted(random.integers(0, len(array) + 3, 2).tolist())
            assert np.array_equal(few.read(at, to), array[at:to])
            for step in (1, 2, 7, 20):
                assert np.array_equal(few.sample(step), array[::step])
                with monkeypatch.context() as patch:  # and as if it were long
                    patch.setattr(key_file, "EXACT", 0)
                    cuts = [few.place(key) for key in few.sample(step).tolist()]
                assert cuts == sorted(cuts)
                lengths = np.diff([0, *cuts, len(array)])
                assert lengths.max(initial=0) <= step + key_file.BLOCK
            for key in [*array[:5].tolist(), *random.integers(-90, 90, 5).tolist(), 2**63 - 1]:
                assert few.place(key) == np.searchsorted(array, key)


def test_the_same_keys_make_the_same_file_however_they_come(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    for _ in range(50):
        keys = some(random)
        files = [write_keys(tmp_path / name, split(random, keys)) for name in "ab"]
        assert files[0].path.read_bytes() == files[1].path.read_bytes()
        assert files[0].mark == files[1].mark


def test_every_byte_that_is_flipped_or_cut_off_is_found(tmp_path: Path) -> None:
    keys = np.cumsum(np.random.default_rng(3).integers(1, 5_000, 40))
    path = write_keys(tmp_path / "keys", [keys]).path
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(OSError, match=r"changed|cut off"):
            KeyFile.open(path).check()
        path.write_bytes(whole[:at])
        with pytest.raises(OSError, match=r"changed|cut off"):
            KeyFile.open(path).check()


def test_a_file_that_is_changed_while_it_is_used_is_found(tmp_path: Path) -> None:
    keys = np.arange(0, 10_000, 100)
    file = write_keys(tmp_path / "keys", [keys])
    content = bytearray(file.path.read_bytes())
    content[30] ^= 1
    file.path.write_bytes(content)
    assert np.array_equal(file.read(0, 7), keys[:7])
    with pytest.raises(OSError, match="changed"):
        file.read(0, len(file))
