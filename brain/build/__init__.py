"""Makes the compiled libraries and packages; no part of it is in the packed program."""
