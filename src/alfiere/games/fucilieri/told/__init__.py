"""What is told, a file for each chapter."""
