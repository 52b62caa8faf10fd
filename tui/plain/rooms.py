"""Tables between machines in the line mode: the way there, the waiting room, and what is said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.bots.registry import NAMES as LEVELS
from netplay.session import Phase
from tui.boards.registry import about
from tui.cli.errors import Failed
from tui.foreign import plain, short
from tui.house_rules import options_words
from tui.plain.lines import Voice
from tui.plain.table import PlainTable
from tui.plan import Host, Resume, Visit
from tui.policy import SEATS_CHAT, policy_words
from tui.rematch import Another
from tui.room import Room
from tui.talk import Remark
from tui.told import told
from tui.tongue import _
from tui.travel.onward import Onward, without
from tui.travel.ways import Ways


async def travel(voice: Voice, plan: Host | Visit | Resume, cut: Callable[[], bool]) -> int:
    """Go where the plan leads, wait there, play; returns the exit code. Raises Failed.

    ``cut``: whether what ended it was that the terminal was closed.
    """
    journey = _Journey(voice)
    try:
        journey.ways.begin(plan)
        room: Room | None = await journey.arrive()
        while room is not None:
            room = await _Seat(voice, room, journey).visit()
    finally:
        if cut():
            journey.ways.part()
        await journey.ways.close()
    return 0


class _Lines:
    """Says how it goes on the way, and remembers what it said last."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self.last = ""
        self.fault: BaseException | None = None

    def say(self, note: str) -> None:
        if note:
            self.last = note
            self._voice.say(note)

    def fail(self, says: str) -> None:
        self.fault = Failed(says)

    def panic_quietly(self, error: BaseException) -> None:
        self.fault = error


class _Journey:
    """The same ways as on the screen; what they lead to is told, not shown."""

    def __init__(self, voice: Voice) -> None:
        self._lines = _Lines(voice)
        self.ways = Ways(self._lines, self._arrived)
        soon = asyncio.get_running_loop().call_soon
        self._onward = Onward(self.ways.at, soon, self._know, self._show_next)
        self._there: Room | None = None

    def _arrived(self, room: Room) -> None:
        self._know(room)
        self._there = room
        self.ways.at.station.brokers.show(False)

    def _know(self, room: Room) -> None:
        room.net.also(lambda: self._onward.look(room))

    def _show_next(self, room: Room, new: Room, missing: str) -> None:
        self._there = new
        self._lines.say(_("The next game's table is open."))
        self._lines.say(without(missing) if missing else "")
        room.net.poke()

    def there(self, room: Room) -> Room | None:
        """The table that this one has led to; None so far."""
        return self._there if self._there is not room else None

    async def own_seat(self, seat: _Seat, watch: bool) -> Room:
        """Where our own seat plays in another window: to watch it, or to play it here; raises Failed."""
        self._there = None
        if watch:
            self.ways.watch_own(seat)
        else:
            self.ways.take_over(seat)
        return await self.arrive()

    async def arrive(self) -> Room:
        """The table that the plan led to; raises Failed where it led nowhere."""
        tasks = self.ways.errands.tasks
        while self._there is None:
            if self._lines.fault is not None:
                raise self._lines.fault
            if not tasks:
                free = [one.row for one in self.ways.at.listings() if one.row.free][:8]
                tables = ", ".join(f"{short(row.name, 24)} ({row.code})" for row in free)
                more = f" {_('There are: {tables}.', tables=tables)}" if tables else ""
                raise Failed((self._lines.last or _("No such table.")) + more)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)
        return self._there


