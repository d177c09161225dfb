"""An engine whose every use Ctrl-C interrupts."""

from brain.engine import Engine, Result
from brain.thinking.think import Task


class InterruptibleEngine(Engine):
    """An engine whose `stop` ends all work of the thread that uses it, proofs included."""

    def run(self, task: Task) -> Result:
        """Return the result of a think; KeyboardInterrupt if it was stopped."""
        found = super().run(task)
        if found.stopped:
            raise KeyboardInterrupt
        return found
