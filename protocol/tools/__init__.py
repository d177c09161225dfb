"""The tools that a person starts at the command line, a module each, and what they share."""
