"""Chapters 1.2, 5.3, 7.2 and 8 as data: measures, the book's tables, sheets of characters, weapons, kinds of events."""
