"""The tools of the command line: their modules, the packed ones, and the packages of the others."""

TOOLS = {
    "analyse": "protocol.tools.analyse",
    "bench": "protocol.tools.bench",
    "board": "protocol.tools.board",
    "completion": "protocol.tools.completion",
    "convert": "protocol.tools.convert",
    "database": "protocol.tools.database",
    "explain": "protocol.tools.explain",
    "export": "protocol.tools.export",
    "gtp": "protocol.tools.gtp",
    "match": "protocol.tools.match",
    "openings": "protocol.tools.openings",
    "play": "protocol.tools.play",
    "puzzles": "protocol.tools.puzzles",
    "review": "protocol.tools.review",
    "selfcheck": "protocol.tools.selfcheck",
    "solve": "protocol.tools.solve",
    "train": "protocol.tools.train",
    "verify": "protocol.tools.verify",
}
# Tools by their former names.
MOVED = {"report": "match report"}
# The tools in the packed program; they need only the standard library.
PACKED = (
    *("analyse", "bench", "board", "convert", "database", "explain", "gtp", "openings", "play"),
    *("puzzles", "review", "selfcheck", "verify"),
)
TRAINING = "numba==0.68.1 numpy==2.4.6 torch==2.13.0"  # the pins of pyproject.toml
TABLES = "numpy pyarrow"  # of positions; all tools but train need numpy only for them
# By package that another tool imports: the packages to install.
EXTRAS = {
    "distributed": "distributed",
    "numpy": TABLES,
    "psutil": "psutil rich",
    "pyarrow": TABLES,
    "rich": "psutil rich",
    "shtab": "shtab",
    "numba": TRAINING,
    "torch": TRAINING,
}


def packages(tool: str, missing: str) -> str:
    """Return the packages to install for a tool that lacks one; KeyError for an unexpected one."""
    return TRAINING if tool == "train" and missing == "numpy" else EXTRAS[missing]
