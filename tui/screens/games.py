"""Your games: the kept ones, newest first, and what they add up to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from netplay.transcript import SUFFIX
from tui import keymap
from tui import marks as m
from tui.boards.parts import shown_name
from tui.boards.registry import NAMES, about
from tui.chart import chart
from tui.foreign import plain, short
from tui.history.book import Book
from tui.history.read import Kept
from tui.history.sums import Sums, Tally, sums
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.told import told
from tui.tongue import _, n_

_NAMES: Final = ((10, "  "), (10, " "), (7, " "), (5, " "), (3, " "), (2, " "))
"""Cells of a name in the list and what parts two of them, from the roomiest on."""


class GamesScreen(CabooseScreen):
    """Dismissed with an empty text. ``chosen`` is the game that ``Wants.REPLAY`` is about."""

    KEYS = keymap.GAMES_HELP

    def __init__(
        self, games: Sequence[tuple[float, Kept]], book: Book, marks: Marks, says: str = ""
    ) -> None:
        super().__init__()
        self.book = book
        self._games = games
        self._marks = marks
        self._says = says
        self._at = 0
        self._page = 0
        self._sums = [found for name in NAMES if (found := sums(games, name)).all.games]

    @property
    def chosen(self) -> Kept | None:
        """The game that the cursor is on."""
        return self._games[self._at][1] if self._games and not self._page else None

    def say(self, note: str) -> None:
        """A line at the foot."""
        self._says = note
        self.repaint()

    def repaint(self) -> None:
        """The list, or the sums of one game."""
        width, height = self.app.size
        room = height - 4
        if self._page:
            found = self._sums[self._page - 1]
            title = _("Your games of {game}", game=about(found.game).title)
            body = self._added_up(found, width, room)
        else:
            title = _("Your games")
            body = self._list(width, room)
        page = frame(self._marks, title, body[:room], width, height - 2)
        note = Line(f" {short(plain(self._says, 300), width - 2)}" if self._says else "", m.WARN)
        self.lay("page", [*page, note.fit(width), self._foot().fit(width)], 0, 0, width, height)

    def _foot(self) -> Line:
        line = Line(" ")
        keys = []
        if self._games and not self._page:
            keys += [("down", _("up down"), _("choose")), ("enter", _("enter"), _("review"))]
        if self._sums:
            keys.append(("tab", _("tab"), _("added up") if not self._page else _("next")))
        if self._games:
            keys.append((keymap.CHART, keymap.CHART, _("plot")))
        keys.append((keymap.BACK, _("escape"), _("closes")))
        for key, shown, does in keys:
            line.add(f" {shown} ", m.KEY, key).add(f" {does}  ", m.TEXT, key)
        return line

    # The list -----------------------------------------------------------------------------------

    def _list(self, width: int, room: int) -> list[Line]:
        if not self._games:
            return [
                Line(),
                Line("  " + _("No game is kept yet. Games are kept when they end."), m.TEXT),
            ]
        first = min(max(0, self._at - room // 2), max(0, len(self._games) - room))
        return [
            self._row(n, when, kept, width)
            for n, (when, kept) in enumerate(self._games[first : first + room], start=first)
        ]

    def _row(self, n: int, when: float, kept: Kept, width: int) -> Line:
        chosen = n == self._at
        style = m.STAGED if chosen else m.TEXT
        line = Line(" ").add(self._marks.here if chosen else " ", m.TITLE).add(" ")
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
        line.add(f"{day}  ", style)
        if kept.fault:
            name = short(plain(kept.file.removesuffix(SUFFIX), 60), 24)
            says = _("{file}: {fault}", file=name, fault=told(kept.fault))
            line.add(short(plain(says, 200), width - line.width - 3), m.WARN)
        else:
            line.add(f"{short(about(kept.game).title, 19):<19}  ", style)
            line.add(self._who(kept, width - line.width - 3), style)
        return line.add(" " * (width - 3 - line.width), style if chosen else m.TEXT)

    def _who(self, kept: Kept, room: int) -> str:
        """Everybody with their points: names grow shorter, and whoever still lacks room is counted."""
        count = len(kept.names)
        ways = [(count, cells, gap) for cells, gap in _NAMES]
        ways += [(fewer, _NAMES[-1][0], " ") for fewer in range(count - 1, 0, -1)]
        for listed, cells, gap in ways:
            who = gap.join(
                f"{self._won(kept, seat)}{shown_name(name, cells)} {kept.scores[seat]}"
                for seat, name in enumerate(kept.names[:listed])
            )
            if listed < count:
                who += " " + _("and {count} more", count=count - listed)
            if not kept.finished:
                who = _("unfinished: {who}", who=who)
            if cell_len(who) <= room:
                return who
        return short(who, room)

    def _won(self, kept: Kept, seat: int) -> str:
        return m.NEW if seat in kept.winners else ""

    # What they add up to ------------------------------------------------------------------------

    def _added_up(self, found: Sums, width: int, room: int) -> list[Line]:
        whole = found.all
        head = [
            Line(),
            Line("  ")
            .add(n_("{count} game", "{count} games", whole.games), m.STRONG)
            .add("   " + _("{won} won", won=f"{whole.won:g}"), m.STRONG)
            .add("   " + _("{mean} points a game", mean=f"{whole.mean:.1f}"), m.STRONG),
        ]
        if found.parts:
            made = ", ".join(f"{_(name)} {points:.1f}" for name, points in found.parts)
            head += [Line("  " + text, m.TEXT) for text in wrap(made, width - 6)]
        most = max(len(found.held), len(found.against))
        lines = [*head, *self._tallies(found, most, width)]
        while len(lines) > room and most > 1:
            most -= 1
            lines = [*head, *self._tallies(found, most, width)]
        left = room - len(lines) - 1
        if left >= 7 and len(found.series) > 1:
            name = _("your points, game by game")
            lines.append(Line())
            lines += chart([found.series], [name], self._marks, width - 2, left)
        return lines

    def _tallies(self, found: Sums, most: int, width: int) -> list[Line]:
        """Tables of at most so many rows, the most played first."""
        lines: list[Line] = []
        for title, rows in ((_("By contract"), found.held), (_("Against"), found.against)):
            if rows:
                lines += [Line(), Line("  " + title, m.TITLE)]
                for name, one in rows[:most]:
                    lines += self._tally(plain(name, 60), one, width)
        return lines

    def _tally(self, name: str, one: Tally, width: int) -> list[Line]:
        cells = max(20, width - 42)
        first, *more = wrap(name, cells - 1, 2)
        line = Line(f"    {first}", m.TEXT).to(4 + cells)
        line.add(n_("{count} game", "{count} games", one.games), m.TEXT)
        line.to(cells + 14).add(_("{won} won", won=f"{one.won:g}"), m.TEXT)
        line.to(cells + 23).add(_("{mean} points", mean=f"{one.mean:.1f}"), m.TEXT)
        return [line, *[Line(f"    {text}", m.TEXT) for text in more]]

    def _plot(self) -> None:
        """Of the page's kind of game, or the chosen game's."""
        from tui.screens.plot import PlotScreen

        name = self._sums[self._page - 1].game if self._page else self._games[self._at][1].game
        if name:
            found = sums(self._games, name)
            self.app.push_screen(PlotScreen(found, about(name).title, self._marks))
        else:
            self._says = _("This file is no game that can be read: there is nothing to plot.")

    # Keys ---------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Choose, look again, leaf."""
        self._says = ""
        last = len(self._games) - 1
        page = max(1, self.app.size.height - 6)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -last, "end": last}
        if key in steps and self._games:
            self._at = min(max(0, self._at + steps[key]), last)
        elif key == "tab":
            self._page = (self._page + 1) % (len(self._sums) + 1)
        elif key == "enter" and self.chosen is not None:
            self.post_message(Wants(Wants.REPLAY))
        elif key == keymap.CHART and self._games:
            self._plot()
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in (keymap.BACK, keymap.LEAVE, keymap.GAMES):
            if self._page and key == keymap.BACK:
                self._page = 0
            else:
                self.dismiss("")
                return
        self.repaint()
