"""What players see: the table, drawings, odds, the map as text."""
