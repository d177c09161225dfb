"""The search: transposition table, move ordering, searches for wins, alpha-beta, deepening."""
