"""What a battle remembers between two decisions, and how its bases stand on the table."""
