"""How rules are found: features, the shortest condition and expressions, by plain search."""

from __future__ import annotations

import math

import numpy as np
import pytest

from expression_names import names
from perfectplay.analysis.explain.coordinates import Coordinates
from perfectplay.analysis.explain.features import features_of, length
from perfectplay.analysis.explain.pool import CandidatePool
from perfectplay.analysis.explain.rules import BranchRule, Condition, ConstantRule, length_of

# --- the parts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 2, 3, 4, 6, 9])
def test_features_are_what_their_expressions_say(width: int) -> None:
    """Arrays against plain Python, on numbers below zero too."""
    random = np.random.default_rng(width)
    rows = random.integers(-4, 30, (40, width))
    alone = width == 1
    texts = ("s",) if alone else tuple(f"s[{i}]" for i in range(width))
    features = features_of(Coordinates(rows, texts, "s"))
    assert len({f.text for f in features}) == len(features)
    for feature in features:
        values = feature.of(rows).tolist()
        for row, value in zip(rows.tolist(), values, strict=True):
            assert eval(feature.text, names(row[0] if alone else tuple(row))) == value, feature.text


def test_the_shortest_condition_against_a_plain_search() -> None:
    """All conditions of one feature, one by one, by eval: none that is right is shorter."""
    random = np.random.default_rng(2)
    rows = np.array([(a, b) for a in range(7) for b in range(6)])
    coordinates = Coordinates(rows, ("s[0]", "s[1]"), "s")
    features = features_of(coordinates)[:14]
    secrets = ["sum(s) % 3 == 1", "s[0] <= 2", "nim_sum(s) in {1, 4}", "s[1] != 3", "max(s) > 4",
               "s[0] % 2 == 0", "sum(s) % 7 <= 1", "s[0] % 3 == 0 and s[1] == 1"]  # fmt: skip
    for secret in secrets:
        wanted = np.array([eval(secret, names(tuple(row))) for row in rows.tolist()])
        pool = CandidatePool(coordinates, wanted, features, math.inf)
        found = pool.best(random.permutation(len(rows)))
        best = min(_plain_search(features, rows, wanted), default=None)
        if best is None:
            assert found is None, secret
        else:
            assert found is not None
            assert length_of(found) == best, (secret, found.text)
            assert np.array_equal(found.holds(rows), wanted)


def _plain_search(features, rows, wanted):
    """The lengths of all right conditions: of each sign, modulus and numbers."""
    for feature in features:
        values = feature.of(rows).tolist()
        span = max(values) - min(values)
        most = 63 if " " not in feature.text else 12
        for modulus in (0, *range(2, min(most, span) + 1)):
            if modulus and span < 2 * modulus - 1:
                continue
            reduced = [v % modulus if modulus else v for v in values]
            inside = {v for v, yes in zip(reduced, wanted, strict=True) if yes}
            outside = {v for v, yes in zip(reduced, wanted, strict=True) if not yes}
            for sign, numbers in _signs(inside, outside):
                condition = Condition(feature, modulus, sign, tuple(sorted(numbers)))
                if all(eval(condition.text, names(tuple(r))) == w
                       for r, w in zip(rows.tolist(), wanted, strict=True)):  # fmt: skip
                    yield length(condition.text)


def _signs(inside, outside):
    yield ("==" if len(inside) == 1 else "in"), inside
    yield ("!=" if len(outside) == 1 else "not in"), outside
    yield from (("<=", {n}) for n in inside)
    yield from ((">", {n}) for n in outside)


def test_rules_are_what_their_expressions_say() -> None:
    """Conditions of all signs, and choices of them, as arrays and by eval."""
    rows = np.array([(a, b) for a in range(-2, 6) for b in range(5)])
    features = features_of(Coordinates(rows, ("s[0]", "s[1]"), "s"))
    random = np.random.default_rng(0)

    def condition():
        sign = str(random.choice(["==", "!=", "<=", ">", "in", "not in"]))
        size = 3 if "in" in sign else 1
        numbers = sorted(random.choice(9, size, replace=False).tolist())
        feature = features[random.integers(len(features))]
        return Condition(feature, int(random.choice([0, 2, 3, 7])), sign, tuple(numbers))

    def rule(depth):
        kind = random.integers(4)
        if kind == 0 and depth < 3:
            return ConstantRule(bool(random.integers(2)))
        return BranchRule(condition(), rule(depth - 1), rule(depth - 1)) if depth else condition()

    for _ in range(200):
        made = rule(int(random.integers(3)))
        for part in (made, *([made.negated] if isinstance(made, Condition) else [])):
            said = [bool(eval(part.text, names(tuple(row)))) for row in rows.tolist()]
            assert part.holds(rows).tolist() == said, part.text
            assert part.words
        if isinstance(made, Condition):
            assert (made.holds(rows) != made.negated.holds(rows)).all()
