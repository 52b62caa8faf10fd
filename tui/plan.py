"""What the command line asks of the network before the first frame: light, for every start reads it."""

from __future__ import annotations

from dataclasses import dataclass

from tui.setup import SoloSetup


@dataclass(frozen=True, slots=True)
class Host:
    """Open a table. ``setup``: game, seats, options; ``bots``: strengths for the last seats.

    ``broker``: an address, None for a broker of our own at ``port`` (0: a free one).
    """

    setup: SoloSetup
    bots: tuple[str, ...] = ()
    table: str = ""
    broker: str | None = None
    port: int = 0
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Visit:
    """Go to a table of others: ``broker`` an address or None for those known, ``table`` its name or
    code, empty for the only one there is.
    """

    table: str = ""
    broker: str | None = None
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """Take up a seat of a game under way: the first digits of its table's code, or the only one."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """Departures: listen to what is known, if anything is."""
