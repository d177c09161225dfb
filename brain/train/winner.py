"""The best network of a training run, and its installation in place of the rule's network."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from brain.files import stored
from brain.files.durable import write_atomically
from brain.stats.elo import Summary
from brain.train import curve
from brain.train.curve import RoundResult
from brain.train.run_config import network_file

REPLACED = "replaced.bin"  # in the run's folder: the network that the rule had before


@dataclass(frozen=True)
class Winner:
    """The network of the round with the most Elo against the classical evaluation."""

    file: Path
    strength: Summary

    @property
    def has_won(self) -> bool:
        """Whether it won its duel."""
        return self.strength.elo > 0


def winner(folder: Path, rule: int, rounds: Sequence[RoundResult]) -> Winner:
    """Return the winner of a folder's rounds."""
    best = max(rounds, key=lambda one: one.strength.elo)
    return Winner(network_file(folder, rule, best.positions), best.strength)


def install(folder: Path, rule: int) -> Path:
    """Make the winner of a folder the rule's network and return its new file. The first network
    that is replaced is kept in the folder. ValueError if no network won its duel; OSError.
    """
    rounds = curve.read(folder)
    if not rounds:
        raise ValueError(f"{folder} has no finished round of a training run")
    best = winner(folder, rule, rounds)
    if not best.has_won:
        raise ValueError(f"no network in {folder} won its duel; the best has {best.strength}")
    content, old = best.file.read_bytes(), stored.read("network", rule)
    if not (folder / REPLACED).exists() and old != content:
        write_atomically(folder / REPLACED, old)
    return stored.write("network", rule, content)


def uninstall(folder: Path, rule: int) -> Path:
    """Restore the network that `install` replaced and return its file. ValueError without one."""
    kept = folder / REPLACED
    if not kept.exists():
        raise ValueError(f"no network of {folder} is installed")
    path = stored.write("network", rule, kept.read_bytes())
    kept.unlink()
    return path
