"""The rules in plain Python, from their definitions. Slow."""
