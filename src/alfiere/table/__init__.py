"""The tables battles are fought on: hexes here, the open field later. They know no game."""
