"""Tengen's brain: what it knows of the game, and how it thinks."""

__version__ = "0.1.0"
