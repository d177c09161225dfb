"""The tools of the command line, one module each."""
