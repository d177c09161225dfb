"""Statistics of a match: Elo, ratings, the sequential test, standings."""
