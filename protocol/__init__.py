"""The Piskvork brain protocol: the grammar, one conversation, and the pipe it runs through."""
