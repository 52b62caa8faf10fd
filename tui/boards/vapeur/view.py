"""All that the panels draw from: one frozen value, made anew whenever something changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.games.vapeur.view import Theft
from core.kernel.move import Move
from tui.boards.parts import Entry
from tui.boards.vapeur.position import Position
from tui.boards.vapeur.staging import Asks, Draft
from tui.live import QUIET, Status
from tui.marks import Marks


class Fresh(NamedTuple):
    """What the last turn in which something was done has changed: trains, and the mover's deeds."""

    trains: frozenset[int] = frozenset()
    mover: int | None = None
    deeds: tuple[Move, ...] = ()
    turn: int = 0


Moving = frozenset[tuple[int, int]]
"""Train and place in it (``pieces.cars``) of every car that has just been laid, for a moment."""


class View(NamedTuple):
    """A position as the viewer sees it, with what is staged and what was just said.

    hand: card to its slots. must: what forbids the viewer to end the turn now.
    """

    position: Position
    names: Sequence[str]
    bots: Sequence[str | None]
    draft: Draft
    asks: Asks
    live: frozenset[str]
    marks: Marks
    hand: Mapping[int, tuple[int, ...]]
    moves: Sequence[Move] = ()
    thefts: Sequence[Theft] = ()
    must: str | None = None
    log: Sequence[Entry] = ()
    fresh: Fresh = Fresh()
    moving: Moving = frozenset()
    says: str | None = None
    halted: str | None = None
    status: Status = QUIET
    notes: Sequence[str] = ()
    """What the viewer has noted of each player, for themselves."""
