"""Charts and tables as HTML and SVG, for reports."""
