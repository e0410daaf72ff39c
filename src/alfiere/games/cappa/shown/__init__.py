"""What a player is shown: the view of a side, the plan of the table, sketches of options and their prospects."""
