"""An analysis in the background, read line by line.

with engine.analysis(board) as analysis:
    for line in analysis:
        if line.depth >= 12:
            break
analysis.result.move
"""

import queue
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Self

from brain.thinking.think import Analysis, Report, Result


class RunningAnalysis(Iterator[Analysis]):
    """Lines of finished iterations as they arrive. It ends with the search; leaving the `with`
    block, or `stop`, ends the search. The engine can't be used before.
    """

    def __init__(
        self,
        think: Callable[[Report], Result],
        stop: Callable[[], None],
        cancel_stop: Callable[[], None],
    ) -> None:
        """Start a thread that calls `think` with a function that receives each line."""
        self._lines: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._stop, self._cancel_stop = stop, cancel_stop
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, args=(think,), daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def __next__(self) -> Analysis:
        line = self._lines.get()
        if line is None:
            self._lines.put(None)  # so that another `next` doesn't wait
            if self._error:
                raise self._error
            raise StopIteration
        return line

    @property
    def result(self) -> Result:
        """The result, after the search has ended; waits for it."""
        self._thread.join()
        if self._error:
            raise self._error
        assert self._result
        return self._result

    def stop(self) -> None:
        """End the search and wait for its end; afterwards the engine can be used again."""
        if self._thread.is_alive():
            self._stop()
            self._thread.join()
            self._cancel_stop()  # the search may have ended by itself before

    def _run(self, think: Callable[[Report], Result]) -> None:
        try:
            self._result = think(self._lines.put)
        except BaseException as error:
            self._error = error
        self._lines.put(None)
