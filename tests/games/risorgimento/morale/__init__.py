"""Tests of order and morale."""
