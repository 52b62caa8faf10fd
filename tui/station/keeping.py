"""Journals of the seats that are played here, and what stands in for one that is not there yet."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from netplay.config import FolderUnusable
from netplay.journal import Journal, JournalBusy
from netplay.resume import put_away
from netplay.session import Action, Phase, Save, Session
from tui.station.post import Post

Begin = Callable[[tuple[str, ...], bytes | None, bytes | None], Journal]
"""Begins a journal (see ``Journal.begin``): the broker's addresses, a bot's secret seed, the key of a
private table."""


class Keeping:
    """Begins journals; None of them where there are to be none."""

    def __init__(self, begin: Begin | None) -> None:
        self._begin = begin

    def begin(
        self, post: Post, *, seed: bytes | None = None, cover: bytes | None = None
    ) -> Journal | None:
        """The journal of a seat at this broker. ``seed``: a bot's; ``cover``: a private table's key."""
        addresses = tuple(str(address) for address in post.broker.addresses)
        return self._begin(addresses, seed, cover) if self._begin is not None else None


def put_by(session: Session, keeper: Journal | None) -> None:
    """A seat was left: its journal is closed, or gone where nothing was begun."""
    if keeper is not None:
        with suppress(OSError, FolderUnusable):
            if session.phase is Phase.SEATING:
                keeper.discard()
            else:
                put_away(session, keeper)


def unkept(save: Save) -> None:
    """No journal."""


class IfFree:
    """A journal that is not there where another window has it: this one goes on without."""

    def __init__(self, keeper: Journal) -> None:
        self._keeper: Journal | None = keeper

    def __call__(self, save: Save) -> None:
        if self._keeper is not None:
            try:
                self._keeper(save)
            except JournalBusy:
                self._keeper = None

    def sync(self) -> None:
        """See ``Journal.sync``."""
        if self._keeper is not None:
            self._keeper.sync()


class LateJournal:
    """A journal that is begun after the table whose key it keeps; nothing is said before."""

    def __init__(self) -> None:
        self.target: Journal | None = None

    def __call__(self, save: Save) -> None:
        if self.target is not None:
            self.target(save)

    def sync(self) -> None:
        """See ``Journal.sync``."""
        if self.target is not None:
            self.target.sync()


class Late:
    """A listener that is made before the one it passes everything to."""

    def __init__(self) -> None:
        self.target: Callable[[Action], None] = lambda action: None

    def __call__(self, action: Action) -> None:
        self.target(action)
