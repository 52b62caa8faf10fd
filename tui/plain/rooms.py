"""Tables between machines in the line mode: the way there, the waiting room, and what is said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from core.bots.registry import NAMES as LEVELS
from netplay.session import Phase
from tui.boards.registry import about
from tui.cli.errors import Failed
from tui.concourse import Concourse
from tui.foreign import plain, short
from tui.marks import ASCII, Marks
from tui.plain.lines import Voice
from tui.plain.table import PlainTable
from tui.plan import Host, Resume, Visit
from tui.policy import SEATS_CHAT, policy_words
from tui.room import Room
from tui.screens.waiting import options_words
from tui.told import told
from tui.tongue import _


async def travel(voice: Voice, plan: Host | Visit | Resume, cut: Callable[[], bool]) -> int:
    """Go where the plan leads, wait there, play; returns the exit code. Raises Failed.

    ``cut``: whether what ended it was that the terminal was closed.
    """
    lines = _Lines(voice)
    concourse = _Concourse(lines)
    try:
        concourse.begin(plan)
        room = await concourse.arrive()
        seat = _Seat(voice, room)
        if await seat.wait():
            net = room.net
            net.forget_setup()
            clock = asyncio.get_running_loop().time
            table = PlainTable(net, voice, clock, net, seat.more)
            table.help = seat.commands()
            if not await table.play():
                voice.say(*room.net.leaving())
        kept = room.net.kept() if room.net.begun else None
        if kept:
            voice.say(kept)
        room.net.leave()
    finally:
        if cut():
            concourse.part()
        await concourse.close()
    return 0


class _Lines:
    """What the concourse has for an app here: it says, and it ends."""

    screen: object = None
    marks: Marks = ASCII

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self.last = ""
        self.fault: BaseException | None = None

    def say(self, says: str) -> None:
        if says:
            self.last = says
            self._voice.say(says)

    def fail(self, says: str) -> None:
        self.fault = Failed(says)

    def panic_quietly(self, error: BaseException) -> None:
        self.fault = error

    def call_later(self, call: Any, *more: Any) -> None:
        asyncio.get_running_loop().call_soon(call, *more)

    def go_home(self) -> bool:
        return True


class _Concourse(Concourse):
    """The same ways as on the screen; what they lead to is told, not shown."""

    def __init__(self, lines: _Lines) -> None:
        # It asks of an app what `_Lines` has, and no more.
        super().__init__(cast(Any, lines))
        self._lines = lines
        self._there: Room | None = None

    def _enter(self, room: Room) -> None:
        self._there = room
        self.station.show(False)

    async def arrive(self) -> Room:
        """The table that the plan led to; raises Failed where it led nowhere."""
        while self._there is None:
            if self._lines.fault is not None:
                raise self._lines.fault
            if not self._tasks:
                tables = ", ".join(
                    f"{short(row.name, 24)} ({row.code})" for row in self.rows()[:8] if row.free
                )
                more = f" {_('There are: {tables}.', tables=tables)}" if tables else ""
                raise Failed((self._lines.last or _("No such table.")) + more)
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)
        return self._there


class _Seat:
    """One person in a waiting room, and then at its table."""

    def __init__(self, voice: Voice, room: Room) -> None:
        self._voice = voice
        self._room = room
        self._heard = 0
        self._told: list[str] = []
        self._news = asyncio.Event()
        room.watch(self._chat)
        self._chat()

    def _chat(self) -> None:
        # The room forgets old lines: what is new is at the end.
        for remark in self._room.chat[self._heard :]:
            if not remark.own:
                self._voice.say(_("{name} says: {text}", name=remark.name, text=remark.text))
        self._heard = len(self._room.chat)

    async def wait(self) -> bool:
        """Until the cards are dealt; False if nothing comes of it, or the person has left."""
        room, net = self._room, self._room.net
        net.listen(self._news.set)
        self._voice.say(_("Waiting room of {name}, {game}.", name=room.name, game=net.game.title))
        for command, what in room.how:
            self._voice.say(f"{plain(what, 120)} {plain(command, 2000)}")
        self._voice.say(_("Type help for the commands."))
        hearing = asyncio.create_task(self._voice.hear())
        try:
            while not net.begun:
                self._tell()
                if net.closed:
                    return False
                news = asyncio.create_task(self._news.wait())
                await asyncio.wait((hearing, news), return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                self._news.clear()
                if hearing.done():
                    line = hearing.result()
                    if line is None or line.lower() in ("quit", "leave"):
                        net.leave()
                        return False
                    self._do(line)
                    hearing = asyncio.create_task(self._voice.hear())
        finally:
            hearing.cancel()
        return True

    def _tell(self) -> None:
        """Say what has changed since it was last said."""
        lines = self._seats()
        if self._room.net.closed:
            lines = [told(plain(self._room.net.closed, 300)) + "."]
        self._voice.say(*[line for line in lines if line not in self._told])
        self._told = lines

    def _seats(self) -> list[str]:
        net = self._room.net
        lines = []
        for place, player in enumerate(net.session.players):
            name = short(player.name, 20) if player.name else ""
            if not name:
                lines.append(_("Seat {number} is free.", number=place + 1))
            elif place in net.ready:
                lines.append(_("Seat {number}: {name}, ready.", number=place + 1, name=name))
            else:
                lines.append(_("Seat {number}: {name}.", number=place + 1, name=name))
        full = lines and all(player.name for player in net.session.players)
        seat = net.session.seat
        if full and seat is not None and seat not in net.ready and not net.watching:
            lines.append(_("All seats are taken: type ready when you are."))
        return lines

    def _do(self, line: str) -> None:
        command, _blank, rest = line.partition(" ")
        command, rest = command.lower(), rest.strip()
        net = self._room.net
        if not command:
            return
        if command == "help":
            for word, does in (
                ("ready", _("you agree to who sits here, and to the house rules")),
                ("bot", _("put a bot on a free seat, if you opened the table: bot hard")),
                *self.commands(),
                ("quit", _("leave")),
            ):
                self._voice.say(f"{word}: {does}")
        elif command == "ready":
            free = any(not player.name for player in net.session.players)
            if net.watching or free or net.session.seat is None:
                self._voice.say(_("Not yet: every seat must be taken first."))
            else:
                net.say_ready()
        elif command == "bot":
            add = self._room.add_bot
            why = _("Only whoever opened the table can do that.")
            if add is not None:
                level = rest.strip().lower() or self._room.level
                known = level in LEVELS
                why = (
                    add(level) if known else _("The levels are: {names}.", names=", ".join(LEVELS))
                )
            self._voice.say(*([why] if why else []))
        elif command == "over" and net.yours:
            self._voice.say(_("Type this in another terminal: {command}", command="caboose resume"))
        elif not self.more(command, rest):
            self._voice.say(_("That is no command here. Type help."))

    # Also at the table --------------------------------------------------------------------------

    def commands(self) -> list[tuple[str, str]]:
        """What ``more`` takes."""
        return [
            ("say", _("say something to those at the table")),
            ("who", _("who sits here, and the house rules")),
            ("agree", _("what others propose, and what you can; agree and a letter does it")),
            ("over", _("play here, where another window of yours has the seat")),
        ]

    def more(self, command: str, rest: str) -> bool:
        """A command that has to do with other people; whether it is one."""
        net = self._room.net
        if command == "say":
            why = self._room.say(rest) if rest else _("Say what?")
            self._voice.say(*([told(why)] if why else []))
        elif command == "who":
            rules = [options_words(net), policy_words(net.session), about(net.game.name).stand_in]
            rules += [_(SEATS_CHAT)] if self._room.seats_only_chat else []
            self._voice.say(*self._seats(), *[f"{part}." for part in rules if part])
            if (status := net.status().text) and net.session.phase is not Phase.SEATING:
                self._voice.say(_("Now: {status}.", status=status))
        elif command == "agree":
            self._agree(rest.lower())
        elif command == "over":
            net.take_over()
        else:
            return False
        return True

    def _agree(self, key: str) -> None:
        agreeing = self._room.net.agreeing()
        if agreeing is None:
            self._voice.say(_("There is nothing to agree on here."))
            return
        if key:
            self._voice.say(agreeing.choose(key[:1]) or _("That is not to be chosen now."))
            return
        if agreeing.question:
            self._voice.say(agreeing.question)
        self._voice.say(*agreeing.says())
        for choice in agreeing.choices():
            self._voice.say(f"agree {choice.key}: {choice.does}")
