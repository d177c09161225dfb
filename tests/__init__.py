"""The tests: a folder for each package, `support` for what they share, `long` for what takes
minutes, `opponents` to play against, `data` to read.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"
