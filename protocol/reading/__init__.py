"""Reads input from people: positions and games in any format."""
