"""What is under way in the background, and the sentence it ends with where it comes to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from netplay.brokers import BrokersUnusable
from netplay.config import FolderUnusable
from netplay.identity import IdentityUnusable
from netplay.journal import JournalUnusable
from netplay.lobby import NoTable
from netplay.transport import TransportError
from tui.told import told
from tui.tongue import _

_EXPECTED: Final = (
    NoTable,
    TransportError,
    BrokersUnusable,
    IdentityUnusable,
    FolderUnusable,
    JournalUnusable,
)


class Guide(Protocol):
    """Whoever shows a person the way: an app, or lines of text."""

    def say(self, note: str) -> None:
        """A line for the person; empty: what was said last holds no more."""

    def fail(self, says: str) -> None:
        """The person came for this alone, and it cannot be: end, and say why."""

    def panic_quietly(self, error: BaseException) -> None:
        """A fault of ours."""


class Errands:
    """Nothing of it raises: what cannot be is said."""

    def __init__(self, guide: Guide) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self._guide = guide

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin; its faults that a person can do something about are told to the guide."""
        task = asyncio.get_running_loop().create_task(work, name="caboose-errand")
        self.tasks.add(task)
        task.add_done_callback(self._did)

    def _did(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, _EXPECTED):
            self._guide.say(sentence(error))
        elif error is not None:
            self._guide.panic_quietly(error)

    async def close(self) -> None:
        """End what is under way."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def sentence(says: object) -> str:
    """The reason that an error or a broker gave, as a sentence in the person's language."""
    text = told(str(says)) or _("It could not be reached.")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
