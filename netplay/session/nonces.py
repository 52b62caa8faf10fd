"""Nonces, once entry 0 holds: sealed to each other seat, checked by their commitments, asked for."""

from __future__ import annotations

from typing import Any

from core.kernel.canonical import pack
from netplay.crypto import Unsealable
from netplay.session.desk import Desk
from netplay.session.replica import Start
from netplay.wire import Nonce, Statement, Tag, Want, seed_of


class Nonces:
    """One seat's collection. ``seed`` is there when it is whole."""

    def __init__(self, desk: Desk, start: Start, entry: bytes, seat: int, nonce: bytes) -> None:
        self.values = {seat: nonce} if nonce else {}  # lost with the journal: others may have it
        self.seed: bytes | None = None
        self._desk = desk
        self._start = start
        self._entry = entry
        self._seat = seat
        self._keys = start.roster.keys()
        self._passed: dict[tuple[int, int], tuple[Any, ...]] = {}
        self._sequence = 0

    def give(self, to: int, of: int | None = None) -> None:
        """Send a seat our nonce, or that of another if we have it, sealed."""
        of = self._seat if of is None else of
        if not 0 <= to < len(self._keys) or to == self._seat or of not in self.values:
            return
        item = self._passed.get((of, to))
        if item is None:
            try:
                sealed = self._desk.crypto.seal(self._keys[to], self.values[of])
            except ValueError:
                return  # a key nobody can seal to: the start will dissolve
            item = self._desk.sign(Tag.NONCE, Nonce(self._seat, of, to, sealed))
            self._passed[of, to] = item
        self._desk.put(item)

    def give_all(self) -> None:
        """Send every other seat our nonce."""
        for seat in range(len(self._keys)):
            self.give(seat)

    def on_nonce(self, nonce: Nonce, item: Statement) -> None:
        """Somebody passes us a nonce; its commitment shows whether it is the true one."""
        desk, of = self._desk, nonce.of
        if nonce.to != self._seat or of in self.values or of >= len(self._keys):
            return
        if nonce.seat >= len(self._keys):
            return
        if not desk.verify(self._keys[nonce.seat], Tag.NONCE, item.body, item.signature):
            return
        try:
            value = desk.crypto.unseal(nonce.sealed)
        except Unsealable:
            desk.drop("nonce")
            return
        if not self.put(of, value):
            desk.drop("nonce")
            return
        desk.save("nonce", pack((desk.table, of, value)), secret=True)
        self.derive()

    def put(self, of: int, value: bytes) -> bool:
        """Take a nonce if it is the one that its seat is committed to; whether it is."""
        roster, commitments = self._start.roster, self._start.commitments
        if of >= len(commitments) or len(value) != 32:
            return False
        if roster.commitment(of, value) != commitments[of]:
            return False
        self.values[of] = value
        return True

    def derive(self) -> None:
        """Make the seed, if everything is there."""
        if len(self.values) == len(self._keys):
            self.seed = seed_of(self._entry, [self.values[i] for i in range(len(self._keys))])

    def ask(self) -> None:
        """Ask for what is missing."""
        self._sequence += 1
        missing = tuple([i for i in range(len(self._keys)) if i not in self.values])
        self._desk.put(self._desk.sign(Tag.WANT, Want(self._seat, self._sequence, missing)))

    def answer(self, want: Want, item: Statement) -> bool:
        """Whether a request is true; its own nonce a seat passes at once, others' when asked again."""
        if not self._desk.verify(self._keys[want.seat], Tag.WANT, item.body, item.signature):
            return False
        for of in want.missing:
            if of == self._seat or want.sequence > 1:
                self.give(want.seat, of)
        return True
