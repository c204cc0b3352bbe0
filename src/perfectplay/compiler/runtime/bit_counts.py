"""The number of bits of a word, for kernels and for translated rules."""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.hash_slots import inner


@inner
def popcount(bits):
    """The number of bits that are set."""
    # the usual tree of sums; LLVM knows it and makes one instruction of it
    word = np.uint64(bits)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
