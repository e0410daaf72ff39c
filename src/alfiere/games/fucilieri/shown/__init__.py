"""What a player sees of a battle, and what things are called."""
