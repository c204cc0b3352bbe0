"""Numbers that each stand for many integers: rules that run on them run for all of these at once.

An `Affine` is ``constant + slopes[0] * t0 + slopes[1] * t1 + ...``, where each t is any integer
from 0 to ``horizon`` (None: without limit). It adds, multiplies, shifts and compares like an
``int``. An operation whose answer is not the same for all integers raises `Undecided`. So rules
that return without it have done the same for each of them.
"""

from __future__ import annotations

from math import gcd
from typing import Any, ClassVar

from perfectplay.core.errors import StopRules
from perfectplay.core.lazy_numpy import np


class Undecided(StopRules):
    """The answer is not the same for all integers, or not known to be.

    ``after``: the answer is the same for all t from this one on, and for all t below it.
    ``modulus``: the answer is the same if all slopes are multiples of this.
    """

    raised = 0
    """How often it was raised, since rules may catch it with a bare ``except``."""

    def __init__(self, after: int | None = None, modulus: int | None = None) -> None:
        super().__init__()
        self.after = after
        self.modulus = modulus
        Undecided.raised += 1


def _undecided(*_: Any) -> Any:
    raise Undecided


class Affine:  # noqa: PLW1641 (its hash is set below, and raises)
    """An affine function of some t, in the place of an ``int``; see the module's docstring.
    ``Affine.left``: number of operations that all numbers together may still perform."""

    __slots__ = ("constant", "horizon", "slopes")
    __array_ufunc__ = None  # NumPy's numbers leave arithmetic to us

    left: ClassVar[int] = 0
    constant: int
    slopes: tuple[int, ...]
    horizon: int | None

    def __init__(self, constant: int, slopes: tuple[int, ...], horizon: int | None = None) -> None:
        self.constant, self.slopes, self.horizon = constant, slopes, horizon

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """``int``, so that ``isinstance(number, int)`` in rules is True."""
        return int

    def _over_same(self, constant: int, slopes: tuple[int, ...]) -> Any:
        """A number over the same t; an ``int`` if it does not depend on them."""
        return Affine(constant, slopes, self.horizon) if any(slopes) else constant

    def _other(self, other: Any) -> tuple[int, tuple[int, ...]] | None:
        """Constant and slopes of another number; None for an object that is no number."""
        Affine.left -= 1
        if Affine.left < 0:  # such as ``x in range(10**9)``, which compares with each number
            raise Undecided
        if type(other) is Affine:
            return other.constant, other.slopes
        if isinstance(other, int | np.integer):
            return int(other), (0,) * len(self.slopes)
        if isinstance(other, float | complex | np.generic):
            raise Undecided
        return None

    def bounds(self) -> tuple[int | None, int | None]:
        """The smallest and the largest integer that it stands for; None for no bound."""
        falls = sum(k for k in self.slopes if k < 0)
        rises = sum(k for k in self.slopes if k > 0)
        if self.horizon is not None:
            return self.constant + falls * self.horizon, self.constant + rises * self.horizon
        return (None if falls else self.constant), (None if rises else self.constant)

    # --- arithmetic ---------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        parts = self._other(other)
        if parts is None:
            return NotImplemented
        constant, slopes = parts
        added = tuple(a + b for a, b in zip(self.slopes, slopes, strict=True))
        return self._over_same(self.constant + constant, added)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if type(other) is Affine:
            raise Undecided
        parts = self._other(other)
        if parts is None:
            return NotImplemented
        factor = parts[0]
        return self._over_same(self.constant * factor, tuple(k * factor for k in self.slopes))

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __pos__(self) -> Any:
        return self

    def __invert__(self) -> Any:
        return -1 - self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else self + -1 * other

    def __rsub__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else -self + other

    # --- parts of numbers ---------------------------------------------------------------------

    def __divmod__(self, other: Any) -> Any:
        if type(other) is Affine or not isinstance(other, int | np.integer) or other <= 0:
            raise Undecided
        m = int(other)
        if all(k % m == 0 for k in self.slopes):
            slopes = tuple(k // m for k in self.slopes)
            return self._over_same(self.constant // m, slopes), self.constant % m
        low, high = self.bounds()
        if low is not None and high is not None and low // m == high // m:
            return low // m, self - low // m * m
        raise Undecided(self._leaves(m), m)

    def _leaves(self, m: int) -> int | None:
        """The first t at which the quotient by m changes; None if there is more than one t."""
        moving = [k for k in self.slopes if k]
        if len(moving) > 1:
            return None
        rest = self.constant % m
        return -(-(m - rest) // moving[0]) if moving[0] > 0 else rest // -moving[0] + 1

    def __floordiv__(self, other: Any) -> Any:
        return divmod(self, other)[0]

    def __mod__(self, other: Any) -> Any:
        return divmod(self, other)[1]

    def __lshift__(self, other: Any) -> Any:
        if type(other) is not int or other < 0:
            raise Undecided
        return self * (1 << other)

    def __rshift__(self, other: Any) -> Any:
        if type(other) is not int or other < 0:
            raise Undecided
        return self // (1 << other)

    def __and__(self, other: Any) -> Any:
        if type(other) is Affine or not isinstance(other, int | np.integer):
            raise Undecided
        mask = int(other)
        if mask < 0:
            return self - (self & ~mask)
        low = self % (1 << mask.bit_length())
        if type(low) is not Affine:
            return low & mask
        if mask & (mask + 1) == 0:
            return low
        raise Undecided(modulus=1 << mask.bit_length())

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self + other - (self & other)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self + other - 2 * (self & other)

    __rxor__ = __xor__

    # --- comparing ----------------------------------------------------------------------------

    def __lt__(self, other: Any) -> Any:
        return self._below(other, 0)

    def __le__(self, other: Any) -> Any:
        return self._below(other, 1)

    def _below(self, other: Any, by: int) -> Any:
        """True if it is below ``other + by``."""
        if self._other(other) is None:
            return NotImplemented
        difference = self - other - by
        if type(difference) is not Affine:
            return difference < 0
        low, high = difference.bounds()
        if high is not None and high < 0:
            return True
        if low is not None and low >= 0:
            return False
        raise Undecided(difference._turns())

    def __gt__(self, other: Any) -> Any:
        below = self.__le__(other)
        return below if below is NotImplemented else not below

    def __ge__(self, other: Any) -> Any:
        below = self.__lt__(other)
        return below if below is NotImplemented else not below

    def __eq__(self, other: object) -> Any:
        if self._other(other) is None:
            return NotImplemented
        difference = self - other
        if type(difference) is not Affine:
            return difference == 0
        low, high = difference.bounds()
        apart = (low is not None and low > 0) or (high is not None and high < 0)
        if apart or difference.constant % gcd(*difference.slopes):
            return False
        raise Undecided(difference._turns())

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __bool__(self) -> bool:
        return bool(self != 0)

    def _turns(self) -> int | None:
        """A t from which on the sign does not change; None if slopes have both signs."""
        if min(self.slopes) < 0 < max(self.slopes):
            return None
        return abs(self.constant) // abs(sum(self.slopes)) + 1

    # --- operations that are never the same for all integers ----------------------------------

    def __getattr__(self, name: str) -> Any:
        if hasattr(int, name):
            raise Undecided
        raise AttributeError(name)


_OPAQUE = (
    "hash", "index", "int", "float", "complex", "str", "repr", "format", "round", "trunc", "ceil",
    "floor", "pow", "rpow", "truediv", "rtruediv", "rdivmod", "rmod", "rfloordiv", "rlshift",
    "rrshift", "reduce_ex",
)  # fmt: skip

for _name in _OPAQUE:
    setattr(Affine, f"__{_name}__", _undecided)
