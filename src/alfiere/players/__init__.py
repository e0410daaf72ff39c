"""The players that sit in empty chairs. They see a Game and a seat, nothing else, and know no game."""

from __future__ import annotations

from alfiere.players.greedy import Greedy
from alfiere.players.player import Player
from alfiere.players.random_player import RandomPlayer

PLAYERS: dict[str, type[Greedy] | type[RandomPlayer]] = {"random": RandomPlayer, "greedy": Greedy}


def player(name: str, seed: str | int) -> Player:
    """A new player of a kind, with chance of its own. Raises KeyError for a kind there is not."""
    return PLAYERS[name](seed)


__all__ = ["PLAYERS", "Greedy", "Player", "RandomPlayer", "player"]
