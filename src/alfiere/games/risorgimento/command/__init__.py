"""Phases A to C: who is in command, written orders, recovery, initiative."""
