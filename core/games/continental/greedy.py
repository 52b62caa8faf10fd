"""The greedy bot's judgement of moves: one turn ahead, by reasons that can be named.

It looks at no face-down card and at nobody's contract but its own; with empty secrets not even
at that one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from core.bots.weigh import Weighed
from core.games.continental import rules
from core.games.continental.moves import CLAIM, DECLINE, INVEST, KEEP, PASS, ROB, SWAP, TAKE, TOKEN
from core.games.continental.outlook import POINT, Outlook, contract_outlook, one_more, pay
from core.games.continental.sheet import (
    DIRECTOR,
    FIRST_CONTRACT,
    INVESTOR,
    LOCOMOTIVE,
    PICKPOCKET,
    TICKET,
    contract_slots,
)
from core.games.continental.state import State
from core.kernel.move import Move


class Reason(StrEnum):
    """Why a move is good or bad, in words that can follow ``because it``."""

    POINTS = "scores an objective"
    PROGRESS = "brings an objective on display nearer"
    TO_COME = "gets wagons that later objectives will ask for"
    CONTRACT = "serves the contract"
    TICKETS = "gains tickets"
    DENIAL = "leaves less to the next player"
    HASTE = "claims before another can"
    ENDING = "ends the game at a good moment"


Terms: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""Weights in the order of Reason, hundredths of a point."""

_REASONS: Final = tuple(Reason)
_NOTHING: Final[Terms] = (0, 0, 0, 0, 0, 0, 0, 0)

_DENY_TAKE: Final = (0, 0, 62, 41, 31)
"""Percent of the next player's loss that counts, by number of seats."""
_DENY_CLAIM: Final = (0, 0, 18, 12, 9)
_DENY_SWAP: Final = (0, 0, 80, 53, 40)
_SWITCHMAN_GUESS: Final = 60
"""What an exchange brings another player, about: not worked out for others."""
# Twice the lead with which a claim ends the game, within these bounds.
_END_LOW: Final = -1000
_END_HIGH: Final = 300

_TICKET: Final = 88
"""A ticket before the last turns: a point at the end, if it does not go to waste or to a thief."""
_CLAIM: Final = 55
"""Haste: an objective on display can be lost to another player, one claimed cannot."""

_KEEP: Final = (475, 475, 475, 475, 475, 440, 455, 520, 410, 380)
"""What each contract brings in the long run, in the sheet's order: means of greedy's own games with
contracts kept at random, over 2 to 4 seats; the five colours differ only by chance."""


def _add(a: Terms, b: Terms) -> Terms:
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
    )


def _with(wagons: Sequence[int], gain: int) -> tuple[int, ...]:
    return (*wagons[:gain], wagons[gain] + 1, *wagons[gain + 1 :])


def _without(wagons: Sequence[int], loss: int) -> tuple[int, ...]:
    return (*wagons[:loss], wagons[loss] - 1, *wagons[loss + 1 :])


