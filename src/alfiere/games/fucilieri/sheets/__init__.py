"""The data of the game as the rules use it: tables, profiles, lists, ground, battles."""
