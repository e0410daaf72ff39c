"""Naran Fuciliers Wars: battles of single figures in the age of the flintlock, from 1700 to about 1850."""