class _Judge:
    """One decision of one seat."""

    def __init__(self, state: State, seat: int, secrets: Mapping[int, int]) -> None:
        self.state = state
        self.seat = seat
        kept = state.kept[seat]
        contract = None if kept is None else secrets.get(kept)
        self.mine = Outlook(state, seat, contract)
        self.base = self.mine.train(self.mine.wagons)
        last = state.last_turns
        self.ticket = POINT if last is not None else _TICKET
        self.next = None if last == 1 else (seat + 1) % state.seats
        self._others: dict[int, Outlook] = {}
        self._after: dict[tuple[int, ...], Terms] = {}
        self._finals: int | None = None
        self._wants: dict[int, int] | None = None

    def other(self, seat: int) -> Outlook:
        """An opponent's prospects, as far as this seat can know."""
        found = self._others.get(seat)
        if found is None:
            found = self._others[seat] = Outlook(self.state, seat, None)
        return found

    # The rest of the turn ------------------------------------------------------------------------

    def after(self, wagons: tuple[int, ...]) -> Terms:
        """The best end of this turn with that train: a claim, or none."""
        found = self._after.get(wagons)
        if found is None:
            found = self.kept(wagons, -1)
            best = sum(found)
            for offer in self.mine.offers:
                left = pay(offer.needs, wagons)
                if left is not None:
                    terms = self.claim(offer.row, left)
                    if sum(terms) > best:
                        found, best = terms, sum(terms)
            self._after[wagons] = found
        return found

    def kept(self, wagons: tuple[int, ...], taken: int) -> Terms:
        """What the train promises from the next turn on, against what it promised before."""
        display, to_come = self.mine.train(wagons, taken)
        return (0, display - self.base[0], to_come - self.base[1], 0, 0, 0, 0, 0)

    def claim(self, row: int, left: tuple[int, ...]) -> Terms:
        """Claiming the objective at ``row`` so that ``left`` is the train afterwards."""
        offer = next(offer for offer in self.mine.offers if offer.row == row)
        _, progress, to_come, *_ = self.kept(left, row)
        denial = 0
        if self.next is not None:
            rival = self.other(self.next)
            loss = rival.train(rival.wagons)[0] - rival.train(rival.wagons, row)[0]
            denial = loss * _DENY_CLAIM[self.state.seats] // 100 if loss > 0 else 0
        ending = 0
        if self.mine.left == 1 and self.state.last_turns is None:
            ending = self.ending(offer.points, offer.company)
        haste = 0 if self.mine.last else _CLAIM
        return (offer.points, progress, to_come, offer.icon, 0, denial, haste, ending)

    def ending(self, points: int, company: int) -> int:
        """Whether triggering the end now finds this seat ahead."""
        mine = self.mine
        final = mine.points + points + POINT * mine.tickets
        final += contract_outlook(mine.contract, one_more(mine.icons, company), 0)
        if self._finals is None:
            self._finals = max(
                [self._final(seat) for seat in range(self.state.seats) if seat != self.seat]
            )
        lead = final - self._finals
        return min(max(2 * lead, _END_LOW), _END_HIGH)

    def _final(self, seat: int) -> int:
        """What an opponent would end with, given one more turn."""
        last = Outlook(self.state, seat, None, last=True)
        gain = max([self._gain(last, card) for card in self._within_reach(last)], default=0)
        standing = last.points + contract_outlook(None, last.icons, 0) + POINT * last.tickets
        return standing + gain

    def _within_reach(self, outlook: Outlook) -> list[int]:
        return [
            card
            for place, card in enumerate(self.state.yard)
            if card is not None and place % 3 <= outlook.tickets
        ]

    # What another player would do with a card -------------------------------------------------------

    def _gain(self, outlook: Outlook, card: int) -> int:
        """What taking a card brings another player, claim included."""
        if card <= LOCOMOTIVE:
            return self._turn(outlook, _with(outlook.wagons, card))
        rest = self._turn(outlook, outlook.wagons)
        if card == TICKET:
            return POINT + rest
        if card == DIRECTOR:
            supply = self.state.supply
            return rest + max(
                [outlook.token(company) for company in range(5) if supply[company]], default=0
            )
        if card == PICKPOCKET:
            return rest + POINT * self.mine.tickets
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

    def denial(self, *taken: int) -> int:
        """What the next player loses, or is given, when these places are emptied and lines shift."""
        if self.next is None:
            return 0
        rival = self.other(self.next)
        if self._wants is None:
            self._wants = {
                card: self._gain(rival, card)
                for card in sorted({card for card in self.state.yard if card is not None})
            }
        before = self._best(rival, self.state.yard)
        yard = list(self.state.yard)
        for place in taken:
            yard[place] = None
        for line in (0, 3, 6):
            cards = [card for card in yard[line : line + 3] if card is not None]
            yard[line : line + 3] = cards + [None] * (3 - len(cards))
        loss = before - self._best(rival, yard)
        return loss * _DENY_TAKE[self.state.seats] // 100

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

    # Cards and characters --------------------------------------------------------------------------

    def take(self, place: int, price: int) -> Terms:
        """Taking the card at a place of the yard for that many tickets."""
        card = self.state.yard[place]
        assert card is not None
        taken = [place]
        if card == INVESTOR:
            terms, more = self.invest_best(taken)
            taken = more
        else:
            terms = self.card(card)
        denial = self.denial(*taken)
        return _add(terms, (0, 0, 0, 0, -self.ticket * price, denial, 0, 0))

    def card(self, card: int) -> Terms:
        """A card from the yard with the best use of it; an Investor counts for nothing here."""
        own = self.mine.wagons
        if card <= LOCOMOTIVE:
            return self.after(_with(own, card))
        if card == TICKET:
            return _add(self.after(own), (0, 0, 0, 0, self.ticket, 0, 0, 0))
        if card == DIRECTOR:
            supply = self.state.supply
            return self._best_of([self.token(c) for c in range(5) if supply[c]])
        if card == PICKPOCKET:
            others = range(self.state.seats)
            return self._best_of([self.rob(seat) for seat in others if seat != self.seat])
        if card == INVESTOR:
            return self.after(own)
        wagons = self.state.wagons
        return self._best_of(
            [
                self.swap(give, seat, get)
                for give in range(6)
                if own[give]
                for seat in range(self.state.seats)
                if seat != self.seat
                for get in range(6)
                if get != give and wagons[6 * seat + get]
            ]
        )

    def _best_of(self, uses: Sequence[Terms]) -> Terms:
        """The best use of an effect, or declining it."""
        best = self.after(self.mine.wagons)
        worth = sum(best)
        for terms in uses:
            if sum(terms) > worth:
                best, worth = terms, sum(terms)
        return best

    def invest_best(self, taken: list[int]) -> tuple[Terms, list[int]]:
        """The Investor's best card besides those taken, and all the places then emptied."""
        best = self.after(self.mine.wagons)
        worth = sum(best)
        places = taken
        for place, card in enumerate(self.state.yard):
            if card is None or place in taken:
                continue
            if card == INVESTOR:
                terms, more = self.invest_best([*taken, place])
            else:
                terms, more = self.card(card), [*taken, place]
            if sum(terms) > worth:
                best, worth, places = terms, sum(terms), more
        return best, places

    def token(self, company: int) -> Terms:
        """The Director's token of a company."""
        gain = self.mine.token(company)
        return _add(self.after(self.mine.wagons), (0, 0, 0, gain, 0, 0, 0, 0))

    def rob(self, seat: int) -> Terms:
        """The Pickpocket; what the victim loses counts a little besides."""
        loot = self.ticket * self.state.tickets[seat]
        denial = loot * _DENY_SWAP[self.state.seats] // 100
        return _add(self.after(self.mine.wagons), (0, 0, 0, 0, loot, denial, 0, 0))

    def swap(self, give: int, seat: int, get: int) -> Terms:
        """The Switchman's exchange with an opponent."""
        wagons = self.mine.wagons
        if give != get:
            wagons = _with(_without(wagons, give), get)
        victim = self.other(seat)
        theirs = victim.wagons
        if give != get:
            theirs = _with(_without(theirs, get), give)
        loss = sum(victim.train(victim.wagons)) - sum(victim.train(theirs))
        denial = loss * _DENY_SWAP[self.state.seats] // 100
        return _add(self.after(wagons), (0, 0, 0, 0, 0, denial, 0, 0))

    # Moves -----------------------------------------------------------------------------------------

    def move(self, move: Move) -> Terms:
        """A legal move of this game."""
        return _JUDGE[move.verb](self, *move.args)

    def _move_keep(self, which: int) -> Terms:
        return _NOTHING

    def _move_take(self, line: int, place: int) -> Terms:
        return self.take(3 * line + place, place)

    def _move_invest(self, line: int, place: int) -> Terms:
        return self.take(3 * line + place, 0)

    def _move_decline(self) -> Terms:
        return self.after(self.mine.wagons)

    def _move_claim(self, row: int, *paid: int) -> Terms:
        left = list(self.mine.wagons)
        for wagon in paid:
            left[wagon] -= 1
        return self.claim(row, tuple(left))

    def _move_pass(self) -> Terms:
        return _NOTHING


