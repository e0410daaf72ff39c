"""What the tables of a game come to: fire worked out, attacks fought very often, beside what history gives."""
