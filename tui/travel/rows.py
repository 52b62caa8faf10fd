"""Tables of ours as lines of Departures: those in the background, and games that only a journal knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.version import VERSION
from netplay.lobby import Freshness, Rank, Row, Sitting, Stage, Visibility
from netplay.resume import Unfinished
from netplay.session import Ticket
from tui.net import NetTable
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.station.words import called
from tui.tongue import _


def table_of(screen: TableScreen | WaitingScreen) -> bytes:
    """The id of a table in the background; one that stands for it where it is played here alone."""
    if isinstance(screen, WaitingScreen):
        table: bytes = screen.room.net.session.ticket.table
        return table
    if isinstance(screen.link, NetTable):
        return screen.link.session.ticket.table
    return id(screen).to_bytes(16, "big")


def row_aside(
    screen: TableScreen | WaitingScreen, listed: Mapping[bytes, Row], clock: float
) -> Row:
    """A table in the background as a line of Departures; ``listed``: what others see of tables."""
    rank = Rank.EXPECTED if screen.expected else Rank.LIVE
    table = table_of(screen)
    if table in listed:
        return replace(listed[table], rank=rank)
    waits = isinstance(screen, WaitingScreen)
    at = screen.room.net if isinstance(screen, WaitingScreen) else screen.table
    over = not waits and at.state.over
    return Row(
        Ticket(table, b""),
        screen.room.name if isinstance(screen, WaitingScreen) else screen.called or _("your game"),
        at.game.name,
        at.game.title,
        tuple(Sitting(p.name, p.mark, p.bot, "") if p.name else None for p in at.players),
        (),
        "open",
        VERSION,
        Stage.BOARDING if waits else Stage.FINISHED if over else Stage.RUNNING,
        Freshness.LIVE,
        Rank.FINISHED if over and rank is not Rank.EXPECTED else rank,
        Visibility.PUBLIC,
        int(clock),
        0,
        None if waits else at.state.turn,
        at.seat,
        "",
    )


def row_of(one: Unfinished) -> Row:
    """A game of ours under way as a line of Departures, for as long as nobody advertises it."""
    seats = tuple(Sitting(name, "", None, "") if name else None for name in one.players or ("",))
    return Row(
        Ticket(bytes.fromhex(one.table), b""),
        called(one),
        one.game,
        one.title,
        seats,
        (),
        "open",
        VERSION,
        {"seating": Stage.BOARDING, "over": Stage.FINISHED}.get(one.stage, Stage.RUNNING),
        Freshness.UNCONFIRMED,
        Rank.EXPECTED if one.expected else Rank.LIVE,
        Visibility.PUBLIC,
        int(one.changed),
        one.n + 1,
        one.turn,
        one.seat if one.seat is not None else 0,
        "",
    )
