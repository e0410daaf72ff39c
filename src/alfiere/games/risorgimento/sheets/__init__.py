"""What stands in the data files: tables, profiles, scenarios, the ground."""
