"""The waiting room: who sits where, who is ready, and how others find the way here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from netplay.session import Phase
from netplay.table import Player
from tui import keymap
from tui import marks as m
from tui.boards import parts
from tui.boards.registry import about
from tui.foreign import short
from tui.house_rules import options_words
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.policy import SEATS_CHAT, policy_words
from tui.room import Room
from tui.screens.base import CabooseScreen, Wants
from tui.screens.chat import chat_lines
from tui.screens.home import STRENGTHS
from tui.screens.waiting_seats import SeatLines
from tui.told import told
from tui.tongue import N_, _, n_, p_

_OPEN_DEAL: Final = N_("Open deal: a modified program at a seat could look at cards ahead.")


class WaitingScreen(CabooseScreen):
    """Until the cards are dealt; then it asks for the table."""

    KEYS = keymap.WAITING_HELP

    def __init__(self, room: Room, marks: Marks) -> None:
        super().__init__()
        self.room = room
        self._marks = marks
        self._says = ""
        self._told = False
        self._done = False
        self._removes: int | None = None
        self.moved: Callable[[], None] = lambda: None
        """Called when something has happened here."""

    def on_mount(self) -> None:
        """Whatever comes is shown as it comes."""
        self.room.net.listen(self._news)

    def on_screen_resume(self) -> None:
        """A page over it was closed."""
        super().on_screen_resume()
        self._news()

    def _news(self) -> None:
        if not self._told and self.is_attached and not self._done:
            self._told = True
            self.call_later(self._look)

    def _look(self) -> None:
        self._told = False
        if self._done or not self.is_attached:
            return
        if self.room.net.begun and self.app.screen is self:
            self._done = True
            self.post_message(Wants(Wants.TABLE))
            return
        self.repaint()
        self.moved()

    @property
    def expected(self) -> bool:
        """Whether the viewer is waited for: to be ready, or because the cards are dealt."""
        return not self._done and (self.room.net.expected or self.room.net.begun)

    def look(self) -> None:
        """Something beside the table has changed."""
        self._news()

    def tell(self, says: str) -> None:
        """A sentence for the foot, until a key is pressed."""
        self._says = says

    def leave(self) -> None:
        """Nobody waits here any more."""
        self._done = True
        self.room.net.leave()

    # Lines out ------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Seats, the way here, the chat, one sentence, the keys."""
        width, height = self.app.size
        seats = SeatLines(self.room.net, self._marks, width)
        body = [Line(), *self._about(width), Line(), *seats.lines()]
        body += [Line(), *self._how(width - 6)]
        room = height - 3 - len(body) - 3
        if room > 1:
            body += [Line(), Line("  " + _("Chat"), m.HEADING)]
            self.room.net.unread = 0
            chat = chat_lines(self.room, width - 8)[-(room - 1) :]
            body += [Line("   ").join(line) for line in chat]
        foot = [Line("  ").join(line) for line in self._sentence(width - 6, seats.unreliable())]
        body = body[: height - 3 - len(foot)]
        body += [Line()] * (height - 3 - len(foot) - len(body)) + foot
        link = self.room.net.status()
        heads = [(width - len(link.text) - 5, f" {link.text} ")] if link.text else []
        title = _("Waiting room: {table}", table=short(self.room.name, width - 40))
        page = frame(self._marks, title, body, width, height - 1, heads)
        self.lay("page", [*page, self._keys().fit(width)], 0, 0, width, height)

    def _players(self) -> list[Player]:
        return list(self.room.net.session.players)

    def _about(self, width: int) -> list[Line]:
        net = self.room.net
        line = Line(f"  {net.game.title}", m.STRONG)
        seats = len(self._players())
        if seats:
            line.add(", " + n_("{count} seat", "{count} seats", seats), m.TEXT)
        policy = policy_words(net.session)
        parts = [options_words(net), policy]
        if policy:
            parts.append(_(about(net.game.name).stand_in))
        if self.room.seats_only_chat:
            parts.append(_(SEATS_CHAT))
        rules = ". ".join([text for text in parts if text] + [_(_OPEN_DEAL)])
        return [line, *[Line(f"  {text}", m.DIM) for text in wrap(rules, width - 6)]]

    def _how(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for command, what in self.room.how:
            lines.append(Line(f"  {told(what)}", m.DIM))
            lines += [Line(f"    {text}", m.STRONG) for text in wrap(command, width)]
        return lines

    def _sentence(self, width: int, warns: str) -> list[Line]:
        """Two lines: what went wrong, or what is to be done now."""
        text, style = self._what_now()
        if style is not m.WARN and warns:
            text, style = f"{warns} {text}", m.WARN
        lines = [Line(part, style) for part in wrap(text, width)][:3]
        return [Line()] * (2 - len(lines)) + lines

    def _what_now(self) -> tuple[str, Any]:
        net = self.room.net
        session = net.session
        if net.closed:
            ways = _("Press l to go back.")
            if net.yours:
                ways = _("w watches it here, o plays your seat here, l goes back.")
            closed = told(net.closed)
            return f"{closed[:1].upper()}{closed[1:]}. {ways}", m.WARN
        if self._says:
            return self._says, m.WARN
        if net.turned_away:
            return _("Turned away: {why}", why=net.turned_away[-1]), m.WARN
        if session.phase is Phase.STARTING or net.begun:
            return _("Everyone is ready: the cards are being dealt."), m.FRESH
        if session.roster is None:
            return _("Waiting to hear from the table."), m.TEXT
        if net.watching:
            return _("You watch: the table shows itself as soon as its players are ready."), m.TEXT
        if session.seat is None:
            return _("Asking for a seat."), m.TEXT
        free = sum(not player.name for player in self._players())
        if free:
            says = n_("{count} seat is still free.", "{count} seats are still free.", free)
            if self.room.add_bot is not None:
                says = f"{says} {_('b puts a bot there, s changes how strong it is.')}"
            return says, m.TEXT
        if session.seat in net.ready:
            late = [p.name for n, p in enumerate(self._players()) if n not in net.ready]
            return _(
                "You are ready; waiting for {names}.", names=", ".join(short(n, 16) for n in late)
            ), m.TEXT
        return _("All seats are taken: press r when you are ready."), m.STRONG

    def _keys(self) -> Line:
        net = self.room.net
        hints = []
        if net.yours:
            hints.append((keymap.WATCH, p_("key", "watch")))
            hints.append((keymap.OVER, p_("key", "play here")))
        if not net.watching and not net.closed:
            hints.append((keymap.READY, p_("key", "ready")))
        if self.room.add_bot is not None and not net.closed:
            hints.append((keymap.BOT, _("a bot: {level}", level=_(self.room.level))))
            hints.append((keymap.STRENGTH, p_("key", "strength")))
        hints += [
            (keymap.CHAT, p_("key", "chat")),
            (keymap.PEOPLE, p_("key", "people")),
            (keymap.DEPART, _("Departures")),
            (keymap.STAND, _("leave")),
            (keymap.HELP, _("keys")),
        ]
        # What has no room stands on the keys' page; the way out and that page always show.
        spare = (keymap.PEOPLE, keymap.STRENGTH, keymap.DEPART)
        return parts.keys_within(
            [(key, key, does) for key, does in hints], self.app.size.width, spare
        )

    # Keys in --------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Agree, fill, talk, leave."""
        self._says, removes, self._removes = "", self._removes, None
        if key in keymap.DIGITS and len(key) == 1:
            self._point(int(key) - 1)
        elif key == keymap.DECLINE and removes is not None:
            if not self.room.net.remove(removes):
                self._says = _("That seat cannot be taken back now.")
        elif key == keymap.READY:
            self._ready()
        elif key == keymap.BOT:
            self._bot()
        elif key == keymap.STRENGTH and self.room.add_bot is not None:
            names = STRENGTHS
            self.room.level = names[(names.index(self.room.level) + 1) % len(names)]
        elif key == keymap.OVER and self.room.net.yours:
            self.post_message(Wants(Wants.OVER))
        elif key == keymap.WATCH and self.room.net.yours:
            self.post_message(Wants(Wants.WATCH))
        elif key == keymap.COPY and self.room.how:
            self.app.copy_to_clipboard(self.room.how[-1][0])
            self._says = _("Copied, if your terminal lets programs do that.")
        elif key == keymap.CHAT:
            self.post_message(Wants(Wants.CHAT))
        elif key == keymap.PEOPLE:
            self.post_message(Wants(Wants.PEOPLE))
        elif key == keymap.DEPART:
            self.post_message(Wants(Wants.DEPART))
        elif key in (keymap.STAND, keymap.LEAVE):
            self.post_message(Wants(Wants.LEAVE))
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key == keymap.RULES[1]:
            self.post_message(Wants(Wants.RULES))
        self.repaint()

    def _point(self, place: int) -> None:
        """The creator means a guest's seat."""
        players = self._players()
        if not self.room.net.creator or not 0 < place < len(players) or not players[place].name:
            return
        self._removes = place
        self._says = _(
            "x takes seat {seat} back from {name}.",
            seat=place + 1,
            name=short(players[place].name, 20),
        )

    def _ready(self) -> None:
        net = self.room.net
        if net.watching or net.closed:
            return
        if any(not player.name for player in self._players()) or net.session.seat is None:
            self._says = _(
                "Not yet: you agree to who sits here, so every seat must be taken first."
            )
        else:
            net.say_ready()

    def _bot(self) -> None:
        if self.room.add_bot is None:
            self._says = _("Only whoever opened the table puts bots on its seats.")
        else:
            self._says = self.room.add_bot(self.room.level)
