"""The tools of the command line."""
