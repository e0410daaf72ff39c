"""Tests of chapter 6 and of the objectives of battles."""
