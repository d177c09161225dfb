"""Labelled games for tests: a configuration, a game by hand, folders, positions on a board."""

from pathlib import Path

from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at
from brain.train import labelled_games
from brain.train.labelled_games import FILE, Labelled, LabelledGame, SelfPlayConfig

CONFIG = SelfPlayConfig(
    FREESTYLE, sizes=(9, 11), others=0.0, nodes=120, label_nodes=40, leaves=4, seed=1, bench="b"
)
BY_HAND = LabelledGame(
    size=15,
    winner=WHITE,
    opening=3,
    moves=(112, 113, 97, 98),
    positions=(
        Labelled(stones=3, line=(), score=-20, move=98),
        Labelled(stones=3, line=(98, 224), score=29990, move=0),
    ),
)


def content(folder: Path) -> bytes:
    return (folder / FILE).read_bytes()


def played(folder: Path) -> list[LabelledGame]:
    return [game for _, game in labelled_games.read(folder)]


def hold(folder: Path, config: SelfPlayConfig, *some: LabelledGame) -> Path:
    """Write games to a folder; return it."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(config.line() + b"".join(game.packed() for game in some))
    return folder


def set_up(engine: Engine, rule: int, size: int, stones: tuple[int, ...]) -> int:
    """Put stones on the engine's board; return the colour to move."""
    engine.new_game(size, size, rule)
    for number, stone in enumerate(stones):
        engine.place(cell_at(stone % size, stone // size), BLACK + number % 2)
    return BLACK + len(stones) % 2
