"""The engine and what is built on it."""
