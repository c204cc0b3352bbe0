"""Games that are written out: from a dictionary, a JSON file, or a graph of NetworkX.

>>> game_from_tree({"left": 3, "right": {"up": 5, "down": 1}}).nodes["/right"].moves
{'up': '/right/up', 'down': '/right/down'}
"""

from perfectplay.contract.explicit.game import ExplicitGame
from perfectplay.contract.explicit.graph import game_from_graph
from perfectplay.contract.explicit.json_file import game_from_json
from perfectplay.contract.explicit.tree import game_from_tree

__all__ = ["ExplicitGame", "game_from_graph", "game_from_json", "game_from_tree"]
