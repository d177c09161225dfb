"""Reviews of games: the value of each position, the mistakes, and the losing move."""
