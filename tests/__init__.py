"""The tests: a folder for each package; `support` holds shared helpers, `long` tools that run for
minutes, `opponents` brains to play against, `data` transcripts and a corpus.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"
