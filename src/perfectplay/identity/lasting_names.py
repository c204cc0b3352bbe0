"""Names of the modules of perfectplay in fingerprints, which stay when a module moves.

A fingerprint contains the names of objects that it does not look into, such as
``perfectplay.words.value.Value``. If these names changed, stored solutions would lose their games.
"""

from __future__ import annotations

LASTING = {
    "perfectplay.conformance.checking": "perfectplay.contract.check.checking",
    "perfectplay.core.errors": "perfectplay.words.errors",
    "perfectplay.core.interrupts": "perfectplay.words.interrupts",
    "perfectplay.core.packed": "perfectplay.words.packed",
    "perfectplay.core.progress": "perfectplay.words.progress",
    "perfectplay.core.value": "perfectplay.words.value",
    "perfectplay.game.checks.rule_calls": "perfectplay.contract.asking",
    "perfectplay.game.board": "perfectplay.contract.board",
    "perfectplay.game.boards.board_made": "perfectplay.contract.board_made",
    "perfectplay.game.boards.board_of": "perfectplay.contract.board_of",
    "perfectplay.game.checks.diagnose": "perfectplay.contract.diagnose",
    "perfectplay.game.explicit.checked": "perfectplay.contract.explicit.checked",
    "perfectplay.game.explicit.explicit_game": "perfectplay.contract.explicit.game",
    "perfectplay.game.explicit.from_graph": "perfectplay.contract.explicit.graph",
    "perfectplay.game.explicit.json_file": "perfectplay.contract.explicit.json_file",
    "perfectplay.game.explicit.tree": "perfectplay.contract.explicit.tree",
    "perfectplay.game.functions": "perfectplay.contract.functions",
    "perfectplay.game.game": "perfectplay.contract.game",
    "perfectplay.game.image_cost": "perfectplay.contract.image_cost",
    "perfectplay.game.published_values": "perfectplay.contract.known",
    "perfectplay.game.moves": "perfectplay.contract.moves",
    "perfectplay.game.operators.operator_address": "perfectplay.contract.operators.address",
    "perfectplay.game.operators.beside": "perfectplay.contract.operators.beside",
    "perfectplay.game.operators.cap": "perfectplay.contract.operators.cap",
    "perfectplay.game.operators.counted": "perfectplay.contract.operators.counted",
    "perfectplay.game.operators.misere": "perfectplay.contract.operators.misere",
    "perfectplay.game.operators.operator": "perfectplay.contract.operators.operator",
    "perfectplay.game.operators.pie": "perfectplay.contract.operators.pie",
    "perfectplay.game.operators.start_at": "perfectplay.contract.operators.start_at",
    "perfectplay.game.operators.sums": "perfectplay.contract.operators.sums",
    "perfectplay.game.shape.packing": "perfectplay.contract.packing",
    "perfectplay.game.checks.score_promises": "perfectplay.contract.points",
    "perfectplay.game.checks.promises": "perfectplay.contract.promises",
    "perfectplay.game.result_scale": "perfectplay.contract.scale",
    "perfectplay.game.checks.checked_game": "perfectplay.contract.rules",
    "perfectplay.game.checks.score_range": "perfectplay.contract.scores",
    "perfectplay.game.showing": "perfectplay.contract.showing",
    "perfectplay.game.sides": "perfectplay.contract.sides",
    "perfectplay.game.texts.default_texts": "perfectplay.contract.texts",
    "perfectplay.game.checks.tier_promise": "perfectplay.contract.tiers",
    "perfectplay.game.tuples": "perfectplay.contract.tuples",
    "perfectplay.game.turns": "perfectplay.contract.turns",
    "perfectplay.registry.address": "perfectplay.contract.address",
    "perfectplay.game.naming": "perfectplay.games.index",
    "perfectplay.searcher.search": "perfectplay.assembly.search",
    "perfectplay.solver.solve": "perfectplay.assembly.solve",
    "perfectplay.tablebase.solution": "perfectplay.results.solution",
    "perfectplay.verifier.verifying": "perfectplay.results.verify.verifying",
}
"""Modules that rules can reach and that have moved: name today, name in fingerprints. If a module
moves again, change the key, never the value."""


def lasting_name(module: str) -> str:
    """The name of a module in fingerprints.

    >>> lasting_name("perfectplay.core.value"), lasting_name("numpy")
    ('perfectplay.words.value', 'numpy')
    """
    return LASTING.get(module, module)
