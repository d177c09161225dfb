"""What results of games come to: Elo, ratings and the sequential test."""
