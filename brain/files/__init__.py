"""Files that survive a kill: written atomically, locked, grown line by line, or checksummed."""
