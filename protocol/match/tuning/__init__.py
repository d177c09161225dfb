"""Tunes search constants by games (SPSA), and makes openings for swap2."""
