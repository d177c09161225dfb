"""Self-play, labelled games, fitted tables, networks, duels and training runs."""
