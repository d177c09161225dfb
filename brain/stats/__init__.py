"""Statistics of games: Elo, ratings, the sequential probability ratio test."""
