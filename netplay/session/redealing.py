"""A dealer taken up from the journal: it was asked some of the log's requests before the crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.canonical import Malformed
from core.kernel.dealer import Dealer, Polled
from core.kernel.requests import Request
from netplay.wire import MAX_N, array, binary, whole


class Redealt:
    """Passes everything on to a restored dealer but what that one has heard already."""

    def __init__(self, dealer: Dealer, export: Any, heard: Any) -> None:
        """Restore ``dealer``; raises Malformed."""
        asked, confirmed = array(heard, 2)
        self._asked = whole(asked, 0, MAX_N)
        self._confirmed = whole(confirmed, 0, MAX_N)
        self._dealer = dealer
        try:
            dealer.restore(binary(export, most=MAX_N))
        except ValueError as err:
            raise Malformed(str(err)) from err

    def ask(self, request: Request) -> None:
        """A request, unless it is one of the first, which the dealer knows."""
        if self._asked:
            self._asked -= 1
        else:
            self._dealer.ask(request)

    def confirm(self, seat: int, claims: Sequence[tuple[int, int]]) -> None:
        """Claims, unless the dealer knows them."""
        if self._confirmed:
            self._confirmed -= 1
        else:
            self._dealer.confirm(seat, claims)

    def feed(self, seat: int, data: bytes) -> None:
        """Another dealer's message."""
        self._dealer.feed(seat, data)

    def poll(self) -> Polled:
        """What the dealer has to say."""
        return self._dealer.poll()

    def export(self) -> bytes:
        """The dealer's own."""
        return self._dealer.export()

    def restore(self, data: bytes) -> None:
        """The dealer's own."""
        self._dealer.restore(data)
