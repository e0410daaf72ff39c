"""What a battle remembers between two decisions, and how its units and leaders stand on the table."""
