"""A match as one HTML page."""
