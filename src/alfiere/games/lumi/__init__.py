"""A la Guerre... Battaglie nell'Era dei Lumi: battles of the eighteenth century."""
