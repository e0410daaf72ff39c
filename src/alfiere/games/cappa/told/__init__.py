"""What happens, as events; every sentence of the log is made from one of these."""
