"""Departures: the home screen, a station's board on which each train is a table to sit down at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.style import Style

from core.version import VERSION
from tui import guest, keymap
from tui import marks as m
from tui.art import TRAIN as ART
from tui.boards.registry import NAMES as GAMES
from tui.boards.registry import About, about
from tui.foreign import plain
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen, Wants
from tui.setup import SoloSetup
from tui.tongue import N_, _, p_

if TYPE_CHECKING:
    from netplay.lobby import Row
    from tui.screens.departures import Tables

TITLE: Final = N_("D E P A R T U R E S")
STRENGTHS: Final = (
    N_("random"), N_("greedy"), N_("easy"), N_("medium"), N_("hard"), N_("expert"),
)  # fmt: skip
_SEED_LENGTH: Final = 24
_NOTE: Final = 600
"""Characters of a note that are shown: it may quote what a file or a stranger says."""


def _width(hints: Sequence[tuple[str, str, str]]) -> int:
    """Cells of a line of keys."""
    return 1 + sum(len(shown) + len(does) + 4 for _key, shown, does in hints)


class HomeScreen(CabooseScreen):
    """A new game is chosen here; ``setup`` is what departs, the last one played to begin with."""

    def __init__(self, marks: Marks, setup: SoloSetup, note: str = "") -> None:
        super().__init__()
        self._marks = marks
        self._game = GAMES.index(setup.game) if setup.game in GAMES else 0
        self._row = min(max(setup.seats - min(self._about.trains), 0), len(self._about.trains) - 1)
        bot = setup.bots[0] if setup.bots else "greedy"
        self._strength = STRENGTHS.index(bot) if bot in STRENGTHS else STRENGTHS.index("greedy")
        self._setup = replace(setup, seed=None, turned=0)
        self._seed = ""
        self._typing = False
        self._note = plain(note, _NOTE)
        self.tables: Tables | None = None
        """The tables of others, once the network is listened to."""
        self._table: bytes | None = None

    @property
    def _about(self) -> About:
        return about(GAMES[self._game])

    def say(self, note: str) -> None:
        """A line for the foot of the board."""
        self._note = plain(note, _NOTE)
        self.repaint()

    def setup(self) -> SoloSetup:
        """The game that departs now."""
        game = GAMES[self._game]
        # House options are those of one game.
        options = self._setup.options if game == self._setup.game else {}
        return replace(
            self._setup,
            game=game,
            seats=tuple(self._about.trains)[self._row],
            bots=(STRENGTHS[self._strength],),
            seed=self._seed.strip() or None,
            options=options,
        )

    def repaint(self) -> None:
        """The board."""
        width, height = self.app.size
        body = [Line(), self._heads(width)]
        for row in range(len(self._about.trains)):
            body += self._train(row, width)
        body += [Line(), self._line(_("Game"), self._games())]
        body += [self._line(_("Bots"), self._bots(width - 18))]
        body += [self._line(_("Seed"), self._seed_shown())]
        room = height - 3
        foot = wrap(self._note, width - 6) if self._note else []
        if self.tables is not None:
            body += self._others(width, room - len(body) - len(foot))
            left = room - len(body) - len(foot)
            picture = self._picture(width) if left >= 5 and not self.tables.rows() else []
            body += [Line()] * (left - len(picture)) + picture
            body += [Line(f"  {text}", m.WARN) for text in foot]
        else:
            body += [Line()] * (room - len(body) - 6) + self._picture(width)
        if foot and self.tables is None:
            body[-5:] = [Line()] * (5 - len(foot)) + [Line(f"  {text}", m.WARN) for text in foot]
        heads = [(width - 18, f" Caboose {VERSION} ")]
        page = frame(self._marks, _(TITLE), body, width, height - 1, heads)
        self.lay("page", [*page, self._keys()], 0, 0, width, height)

    @property
    def chosen(self) -> Row | None:
        """The table of others that the cursor is on; None on the trains."""
        if self.tables is None or self._table is None:
            return None
        rows = self.tables.rows()
        return next((row for row in rows if row.ticket.table == self._table), None)

    def _others(self, width: int, room: int) -> list[Line]:
        """The tables of others, as many as there is room for around the chosen one."""
        from tui.screens import departures

        assert self.tables is not None
        rows = self.tables.rows()
        lines = [Line(), departures.heads(width, self.tables.where())]
        if not rows:
            return [*lines, *departures.empty(width)][:room]
        at = next((n for n, row in enumerate(rows) if row.ticket.table == self._table), 0)
        more = max((len(departures.detail(row, width)) for row in rows), default=0)
        fits = max(1, room - len(lines) - more)
        first = min(max(0, at - fits // 2), max(0, len(rows) - fits))
        clock = self.tables.clock()
        for row in rows[first : first + fits]:
            chosen = row.ticket.table == self._table
            lines += departures.draw(
                row, chosen, self._marks, width, clock, "enter", self.tables.note
            )
        return lines

    def _step(self, by: int) -> None:
        """Up or down, over trains and tables alike."""
        trains = len(self._about.trains)
        rows = self.tables.rows() if self.tables is not None else ()
        at = self._row
        for n, row in enumerate(rows):
            if row.ticket.table == self._table:
                at = trains + n
        at = (at + by) % (trains + len(rows))
        self._table = rows[at - trains].ticket.table if at >= trains else None
        if at < trains:
            self._row = at

    def _picture(self, width: int) -> list[Line]:
        """A train on its track, at the foot of the board."""
        cars = [ART[letter] for letter in "LACBDE"]
        indent = " " * ((width - 2 - len(cars) * 11) // 2)
        lines = [Line(indent + "".join(car[row] for car in cars), m.HEADING) for row in range(3)]
        track = "-+" * ((width - 6) // 2)
        return [*lines, Line("  " + track, m.FRAME), Line()]

    def _heads(self, width: int) -> Line:
        line = Line("     ", m.HEADING)
        self._columns(
            line, width, _("Train"), _("Game"), _("Seats"), _("Bots"), _("Status"), m.HEADING, None
        )
        return line

    def _columns(
        self,
        line: Line,
        width: int,
        train: str,
        game: str,
        seats: str,
        bots: str,
        status: str,
        style: Style,
        press: str | None,
    ) -> None:
        more = (width - 80) // 5
        at = 6
        for text, cells in ((train, 16), (game, 23), (seats, 9), (bots, 11), (status, 9)):
            # The chosen row is lit from end to end, like a line of a departure board.
            line.add(" " * (at - line.width), style if line.width > 6 else m.TEXT, press)
            line.add(text, style, press)
            at += cells + max(0, more)
        line.add(" " * (width - 5 - line.width), style, press)

    def _train(self, row: int, width: int) -> list[Line]:
        chosen = row == self._row and self.chosen is None
        key = str(row + 1)
        seated, (name, says) = tuple(self._about.trains.items())[row]
        line = Line("  ").add(self._marks.here if chosen else " ", m.TITLE)
        line.add(key, m.KEY, key).add(" ")
        seats = self._marks.done + self._marks.todo * (seated - 1)
        bots = _(STRENGTHS[self._strength])
        style = m.STAGED if chosen else m.TEXT
        status = p_("table", "boarding") if chosen else _("on time")
        self._columns(line, width, _(name), self._about.title, seats, bots, status, style, key)
        if self.tables is not None and not chosen:
            return [line]  # the room is for the tables of others
        return [line, Line(f"      {_(says) if chosen else ''}", m.TEXT)]

    def _line(self, label: str, rest: Line) -> Line:
        return Line(f"      {label:<8}", m.HEADING).join(rest)

    def _bots(self, room: int) -> Line:
        """All levels, and what the chosen one does where there is room for it."""
        line = Line()
        for n, name in enumerate(STRENGTHS):
            chosen = n == self._strength
            line.add(f" {_(name)} ", m.STAGED if chosen else m.TEXT, keymap.STRENGTH).add(" ")
        says = {
            "random": _("takes anything it may"),
            "greedy": _(self._about.greedy),
            "easy": _("looks ahead a little"),
            "medium": _("looks ahead"),
            "hard": _("thinks for a second"),
            "expert": _("thinks for five seconds"),
        }
        more = Line(f" {says[STRENGTHS[self._strength]]}", m.DIM)
        return line.join(more) if line.width + more.width <= room else line

    def _games(self) -> Line:
        line = Line()
        for n, game in enumerate(GAMES):
            style = m.STAGED if n == self._game else m.TEXT
            line.add(f" {about(game).title} ", style, keymap.GAME).add(" ")
        return line

    def _seed_shown(self) -> Line:
        if self._typing:
            line = Line(f" {self._seed}_ ", m.STAGED)
            return line.add("  " + _("a seed repeats a deal"), m.DIM)
        if self._seed:
            return Line(f" {self._seed} ", m.STRONG).add(
                "  " + _("the same cards every time"), m.DIM
            )
        return Line(" " + _("by chance"), m.TEXT)

    def _keys(self) -> Line:
        line = Line(" ")
        hints = [
            ("enter", _("enter"), _("depart")),
            (keymap.GAME, "g", p_("key", "game")),
            (keymap.STRENGTH, "s", p_("key", "bots")),
            (keymap.SEED, "d", p_("key", "seed")),
            (keymap.GAMES, "k", p_("key", "kept")),
            ("r", "r", _("rules")),
            (keymap.HELP, "?", _("keys")),
            (keymap.LEAVE, "q", p_("key", "quit")),
        ]
        if self._typing:
            hints = [
                ("enter", _("enter"), _("keeps the seed")),
                (keymap.BACK, _("escape"), _("drops it")),
            ]
        elif self.chosen is not None:
            assert self.tables is not None
            from tui.screens import departures  # which loads the lobby: not for the first frame

            hints[:4] = departures.hints(self.chosen, self.tables.here(self.chosen))
        if self.tables is not None and not self._typing and guest.may_open():
            hints.insert(-4, (keymap.HOST, "o", p_("key", "open")))
            if self.chosen is None and self.app.size.width < 90:
                # No room for all: what a seed is for is found by the keys' page.
                hints = [hint for hint in hints if hint[0] != keymap.SEED]
        unread = self.tables.unread() if self.tables is not None and not self._typing else None
        if unread is not None:
            does = _("{count} new", count=unread) if unread else p_("key", "chat")
            hints.insert(-3, (keymap.HALL, "c", does))
        # Longer words leave room for fewer keys; all of them stand on the keys' page.
        spare = [keymap.SEED, keymap.STRENGTH, keymap.GAMES, keymap.GAME, "r"]
        while _width(hints) > self.app.size.width and spare:
            drop = spare.pop(0)
            hints = [hint for hint in hints if hint[0] != drop]
        for key, shown, does in hints:
            line.add(f" {shown} ", m.KEY, key).add(f" {does} ", m.TEXT, key)
        return line

    @property
    def typing(self) -> bool:
        """Whether plain keys are the seed's."""
        return self._typing

    def press(self, key: str) -> None:
        """Choose and depart."""
        if self._typing:
            self._type(key)
        elif key == "enter":
            self.post_message(Wants(Wants.PLAY if self.chosen is None else Wants.SIT))
        elif key == keymap.WATCH and self.chosen is not None:
            self.post_message(Wants(Wants.WATCH))
        elif key == keymap.PEOPLE:
            self.post_message(Wants(Wants.PEOPLE))
        elif key == keymap.HOST:
            self.post_message(Wants(Wants.HOST))
        elif key == keymap.HALL:
            self.post_message(Wants(Wants.CHAT))
        elif key in ("up", "down"):
            self._step(1 if key == "down" else -1)
        elif key in keymap.DIGITS and len(key) == 1 and int(key) <= len(self._about.trains):
            self._row, self._table = int(key) - 1, None
        elif key == keymap.GAME:
            self._game = (self._game + 1) % len(GAMES)
            self._row = min(self._row, len(self._about.trains) - 1)
        elif key in (keymap.STRENGTH, "right"):
            self._strength = (self._strength + 1) % len(STRENGTHS)
        elif key == "left":
            self._strength = (self._strength - 1) % len(STRENGTHS)
        elif key == keymap.SEED:
            self._typing = True
        elif key == keymap.GAMES:
            self.post_message(Wants(Wants.GAMES))
        elif key == keymap.TUTORIAL:
            self.post_message(Wants(Wants.TUTORIAL))
        elif key in keymap.RULES:
            self.post_message(Wants(Wants.RULES))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key == keymap.LEAVE:
            self.post_message(Wants(Wants.LEAVE))
        self.repaint()

    def _type(self, key: str) -> None:
        if key == "enter":
            self._typing = False
        elif key == keymap.BACK:
            self._typing, self._seed = False, ""
        elif key == "backspace":
            self._seed = self._seed[:-1]
        elif len(self._seed) < _SEED_LENGTH:
            if key == "space":
                self._seed += " "
            elif len(key) == 1 and key.isascii():
                self._seed += key
