"""Prove a win, save the certificate, and verify it by the rules alone."""

import tempfile
from pathlib import Path

from tengen import Board, Engine, NotProved, verify

with tempfile.TemporaryDirectory() as folder, Engine() as engine:
    file = Path(folder, "win.tengen")
    file.write_bytes(bytes(engine.prove(Board.read("15 freestyle h8a1h9a3h10a5"))))
    checked = verify(file)
    print(f"Black wins in at most {checked.plies} plies, {file.stat().st_size} bytes")
    try:
        engine.prove(Board.read("h8i9"), nodes=2000)
    except NotProved as reason:
        print(f"h8i9: {reason}")
