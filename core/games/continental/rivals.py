"""What greedy thinks of its opponents: what they want from the yard, and what they could end with.

It knows public facts only, so every opponent's contract counts as the mean of all ten.
"""

from __future__ import annotations

from typing import Final

from core.games.continental.icons import POINT, contract_outlook, one_more
from core.games.continental.outlook import Outlook
from core.games.continental.sheet import DIRECTOR, INVESTOR, LOCOMOTIVE, PICKPOCKET, TICKET
from core.games.continental.state import State

_SWITCHMAN_GUESS: Final = 60
"""What an exchange brings another player, about: not worked out for others."""
_LINES: Final = (0, 3, 6)
"""The first place of each line of the yard."""


class Rivals:
    """The opponents of one seat in one position; all worths in hundredths of a point."""

    def __init__(self, state: State, seat: int, seen: tuple[int, ...]) -> None:
        self.state = state
        self.seat = seat
        self.next = -1 if state.last_turns == 1 else (seat + 1) % state.seats
        """The seat that acts after this turn, -1 if the game ends with it."""
        self._seen = seen
        self._outlooks: dict[int, Outlook] = {}
        self._finals: int | None = None
        self._wants: list[int | None] = []
        self._purse = 0
        self._before = 0
        self._lines: list[int] = []

    def outlook(self, seat: int) -> Outlook:
        """An opponent's prospects, as far as this seat can know."""
        found = self._outlooks.get(seat)
        if found is None:
            found = self._outlooks[seat] = Outlook(self.state, seat, None, self._seen)
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
        last = Outlook(self.state, seat, None, self._seen, last=True)
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
        now = outlook.display(outlook.wagons) + outlook.coming(outlook.wagons)
        if card <= LOCOMOTIVE:
            return outlook.turn(one_more(outlook.wagons, card)) - now
        rest = outlook.turn(outlook.wagons) - now
        if card == TICKET:
            return POINT + rest
        if card == DIRECTOR:
            supply, gained = self.state.supply, outlook.token_gains()
            return rest + max(
                [gained[company] for company in range(5) if supply[company]], default=0
            )
        if card == PICKPOCKET:
            return rest + POINT * self.state.tickets[self.seat]
        if card == INVESTOR:
            free = [one for one in self.state.yard if one is not None and one <= TICKET]
            return max([self._gain(outlook, one) for one in free], default=rest)
        return rest + (0 if outlook.last else _SWITCHMAN_GUESS)

    def loss(self, *taken: int) -> int:
        """What the next player loses, or is given, when these places are emptied and lines shift."""
        if self.next < 0:
            return 0
        if not self._wants:
            self._look()
        best = 0
        for line, kept in zip(_LINES, self._lines, strict=True):
            for place in taken:
                if line <= place < line + 3:
                    kept = self._shifted(line, taken)
                    break
            if kept > best:
                best = kept
        return self._before - best

    def _look(self) -> None:
        """What the yard offers the next player, as it is and with its lines shifted."""
        rival = self.outlook(self.next)
        yard = self.state.yard
        wants = {card: self._gain(rival, card) for card in dict.fromkeys(yard) if card is not None}
        self._wants = [None if card is None else wants[card] for card in yard]
        self._purse = rival.tickets
        for place, want in enumerate(self._wants):
            price = place % 3
            if want is not None and price <= self._purse:
                self._before = max(self._before, want - POINT * price)
        self._lines = [self._shifted(line, ()) for line in _LINES]

    def _shifted(self, line: int, taken: tuple[int, ...]) -> int:
        """The most the next player gets from a line whose cards move up to where others were."""
        best = price = 0
        for place in range(line, line + 3):
            want = self._wants[place]
            if want is not None and place not in taken:
                if price <= self._purse and want - POINT * price > best:
                    best = want - POINT * price
                price += 1
        return best
