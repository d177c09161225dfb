"""The engine's inner parts: memory, time, reports, strength."""
