"""The position: patterns of all empty cells, placing and lifting stones, fouls, threats."""
