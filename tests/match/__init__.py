"""The match runner."""
