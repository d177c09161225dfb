"""Games, openings, positions and certificates as values and as text, one module a format."""