_JUDGE: Final[Mapping[str, Callable[..., Terms]]] = {
    KEEP: _Judge._move_keep,
    TAKE: _Judge._move_take,
    INVEST: _Judge._move_invest,
    ROB: _Judge.rob,
    SWAP: _Judge.swap,
    TOKEN: _Judge.token,
    DECLINE: _Judge._move_decline,
    CLAIM: _Judge._move_claim,
    PASS: _Judge._move_pass,
}


class Greedy:
    """The judgement as ``core.bots.weigh.Weigher``."""

    def weigh(self, state: State, seat: int, secrets: Mapping[int, int]) -> list[Weighed]:
        """Every legal move, the best first, ties by move order; ``state`` is not changed."""
        moves = rules.moves(state)
        if moves and moves[0].verb == KEEP:
            weighed = [
                Weighed(move, self._keep(secrets, contract_slots(seat)[move.args[0]]))
                for move in moves
            ]
        else:
            judge = _Judge(state, seat, secrets)
            weighed = [Weighed(move, _reasons(judge.move(move))) for move in moves]
        weighed.sort(key=lambda one: -one.worth)
        return weighed

    def _keep(self, secrets: Mapping[int, int], slot: int) -> tuple[tuple[Reason, int], ...]:
        """Nothing is turned up yet: only the long run can tell two contracts apart."""
        card = secrets.get(slot)
        return () if card is None else ((Reason.CONTRACT, _KEEP[card - FIRST_CONTRACT]),)


def _reasons(terms: Terms) -> tuple[tuple[Reason, int], ...]:
    return tuple([pair for pair in zip(_REASONS, terms, strict=True) if pair[1]])


WEIGHER: Final = Greedy()
