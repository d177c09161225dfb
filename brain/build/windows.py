"""The icon and the version resource of the packed program for Windows."""

from pathlib import Path

from brain import __version__

ICONS = Path(__file__).parent / "icons"
ICON = ICONS / "icon.ico"  # a stone at the centre of a board, in several sizes

# PyInstaller evaluates a version resource as an expression of its classes.
RESOURCE = """VSVersionInfo(
    ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),
    kids=[
        StringFileInfo([StringTable("040904B0", [{strings}])]),
        VarFileInfo([VarStruct("Translation", [1033, 1200])]),
    ],
)
"""
STRINGS = {
    "FileDescription": "Tengen, a Gomoku and Renju brain",
    "FileVersion": __version__,
    "InternalName": "pbrain-tengen",
    "LegalCopyright": "MIT licence",
    "OriginalFilename": "pbrain-tengen.exe",
    "ProductName": "Tengen",
    "ProductVersion": __version__,
}


def version_resource() -> str:
    """Return the version resource in PyInstaller's format."""
    numbers = (*(int(part) for part in __version__.split(".")), 0)
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in STRINGS.items())
    return RESOURCE.format(numbers=numbers, strings=strings)
