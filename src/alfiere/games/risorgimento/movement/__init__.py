"""Movement: what moves cost, zones of control, forced moves, the deeds of a unit, commanders on the move, phase E."""
