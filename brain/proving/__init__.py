"""Makes certificates of wins with the engine. Nothing here is trusted: brain.certificates checks
them.
"""
