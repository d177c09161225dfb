"""Makes the compiled libraries and packages. The packed program contains none of it."""