class _Seat:
    """One person in a waiting room, at its table, and after the game."""

    def __init__(self, voice: Voice, room: Room, journey: _Journey) -> None:
        self._voice = voice
        self.room = room
        self._journey = journey
        self._told: list[str] = []
        self._news = asyncio.Event()
        self._way = ""
        for remark in room.shown():
            self._repeat(remark)
        room.watch(self._chat)

    def _chat(self) -> None:
        """Called for each line that comes in: it is the last one, for old ones are forgotten."""
        shown = self.room.shown()
        if shown and shown[-1] is self.room.chat[-1]:
            self._repeat(shown[-1])

    def _repeat(self, remark: Remark) -> None:
        if not remark.own:
            self._voice.say(_("{name} says: {text}", name=remark.name, text=remark.text))

    def leave(self) -> None:
        """Go from this table."""
        self.room.net.leave()

    async def visit(self) -> Room | None:
        """Wait, play, and hear of another game; where it goes on, None if nowhere."""
        net, new = self.room.net, None
        if await self._wait():
            net.forget_setup()
            clock = asyncio.get_running_loop().time
            table = PlainTable(net, self._voice, clock, net, self.more)
            table.help = self.commands()
            if not await table.play():
                self._voice.say(*net.leaving())
            kept = net.kept() if net.begun else None
            if kept:
                self._voice.say(kept)
            if net.session.phase is Phase.OVER and net.session.seat is not None:
                new = await self._after(Another(net, self.room), table.sheet)
        elif self._way:
            return await self._journey.own_seat(self, self._way == "watch")
        elif net.begun and (kept := net.kept()):
            self._voice.say(kept)
        if new is None:
            net.leave()
        return new

    async def _wait(self) -> bool:
        """Until the cards are dealt; False if nothing comes of it, or the person has left."""
        room, net = self.room, self.room.net
        self._voice.say(_("Waiting room of {name}, {game}.", name=room.name, game=net.game.title))
        for command, what in room.how:
            self._voice.say(f"{told(plain(what, 120))} {plain(command, 2000)}")
        self._voice.say(_("Type help for the commands."))

        def ready() -> bool:
            self._tell()
            return net.begun or (bool(net.closed) and not net.yours)

        return await self._lines(ready, self._do) and net.begun

    async def _after(self, another: Another, sheet: Callable[[], list[str]]) -> Room | None:
        """After a game: whether there is to be another one; the table it is played at."""
        found: list[Room] = []
        self._told = []
        self._voice.say(_("Type another for another game with the same people, quit to leave."))

        def ready() -> bool:
            lines = [another.says()]
            if another.can_start and another.wanted:
                lines.append(_("Type start to open it without the rest."))
            self._voice.say(*[line for line in lines if line and line not in self._told])
            self._told = lines
            room = self._journey.there(self.room)
            found.extend([room] if room is not None else [])
            return bool(found) or self.room.net.gone.is_set()

        def do(line: str) -> None:
            command, _blank, rest = line.partition(" ")
            command = command.lower()
            if command == "another":
                another.toggle()
                if not another.wanted:
                    self._voice.say(_("You want no other game now."))
            elif command == "start" and another.can_start:
                another.start()
            elif command == "sheet":
                self._voice.say(*sheet())
            elif command == "help":
                self._help(
                    ("another", _("you want another game with the same people, or no more")),
                    ("start", _("open it without those who have not said that they want it")),
                    ("sheet", _("the scores once more")),
                )
            elif command and not self.more(command, rest.strip()):
                self._voice.say(_("That is no command here. Type help."))

        await self._lines(ready, do)
        return found[0] if found else None

    async def _lines(self, ready: Callable[[], bool], do: Callable[[str], None]) -> bool:
        """Hear and do lines until it is ``ready``; False if the person leaves before."""
        self.room.net.listen(self._news.set)
        hearing = asyncio.create_task(self._voice.hear())
        try:
            while not ready():
                news = asyncio.create_task(self._news.wait())
                await asyncio.wait((hearing, news), return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
                self._news.clear()
                if hearing.done():
                    line = hearing.result()
                    if line is None or line.lower() in ("quit", "leave"):
                        return False
                    do(line)
                    if self._way:
                        return False
                    hearing = asyncio.create_task(self._voice.hear())
        finally:
            hearing.cancel()
        return True

    def _help(self, *more: tuple[str, str]) -> None:
        for word, does in (*more, *self.commands(), ("quit", _("leave"))):
            self._voice.say(f"{word}: {does}")

    def _tell(self) -> None:
        """Say what has changed since it was last said."""
        lines = self._seats()
        if self.room.net.closed:
            closed = told(plain(self.room.net.closed, 300))
            lines = [f"{closed[:1].upper()}{closed[1:]}."]
            if self.room.net.yours:
                lines.append(
                    _("Type watch to watch it here, over to play your seat here, or quit.")
                )
        self._voice.say(*[line for line in lines if line not in self._told])
        self._told = lines

    def _seats(self) -> list[str]:
        net = self.room.net
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
        net = self.room.net
        if not command:
            return
        if command == "help":
            self._help(
                ("ready", _("you agree to who sits here, and to the house rules")),
                ("bot", _("put a bot on a free seat, if you opened the table: bot hard")),
            )
        elif command == "ready":
            free = any(not player.name for player in net.session.players)
            if net.watching or free or net.session.seat is None:
                self._voice.say(_("Not yet: every seat must be taken first."))
            else:
                net.say_ready()
        elif command == "bot":
            add = self.room.add_bot
            why = _("Only whoever opened the table can do that.")
            if add is not None:
                level = rest.strip().lower() or self.room.level
                known = level in LEVELS
                why = (
                    add(level) if known else _("The levels are: {names}.", names=", ".join(LEVELS))
                )
            self._voice.say(*([why] if why else []))
        elif command in ("over", "watch") and net.yours:
            self._way = command
        elif not self.more(command, rest):
            self._voice.say(_("That is no command here. Type help."))

    # Also at the table --------------------------------------------------------------------------

    def commands(self) -> list[tuple[str, str]]:
        """What ``more`` takes."""
        return [
            ("say", _("say something to those at the table")),
            ("who", _("who sits here, and the house rules")),
            ("people", _("the people here, with their numbers")),
            ("mute", _("mute somebody, or hear them again: mute and a number or a name")),
            ("block", _("block somebody, or no more: block and a number or a name")),
            ("agree", _("what others propose, and what you can; agree and a letter does it")),
            ("over", _("play here, where another window of yours has the seat")),
        ]

    def more(self, command: str, rest: str) -> bool:
        """A command that has to do with other people; whether it is one."""
        net = self.room.net
        if command == "say":
            why = self.room.say(rest) if rest else _("Say what?")
            self._voice.say(*([told(why)] if why else []))
        elif command == "who":
            rules = [options_words(net), policy_words(net.session), about(net.game.name).stand_in]
            rules += [_(SEATS_CHAT)] if self.room.seats_only_chat else []
            self._voice.say(*self._seats(), *[f"{part}." for part in rules if part])
            if (status := net.status().text) and net.session.phase is not Phase.SEATING:
                self._voice.say(_("Now: {status}.", status=status))
        elif command in ("people", "mute", "block"):
            self._people(command, rest)
        elif command == "agree":
            self._agree(rest.lower())
        elif command == "over":
            net.take_over()
        else:
            return False
        return True

    def _people(self, command: str, rest: str) -> None:
        """Who is here; mutes and blocks on this machine, which nobody is told."""
        people, here = self.room.net.seats.people, self.room.people()
        if command == "people" or not rest:
            for n, one in enumerate(here, 1):
                known = people.of(one.player)
                parts = [f"{n}: {one.name}", _("key {mark}", mark=one.mark), one.where]
                parts += [_("muted")] if known is not None and known.muted else []
                parts += [_("blocked")] if known is not None and known.blocked else []
                parts += [note] if (note := people.note(one.player)) else []
                self._voice.say(", ".join(part for part in parts if part) + ".")
            if not here:
                self._voice.say(_("Nobody else is here."))
            return
        named = [one for one in here if one.name.casefold() == rest.casefold()]
        if rest.isdecimal() and 1 <= int(rest[:4]) <= len(here):
            named = [here[int(rest[:4]) - 1]]
        if len(named) != 1:
            self._voice.say(_("Whom? Type people for their numbers."))
            return
        one, known = named[0], people.of(named[0].player)
        if command == "mute":
            on = not (known is not None and known.muted)
            why = people.change(one, muted=on)
            says = _("{name} is muted: you do not hear what they write.", name=one.name)
            says = says if on else _("You hear {name} again.", name=one.name)
        else:
            on = not (known is not None and known.blocked)
            why = people.change(one, blocked=on)
            says = _("{name} is blocked, and gets no seat at a table of yours.", name=one.name)
            says = says if on else _("{name} is blocked no more.", name=one.name)
        self._voice.say(why or says)

    def _agree(self, key: str) -> None:
        agreeing = self.room.net.agreeing()
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
