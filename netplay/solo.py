"""A table inside one process: real sessions, one a seat, joined in memory; bots play all but one.

It imports neither PyNaCl nor a transport, so that a game against bots opens at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.crypto import player_id
from netplay.crypto_local import LocalCrypto
from netplay.session import Action, Me, Phase, Publish, Session, Ticket
from netplay.table import EVENTS, Event, Faltered, Player
from netplay.thinking.mind import Mind

_ROUNDS: Final = 10_000
"""Packets handled in one call before something must be wrong."""
_AGAIN: Final = 0.03
"""Seconds until a bot that is still thinking is asked again."""


class SoloTable:
    """One viewer (or none: a show) and bots. Implements ``netplay.table.Table``.

    ``seed``: 1 to 64 bytes; keys, nonces and table id, and so every card, follow from it. ``bots``:
    by seat, None where the viewer sits, or one of ``people`` (``netplay.shared``). ``pace``: seconds
    between two moves of bots, in which the next one thinks already; one that needs longer takes
    longer, and nobody waits in a call here.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Player],
        bots: Sequence[Mind | None],
        *,
        seed: bytes,
        options: Any = None,
        seat: int | None = 0,
        people: Sequence[int] = (),
        pace: float = 0.6,
        now: float = 0.0,
    ) -> None:
        if len(players) != len(bots):
            raise ValueError("one bot or None a player")
        if any(bot is None and place not in (seat, *people) for place, bot in enumerate(bots)):
            raise ValueError("a seat has neither a bot nor a person")
        self._seed = seed
        self._bots = list(bots)
        self.pace = pace
        """Seconds between two moves of bots; may be changed at any time."""
        self._seat = seat
        self._events: list[Event] = []
        self._next: float | None = None
        self._warmed = False
        mine = [
            Me(LocalCrypto(self._derive(f"key {place}")), player.name, player.bot)
            for place, player in enumerate(players)
        ]
        self._ids = [player_id(me.crypto.key) for me in mine]
        options = game.options() if options is None else options
        salt, nonces = (
            self._derive("table")[:16],
            [self._derive(f"nonce {i}") for i in range(len(mine))],
        )
        first = Session.create(
            game, options, len(mine), mine[0], salt=salt, nonce=nonces[0], now=now, invited=mine[1:]
        )
        ticket: Ticket = first.ticket
        self._sessions = [first] + [
            Session.join(game, ticket, me, nonce=nonce, now=now)
            for me, nonce in zip(mine[1:], nonces[1:], strict=True)
        ]
        self._view = self._sessions[seat if seat is not None else 0]
        self._carry(now)
        if self._view.phase is not Phase.PLAYING:
            raise RuntimeError("the solo table did not start")
        # The set-up has been told by the state; the screen starts from it.
        self._events.clear()
        self._plan(now)

    def _derive(self, what: str) -> bytes:
        return blake2b(b"caboose/1/solo " + what.encode(), key=self._seed, digest_size=32).digest()

    def _carry(self, now: float) -> None:
        """Deliver packets until all is quiet."""
        waiting: deque[tuple[int, Publish]] = deque()
        for place in range(len(self._sessions)):
            self._collect(place, waiting)
        for _ in range(_ROUNDS):
            if not waiting:
                return
            sender, packet = waiting.popleft()
            for place, session in enumerate(self._sessions):
                if place != sender:
                    session.receive(self._ids[sender], packet.channel, packet.payload, now)
                    self._collect(place, waiting)
        raise RuntimeError("the sessions of a solo table never fall silent")

    def _collect(self, place: int, waiting: deque[tuple[int, Publish]]) -> None:
        session = self._sessions[place]
        actions: list[Action] = session.actions()
        for action in actions:
            if isinstance(action, Publish):
                waiting.append((place, action))
            elif isinstance(action, EVENTS):
                self._heard(place, action)

    def _heard(self, place: int, event: Event) -> None:
        """A seat's session reports something: the viewer's is what the screen is told."""
        if self._sessions[place] is self._view:
            self._events.append(event)

    def _plan(self, now: float) -> None:
        """When the next bot moves: a pace from now, unless it is the viewer's turn."""
        turn = self._turn()
        self._next = now + self.pace if turn is not None and self._bots[turn] else None
        if turn is not None and self._next is None and self._warmed:
            self._ponder(turn)

    def _ponder(self, turn: int) -> None:
        """A person is to move: the bots may think, whoever comes next first."""
        for place in range(turn + 1, turn + len(self._bots)):
            at = place % len(self._bots)
            bot, session = self._bots[at], self._sessions[at]
            if bot is not None:
                bot.ponder(session.state, at, session.secrets)

    def _turn(self) -> int | None:
        for place, session in enumerate(self._sessions):
            if session.my_turn:
                return place
        return None

    @property
    def game(self) -> Game[Any]:
        """The rules in force."""
        return self._view.game

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where; without key marks, which mean nothing here."""
        return [Player(player.name, player.bot) for player in self._view.players]

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a show."""
        return self._seat

    @property
    def state(self) -> Any:
        """The public state now."""
        return self._view.state

    @property
    def secrets(self) -> Mapping[int, int]:
        """What only the viewer knows; nothing for a show."""
        return self._view.secrets if self._seat is not None else {}

    def submit(self, move: Move) -> None:
        """The viewer's move; raises a RulesError."""
        if self._seat is None:
            raise NotYourTurn("this table is only shown")
        self._view.submit(move)
        self._carry(0.0)
        self._next = -1.0  # to be planned by the next step, which knows the time

    def step(self, now: float) -> list[Event]:
        """At most one bot's move, if it is time; what happened since the last step."""
        if self._next is not None and self._next < 0:
            self._plan(now)
        if not self._warmed:
            # The screen's first frame is out by now: what thinking needs can be loaded beside it.
            self._warmed = True
            for bot in self._bots:
                if bot is not None:
                    bot.warm()
            if self._next is None and (waits := self._turn()) is not None:
                self._ponder(waits)
        if self._next is not None and now >= self._next:
            self._move(now)
        if self._next is not None and now < self._next and (turn := self._turn()) is not None:
            # Also just after another bot's move: whoever moves next thinks while people follow it.
            bot, session = self._bots[turn], self._sessions[turn]
            if bot is not None:
                bot.begin(session.state, turn, session.secrets)
        out, self._events = self._events, []
        return out

    def _move(self, now: float) -> None:
        """The move of the bot whose time has come, if it has found one."""
        turn = self._turn()
        bot = self._bots[turn] if turn is not None else None
        if turn is None or bot is None:
            return
        session = self._sessions[turn]
        move = bot.move(session.state, turn, session.secrets)
        if move is None:
            self._next = now + _AGAIN
            return
        if bot.replaced:
            self._events.append(Faltered(turn))
        session.submit(move)
        self._carry(now)
        self._plan(now)

    def wake_at(self) -> float | None:
        """When the next bot moves; None while the viewer is to act and after the end."""
        return self._next if self._next is None or self._next >= 0 else 0.0

    def close(self) -> None:
        """The viewer goes away: nobody thinks here any more."""
        self._next = None
        for bot in self._bots:
            if bot is not None:
                bot.forget()

    def save(self) -> bytes:
        """The transcript so far."""
        return self._view.save()

    @property
    def finished(self) -> bool:
        """Whether the game is over and its end is written."""
        return self._view.complete
