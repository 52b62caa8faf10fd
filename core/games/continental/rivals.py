"""What greedy thinks of its opponents: what they want from the yard, and what they could end with.

It knows public facts only, so every opponent's contract counts as the mean of all ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.continental.outlook import POINT, Outlook, contract_outlook, pay
from core.games.continental.sheet import DIRECTOR, INVESTOR, LOCOMOTIVE, PICKPOCKET, TICKET
from core.games.continental.state import State

_SWITCHMAN_GUESS: Final = 60
"""What an exchange brings another player, about: not worked out for others."""


def with_one(wagons: Sequence[int], gain: int) -> tuple[int, ...]:
    """The train with one more wagon."""
    return (*wagons[:gain], wagons[gain] + 1, *wagons[gain + 1 :])


class Rivals:
    """The opponents of one seat in one position; all worths in hundredths of a point."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.next = None if state.last_turns == 1 else (seat + 1) % state.seats
        """The seat that acts after this turn, None if the game ends with it."""
        self._outlooks: dict[int, Outlook] = {}
        self._finals: int | None = None
        self._wants: dict[int, int] | None = None

    def outlook(self, seat: int) -> Outlook:
        """An opponent's prospects, as far as this seat can know."""
        found = self._outlooks.get(seat)
        if found is None:
            found = self._outlooks[seat] = Outlook(self.state, seat, None)
        return found

    def best_final(self) -> int:
        """The most that any of them would end with, given one more turn each."""
        if self._finals is None:
            self._finals = max(
                [self._final(seat) for seat in range(self.state.seats) if seat != self.seat]
            )
        return self._finals

    def _final(self, seat: int) -> int:
        """What an opponent would end with, given one more turn."""
        last = Outlook(self.state, seat, None, last=True)
        gain = max(
            [
                self._gain(last, card) - POINT * (place % 3)
                for place, card in enumerate(self.state.yard)
                if card is not None and place % 3 <= last.tickets
            ],
            default=0,
        )
        standing = last.points + contract_outlook(None, last.icons, 0) + POINT * last.tickets
        return standing + gain

    # What another player would do with a card -------------------------------------------------------

    def _gain(self, outlook: Outlook, card: int) -> int:
        """What taking a card brings another player, claim included."""
        if card <= LOCOMOTIVE:
            return self._turn(outlook, with_one(outlook.wagons, card))
        rest = self._turn(outlook, outlook.wagons)
        if card == TICKET:
            return POINT + rest
        if card == DIRECTOR:
            supply = self.state.supply
            return rest + max(
                [outlook.token(company) for company in range(5) if supply[company]], default=0
            )
        if card == PICKPOCKET:
            return rest + POINT * self.state.tickets[self.seat]
        if card == INVESTOR:
            free = [one for one in self.state.yard if one is not None and one <= TICKET]
            return max([self._gain(outlook, one) for one in free], default=rest)
        return rest + (0 if outlook.last else _SWITCHMAN_GUESS)

    def _turn(self, outlook: Outlook, wagons: tuple[int, ...]) -> int:
        """The best end of another player's turn with that train, against its train now."""
        before = sum(outlook.train(outlook.wagons))
        best = sum(outlook.train(wagons)) - before
        for offer in outlook.offers:
            left = pay(offer.needs, wagons)
            if left is not None:
                value = offer.points + offer.icon + sum(outlook.train(left, offer.row)) - before
                if value > best:
                    best = value
        return best

    def loss(self, *taken: int) -> int:
        """What the next player loses, or is given, when these places are emptied and lines shift."""
        if self.next is None:
            return 0
        rival = self.outlook(self.next)
        if self._wants is None:
            seen = dict.fromkeys(card for card in self.state.yard if card is not None)
            self._wants = {card: self._gain(rival, card) for card in seen}
        before = self._best(rival, self.state.yard)
        yard = list(self.state.yard)
        for place in taken:
            yard[place] = None
        for line in (0, 3, 6):
            cards = [card for card in yard[line : line + 3] if card is not None]
            yard[line : line + 3] = cards + [None] * (3 - len(cards))
        return before - self._best(rival, yard)

    def _best(self, rival: Outlook, yard: Sequence[int | None]) -> int:
        wants = self._wants
        assert wants is not None
        best = 0
        for place, card in enumerate(yard):
            if card is not None:
                price = place % 3
                if price <= rival.tickets and wants[card] - POINT * price > best:
                    best = wants[card] - POINT * price
        return best
