"""Order and morale: the tests of a d10, disorder, losses, breaking and rallying, commanders hit."""
