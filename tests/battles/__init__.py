"""Tests of what games of units on a table share."""
