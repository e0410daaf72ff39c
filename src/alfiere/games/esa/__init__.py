"""¡¡No queda sino batirnos!! Esa, a game by Gualtiero Grassucci and friends: battles of the 17th century on hexes."""
