"""The players that sit in empty chairs. They see a Game and a seat, nothing else, and know no game."""

from __future__ import annotations

from alfiere.players.greedy import Greedy
from alfiere.players.player import Player
from alfiere.players.random_player import RandomPlayer

PLAYERS: dict[str, type[Greedy] | type[RandomPlayer]] = {"random": RandomPlayer, "greedy": Greedy}


def player(name: str, seed: str | int, seconds: float | None = None) -> Player:
    """A new player of a kind, with its own chance and so long for a decision. Raises KeyError for an unknown kind."""
    return PLAYERS[name](seed, seconds=seconds)


__all__ = ["PLAYERS", "Greedy", "Player", "RandomPlayer", "player"]
