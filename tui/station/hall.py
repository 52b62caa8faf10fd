"""The chat of the lobby: of all who have Departures on the screen, at whichever broker of ours they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from netplay.lobby import ChatRefused, Said
from tui.foreign import plain
from tui.people import People
from tui.station.post import Post
from tui.talk import Talk
from tui.tongue import _

_TWINS: Final = 8
"""Lines among which one is looked for that came by another broker already."""


class Hall(Talk):
    """``posts``: the brokers that are listened to. A line of ours is said at each that is up."""

    def __init__(self, posts: Callable[[], Sequence[Post]], people: People) -> None:
        super().__init__(self._send, people.of)
        self._posts = posts
        self._last: deque[tuple[str, str, set[Post]]] = deque(maxlen=_TWINS)

    @property
    def title(self) -> str:
        """See ``Talk``."""
        return _("Chat of all who look at Departures")

    @property
    def note(self) -> str:
        """See ``Talk``."""
        return "" if self.open else _("No broker is in reach: nobody would read this now.")

    @property
    def open(self) -> bool:
        """Whether there is a broker where a line could be said."""
        return any(post.up for post in self._posts())

    def _send(self, text: str) -> str:
        faults = []
        said = False
        for post in [post for post in self._posts() if post.up]:
            try:
                post.lobby.say(text)
                said = True
            except ChatRefused as error:
                faults.append(plain(str(error), 120))
        return "" if said else faults[0] if faults else self.note

    def told(self, post: Post, said: Said) -> None:
        """A line that came by this broker; who is at several of ours says it at each, and it shows once."""
        for player, text, by in self._last:
            if (player, text) == (said.player, said.text) and post not in by:
                by.add(post)
                return
        self._last.append((said.player, said.text, {post}))
        self.heard(said.name, said.mark, said.text, said.own, said.player)
