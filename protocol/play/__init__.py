"""A game in the terminal: the conversation and the screen."""
