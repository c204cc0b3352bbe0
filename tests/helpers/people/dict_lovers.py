"""Games by people who love dicts, and functions beside the class that take and give them."""
# ruff: noqa: RUF012, RUF059, UP028

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from itertools import product

from perfectplay import Game, Value

ROWS, COLUMNS = 4, 4
FOX, GOOSE = "fox", "goose"


def to_board(pieces):
    board = {}
    for cell, piece in pieces:
        board[cell] = piece
    return board


def find_fox(board):
    for cell, piece in board.items():
        if piece == FOX:
            return cell
    return None


def free_neighbours(board, cell, ways):
    r, c = cell
    for dr, dc in ways:
        to = (r + dr, c + dc)
        if 0 <= to[0] < ROWS and 0 <= to[1] < COLUMNS and to not in board:
            yield to


class Foxes(Game):
    """A fox runs to the last row; a state is the sorted items of a dict."""

    stuck = Value.LOSS
    WAYS = {FOX: [(-1, -1), (-1, 1), (1, -1), (1, 1)], GOOSE: [(-1, -1), (-1, 1)]}

    def start(self):
        board = {(3, 0): GOOSE, (3, 2): GOOSE, (0, 1): FOX}
        return (tuple(sorted(board.items())), FOX)

    def moves(self, state):
        pieces, turn = state
        board = to_board(pieces)
        for cell, piece in pieces:
            if piece == turn:
                for to in free_neighbours(board, cell, self.WAYS[turn]):
                    yield (cell, to)

    def play(self, state, move):
        pieces, turn = state
        board = to_board(pieces)
        origin, to = move
        board[to] = board.pop(origin)
        return (tuple(sorted(board.items())), GOOSE if turn == FOX else FOX)

    def outcome(self, state):
        pieces, turn = state
        board = to_board(pieces)
        fox = find_fox(board)
        if fox[0] == ROWS - 1:
            return Value.WIN if turn == FOX else Value.LOSS
        return None


ORDER = ["jester", "knave", "queen", "king"]
STRENGTH = {card: i for i, card in enumerate(ORDER)}
Table = namedtuple("Table", "mine yours led score")


def beats(card, other):
    if card == "jester" and other == "king":
        return True
    if card == "king" and other == "jester":
        return False
    return STRENGTH[card] > STRENGTH[other]


def without(hand, card):
    cards = list(hand)
    cards.remove(card)
    return tuple(cards)


class Court(Game):
    """Tricks with cards that have names: the jester beats the king alone."""

    def start(self):
        return Table(("jester", "king", "queen"), ("knave", "knave", "king"), None, 0)

    def moves(self, table):
        cards = dict.fromkeys(table.mine)
        if table.led is None:
            yield from cards
            return
        winning = [card for card in cards if beats(card, table.led)]
        for card in winning:
            yield card
        if not winning:
            yield min(cards, key=STRENGTH.get)

    def play(self, table, card):
        mine = without(table.mine, card)
        if table.led is None:
            return Table(table.yours, mine, card, -table.score)
        if beats(card, table.led):
            return table._replace(mine=mine, led=None, score=table.score + 1)
        return Table(table.yours, mine, None, -(table.score - 1))

    def moves_again(self, table, card):
        return table.led is not None and beats(card, table.led)

    def outcome(self, table):
        if table.mine or table.yours or table.led:
            return None
        return Value.WIN if table.score > 0 else Value.LOSS if table.score < 0 else Value.DRAW


HOUSES = 3


def own_houses(player):
    return range(player * HOUSES, (player + 1) * HOUSES)


def sow(board, house):
    board = list(board)
    seeds, board[house] = board[house], 0
    place = house
    while seeds:
        place = (place + 1) % len(board)
        if place == house:
            continue
        board[place] += 1
        seeds -= 1
    return board, place


def capture(board, last, player):
    won = 0
    theirs = own_houses(1 - player)
    while last in theirs and board[last] in (2, 3):
        won += board[last]
        board[last] = 0
        last -= 1
    return board, won


def all_empty(board, houses):
    return not any(board[h] for h in houses)


