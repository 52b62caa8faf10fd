"""A kept game laid out entry by entry, to be looked at again: as anyone, one seat, or everyone saw it.

It believes nothing: what does not hold is not shown, and ``fault`` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from core.kernel.dealer import OpenDeal
from core.kernel.deck import Secrets, learn
from core.kernel.game import Game
from core.kernel.requests import Reveal
from netplay.audit import Audit, BadEntry
from netplay.crypto_any import UnknownScheme, checker
from netplay.session.outcome import reveal_of
from netplay.table import Decided, Event, Finished, Played, Player, Shown, Turned
from netplay.text import clean
from netplay.transcript import Damaged, decode


class Proof(Enum):
    """How far a kept game was checked."""

    SIGNED = "signed"  # every entry by whoever acted, and the cards are those the nonces dealt
    LOCAL = "local"  # a game of one machine: undamaged, by the rules, and dealt as it says
    OPEN = "open"  # all holds so far, but the game is unfinished: no card could be checked
    BROKEN = "broken"  # from some entry on it does not hold


class Frame(NamedTuple):
    """What one entry did. ``secrets``: by seat, slot to card, after it; empty for an unfinished game.

    ``text`` is the entry in the notation of the log. ``event`` is None for the start and the end.
    """

    n: int
    text: str
    event: Played | Turned | Decided | None
    state: Any
    secrets: tuple[Mapping[int, int], ...]

    @property
    def mover(self) -> int | None:
        """Whose move it was, None for what was nobody's choice."""
        return self.event.seat if isinstance(self.event, Played) else None


class Unreadable(ValueError):
    """Bytes of which not even the start can be shown; ``str()`` is one sentence."""


class Review:
    """A whole game. ``frames[0]`` is the start; frame n the table after entry n."""

    def __init__(self, data: bytes) -> None:
        """Read and check a transcript's bytes (``netplay.transcript``); raises Unreadable."""
        self.data: Final = data
        """The transcript itself."""
        self.fault = ""
        """What is wrong from ``len(frames)`` on; empty if nothing is."""
        try:
            records: Sequence[bytes] = decode(data)
        except Damaged as error:
            if not error.records:
                raise Unreadable(str(error)) from None
            records, self.fault = error.records, str(error)
        try:
            audit = Audit(records)
            audit = Audit(records, checker(audit.roster.scheme))
        except (BadEntry, UnknownScheme) as error:
            raise Unreadable(str(error)) from None
        self.game: Game[Any] = audit.game
        self.names = audit.names
        self.players = tuple(
            Player(name, clean(seat.bot) or None if seat is not None and seat.bot else None)
            for name, seat in zip(audit.names, audit.roster.seats, strict=True)
        )
        self.options = audit.options
        texts: list[str] = []
        try:
            for step in audit.steps():
                texts.append(step.text)  # noqa: PERF401 - what holds is kept when the next does not
        except BadEntry as error:
            if not texts:
                raise Unreadable(str(error)) from None
            self.fault = f"entry {error.n}: {error}"
            del texts[error.n :]  # the end entry is told before its nonces are checked
        self.finished = audit.finished and not self.fault
        self.deal = audit.seed if self.finished and audit.dealt else None
        """The seed of the open deal, where the end has published it."""
        self.proof = self._judge(audit)
        self.frames = self._lay_out(audit, texts)

    def _judge(self, audit: Audit) -> Proof:
        if self.fault:
            return Proof.BROKEN
        if not audit.dealt:
            return Proof.OPEN
        return Proof.LOCAL if audit.roster.scheme == "local" else Proof.SIGNED

    def _lay_out(self, audit: Audit, texts: Sequence[str]) -> list[Frame]:
        seats = len(self.players)
        start = self.game.new(self.options, seats)
        hands = [Secrets() for _ in range(seats)] if self.deal is not None else []
        deal = self.open_deal()

        def frame(n: int, event: Played | Turned | Decided | None, state: Any) -> Frame:
            return Frame(n, texts[n], event, state, tuple(dict(hand) for hand in hands))

        frames = [frame(0, None, start)]
        for n, outcome in enumerate(audit.outcomes[: len(texts) - 1], start=1):
            if deal is not None:
                follow(outcome.event, self.game, deal, hands)
            frames.append(frame(n, outcome.event, outcome.after))
        return frames

    def open_deal(self) -> OpenDeal | None:
        """All cards as they lay at the start; None while they are not known."""
        if self.deal is None:
            return None
        return OpenDeal(self.deal, self.game.decks(self.options, len(self.players)))

    def deal_at(self, n: int) -> tuple[OpenDeal, list[Secrets]]:
        """The deal after entry n, with every request up to there answered, and who knows what.

        Raises ValueError where the cards are not known.
        """
        deal = self.open_deal()
        if deal is None:
            raise ValueError("only a finished game's cards are known")
        hands = [Secrets() for _ in self.players]
        for frame in self.frames[1 : n + 1]:
            follow(frame.event, self.game, deal, hands)
        return deal, hands

    def told(self, n: int, seat: int | None) -> list[Event]:
        """The events of entry n for somebody at ``seat``, as a live table would have told them."""
        frame = self.frames[n]
        events: list[Event] = []
        event = frame.event
        if event is not None:
            events.append(event)
        if isinstance(event, Turned) and seat is not None and frame.secrets:
            request = event.request
            if isinstance(request, Reveal) and request.to == seat:
                mine = frame.secrets[seat]
                cards = tuple(mine[slot] for slot in request.slots if slot in mine)
                events.append(Shown(request.slots, cards))
        if n == len(self.frames) - 1 and frame.state.over:
            events.append(Finished(self.game.winners(frame.state)))
        return events


def follow(event: Event | None, game: Game[Any], deal: OpenDeal, hands: Sequence[Secrets]) -> None:
    """Let every hand learn, in place, what an event of the log showed it."""
    if isinstance(event, Turned):
        true = deal.answer(event.request)
        for seat, hand in enumerate(hands):
            learn(hand, seat, event.request, true)
    elif isinstance(event, Played):
        claims = game.claims(event.before, event.move)
        if claims:
            shown, cards = reveal_of(claims)
            for seat, hand in enumerate(hands):
                learn(hand, seat, shown, cards)
