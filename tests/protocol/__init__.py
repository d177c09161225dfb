"""The protocol, the records and the tools that the program carries."""
