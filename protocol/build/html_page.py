"""Makes the board page, one HTML file with the engine: `python -m protocol.build.html_page [FILE]`.

The sources of the page are in protocol/page. The compiled kernels and the data of all rules form
one deflated block of text. `--block` makes this block alone and stores it beside the libraries.
`--folder DIR` makes the files for a web server: a page that can be installed and works offline.
"""

import base64
import ctypes
import json
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from brain import layout, lexicon
from brain.build import compile as compiling
from brain.build import windows
from brain.files import stored
from brain.files.durable import write_atomically
from brain.openings import balance, decisions, swap2
from brain.rules.laws import RULES, TABLE, packed_law
from brain.score import WIN_RATE_SCALE
from brain.thinking import clock, native, strength, think
from protocol.page import PARTS, assembled, engine_bundle

TARGET = Path("dist", "tengen.html")
INDEX, MANIFEST, WORKER = "index.html", "manifest.webmanifest", "sw.js"
VECTOR, BITMAP, BITMAP_SIDE = "icon.svg", "icon.png", 192  # pixels
HEAD = f"""<link rel="manifest" href="{MANIFEST}">
<link rel="apple-touch-icon" href="{BITMAP}">
<script>navigator.serviceWorker?.register("{WORKER}");</script>"""
# Constants of Python modules that the scripts also use.
SHARED = (
    (think, "NODES_A_MS"),
    *((clock, name) for name in ("STABLE_STEP", "STABLE_SHARE", "CHANGE_FACTOR", "CHANGE_KEPT")),
    *((clock, name) for name in ("FALL_FACTOR", "FALL_SCORE", "FALL_ITERATIONS")),
    *((clock, name) for name in ("EFFORT_FACTOR", "EFFORT_LEAST")),
    *((strength, name) for name in ("FULL_STRENGTH", "KEYS", "MOST_OVERLOOKED")),
    *((strength, name) for name in ("WINS_NOW", "LOSES_NOW")),
    (swap2, "LEAST_SIZE"),
    *((decisions, name) for name in ("DOUBT", "EVEN", "USUAL_S")),
    *((balance, name) for name in ("SCREENING_NODES", "SCREENING_DEPTH", "SCREENING_SHARE")),
    *((balance, name) for name in ("NEAR_CELLS", "SHORTEST", "WIDEST", "GOLDEN")),
)
SIZES = {"u1": 1, "u2": 2, "i2": 2, "i4": 4, "i8": 8}  # bytes


def main(arguments: list[str]) -> None:
    """Write the page, by default to TARGET; or its block, or a folder to serve."""
    match arguments:
        case ["--block"]:
            print(block_file())
        case ["--folder", folder]:
            for name, content in served().items():
                _write(Path(folder, name), content)
        case _:
            _write(Path(arguments[0]) if arguments else TARGET, page().encode())


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, content)
    print(f"{target}: {len(content):,} bytes")


def page() -> str:
    """Return the page."""
    return assembled(packed())


def served() -> dict[str, bytes]:
    """Return the files of a folder for a web server by name: a page that can be installed, and that
    works offline after the first visit.
    """
    files = {
        INDEX: assembled(packed(), head=HEAD).encode(),
        MANIFEST: json.dumps(manifest(), indent=1).encode(),
        VECTOR: (PARTS / VECTOR).read_bytes(),
        BITMAP: (windows.ICONS / BITMAP).read_bytes(),
    }
    version = zlib.crc32(b"".join(files.values()))
    told = {"version": f"{version:08x}", "files": ["./", *files]}
    worker = (PARTS / WORKER).read_text(encoding="utf-8")
    return {**files, WORKER: worker.replace("{{kept}}", json.dumps(told)).encode()}


def manifest() -> dict[str, Any]:
    """Return the web app manifest, which a browser needs to install the page."""
    side = f"{BITMAP_SIDE}x{BITMAP_SIDE}"
    return {
        "name": "Tengen",
        "short_name": "Tengen",
        "description": "Gomoku, Renju and Caro: play, analyse, review",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f4f0",
        "theme_color": "#f6f4f0",
        "icons": [
            {"src": VECTOR, "sizes": "any", "type": "image/svg+xml"},
            {"src": BITMAP, "sizes": side, "type": "image/png"},
        ],
    }


