"""The search: transposition table, move ordering, kill and threat search, alpha-beta, deepening."""
