"""Makes the engine's networks and tables from its own games. Not part of the packed program."""
