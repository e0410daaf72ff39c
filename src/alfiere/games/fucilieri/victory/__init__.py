"""Who has won: places, objectives, points, armies that collapse (6)."""
