"""The seats of a waiting room as lines: who sits there, what is known of them, and who is ready."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from netplay.lobby import Seen
from netplay.table import Player
from tui import marks as m
from tui.foreign import plain, short
from tui.line import Line
from tui.marks import Marks
from tui.net import NetTable
from tui.told import told
from tui.tongue import _, n_, p_

_NAME: Final = 26
"""Cells of a name."""


class SeatLines:
    """Of one table, as it is now, in a terminal so many cells wide."""

    def __init__(self, net: NetTable, marks: Marks, width: int) -> None:
        self._net = net
        self._marks = marks
        self._width = width
        self._players = net.session.players

    def lines(self) -> list[Line]:
        """A line of headings, and one for each seat."""
        return [self._heads(), *[self._seat(n, one) for n, one in enumerate(self._players)]]

    def _heads(self) -> Line:
        line = Line("     " + _("Seat"), m.HEADING).to(11).add(_("Name"), m.HEADING)
        line.to(11 + _NAME + 2).add(_("Key"), m.HEADING)
        return line.to(self._state_at()).add(_("State"), m.HEADING)

    def _seat(self, place: int, player: Player) -> Line:
        net = self._net
        own = place == net.session.seat
        line = Line("   ").add(self._marks.here if own else " ", m.TITLE).add(f" {place + 1:<5} ")
        if not player.name:
            return line.add(p_("seat", "free"), m.DIM)
        style = m.STRONG if own else m.TEXT
        line.add(short(player.name, _NAME), style).to(11 + _NAME + 2)
        line.add(plain(player.mark, 4), m.DIM).to(11 + _NAME + 8)
        state = self._state_at()
        if player.bot is not None:
            line.add(_("{level} bot", level=short(player.bot, 8)) + self._whose(place), m.PERSON)
        elif own:
            line.add(p_("seat", "you"), m.STRONG)
        else:
            self._about_one(line, place, state - line.width - 1)
        line.to(state)
        seen = net.company.seen.get(place)
        if seen in (Seen.LOST, Seen.SILENT, Seen.LEFT, Seen.CLOSED):
            return line.add(f"{self._marks.todo} {short(told(seen.value), 14)}", m.WARN)
        since = net.company.away.get(place, "") if not own else ""
        if since and place in net.ready:
            return line.add(f"{self._marks.done} {p_('seat', 'ready, away')}", m.FRESH)
        if since:
            return line.add(f"{self._marks.todo} {_('away since {time}', time=since)}", m.WARN)
        if place in net.ready:
            return line.add(f"{self._marks.done} {p_('seat', 'ready')}", m.FRESH)
        return line.add(f"{self._marks.todo} {p_('seat', 'not yet')}", m.TEXT)

    def _state_at(self) -> int:
        """The column of the states: as far to the right as notes may need the room."""
        return min(self._width - 16, 11 + _NAME + 51)

    def _about_one(self, line: Line, place: int, room: int) -> None:
        """The viewer's note on somebody, a mark where they let a start dissolve; who opened the table."""
        net = self._net
        known = net.seats.known(place)
        if known is not None and known.dissolved:
            line.add(f"!{known.dissolved} ", m.WARN)
            room -= 3
        note = net.seats.note(place)
        opened = _("opened the table") if place == 0 else ""
        if note and opened and cell_len(note) + cell_len(opened) + 2 <= room:
            line.add(f"{opened}, ", m.DIM)
            room -= cell_len(opened) + 2
        if note:
            line.add(short(note, room), m.PERSON)
        elif opened:
            line.add(short(opened, room), m.DIM)

    def _whose(self, place: int) -> str:
        """Whose machine a bot runs on."""
        net = self._net
        owner = net.seats.bots.get(place, place)
        if owner == place or owner >= len(self._players):
            return ""
        return " " + (
            p_("bot", "here")
            if owner == net.session.seat
            else p_("bot", "at {seat}", seat=owner + 1)
        )

    def unreliable(self) -> str:
        """To the creator: who of those seated has let starts come to nothing."""
        net = self._net
        if not net.creator:
            return ""
        told_of = []
        for place, player in enumerate(self._players):
            known = net.seats.known(place)
            if known is not None and known.dissolved:
                says = n_(
                    "{name} let {count} start come to nothing.",
                    "{name} let {count} starts come to nothing.",
                    known.dissolved,
                    name=short(player.name, 20),
                )
                told_of.append(says)
        return " ".join(told_of[:2])
