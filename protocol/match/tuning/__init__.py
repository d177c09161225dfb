"""Makers that need games or the opening generator: constants by SPSA, openings of swap2."""
