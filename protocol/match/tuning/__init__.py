"""Tuning by games: search constants by SPSA, and openings for swap2."""
