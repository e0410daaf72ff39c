"""What the command line shows and reads: lists, reports, battles told as text."""
