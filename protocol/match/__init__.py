"""The match runner: tournaments of brains, their statistics and the report."""
