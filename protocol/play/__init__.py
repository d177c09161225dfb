"""A game in the terminal: what is said, how it looks."""
