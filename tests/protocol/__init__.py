"""The protocol and the records."""
