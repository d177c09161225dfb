"""Files that outlast a kill, from the side of the kill."""
