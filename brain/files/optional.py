"""Modules of Python that the tournament program lacks, so that its archive stays small."""


def lacking(what: str, module: str) -> str:
    """Return the error of a file that can't be read without a module."""
    return f"{what} needs {module}, which the tournament program lacks: use the desktop program"
