"""What the screens of one networked table share: its name, its chat, bots, and how others come to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from netplay.crypto import player_id
from netplay.lobby import Visibility
from netplay.session import Phase
from tui.foreign import plain
from tui.net import NetTable
from tui.people import Someone
from tui.talk import Talk
from tui.tongue import _


class Room(Talk):
    """A table somebody of this program sits at or watches.

    ``say`` sends a line of chat and gives an empty text, or why it was not sent. ``add_bot``: seats
    a bot of a level that is run here, None where we may not. ``how``: commands for others to type, with
    what each is for. ``where``: the broker's address.
    """

    def __init__(
        self,
        net: NetTable,
        name: str,
        where: str,
        *,
        say: Callable[[str], str],
        how: Sequence[tuple[str, str]] = (),
        add_bot: Callable[[str], str] | None = None,
        seats_only: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(say, net.seats.people.of)
        self.net = net
        self.name = plain(name, 40) or "a table"
        self.where = where
        self.how = tuple(how)
        self.add_bot = add_bot
        self.level = "greedy"
        """How strong the next bot is."""
        self.visibility = Visibility.PUBLIC
        self.leads = False
        """Whether it is about to be looked whether this table leads to another game."""
        self.forced = False
        """Whether the viewer wants another game without those who have not answered."""
        self.next: Room | None = None
        """The table of another game that this one led to."""
        self.cover: bytes | None = None
        """The key of a private table."""
        self.onlooker: Callable[[], None] | None = None
        """Called when something changes among those who look at the finished game again."""
        self._seats_only = seats_only

    @property
    def title(self) -> str:
        """See ``Talk``."""
        return _("Chat at {table}", table=self.name)

    @property
    def note(self) -> str:
        """See ``Talk``."""
        if self.seats_only_chat and self.net.session.seat is None:
            return _("You watch: at this table only those who sit here write, and you read.")
        return ""

    @property
    def seats_only_chat(self) -> bool:
        """Whether only those who sit here write in the chat."""
        return self._seats_only()

    def heard(self, name: str, mark: str, text: str, own: bool, player: str = "") -> None:
        """Somebody said something at this table."""
        super().heard(name, mark, text, own, player)
        self.net.unread = self.unread
        self.net.poke()

    def watch(self, call: Callable[[], None] | None) -> None:
        """See ``Talk``; the top line says no more that something is new."""
        super().watch(call)
        self.net.unread = 0

    @property
    def boarding(self) -> bool:
        """Whether the seats are still being taken."""
        return self.net.session.phase in (Phase.SEATING, Phase.STARTING) and not self.net.begun

    def people(self) -> list[Someone]:
        """Those at the table's seats, and those who wrote in its chat; neither bots nor ourselves."""
        session, net = self.net.session, self.net
        found: dict[str, Someone] = {}
        seats = session.roster.seats if session.roster is not None else ()
        for place, (seat, player) in enumerate(zip(seats, session.players, strict=False)):
            if seat is not None and seat.bot is None and place != net.seat:
                who, where = player_id(seat.key), _("seat {seat}", seat=place + 1)
                found[who] = Someone(who, plain(player.name, 24), player.mark, where)
        for said in self.chat:
            if said.player and not said.own:
                where = _("in the chat")
                found.setdefault(said.player, Someone(said.player, said.name, said.mark, where))
        return list(found.values())
