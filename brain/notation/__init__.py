"""How games are written: moves as names, SGF and PSQ. Syntax only, no input or output."""
