"""What a battle remembers between two decisions, and how its units stand on the table."""
