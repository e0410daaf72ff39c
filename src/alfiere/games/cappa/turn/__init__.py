"""Chapter 2.1: the turn, whose impulse it is, what he may do and why not, who arrives."""
