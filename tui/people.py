"""Whom the person has met, as screens need it: notes beside names, muting and blocking, at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from netplay.config import FolderUnusable
from netplay.known import Acquaintance, Known, KnownUnusable
from tui.foreign import plain
from tui.told import told
from tui.tongue import _, n_


class Someone(NamedTuple):
    """A line of the list of people. ``name`` and ``mark`` are harmless; ``where``: in a few words."""

    player: str
    name: str
    mark: str
    where: str


class People:
    """The list as it is in its file now, another window's changes included; never raises.

    ``changed`` is called after a change of ours, so that the brokers' lobbies heed it.
    """

    def __init__(self, known: Known | None, changed: Callable[[], None] = lambda: None) -> None:
        self._known = known
        self._changed = changed
        self._stamp: tuple[int, int, int] | None = None
        self._people: dict[str, Acquaintance] = {}

    def all(self) -> tuple[Acquaintance, ...]:
        """Everyone, those met last at the end."""
        self._look()
        return tuple(self._people.values())

    def of(self, player: str) -> Acquaintance | None:
        """What is known of a player id."""
        self._look()
        return self._people.get(player)

    def note(self, player: str) -> str:
        """The note on a player id, on one harmless line; empty where there is none."""
        found = self.of(player)
        return plain(found.note) if found is not None else ""

    def change(self, one: Someone, **changes: object) -> str:
        """Set ``note``, ``muted`` or ``blocked``; why it was not kept, empty if it was."""
        if self._known is None:
            return _("There is no list of people here.")
        try:
            self._known.say(one.player, one.name, time.time(), **changes)
        except (KnownUnusable, FolderUnusable) as error:
            return told(plain(str(error), 200))
        self._changed()
        return ""

    def _look(self) -> None:
        if self._known is None or (stamp := self._known.stamp()) == self._stamp:
            return
        self._stamp = stamp
        try:
            self._people = {person.player: person for person in self._known.people()}
        except KnownUnusable:  # `change` says what is wrong with it
            self._people = {}


def let_dissolve(times: int) -> str:
    """How often somebody let a start dissolve, in a sentence."""
    return n_("let {count} start come to nothing", "let {count} starts come to nothing", times)
