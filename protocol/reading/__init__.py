"""Reads what people hand in: positions and games in any format."""