def packed() -> str:
    """Return the page's data as text."""
    return base64.b64encode(_deflated(data())).decode()


def block_file() -> Path:
    """Return the file of the page's data beside the libraries; make it if necessary."""
    found = engine_bundle.find()
    if found is None:
        content = native.sealed(packed().encode())
        folder = _library().parent
        for stale in folder.glob("page-*.txt"):
            stale.unlink()
        found = folder / engine_bundle.file_name()
        write_atomically(found, content)
    return found


def data() -> bytes:
    """Return the header's length as four bytes, the header as JSON, and the parts that it lists."""
    contents = {"kernels": kernels()}
    for name in ("tables", "swap2"):
        for rule in RULES:
            contents[f"{name}-{rule}"] = _planes(stored.read(name, rule))
    for rule in RULES:
        if network := stored.read("network", rule):
            contents[f"network-{rule}"] = _planes(_steps(network))
    header: dict[str, Any] = {
        "features": layout.FEATURES,
        "layout": record_layout(),
        "lexicon": words(),
        "laws": {
            rule: {colour: law._asdict() for colour, law in row.laws.items()}
            for rule, row in TABLE.items()
        },
        "packedLaws": {rule: packed_law(rule) for rule in RULES},
        "constants": {name: getattr(module, name) for module, name in SHARED},
        "levels": [level._asdict() for level in strength.LEVELS],
        "parts": {name: len(content) for name, content in contents.items()},
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    return len(text).to_bytes(4, "little") + text + b"".join(contents.values())


def _steps(network: bytes) -> bytes:
    """Return the differences between a network's consecutive rows, column by column. They deflate
    better, as the rows of neighbouring combinations are similar.

    A difference is zigzag-encoded: doubled, and inverted if negative. So the upper byte of a small
    one is 0.
    """
    rows = np.frombuffer(network, "<i2").reshape(-1, layout.FEATURES)
    found = np.diff(rows, axis=0, prepend=np.zeros_like(rows[:1]))
    return (found << 1 ^ found >> 15).T.tobytes()


def _planes(numbers: bytes) -> bytes:
    """Return the lower bytes of 16-bit numbers, then the upper bytes: they deflate better apart."""
    return numbers[::2] + numbers[1::2]


def kernels() -> bytes:
    """Return the kernels as a WebAssembly module; compile it if necessary."""
    return _library().read_bytes()[: -native.SEAL]


def _library() -> Path:
    """Return the library's file; compile it if necessary."""
    compiling.main(["wasm"])
    return native.found(native.LEVELS["wasm"][0], "wasm")


def record_layout() -> dict[str, Any]:
    """Return the offsets of the records' fields, and the rows of the stored tables."""
    rows = []
    for name, _, _ in layout.STORED:
        field = getattr(layout.StoredTables, name)
        length = field.size // layout.COLOURS * 2
        rows.append({"offset": field.offset + field.size - length, "length": length})
    tables = {"bytes": ctypes.sizeof(layout.StoredTables), "rows": rows}
    return {
        "record": fields_of(layout.Record, layout.FIELDS),
        "lineRecord": fields_of(layout.LineRecord, layout.LINE_FIELDS),
        "lineGame": layout.LINE_GAME,
        "learned": layout.LEARNED,
        "tables": tables,
        "networks": layout.NETWORK_SHAPES,
    }


def fields_of(record: type[ctypes.Structure], fields: layout.Fields) -> dict[str, Any]:
    """Return where a record's fields are."""
    found = {}
    for name, code, _ in fields:
        field = getattr(record, name)
        found[name] = {"offset": field.offset, "type": code, "length": field.size // SIZES[code]}
    return found


def words() -> dict[str, float]:
    """Return the constants that the scripts share with the kernels."""
    found = {
        name: value
        for module in (lexicon, layout)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }
    return {**found, "WIN_RATE_SCALE": WIN_RATE_SCALE}


def _deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
