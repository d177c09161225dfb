"""Lines not answered yet. One thread adds them. Another takes them out, and can wait for the next
one while it writes an answer.
"""

import threading
from collections import deque


class GtpInbox:
    """Lines in the order of arrival; None after the last."""

    def __init__(self) -> None:
        self._lines: deque[str | None] = deque()
        self._changed = threading.Condition()

    def put(self, line: str | None) -> None:
        """Add a line."""
        with self._changed:
            self._lines.append(line)
            self._changed.notify_all()

    def get(self) -> str | None:
        """Wait for the next line and return it."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines)
            return self._lines.popleft()

    def has_more(self, seconds: float) -> bool:
        """Wait up to `seconds` for a line; return whether one has arrived."""
        with self._changed:
            return bool(self._changed.wait_for(lambda: self._lines, seconds))
