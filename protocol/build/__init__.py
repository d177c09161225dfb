"""What assembles the board page and a wheel."""
