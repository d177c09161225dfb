"""Files that survive a kill: written whole or not at all, locked, grown line by line, checksummed."""
