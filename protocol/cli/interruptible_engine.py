"""An engine that Ctrl-C interrupts whatever it is used for."""

from brain.engine import Engine, Result
from brain.thinking.think import Task


class InterruptibleEngine(Engine):
    """An engine whose `stop` ends all the work of the thread that uses it, proofs too."""

    def run(self, task: Task) -> Result:
        """Return what a think finds; KeyboardInterrupt when it was stopped."""
        found = super().run(task)
        if found.stopped:
            raise KeyboardInterrupt
        return found
