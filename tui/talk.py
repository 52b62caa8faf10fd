"""A chat as its screen needs it: what was said, who reads it now, and a line that was not sent yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from netplay.known import Acquaintance
from tui.foreign import plain

CHAT_KEPT = 200
"""Lines of chat that are kept."""


class Remark(NamedTuple):
    """A line of chat; all three texts are harmless."""

    name: str
    mark: str
    text: str
    own: bool
    player: str = ""
    """The player id."""


class Talk:
    """The chat of a table, or of the lobby.

    ``say`` sends a line and gives an empty text, or why it was not sent. ``known``: what the person
    knows of a player id, None: nothing.
    """

    def __init__(
        self, say: Callable[[str], str], known: Callable[[str], Acquaintance | None]
    ) -> None:
        self.chat: list[Remark] = []
        self.draft = ""
        """A line that was typed and not sent."""
        self.unread = 0
        """Lines of others that nobody has read."""
        self._say = say
        self._known = known
        self._watcher: Callable[[], None] | None = None

    @property
    def title(self) -> str:
        """Which chat it is, in the person's language."""
        raise NotImplementedError

    @property
    def note(self) -> str:
        """What whoever writes here should know; empty: nothing."""
        return ""

    def say(self, text: str) -> str:
        """Send a line; why not, if it was not sent."""
        return self._say(plain(text, 200))

    def heard(self, name: str, mark: str, text: str, own: bool, player: str = "") -> None:
        """Somebody said something."""
        self.chat.append(Remark(plain(name, 24), plain(mark, 8), plain(text, 400), own, player))
        del self.chat[:-CHAT_KEPT]
        if self._watcher is not None:
            self._watcher()
        elif not own:
            self.unread += 1

    def shown(self) -> list[Remark]:
        """The chat without what those have said who are muted or blocked now."""
        return [remark for remark in self.chat if remark.own or not self._hushed(remark.player)]

    def _hushed(self, player: str) -> bool:
        known = self._known(player) if player else None
        return known is not None and (known.muted or known.blocked)

    def watch(self, call: Callable[[], None] | None) -> None:
        """Somebody reads the chat, and is called when something is said; None: no more."""
        self._watcher = call
        self.unread = 0
