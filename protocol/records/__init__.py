"""Games, openings and positions as values and as text, one module a format."""
