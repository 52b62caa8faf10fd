"""What can be seen of a session from outside: everything a screen, a bot or a node asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.kernel.game import Game
from netplay.crypto import player_id
from netplay.session.actions import AT, LOG, WATCH
from netplay.session.desk import Desk
from netplay.session.looking import Lookers, Looking
from netplay.session.parts import Me, Phase, Ticket
from netplay.session.play import Play
from netplay.session.report import Finding
from netplay.session.reseating import Reseating
from netplay.session.rostering import player
from netplay.session.stances import Standing
from netplay.table import Player
from netplay.wire import Gone, Kind, Roster


class View:
    """Read only; ``Session`` fills it."""

    game: Game[Any]
    ticket: Ticket
    _me: Me
    _own: str
    _log_until: float
    _desk: Desk
    _seating: Reseating
    _play: Play | None
    _lookers: Lookers | None

    @property
    def hears(self) -> frozenset[tuple[str, str]]:
        """(player id, channel) pairs to subscribe to; the player id ``+`` stands for anyone."""
        roster = self._seating.roster
        out = {(player_id(self.ticket.creator), AT)}
        if self._sits_down:
            # Whoever sits down speaks at once: to learn of a seat and then to subscribe is too late.
            out = {("+", AT)}
        elif roster is not None:
            out |= {(player_id(seat.key), AT) for seat in roster.seats if seat}
        elif self._asks_for_log:
            out = {("+", AT)}  # any seat may be the one that answers
        if self._seating.is_creator or self._seating.seat is not None:
            out.add(("+", WATCH))
        elif self._lookers is not None and self._lookers.own is not None:
            out.add(("+", WATCH))  # other watchers look at the game, too
        if self._reads_log:
            out.add((player_id(self.ticket.creator), LOG))
        if self._seating.mine is None:
            return frozenset(out)  # also of our own seat, where another window of ours has it
        return frozenset(out - {(self._own, AT)})

    @property
    def _sits_down(self) -> bool:
        """Whether this seat's table has not begun: who else will have a seat is not known."""
        seating = self._seating
        return seating.mine is not None and seating.start is None and not seating.recalling

    @property
    def _asks_for_log(self) -> bool:
        """Whether everything we know of this table comes from the seats' log."""
        seating = self._seating
        if seating.mine is None or (seating.is_creator and seating.roster is None):
            return True  # a creator without a roster has lost her journal
        return seating.recalling and self._play is None

    @property
    def _reads_log(self) -> bool:
        """Whether we read the broker's copy of the log: only for a short time after we came."""
        late = self._seating.mine is None or self._seating.recalling
        return late and self._desk.now < self._log_until and not self.complete

    @property
    def returning(self) -> bool:
        """Whether our seat signs nothing now: see the status ``Returning``."""
        return (self._seating.recalling and self._play is None) or bool(
            self._play is not None and self._play.silent
        )

    @property
    def phase(self) -> Phase:
        """How far the table is."""
        seating, play = self._seating, self._play
        if seating.closed:
            return Phase.CLOSED
        if play is None:
            return Phase.SEATING if not seating.agreed else Phase.STARTING
        if play.finding is not None:
            return Phase.HALTED
        if play.complete:
            return Phase.OVER
        return Phase.STARTING if play.seat is not None and play.hand is None else Phase.PLAYING

    @property
    def key(self) -> bytes:
        """Our public key."""
        return self._me.crypto.key

    @property
    def seat(self) -> int | None:
        """Our seat; None for a watcher, or while the roster gives us none."""
        return self._seating.seat

    @property
    def roster(self) -> Roster | None:
        """Who sits where, as far as we know; its names are foreign text: show ``players``."""
        return self._seating.roster

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where, names cleaned; a free seat is a player without a name."""
        roster = self._seating.roster
        if roster is None:
            return ()
        if self._players is None or self._players[0] is not roster:
            shown = tuple([player(seat) if seat else Player("") for seat in roster.seats])
            self._players = (roster, shown)
        return self._players[1]

    _players: tuple[Roster, tuple[Player, ...]] | None = None

    @property
    def state(self) -> Any:
        """The public state now, None before the start. Read only; each entry brings a new object."""
        return self._play.replica.state if self._play is not None else None

    @property
    def secrets(self) -> Mapping[int, int]:
        """Slot to card, what only this seat knows."""
        if self._play is None or self._play.hand is None:
            return {}
        return self._play.hand.secrets

    @property
    def my_turn(self) -> bool:
        """Whether ``submit`` can take a move now (own cards of every open reveal included)."""
        return self._play is not None and self._play.my_turn

    @property
    def n(self) -> int:
        """The number of the newest entry accepted here, -1 before the start."""
        return self._play.replica.n if self._play is not None else -1

    def foresee(self) -> Callable[[], None] | None:
        """Work for another thread that makes a stand-in's next move known early; None if there is none."""
        return self._play.replica.foresee() if self._play is not None else None

    @property
    def head(self) -> bytes:
        """The hash of the newest entry; empty before the start."""
        return self._play.replica.head if self._play is not None else b""

    @property
    def state_hash(self) -> bytes:
        """The hash of the state after it; empty before the start."""
        return self._play.replica.state_hash if self._play is not None else b""

    @property
    def settled(self) -> int:
        """The newest entry that every seat has acknowledged, -1 for none."""
        return self._play.acks.settled if self._play is not None else -1

    def standing(self, n: int) -> str:
        """``settled`` (everyone has entry n), ``arrived`` (some other seat has) or ``pending``."""
        return self._play.acks.standing(n) if self._play is not None else "pending"

    @property
    def stances(self) -> Mapping[int, Standing]:
        """What seats let each other know beside the game; those that said nothing are missing."""
        if self._play is None:
            return self._seating.idling.standings()
        return self._play.stances.of

    @property
    def own_stance(self) -> Standing:
        """Ours."""
        if self._play is None:
            seat = self.seat
            return Standing() if seat is None else self.stances.get(seat, Standing())
        return self._play.stances.own

    @property
    def lookers(self) -> Sequence[Looking]:
        """Everyone else who looks at the finished game again."""
        return self._lookers.others if self._lookers is not None else ()

    @property
    def looking(self) -> Looking | None:
        """Where we stand ourselves in doing so; None while we do not."""
        return self._lookers.own if self._lookers is not None else None

    @property
    def guide(self) -> Looking | None:
        """Who leads them, perhaps we; None while nobody does."""
        return self._lookers.leader if self._lookers is not None else None

    @property
    def can_lead(self) -> bool:
        """Whether ``Session.lead`` would take the lead."""
        return self._lookers is not None and self._lookers.can_lead

    def time_left(self, now: float) -> float | None:
        """Seconds in which the seat to act must move, or something is done about it; 0 once they passed.

        None where the table only waits, while no time runs, and for what is not a person's to do.
        """
        play = self._play
        policy = play.replica.policy if play is not None else None
        if play is None or policy is None or policy.gone is Gone.WAIT or play.finding is not None:
            return None
        due = play.replica.due()
        if due is None or due.kind is not Kind.MOVE or due.seat != due.place:
            return None
        if play.replica.paused is not None or due.seat in play.absence.resigned:
            return None
        return max(0.0, play.absence.due_at + policy.seconds - now)

    @property
    def complete(self) -> bool:
        """Whether the end is in and everything was checked against its nonces."""
        return self._play is not None and self._play.complete

    @property
    def finding(self) -> Finding | None:
        """Why the table stopped, with the evidence; it grows as others' reports come in."""
        return self._play.finding if self._play is not None else None

    @property
    def dropped(self) -> Counter[str]:
        """What came in and was not used, counted by reason."""
        return self._desk.dropped

    @property
    def drops(self) -> int:
        """How much that was."""
        return self._desk.drops

    def lately(self, since: int) -> tuple[str, ...]:
        """The reasons for what was dropped after ``drops`` was ``since``, as far as one packet's."""
        fresh = self._desk.drops - since
        return tuple(self._desk.lately)[-fresh:] if fresh > 0 else ()

    def records(self) -> tuple[bytes, ...]:
        """Every entry with its signatures, from 0 on, as ``wire.Entry.record`` gives them."""
        if self._play is None:
            return ()
        return tuple([entry.record() for entry in self._play.replica.log])

    def save(self) -> bytes:
        """The transcript so far."""
        from netplay.transcript import encode

        return encode(self.records())
