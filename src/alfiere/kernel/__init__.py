"""What every game stands on: decisions, procedures and their driver, chance, events, rulebook, saves."""
