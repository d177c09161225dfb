"""Records of matches as values and files, one module a format; puzzle files."""
