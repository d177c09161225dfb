"""The tools of the command line: their modules, the packed ones, and the packages of the others."""

TOOLS = {
    "analyse": "protocol.tools.analyse",
    "bench": "protocol.tools.bench",
    "board": "protocol.tools.board",
    "completion": "protocol.tools.completion",
    "database": "protocol.tools.database",
    "explain": "protocol.tools.explain",
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
    *("analyse", "bench", "board", "explain", "gtp", "openings", "play", "puzzles", "review"),
    *("selfcheck", "verify"),
)
TRAINING = "numba==0.68.1 numpy==2.4.6 torch==2.13.0"  # the pins of pyproject.toml
# By package that another tool imports: the packages to install.
EXTRAS = {
    "distributed": "distributed",
    "psutil": "psutil rich",
    "rich": "psutil rich",
    "shtab": "shtab",
    **dict.fromkeys(("numba", "numpy", "torch"), TRAINING),
}
