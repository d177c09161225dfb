"""Charts as SVG, and the HTML that they are made of."""
