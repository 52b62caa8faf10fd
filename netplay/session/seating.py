"""Sitting down on a roster: everyone's ready, entry 0 signed by all, then the nonces."""

from __future__ import annotations

from typing import Any, Final

from core.kernel.canonical import digest, pack
from core.kernel.game import Game
from netplay.session.actions import Dissolved, Refused, Seated, Started
from netplay.session.desk import Desk
from netplay.session.idling import Idling
from netplay.session.leaving import Leaving
from netplay.session.nonces import Nonces
from netplay.session.replica import check_roster, read_start, signed_by_all
from netplay.session.rostering import player
from netplay.wire import (
    HASH,
    NOBODY,
    Entry,
    Kind,
    Nonce,
    Ready,
    Roster,
    Seat,
    Sign,
    Statement,
    Tag,
    Want,
    entry_data,
    entry_hash,
    entry_to_sign,
    make_entry,
)

SILENCE: Final = 120.0
"""Seconds after which a start that does not come about dissolves the table."""


class Seating(Leaving):
    """One peer's part in sitting down. It is done when ``seed`` is there (``start``, for watchers).

    Also afterwards it answers those who missed something of it.
    """

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        creator: bytes,
        seat: Seat | None,
        nonce: bytes,
        deal: str,
        want: int | None,
        auto_ready: bool,
    ) -> None:
        super().__init__(desk, game, creator, seat, deal, want)
        self.nonces: Nonces | None = None
        self._nonce = nonce
        self._auto_ready = auto_ready
        self._readies: dict[int, Ready] = {}
        self._ready_item: tuple[Any, ...] | None = None
        self._draft: Entry | None = None
        self._signs: dict[int, bytes] = {}
        self._early_readies: dict[int, tuple[Ready, Statement]] = {}
        self._early_signs: dict[int, tuple[bytes, bytes]] = {}
        self._early_nonces: dict[tuple[int, int], tuple[Nonce, Statement]] = {}
        self._since: float | None = None
        self.idling = Idling(self.desk, lambda: self.roster, lambda: self.seat)
        """Who is away from the keys while the table waits."""
        self._answered: dict[int, float] = {}
        self.recalling = False
        """Whether this is our seat without our journal: nothing may be agreed to or signed."""

    @property
    def seed(self) -> bytes | None:
        """The joint seed, once this seat has all nonces."""
        return self.nonces.seed if self.nonces is not None else None

    def _changed(self) -> None:
        """A new roster voids all readies and signatures of the one before."""
        self._readies = {}
        self._ready_item = None
        self._draft = None
        self._signs = {}
        self._since = None
        self._tell_seated()
        self.idling.repeat()
        if self._auto_ready:
            self.ready()
        early, self._early_readies = self._early_readies, {}
        for ready, item in early.values():
            self.on_ready(ready, item)

    def _tell_seated(self) -> None:
        roster = self.roster
        assert roster is not None
        players = tuple([player(seat) if seat else None for seat in roster.seats])
        ready = frozenset(self._readies)
        self.desk.tell(Seated(roster.number, players, ready, roster.full()))

    # Ready, and entry 0

    def ready(self) -> None:
        """Agree to the present roster, if it is full and we are in it."""
        roster, seat = self.roster, self.seat
        if roster is None or seat is None or not roster.full() or self._ready_item is not None:
            return
        if self._leaving or self.recalling:
            return
        mine, item = self._agree(roster, seat)
        self.desk.save("nonce", pack((self.desk.table, seat, self._nonce)), secret=True)
        self.desk.save("ready", pack(roster.number))
        self.desk.put(item)
        self._take_ready(mine)

    def _agree(self, roster: Roster, seat: int) -> tuple[Ready, tuple[Any, ...]]:
        commitment = roster.commitment(seat, self._nonce)
        mine = Ready(seat, roster.number, roster.ready_hash(), commitment)
        self._ready_item = item = self.desk.sign(Tag.READY, mine)
        return mine, item

    def on_ready(self, ready: Ready, item: Statement) -> None:
        """Another seat agrees."""
        roster = self.roster
        if self.start is not None:
            self._lagging(ready.seat)
            return
        if roster is None or ready.number > roster.number:
            self._early_readies[ready.seat] = (ready, item)  # it overtook its roster
            return
        if ready.number != roster.number or ready.ready != roster.ready_hash():
            self.desk.drop("old")
            return
        key = self.key_of(ready.seat)
        if key is None or ready.seat == self.seat or ready.seat in self._readies:
            return
        if any(other.commitment == ready.commitment for other in self._readies.values()):
            self.desk.drop("commitment")
            return
        if self.desk.verify(key, Tag.READY, item.body, item.signature):
            self._take_ready(ready)

    def _take_ready(self, ready: Ready) -> None:
        roster = self.roster
        assert roster is not None
        self._readies[ready.seat] = ready
        self._tell_seated()
        if len(self._readies) < len(roster.seats) or self.seat is None:
            return
        self._since = (
            self.desk.now
        )  # a person may take her time to be ready; from here on it is machines
        commitments = tuple(self._readies[seat].commitment for seat in range(len(roster.seats)))
        options = check_roster(roster, self.game)
        state_hash = digest(self.game.encode(self.game.new(options, len(roster.seats))))
        data = entry_data(
            self.desk.table,
            0,
            Kind.START,
            NOBODY,
            0,
            bytes(HASH),
            (roster.wire(), commitments),
            state_hash,
        )
        # From here on the creator does not change the roster: without its signature no other
        # roster can start either, and whoever follows a newer one has sent no nonce.
        signature = self._sign_start(make_entry(data, ()), self.seat)
        self.desk.save("start", data)
        self.desk.put((int(Tag.SIGN), pack((self.seat, entry_hash(data))), signature))
        for seat, (entry, early) in self._early_signs.items():
            self._take_sign(seat, entry, early)
        self._early_signs = {}
        self._complete()

    def _sign_start(self, draft: Entry, seat: int) -> bytes:
        self._draft = draft
        signature = self.desk.sign_entry(draft.hash)
        self._signs[seat] = signature
        return signature

    def on_sign(self, sign: Sign, item: Statement) -> None:
        """A seat signed entry 0."""
        if self.start is not None:
            self._lagging(sign.seat)
        elif self._draft is None:
            self._early_signs[sign.seat] = (sign.entry, item.signature)
        else:
            self._take_sign(sign.seat, sign.entry, item.signature)
            self._complete()

    def _take_sign(self, seat: int, entry: bytes, signature: bytes) -> None:
        key = self.key_of(seat)
        if key is None or seat in self._signs or self._draft is None:
            return
        if entry != self._draft.hash:
            self.desk.drop("old")
        elif self._crypto.verify(key, entry_to_sign(self.desk.table, entry), signature):
            self._signs[seat] = signature
        else:
            self.desk.drop("signature")

    def _complete(self) -> None:
        roster, draft = self.roster, self._draft
        assert roster is not None
        assert draft is not None
        if self.start is None and len(self._signs) == len(roster.seats):
            start = make_entry(draft.data, sorted(self._signs.items()))
            self._started(start)
            if self.seat == 0:  # once, for watchers
                self.desk.put(start.item())

    def on_start(self, entry: Entry) -> bool:
        """Entry 0 with all signatures, from anyone; whether it is the one this table starts with."""
        if self.start is not None or self.closed:
            return self.start is not None and entry.hash == self.start.hash
        start = read_start(entry, self.game)
        roster = start.roster
        if roster.creator != self.creator:
            self.desk.drop("foreign")
            return False
        if not signed_by_all(entry, roster, self._crypto):
            self.desk.drop("signature")
            return False
        if not self._acceptable(roster):
            return False
        if self.roster is None or roster.hash() != self.roster.hash():
            auto, self._auto_ready = self._auto_ready, False
            self._take_roster(roster)
            self._auto_ready = auto
        seat = self.seat
        if (
            seat is not None
            and not self.recalling
            and start.commitments[seat] != roster.commitment(seat, self._nonce)
        ):
            # Signed with our key, but not by this session: another device of ours, or a restart.
            says = (
                "your seat here is another window's or machine's of yours; watch, or take it over"
            )
            self.close(Refused(says, yours=True))
            return False
        self._started(entry)
        return True

    def _started(self, entry: Entry) -> None:
        self.start = entry
        self._timer.reset(self.desk.now)
        self.desk.save("entry", entry.record())
        self.desk.tell(Started(entry.hash))
        if self.seat is None:
            return
        self._collect(entry, self.seat).give_all()
        assert self.nonces is not None
        early, self._early_nonces = self._early_nonces, {}
        for nonce, item in early.values():
            self.nonces.on_nonce(nonce, item)

    def _collect(self, entry: Entry, seat: int) -> Nonces:
        start = read_start(entry, self.game)
        nonce = b"" if self.recalling else self._nonce
        self.nonces = Nonces(self.desk, start, entry.hash, seat, nonce)
        return self.nonces

    # Nonces

    def on_nonce(self, nonce: Nonce, item: Statement) -> None:
        """Somebody passes us a nonce."""
        if self.nonces is not None:
            self.nonces.on_nonce(nonce, item)
        elif self.seat is not None and nonce.to == self.seat:
            self._early_nonces[nonce.seat, nonce.of] = (nonce, item)

    def on_want(self, want: Want, item: Statement) -> None:
        """A seat lacks nonces."""
        if self.nonces is None or want.seat == self.seat or self.key_of(want.seat) is None:
            return
        if self._may_answer(want.seat) and self.nonces.answer(want, item):
            self._answered[want.seat] = self.desk.now

    # Time, and others who lag behind

    def tick(self) -> None:
        """Repeat what has not been answered; dissolve a start that does not come about."""
        desk = self.desk
        if self.closed or (self.start is not None and (self.seed or self.seat is None)):
            return
        if self._since is not None and desk.now >= self._since + SILENCE:
            roster = self.roster
            silent = self._silent(roster) if roster else []
            names = " and ".join(player(seat).name for seat in silent) or "a seat"
            people = tuple([(seat.key, player(seat).name) for seat in silent if seat.bot is None])
            self.close(
                Dissolved(f"the table did not start: nothing was heard from {names}", people)
            )
            return
        if not self._timer.rang(desk.now):
            return
        if self._leaving:
            self._say_leave()
        elif self.recalling and self.start is None:
            return  # the session asks for the log
        elif self.start is not None and self.nonces is not None:
            self.nonces.ask()
            if not self.recalling:
                self.desk.put(self.start.item())
                self.nonces.give_all()
        else:
            if self.is_creator:
                self._say_roster()
            elif self.seat is None:
                self.ask()
            self._repeat()

    def _repeat(self) -> None:
        if self._ready_item is not None:
            self.desk.put(self._ready_item)
        if self._draft is not None and self.seat is not None:
            body = pack((self.seat, self._draft.hash))
            self.desk.put((int(Tag.SIGN), body, self._signs[self.seat]))

    def _help(self) -> None:
        """Say again where we are, to somebody who has not heard it."""
        if self._may_answer(NOBODY):
            self._answered[NOBODY] = self.desk.now
            if self.start is not None:
                self.desk.put(self.start.item())
            else:
                self._say_roster()
                self._repeat()

    def hint(self) -> None:
        """Somebody asks for entries before there are any: the creator shows the roster."""
        if self.is_creator and self.start is None:
            self._help()

    def _lagging(self, seat: int) -> None:
        """A seat repeats what we are past: it lacks entry 0, and perhaps our nonce."""
        if self.start is None or self.nonces is None or seat == self.seat:
            return
        if self.key_of(seat) is None or not self._may_answer(seat):
            return
        self._answered[seat] = self.desk.now
        self.desk.put(self.start.item())
        self.nonces.give(seat)

    def _may_answer(self, seat: int) -> bool:
        return self.desk.now >= self._answered.get(seat, -1.0) + 0.5

    def _silent(self, roster: Roster) -> list[Seat]:
        """Whose signature or nonce is missing."""
        have: Any = self._signs if self.nonces is None else self.nonces.values
        return [seat for place, seat in enumerate(roster.seats) if seat and place not in have]

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        if self.closed or (self.start is not None and (self.seed or self.seat is None)):
            return None
        return self._timer.at

    @property
    def agreed(self) -> bool:
        """Whether everyone is ready: from here on it is for machines."""
        return self._draft is not None or self.start is not None

    def again(self) -> None:
        """The link is back, or we are: say at the next tick what has not been answered."""
        self._timer.at = self.desk.now

    def begun(self) -> None:
        """The game is under way elsewhere: a start that has happened does not dissolve."""
        self._since = None
