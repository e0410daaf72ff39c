"""Chapter 11: the cohesion of armies, places held, objectives, the end of a battle."""
