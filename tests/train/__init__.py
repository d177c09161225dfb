"""How networks and tables are made: self-play, judged games, fitting, rounds and duels."""
