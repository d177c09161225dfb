"""What the games of a match prove: ratings, sequential tests, standings."""