class Oware(Game):
    """Six houses with a seed each; captures of two and three."""

    def __init__(self, seeds=1):
        self.seeds = seeds

    def start(self):
        return ((self.seeds,) * (2 * HOUSES), (0, 0), 0)

    def moves(self, state):
        board, _, player = state
        for house in own_houses(player):
            if board[house] > 0:
                after, _ = sow(board, house)
                if not all_empty(after, own_houses(1 - player)):
                    yield house

    def play(self, state, house):
        board, won, player = state
        board, last = sow(board, house)
        board, seeds = capture(board, last, player)
        won = list(won)
        won[player] += seeds
        return tuple(board), tuple(won), 1 - player

    def outcome(self, state):
        board, won, player = state
        goal = self.seeds * HOUSES
        if won[player] > goal:
            return Value.WIN
        if won[1 - player] > goal:
            return Value.LOSS
        return None

    stuck = Value.DRAW


MILLS = [("a", "b", "d"), ("a", "c", "f"), ("d", "e", "f")]
EDGES = ["ab", "ac", "bd", "be", "ce", "cf", "de", "ef", "bc"]
POINTS = "abcdef"
GRAPH: dict[str, set[str]] = {p: set() for p in POINTS}
for edge in EDGES:
    GRAPH[edge[0]].add(edge[1])
    GRAPH[edge[1]].add(edge[0])


@dataclass(frozen=True)
class Position:
    board: tuple[tuple[str, str], ...]
    hand: tuple[int, int]
    player: str = "white"

    def as_dict(self):
        return dict(self.board)


def other(player):
    return {"white": "black", "black": "white"}[player]


def has_mill(board, player):
    return any(all(board[p] == player for p in mill) for mill in MILLS)


class Morris(Game):
    """Men's morris on a triangle; a dict is made of the items of the board."""

    stuck = Value.DRAW

    def start(self):
        return Position(tuple((p, "free") for p in POINTS), (3, 3))

    def moves(self, position):
        board = position.as_dict()
        if position.hand[0 if position.player == "white" else 1]:
            for p, who in board.items():
                if who == "free":
                    yield ("place", p)
        else:
            for p, who in board.items():
                if who != position.player:
                    continue
                for q in sorted(GRAPH[p]):
                    if board[q] == "free":
                        yield ("slide", p, q)

    def play(self, position, move):
        board = position.as_dict()
        white, black = position.hand
        match move:
            case ("place", p):
                board[p] = position.player
                if position.player == "white":
                    white -= 1
                else:
                    black -= 1
            case ("slide", p, q):
                board[p], board[q] = "free", position.player
        return Position(tuple(board.items()), (white, black), other(position.player))

    def outcome(self, position):
        if has_mill(position.as_dict(), other(position.player)):
            return Value.LOSS
        return None


TRACK = 9
SAFE = {0, 4}


def ahead(tokens, me, i, n):
    new = [list(side) for side in tokens]
    new[me][i] = min(new[me][i] + n, TRACK)
    return new


def strike(new, me):
    for mine, k in product(new[me], range(2)):
        where = new[1 - me][k]
        if where == mine and where not in SAFE and where != TRACK:
            new[1 - me][k] = 0
    return new


class PawnRace(Game):
    """A race of two tokens each; each card is used once."""

    def start(self):
        return (((0, 0), (0, 0)), ((2, 3, 4), (2, 3, 4)), 0)

    def moves(self, state):
        tokens, cards, me = state
        for card, i in product(cards[me], range(2)):
            if tokens[me][i] < TRACK:
                yield (card, i)

    def play(self, state, move):
        tokens, cards, me = state
        card, i = move
        new = strike(ahead(tokens, me, i, card), me)
        left = tuple(c for c in cards[me] if c != card)
        hands = (left, cards[1]) if me == 0 else (cards[0], left)
        return (tuple(tuple(side) for side in new), hands, 1 - me)

    def outcome(self, state):
        tokens, cards, me = state
        if cards[0] or cards[1]:
            return None
        mine, theirs = sum(tokens[me]), sum(tokens[1 - me])
        if mine == theirs:
            return Value.DRAW
        return Value.WIN if mine > theirs else Value.LOSS
