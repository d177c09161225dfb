"""Notations of games: moves as names, SGF and PSQ. Syntax only; no input or output."""
