"""Builds the board page and wheels."""
