"""The data of the game as the rules use it: tables, profiles, ground, battles."""
