"""Reviews of games: what each position is worth, and which move lost."""
