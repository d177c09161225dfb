"""Files that survive a kill: whole or not at all, locked, grown line by line, checksummed."""
