"""Game trees, and the files that hold them: libraries, databases of positions and games, saves."""
