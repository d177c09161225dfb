"""The rules in plain Python, slow and from their definitions."""
